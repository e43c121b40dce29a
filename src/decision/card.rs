//! What a reviewer is shown.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::digest::{Digest, Piece};
use crate::id::{Requester, RunId, SourceVersion, Tenant};
use crate::tick::Tick;

/// What a reviewer is shown, and all that their decision is bound to. It is data: it may travel to
/// the service that signs, and nothing follows from it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewCard {
    /// Whose run it is.
    pub tenant: Tenant,
    /// The run, which is the operation id.
    pub run_id: RunId,
    /// Who asks.
    pub requester: Requester,
    /// What would be done, with its version: `ticket.close/1`.
    pub action: String,
    /// The digest of the args that would be carried out.
    pub args_digest: Digest,
    /// The digest of the draft.
    pub draft_digest: Digest,
    /// The digest of `text`.
    pub view_digest: Digest,
    /// The version of the source that was read.
    pub source_version: SourceVersion,
    /// The revision under review.
    pub revision: u64,
    /// When the draft was made.
    pub drafted_at: Tick,
    /// The last tick at which a decision is in time.
    pub deadline: Tick,
    /// The exact text to show, all of it, one value a line. Lines of content begin with two spaces
    /// and a mark, the engine's own with a letter. Show it so that this stays true: in letters of one
    /// width, and where a long line is broken, with a mark before the rest of it, or content may
    /// stand where the engine's lines begin.
    pub text: String,
}

impl fmt::Debug for ReviewCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReviewCard")
            .field("run_id", &self.run_id.as_str())
            .field("revision", &self.revision)
            .field("draft_digest", &self.draft_digest)
            .finish_non_exhaustive()
    }
}

/// The digest of what a reviewer was shown.
pub(crate) fn view_digest(text: &str) -> Digest {
    Digest::of("countersign.view/v1", &[Piece::Text(text)])
}
