//! The text that a reviewer reads: made by the engine from the bytes that are bound, nothing left
//! out, nothing shortened. Content stands behind a mark and in JSON's quotes, so that it can not
//! pass for the engine's own lines.

use crate::escape::json_safe;
use crate::json::{Canonical, Json};
use crate::run::State;
use crate::tick::Tick;

const MARK: &str = "  | ";

pub(super) fn review_text(
    state: &State,
    draft: &Canonical,
    args: &Canonical,
    now: Tick,
    deadline: Tick,
) -> String {
    let opened = &state.opened;
    let mut text = format!(
        "run {} of tenant {}, revision {}\n\
         domain {} version {}, requested by {}\n\
         {}{}source {}, drafted at tick {now}, to be decided by tick {deadline} inclusive\n\
         proposed:\n",
        state.run_id,
        state.tenant,
        state.revision.saturating_add(1),
        opened.domain,
        opened.domain_version,
        opened.requester,
        line("action ", opened.action.as_ref()),
        line("against the no to run ", opened.overrides.as_ref()),
        opened.source_version,
    );
    push_lines(&mut text, "", draft.json());
    // Runs of before there was an action were shown the same lines twice.
    if opened.action.is_some() && draft.as_str() == args.as_str() {
        text.push_str("carried out, if it is agreed to: exactly this\n");
        return text;
    }
    text.push_str("carried out, if it is agreed to:\n");
    push_lines(&mut text, "", args.json());
    text
}

fn line(name: &str, value: Option<&impl std::fmt::Display>) -> String {
    value.map(|value| format!("{name}{value}\n")).unwrap_or_default()
}

/// One line a value, named by its path.
fn push_lines(text: &mut String, path: &str, json: &Json) {
    match json {
        Json::Object(members) if !members.is_empty() => {
            for (key, member) in members {
                push_lines(text, &join(path, &quoted_unless_plain(key)), member);
            }
        }
        Json::Array(items) if !items.is_empty() => {
            for (index, item) in items.iter().enumerate() {
                push_lines(text, &join(path, &index.to_string()), item);
            }
        }
        value => {
            let name = if path.is_empty() { "value" } else { path };
            text.extend([MARK, name, ": ", &as_json(value), "\n"]);
        }
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn quoted_unless_plain(key: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    if !key.is_empty() && key.bytes().all(plain) {
        return key.to_owned();
    }
    as_json(&Json::String(key.to_owned()))
}

fn as_json(value: &Json) -> String {
    let json = serde_json::to_string(value).unwrap_or_default();
    json_safe(&json).into_owned()
}
