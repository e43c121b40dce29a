//! Canonical JSON.
/// The largest integer that every language reads alike, 2^53-1.
pub const MAX_INTEGER: u64 = (1 << 53) - 1;
