use countersign::escape::{is_hidden, json_safe, visible};
use proptest::prelude::*;

use crate::vectors;

#[test]
fn whatever_hides_is_hidden() {
    for c in [
        '\0',
        '\n',
        '\r',
        '\t',
        '\u{1b}',
        '\u{7f}',
        '\u{85}',
        '\u{9b}',
        '\u{ad}',
        '\u{34f}',
        '\u{61c}',
        '\u{115f}',
        '\u{1160}',
        '\u{17b4}',
        '\u{17b5}',
        '\u{180b}',
        '\u{180e}',
        '\u{180f}',
        '\u{200b}',
        '\u{200d}',
        '\u{200f}',
        '\u{2028}',
        '\u{2029}',
        '\u{202a}',
        '\u{202e}',
        '\u{2060}',
        '\u{2066}',
        '\u{2069}',
        '\u{206a}',
        '\u{206f}',
        '\u{2800}',
        '\u{3164}',
        '\u{e000}',
        '\u{f8ff}',
        '\u{fdd0}',
        '\u{fe00}',
        '\u{fe0f}',
        '\u{feff}',
        '\u{ffa0}',
        '\u{fff9}',
        '\u{fffb}',
        '\u{fffe}',
        '\u{ffff}',
        '\u{1fffe}',
        '\u{1ffff}',
        '\u{1bca0}',
        '\u{1d173}',
        '\u{e0000}',
        '\u{e0001}',
        '\u{e0020}',
        '\u{e007f}',
        '\u{e0100}',
        '\u{e01ef}',
        '\u{e0fff}',
        '\u{f0000}',
        '\u{10fffd}',
        '\u{10ffff}',
    ] {
        assert!(is_hidden(c), "{}", c.escape_unicode());
    }
}

#[test]
fn what_can_be_seen_is_not_hidden() {
    let seen = " ~!aZ09\\\"é\u{301}ß\u{a0}ñ€Ωжשع中かカ한🎉🏳\u{600f}\u{2010}\u{2027}\u{202f}\u{fffd}\u{fffc}";
    for c in seen.chars() {
        assert!(!is_hidden(c), "{}", c.escape_unicode());
    }
    assert!(matches!(visible("naïve 中文 🎉"), std::borrow::Cow::Borrowed(_)));
}

#[test]
fn people_are_shown_escapes() {
    assert_eq!(visible("pay \u{202e}001"), r"pay \u{202e}001");
    assert_eq!(visible("a\nb\rc\td\u{1b}[2J\0"), r"a\nb\rc\td\u{1b}[2J\u{0}");
    assert_eq!(visible(r"a\nb\u{202e}"), r"a\\nb\\u{202e}", "content can not imitate an escape");
    assert_eq!(visible("\u{e0041}"), r"\u{e0041}");
}

#[test]
fn programs_are_shown_the_same_json() {
    let pretty = "{\n  \"a\u{7f}\": \"\u{e0041}\u{2028}\"\n}";
    assert_eq!(json_safe(pretty), "{\n  \"a\\u007f\": \"\\udb40\\udc41\\u2028\"\n}");
    assert_eq!(json_safe("\"\\\\\u{202e}\""), r#""\\\u202e""#, "an escaped backslash stays one");
}

/// What is shown has nothing hidden, and says the same.
fn check(text: &str) {
    let shown = visible(text);
    assert!(!shown.chars().any(is_hidden), "{text:?}");
    assert_eq!(unescape(&shown), text);

    for json in [serde_json::to_string(text), serde_json::to_string_pretty(&[text, text])] {
        let json = json.unwrap();
        let safe = json_safe(&json);
        assert!(!safe.chars().any(|c| c != '\n' && is_hidden(c)), "{text:?}");
        let (before, after): (serde_json::Value, serde_json::Value) =
            (serde_json::from_str(&json).unwrap(), serde_json::from_str(&safe).unwrap());
        assert_eq!(before, after);
    }
}

/// The way back, to show that nothing was lost.
fn unescape(shown: &str) -> String {
    let mut text = String::new();
    let mut rest = shown.chars();
    while let Some(c) = rest.next() {
        text.push(match (c, c == '\\').1.then(|| rest.next().unwrap()) {
            None => c,
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('\\') => '\\',
            Some('u') => {
                let digits: String = rest.by_ref().skip(1).take_while(|c| *c != '}').collect();
                char::from_u32(u32::from_str_radix(&digits, 16).unwrap()).unwrap()
            }
            Some(other) => panic!("no such escape: {other}"),
        });
    }
    text
}

#[test]
fn no_hostile_string_gets_through() {
    for text in vectors::hostile_strings() {
        check(&text);
    }
}

#[test]
fn no_character_gets_through() {
    for c in '\0'..=char::MAX {
        if is_hidden(c) {
            let (mut utf8, mut units) = ([0; 4], [0; 2]);
            let shown = visible(c.encode_utf8(&mut utf8)).into_owned();
            assert!(shown.is_ascii() && shown.starts_with('\\'));
            let json = json_safe(c.encode_utf8(&mut utf8)).into_owned();
            assert!(c == '\n' || json.len() == 6 * c.encode_utf16(&mut units).len(), "{json}");
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_shown_whole(text in any::<String>()) {
        check(&text);
    }
}
