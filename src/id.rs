//! Names of things: `[A-Za-z0-9._:/-]{1,128}`, compared as bytes, never trimmed or case-folded.
//!
//! Each use has a type of its own, so that a requester is never taken for a reviewer.
//!
//! ```
//! use countersign::{Requester, Reviewer, Tenant};
//!
//! let tenant = Tenant::new("north-quay")?;
//! assert_eq!(tenant.as_str(), "north-quay");
//! assert!(Reviewer::new("two words").is_err());
//! assert!(Requester::new("").is_err());
//! # Ok::<(), countersign::InvalidId>(())
//! ```

use serde::{Deserialize, Serialize};

/// The longest id, in bytes.
pub const MAX_ID_BYTES: usize = 128;

/// A text that is no id.
///
/// The text itself is left out of the message: it may be hostile, or long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an id is 1 to 128 characters of A-Z a-z 0-9 . _ : / -")]
pub struct InvalidId;

/// Whether a text follows the grammar of ids: for the names in a domain of your own.
#[must_use]
pub fn is_id(text: &str) -> bool {
    let allowed = |b: u8| b.is_ascii_alphanumeric() || b"._:/-".contains(&b);
    (1..=MAX_ID_BYTES).contains(&text.len()) && text.bytes().all(allowed)
}

macro_rules! id_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(Box<str>);

        impl $name {
            /// Checks the grammar.
            ///
            /// # Errors
            /// [`InvalidId`] where the text is empty, too long, or has any other character.
            pub fn new(text: &str) -> Result<$name, InvalidId> {
                if is_id(text) { Ok($name(text.into())) } else { Err(InvalidId) }
            }

            /// An id of the crate's own, known to be well formed.
            #[allow(dead_code)]
            pub(crate) fn known(text: &'static str) -> $name {
                debug_assert!(is_id(text));
                $name(text.into())
            }

            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(&self.0)
            }
        }

        impl TryFrom<String> for $name {
            type Error = InvalidId;
            fn try_from(text: String) -> Result<$name, InvalidId> {
                $name::new(&text)
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0.into()
            }
        }
    };
}

id_type! {
    /// Whose run it is. A tenant sees its own runs and no others; there is no default one.
    Tenant
}
id_type! {
    /// One request's way through the phases, within a tenant. Where there is a real effect this is
    /// the operation id.
    RunId
}
id_type! {
    /// Who asks: a program, an agent, a person. Set by the host, never by the request.
    Requester
}
id_type! {
    /// Who decides.
    Reviewer
}
id_type! {
    /// Which key signed a decision. It is an index into a [`Keyring`](crate::decision::Keyring),
    /// and nothing else.
    KeyId
}
id_type! {
    /// The service that issues signed decisions.
    Issuer
}
id_type! {
    /// The service that signed decisions are meant for.
    Audience
}
id_type! {
    /// Which state of its source a domain reads from: a catalogue's version, say.
    SourceVersion
}
