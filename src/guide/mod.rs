//! The guide: pages to read with an editor at hand. Every block of code in them is compiled and run by
//! the tests.
//!
//! | page | what you can do after it |
//! | --- | --- |
//! | [`fixed_workflow`] | say whether you need a planner at all: to be asked first |
//! | [`first_receipt`] | write a domain of your own, from an empty project to its first receipt |
//! | [`args_and_draft`] | choose what belongs to the args and what to the draft |
//! | [`remote_service`] | act on a service that has no transaction in common with the ledger |
//! | [`services`] | hold many runs: in a map, by their ids alone, behind an async caller |
//! | [`traces`] | see at a glance what a run did, and hold it fast in a snapshot |
//! | [`what_types_do_not_prove`] | say what is proved, what is checked, and what is left to you |
//! | [`plain_enum`] | know when to leave this library alone |
//! | [`exercises`] | break seven promises, and mend them |

#[doc = include_str!("args_and_draft.md")]
pub mod args_and_draft {}

#[doc = include_str!("exercises.md")]
pub mod exercises {}

#[doc = include_str!("first_receipt.md")]
pub mod first_receipt {}

#[doc = include_str!("fixed_workflow.md")]
pub mod fixed_workflow {}

#[doc = include_str!("plain_enum.md")]
pub mod plain_enum {}

#[doc = include_str!("remote_service.md")]
pub mod remote_service {}

#[doc = include_str!("services.md")]
pub mod services {}

#[doc = include_str!("traces.md")]
pub mod traces {}

#[doc = include_str!("what_types_do_not_prove.md")]
pub mod what_types_do_not_prove {}
