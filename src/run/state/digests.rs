//! What a run's parts are known by, each under a label of its own.

use crate::digest::{Digest, Piece};
use crate::event::{Drafted, Opened};
use crate::id::{RunId, Tenant};
use crate::json::Canonical;
use crate::run::State;

impl State {
    pub(crate) fn draft_digest(&self, drafted: &Drafted, revision: u64) -> Digest {
        Digest::of(
            "countersign.draft/v1",
            &[
                Piece::Text(self.tenant.as_str()),
                Piece::Text(self.run_id.as_str()),
                Piece::Digest(&self.args_digest(&drafted.args)),
                Piece::Text(drafted.draft.as_str()),
                Piece::Text(self.opened.source_version.as_str()),
                Piece::Number(revision),
                Piece::Number(drafted.created_at.get()),
                Piece::Number(drafted.deadline.get()),
            ],
        )
    }

    /// What would be done, whoever asks and under whatever id.
    pub(crate) fn args_digest(&self, args: &Canonical) -> Digest {
        Digest::of(
            "countersign.args/v1",
            &[
                Piece::Text(&self.opened.domain),
                Piece::Number(self.opened.domain_version),
                Piece::Text(self.tenant.as_str()),
                Piece::Text(args.as_str()),
            ],
        )
    }

    /// The args that are under review; `Digest::ZERO` before there is a draft.
    pub(crate) fn bound_args_digest(&self) -> Digest {
        self.draft.as_ref().map_or(Digest::ZERO, |draft| self.args_digest(&draft.drafted.args))
    }

    /// What makes two requests under one id the same.
    pub(crate) fn request_digest(tenant: &Tenant, run_id: &RunId, opened: &Opened) -> Digest {
        Digest::of(
            "countersign.request/v1",
            &[
                Piece::Text(&opened.domain),
                Piece::Number(opened.domain_version),
                Piece::Text(tenant.as_str()),
                Piece::Text(run_id.as_str()),
                Piece::Text(opened.request.as_str()),
                Piece::Text(opened.source_version.as_str()),
            ],
        )
    }
}
