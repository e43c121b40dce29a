//! The library from outside: the ground that everything else stands on.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod digest;
mod escape;
mod json;
mod json_numbers;
mod json_suite;
mod vectors;
