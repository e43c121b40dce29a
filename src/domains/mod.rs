//! Worked domains, to learn and to copy from.
//!
//! The museum, the ticket and the stock are domains. The exercises with the last two, and the capstone,
//! are there with the feature `exercises` alone: they sign with a key that everybody knows.
//!
//! ```
//! use countersign::domain::Domain;
//! use countersign::domains::museum::Museum;
//!
//! assert_eq!(Museum::NAME, "museum");
//! ```

#[cfg(feature = "exercises")]
pub mod capstone;
pub mod museum;
mod named;
#[cfg(feature = "sqlite")]
pub mod stock;
#[cfg(feature = "exercises")]
pub mod teaching;
#[cfg(feature = "sqlite")]
pub mod ticket;

pub use named::Named;
