//! The text that a reviewer reads: made by the engine from the bytes that are bound, nothing left
//! out, nothing shortened. Content stands behind a mark and in JSON's quotes, so that it can not
//! pass for the engine's own lines.

mod content;

use crate::escape::visible;
use crate::event::{CardForm, Drafted};
use crate::run::State;
use content::Content;

/// The text of what was drafted, in the form that `drafted` says. The text in it is not looked at.
pub(super) fn review_text(state: &State, drafted: &Drafted) -> String {
    let opened = &state.opened;
    let revision = state.revision.saturating_add(1);
    let mut text = format!(
        "run {} of tenant {}, revision {revision}\n\
         domain {} version {}, requested by {}\n\
         {}{}source {}, drafted at tick {}, to be decided by tick {} inclusive\n\
         proposed:\n",
        state.run_id,
        state.tenant,
        // Ids, both of them: but whoever replays a ledger knows no domain that would say so.
        visible(&opened.domain),
        opened.domain_version,
        opened.requester,
        line("action ", opened.action.as_deref().map(visible)),
        line("against the no to run ", opened.overrides.as_ref()),
        opened.source_version,
        drafted.created_at,
        drafted.deadline,
    );
    let mut content = Content::new(drafted.card);
    content.push(&mut text, drafted.draft.json());
    // Runs of before there was an action were shown the same lines twice.
    if opened.action.is_some() && drafted.draft == drafted.args {
        text.push_str("carried out, if it is agreed to: exactly this\n");
    } else {
        text.push_str("carried out, if it is agreed to:\n");
        content.push(&mut text, drafted.args.json());
    }
    match drafted.card {
        None => {}
        Some(CardForm::V2) => text.push_str(&end(state, drafted, revision, &content)),
    }
    text
}

fn line(name: &str, value: Option<impl std::fmt::Display>) -> String {
    value.map(|value| format!("{name}{value}\n")).unwrap_or_default()
}

/// What a decision has to name, how much there was to read, and what to be careful with. No content
/// is repeated here: cautions count, and the lines that they are about have a mark of their own.
fn end(state: &State, drafted: &Drafted, revision: u64, content: &Content) -> String {
    let Content { lines, characters, escaped, beyond_ascii, .. } = content;
    let caution = |what, count: usize| {
        let count = (count > 0).then_some(count);
        line(&format!("caution, lines marked !: characters {what}: "), count)
    };
    format!(
        "args digest {}\n\
         draft digest {}\n\
         content: lines {lines}, characters {characters}, nothing left out\n\
         {}{}",
        state.args_digest(&drafted.args),
        state.draft_digest(drafted, revision),
        caution("hidden or controlling, shown as escapes", *escaped),
        caution("beyond ASCII, may look like others", *beyond_ascii),
    )
}
