//! What the exercises with a real effect share: a teaching authority, an output folder, the form of
//! their outcome, and the way from a request to it, which a domain fills with data.
//!
//! ```
//! use countersign::domains::teaching;
//!
//! assert!(teaching::KEY_ID.contains("KNOWN-TO-EVERYONE"));
//! let _keyring = teaching::keyring(); // good for the tenants of the exercises, and for no other
//! ```

mod exercise;
mod folder;
mod outcome;
mod proposal;
mod staging;
mod workplace;

use crate::decision::{Authority, Keyring};
use crate::error::Refused;
use crate::id::{Audience, Issuer, KeyId};
use crate::tick::Tick;

pub use exercise::Exercise;
pub use folder::Folder;
pub use outcome::{CommandOutcome, Counts};
pub use staging::{Change, Fault, OpenSource, Source, Staging};

/// The key that the exercises sign with. Its root is compiled in and public: it protects nothing,
/// and is good for the tenants of the exercises alone.
pub const KEY_ID: &str = "TEACHING-KEY-KNOWN-TO-EVERYONE";

/// What is printed wherever that key was used.
pub const KEY_LABEL: &str =
    "signed with TEACHING-KEY-KNOWN-TO-EVERYONE: it is public and protects nothing";

/// For how many ticks after its draft a decision is in time.
pub const REVIEW_TTL: u64 = 299;

/// The tick at which everything in an exercise happens, unless a scenario says otherwise.
pub const NOW: Tick = Tick::TEACHING;

/// The keys that an exercise verifies with.
#[must_use]
pub fn keyring() -> Keyring {
    const ISSUER: Issuer = Issuer::from_static("teaching-authority");
    const AUDIENCE: Audience = Audience::from_static("teaching-exercise");
    Keyring::teaching(const { KeyId::from_static(KEY_ID) }, ISSUER, AUDIENCE)
}

/// The service that would show the card to a person. Here it signs whatever it is given.
///
/// # Errors
/// None: the keyring has one key, which is active, and [`Authority::new`] refuses no such keyring.
pub fn authority() -> Result<Authority, Refused> {
    Authority::new(keyring())
}
