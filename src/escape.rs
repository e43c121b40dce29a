//! Characters that are never shown raw: they would hide, reorder or overwrite what stands around
//! them, on a screen where somebody decides.
//!
//! ```
//! use countersign::escape::{json_safe, visible};
//!
//! assert_eq!(visible("pay \u{202e}001\n"), r"pay \u{202e}001\n");
//! assert_eq!(json_safe("{\"note\": \"\u{202e}001\"}"), r#"{"note": "\u202e001"}"#);
//! ```

use std::borrow::Cow;

/// Ranges of characters that are never shown raw, in order, both ends included. Also every last
/// two of a plane, which are no characters.
const HIDDEN: &[(char, char)] = &[
    ('\0', '\u{1f}'),            // controls, the line feed too
    ('\u{7f}', '\u{9f}'),        // DEL, and controls that terminals take as escapes
    ('\u{ad}', '\u{ad}'),        // soft hyphen
    ('\u{34f}', '\u{34f}'),      // combining grapheme joiner
    ('\u{600}', '\u{605}'),      // Arabic number signs
    ('\u{61c}', '\u{61c}'),      // Arabic letter mark: bidi
    ('\u{6dd}', '\u{6dd}'),      // Arabic end of ayah
    ('\u{70f}', '\u{70f}'),      // Syriac abbreviation mark
    ('\u{890}', '\u{891}'),      // Arabic pound and piastre marks
    ('\u{8e2}', '\u{8e2}'),      // Arabic disputed end of ayah
    ('\u{115f}', '\u{1160}'),    // Hangul fillers
    ('\u{17b4}', '\u{17b5}'),    // Khmer inherent vowels
    ('\u{180b}', '\u{180f}'),    // Mongolian variation selectors and vowel separator
    ('\u{200b}', '\u{200f}'),    // zero-width, bidi marks
    ('\u{2028}', '\u{202e}'),    // line and paragraph separators, bidi embeddings, overrides
    ('\u{2060}', '\u{206f}'),    // word joiner, invisible operators, bidi isolates
    ('\u{2800}', '\u{2800}'),    // blank Braille pattern
    ('\u{3164}', '\u{3164}'),    // Hangul filler
    ('\u{e000}', '\u{f8ff}'),    // private use
    ('\u{fdd0}', '\u{fdef}'),    // no characters
    ('\u{fe00}', '\u{fe0f}'),    // variation selectors
    ('\u{feff}', '\u{feff}'),    // byte order mark
    ('\u{ffa0}', '\u{ffa0}'),    // halfwidth Hangul filler
    ('\u{fff0}', '\u{fffb}'),    // interlinear annotation
    ('\u{110bd}', '\u{110bd}'),  // Kaithi number sign
    ('\u{110cd}', '\u{110cd}'),  // Kaithi number sign above
    ('\u{13430}', '\u{1343f}'),  // Egyptian hieroglyph format controls
    ('\u{1bca0}', '\u{1bca3}'),  // shorthand format controls
    ('\u{1d173}', '\u{1d17a}'),  // musical format controls
    ('\u{e0000}', '\u{e0fff}'),  // tags, variation selectors
    ('\u{f0000}', '\u{10ffff}'), // private use
];

/// Whether a character is never shown raw.
///
/// That is every control, format character, separator of lines, variation selector, tag, blank
/// filler and private or missing character.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    if matches!(c, ' '..='~') {
        return false;
    }
    let after = HIDDEN.partition_point(|(first, _)| *first <= c);
    let within =
        after.checked_sub(1).and_then(|at| HIDDEN.get(at)).is_some_and(|(_, last)| c <= *last);
    within || u32::from(c) & 0xfffe == 0xfffe
}

/// A text as people are shown it, on one line: what is hidden stands as `\u{202e}`, line feed,
/// carriage return and tab as `\n`, `\r`, `\t`.
///
/// A backslash is doubled, so that a text can not imitate an escape: what reads as one is one.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    replace(
        text,
        |c| c == '\\' || is_hidden(c),
        |out, c| match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ => out.extend(c.escape_unicode()),
        },
    )
}

/// JSON as `serde_json` prints it, compact or pretty, with everything hidden as `\uXXXX`: the same
/// JSON, for a terminal. The line feeds between its tokens stay.
#[must_use]
pub fn json_safe(json: &str) -> Cow<'_, str> {
    replace(
        json,
        |c| c != '\n' && is_hidden(c),
        |out, c| {
            for unit in c.encode_utf16(&mut [0; 2]) {
                out.extend([format!("\\u{unit:04x}")]);
            }
        },
    )
}

fn replace(
    text: &str,
    which: impl Fn(char) -> bool,
    write: impl Fn(&mut String, char),
) -> Cow<'_, str> {
    let Some(first) = text.find(&which) else { return Cow::Borrowed(text) };
    let (before, rest) = text.split_at(first);
    let mut out = before.to_owned();
    for c in rest.chars() {
        if which(c) { write(&mut out, c) } else { out.push(c) }
    }
    Cow::Owned(out)
}
