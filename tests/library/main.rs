//! The library from outside: what it promises, one module a theme.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod a_persons_no;
mod approval_time;
mod assertions;
#[cfg(feature = "exercises")]
mod capstone;
mod codes;
mod commit;
mod conformance;
mod desk;
mod digest;
mod envelope;
mod escape;
mod evaluate;
mod json;
mod json_numbers;
mod json_suite;
mod keys;
mod letter;
mod limits;
mod lost_answers;
mod no_such_move;
mod opening;
mod own_domain;
mod progress;
mod reserved;
mod resume;
mod review_card;
mod review_page;
mod runbook;
mod save;
mod second_reader;
mod snapshot;
#[cfg(feature = "sqlite")]
mod sqlite;
#[cfg(feature = "sqlite")]
mod sqlite_edges;
#[cfg(feature = "sqlite")]
mod sqlite_effect;
#[cfg(feature = "sqlite")]
mod sqlite_parts;
#[cfg(feature = "sqlite")]
mod sqlite_versions;
#[cfg(feature = "sqlite")]
mod stock;
/// The very files of the library, compiled here: that they are shows that a domain needs nothing
/// which is not public.
#[cfg(feature = "sqlite")]
#[allow(dead_code, unreachable_pub)]
#[path = "../../src/domains/stock/mod.rs"]
mod stock_from_outside;
mod support;
mod tally;
mod traces;
#[cfg(feature = "sqlite")]
mod traces_page;
mod vectors;
