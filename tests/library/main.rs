//! The library from outside: what it promises, one module a theme.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod assertions;
mod codes;
mod digest;
mod escape;
mod json;
mod json_numbers;
mod json_suite;
mod resume;
mod save;
#[cfg(feature = "sqlite")]
mod sqlite;
mod support;
mod vectors;
