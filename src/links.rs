//! How many names a file has.
#![cfg(feature = "sqlite")]

use std::fs::Metadata;

/// The number of its names: where it is more than one, what is written into the file is written
/// into what somebody knows under another name.
#[cfg(unix)]
pub(crate) fn links(about: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(about)
}

#[cfg(not(unix))]
pub(crate) fn links(_: &Metadata) -> u64 {
    1
}
