//! Whether a file has other names.
#![cfg(feature = "sqlite")]

use std::fs::Metadata;

/// Whether it has more names than one: what is written into it is then written into what somebody
/// knows under another name.
#[cfg(unix)]
pub(crate) fn has_other_names(about: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(about) > 1
}

#[cfg(not(unix))]
pub(crate) fn has_other_names(_: &Metadata) -> bool {
    false
}
