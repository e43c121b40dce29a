//! Time as a value: the core reads no clock.
//!
//! ```
//! use countersign::Tick;
//!
//! let drafted = Tick::new(5)?;
//! let deadline = drafted.plus(3)?; // inclusive
//! assert!(Tick::new(8)? <= deadline);
//! assert!(Tick::new(1 << 53).is_err());
//! # Ok::<(), countersign::InvalidTick>(())
//! ```

use serde::{Deserialize, Serialize};

use crate::code::Code;
use crate::json::MAX_INTEGER;

/// A moment, supplied by the caller: an integer from 0 to 2^53-1.
///
/// In service a tick is epoch seconds or milliseconds, the same for all runs of a ledger; in a
/// rehearsal it is a fixture and no clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u64", into = "u64")]
pub struct Tick(u64);

impl Tick {
    /// The last tick there is, 2^53-1.
    pub const MAX: Tick = Tick(MAX_INTEGER);

    /// The first tick there is.
    pub const ZERO: Tick = Tick(0);

    /// The tick of the exercises with a real effect, 1000.
    pub(crate) const TEACHING: Tick = Tick(1000);

    /// The tick of rehearsals, 5.
    pub(crate) const FIXTURE: Tick = Tick(5);

    /// A tick from a number.
    ///
    /// # Errors
    /// [`InvalidTick`] beyond 2^53-1.
    pub const fn new(tick: u64) -> Result<Tick, InvalidTick> {
        if tick > MAX_INTEGER {
            return Err(InvalidTick);
        }
        Ok(Tick(tick))
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The tick that is `ticks` later.
    ///
    /// # Errors
    /// [`InvalidTick`] where the sum is beyond 2^53-1.
    pub const fn plus(self, ticks: u64) -> Result<Tick, InvalidTick> {
        match self.0.checked_add(ticks) {
            Some(sum) => Tick::new(sum),
            None => Err(InvalidTick),
        }
    }
}

impl std::fmt::Display for Tick {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Tick> for u64 {
    fn from(tick: Tick) -> u64 {
        tick.0
    }
}

impl TryFrom<u64> for Tick {
    type Error = InvalidTick;
    fn try_from(tick: u64) -> Result<Tick, InvalidTick> {
        Tick::new(tick)
    }
}

/// A tick, or a sum of ticks, that is not an integer from 0 to 2^53-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a tick is an integer from 0 to 9007199254740991, sums included")]
pub struct InvalidTick;

impl InvalidTick {
    /// The code of this refusal.
    #[must_use]
    pub const fn code(self) -> Code {
        Code::INVALID_TICK
    }
}
