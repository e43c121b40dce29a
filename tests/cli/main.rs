//! The command line from outside: what it prints, how it exits, and what it leaves in files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod bad_input;
mod card;
mod check;
mod checker;
mod crash;
mod flow;
mod lessons;
#[path = "../library/letter.rs"]
mod letter;
mod output;
mod readme;
mod stock;
mod support;
mod ticket;
mod ticket_crash;
mod ticket_folder;
