//! The printer: RFC 8785, section 3.2.

use super::Json;

/// The canonical text of a value whose floats are finite.
pub(super) fn print(json: &Json) -> String {
    let mut text = String::new();
    value(json, &mut text);
    text
}

fn value(json: &Json, text: &mut String) {
    match json {
        Json::Null => text.push_str("null"),
        Json::Bool(true) => text.push_str("true"),
        Json::Bool(false) => text.push_str("false"),
        Json::Integer(number) => text.push_str(&number.to_string()),
        // As ECMAScript prints it, section 3.2.2.3.
        Json::Float(number) => text.push_str(ryu_js::Buffer::new().format_finite(*number)),
        Json::String(string) => quoted(string, text),
        Json::Array(items) => {
            text.push('[');
            for (at, item) in items.iter().enumerate() {
                separate(at, text);
                value(item, text);
            }
            text.push(']');
        }
        Json::Object(members) => {
            text.push('{');
            let mut members: Vec<(&String, &Json)> = members.iter().collect();
            // By UTF-16 units, section 3.2.3: not the order of characters beyond ASCII.
            if !members.iter().all(|(key, _)| key.is_ascii()) {
                members.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
            }
            for (at, (key, member)) in members.iter().enumerate() {
                separate(at, text);
                quoted(key, text);
                text.push(':');
                value(member, text);
            }
            text.push('}');
        }
    }
}

fn separate(at: usize, text: &mut String) {
    if at > 0 {
        text.push(',');
    }
}

/// With the escapes of section 3.2.2.2, and no others.
fn quoted(string: &str, text: &mut String) {
    text.push('"');
    let mut rest = string;
    while let Some(at) = rest.find(|c: char| matches!(c, '"' | '\\' | '\0'..='\u{1f}')) {
        let (plain, from) = rest.split_at(at);
        text.push_str(plain);
        let mut characters = from.chars();
        match characters.next() {
            Some('"') => text.push_str("\\\""),
            Some('\\') => text.push_str("\\\\"),
            Some('\u{8}') => text.push_str("\\b"),
            Some('\t') => text.push_str("\\t"),
            Some('\n') => text.push_str("\\n"),
            Some('\u{c}') => text.push_str("\\f"),
            Some('\r') => text.push_str("\\r"),
            Some(control) => text.extend([format!("\\u{:04x}", u32::from(control))]),
            None => {}
        }
        rest = characters.as_str();
    }
    text.push_str(rest);
    text.push('"');
}
