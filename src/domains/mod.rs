//! Worked domains, to learn and to copy from.
//!
//! ```
//! use countersign::domain::Domain;
//! use countersign::domains::museum::Museum;
//!
//! assert_eq!(Museum::NAME, "museum");
//! ```

#[cfg(feature = "sqlite")]
pub mod capstone;
pub mod museum;
mod named;
#[cfg(feature = "sqlite")]
pub mod stock;
pub mod teaching;
#[cfg(feature = "sqlite")]
pub mod ticket;

pub use named::Named;
