//! The lines of content in a reviewer's card: one value a line, named by its path, and counted.

use crate::escape::{is_hidden, json_safe};
use crate::event::CardForm;
use crate::json::Json;

/// What stands before a line of content. No line of the engine's own begins with a space.
const MARK: &str = "  | ";

/// The same, before a line that a caution is about.
const MARK_OF_CAUTION: &str = "  ! ";

/// The content so far, and what a reviewer should know of it.
pub(super) struct Content {
    form: Option<CardForm>,
    pub(super) lines: usize,
    /// As they are shown: names, values, quotes and escapes, without the marks.
    pub(super) characters: usize,
    /// Characters that would not show, or would change what does.
    pub(super) escaped: usize,
    /// Characters that show, and may look like others.
    pub(super) beyond_ascii: usize,
}

impl Content {
    pub(super) fn new(form: Option<CardForm>) -> Content {
        Content { form, lines: 0, characters: 0, escaped: 0, beyond_ascii: 0 }
    }

    /// Adds every value in `json` to the text.
    pub(super) fn push(&mut self, text: &mut String, json: &Json) {
        self.push_lines(text, &Path::default(), json);
    }

    fn push_lines(&mut self, text: &mut String, path: &Path, json: &Json) {
        match json {
            Json::Object(members) if !members.is_empty() => {
                for (key, member) in members {
                    self.push_lines(text, &path.and(&self.name_of(key), count(key)), member);
                }
            }
            Json::Array(items) if !items.is_empty() => {
                for (index, item) in items.iter().enumerate() {
                    self.push_lines(text, &path.and(&index.to_string(), [0, 0]), item);
                }
            }
            value => self.push_line(text, path, value),
        }
    }

    fn push_line(&mut self, text: &mut String, path: &Path, value: &Json) {
        let name = match (path.shown.as_str(), self.form) {
            ("", None) => "value",
            // With a space, as no key is written that is not in quotes.
            ("", Some(CardForm::V2)) => "the value",
            (path, _) => path,
        };
        let line = format!("{name}: {}", as_json(value));
        let [escaped, beyond_ascii] = match value {
            Json::String(string) => add(path.counts, count(string)),
            _ => path.counts,
        };
        let careful = self.form.is_some() && escaped + beyond_ascii > 0;
        let mark = if careful { MARK_OF_CAUTION } else { MARK };
        text.extend([mark, &line, "\n"]);
        self.lines += 1;
        self.characters += line.chars().count();
        self.escaped += escaped;
        self.beyond_ascii += beyond_ascii;
    }

    /// A key as it is written in a path. A name that begins with a digit is a place in a list, so
    /// such a key is in quotes; cards of the first form did not tell the two apart.
    fn name_of(&self, key: &str) -> String {
        let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
        let like_a_place = self.form.is_some() && key.starts_with(|c: char| c.is_ascii_digit());
        if !key.is_empty() && key.bytes().all(plain) && !like_a_place {
            return key.to_owned();
        }
        as_json(&Json::String(key.to_owned()))
    }
}

/// Where a value is, as it is shown, and what of that asks for caution.
#[derive(Default)]
struct Path {
    shown: String,
    counts: [usize; 2],
}

impl Path {
    fn and(&self, name: &str, counts: [usize; 2]) -> Path {
        let shown = match self.shown.as_str() {
            "" => name.to_owned(),
            shown => format!("{shown}.{name}"),
        };
        Path { shown, counts: add(self.counts, counts) }
    }
}

fn add([a, b]: [usize; 2], [c, d]: [usize; 2]) -> [usize; 2] {
    [a + c, b + d]
}

/// How many characters would hide something, and how many are beyond ASCII otherwise. Line feeds
/// and tabs are in any note of some length: they are shown as escapes, and are no cause for caution.
fn count(text: &str) -> [usize; 2] {
    let hides = |c: char| is_hidden(c) && !matches!(c, '\n' | '\t');
    let escaped = text.chars().filter(|c| hides(*c)).count();
    let beyond_ascii = text.chars().filter(|c| !c.is_ascii() && !is_hidden(*c)).count();
    [escaped, beyond_ascii]
}

fn as_json(value: &Json) -> String {
    let json = serde_json::to_string(value).unwrap_or_default();
    json_safe(&json).into_owned()
}
