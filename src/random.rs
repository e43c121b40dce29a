//! Random bytes, from the operating system.

use crate::code::Code;
use crate::error::Reason;

pub(crate) fn fill(bytes: &mut [u8]) -> Result<(), Reason> {
    getrandom::fill(bytes).map_err(|error| Reason::new(Code::RANDOM_FAILED, error.to_string()))
}
