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
//!
//! const REVIEWER: Reviewer = Reviewer::from_static("depot-reviewer"); // checked by the compiler
//! assert_eq!(REVIEWER.as_str(), "depot-reviewer");
//! # Ok::<(), countersign::InvalidId>(())
//! ```
//!
//! ```compile_fail,E0080
//! const REVIEWER: countersign::Reviewer = countersign::Reviewer::from_static("two words");
//! ```

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// The longest id, in bytes.
const MAX_ID_BYTES: usize = 128;

/// A text that is no id.
///
/// The text itself is left out of the message: it may be hostile, or long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an id is 1 to 128 characters of A-Z a-z 0-9 . _ : / -")]
pub struct InvalidId;

/// Whether a text follows the grammar of ids: for the names in a domain of your own.
#[must_use]
pub const fn is_id(text: &str) -> bool {
    if text.is_empty() || text.len() > MAX_ID_BYTES {
        return false;
    }
    // A loop, and not an iterator: constants are checked with this too.
    let mut bytes = text.as_bytes();
    while let [byte, rest @ ..] = bytes {
        if !byte.is_ascii_alphanumeric() && !matches!(byte, b'.' | b'_' | b':' | b'/' | b'-') {
            return false;
        }
        bytes = rest;
    }
    true
}

macro_rules! id_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(Cow<'static, str>);

        impl $name {
            /// Checks the grammar.
            ///
            /// # Errors
            /// [`InvalidId`] where the text is empty, too long, or has any other character.
            pub fn new(text: &str) -> Result<$name, InvalidId> {
                if is_id(text) { Ok($name(Cow::Owned(text.to_owned()))) } else { Err(InvalidId) }
            }

            /// An id that stands in the program: `const NAME: Tenant = Tenant::from_static("...")`
            /// is checked by the compiler. What comes from outside goes through
            /// [`new`](Self::new).
            ///
            /// # Panics
            /// Where the text is no id and this is not a `const`.
            #[must_use]
            pub const fn from_static(text: &'static str) -> $name {
                assert!(is_id(text), "an id is 1 to 128 characters of A-Z a-z 0-9 . _ : / -");
                $name(Cow::Borrowed(text))
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
                id.0.into_owned()
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

impl Reviewer {
    /// Whether this is who asked. Names are compared byte by byte.
    #[must_use]
    pub(crate) fn is(&self, requester: &Requester) -> bool {
        self.as_str() == requester.as_str()
    }
}
