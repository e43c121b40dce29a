//! Which numbers every reader reads alike.

use super::error::{JsonError, Policy};
use super::{Json, MAX_INTEGER};
use crate::code::Code;

/// 2^53-1; exact, as everything below 2^53 is.
#[expect(clippy::cast_precision_loss, reason = "exact up to 2^53")]
const MAX_FLOAT: f64 = MAX_INTEGER as f64;

/// A number that was read, and what is wrong with it.
#[derive(Clone, Copy)]
pub(super) enum Number {
    Integer(i64),
    Fraction(f64),
    OutOfRange(f64),
    Ambiguous(f64),
}

impl Number {
    pub(super) fn json(self) -> Json {
        match self {
            Number::Integer(number) => Json::Integer(number),
            Number::Fraction(number) | Number::OutOfRange(number) | Number::Ambiguous(number) => {
                Json::Float(number)
            }
        }
    }

    pub(super) fn flaw(self, policy: Policy) -> Option<JsonError> {
        match self {
            Number::OutOfRange(number) if policy != Policy::Plain || !number.is_finite() => {
                Some(out_of_range())
            }
            Number::Ambiguous(_) if policy != Policy::Plain => Some(JsonError::new(
                Code::AMBIGUOUS_NUMBER,
                "a whole number is written with a fraction, an exponent or a negative zero",
            )),
            _ => None,
        }
    }
}

pub(super) fn out_of_range() -> JsonError {
    JsonError::new(
        Code::NUMBER_OUT_OF_RANGE,
        "a number is beyond 9007199254740991 in magnitude, or not a number",
    )
}

#[expect(clippy::cast_precision_loss, reason = "out of range, and said to be so")]
pub(super) fn from_integer(number: i128) -> Number {
    match i64::try_from(number) {
        Ok(fits) if fits.unsigned_abs() <= MAX_INTEGER => Number::Integer(fits),
        _ => Number::OutOfRange(number as f64),
    }
}

/// A number of which a reader kept only the float.
pub(super) fn from_float(number: f64) -> Number {
    if number.is_nan() || number.abs() > MAX_FLOAT {
        Number::OutOfRange(number)
    } else if number.fract() == 0.0 {
        Number::Ambiguous(number)
    } else {
        Number::Fraction(number)
    }
}

/// The integer that a float in range is, as RFC 8785 prints it.
#[expect(clippy::cast_possible_truncation, reason = "whole, and within 2^53")]
pub(super) fn whole(number: f64) -> i64 {
    number as i64
}

/// A number of JSON's grammar, from its text.
pub(super) fn from_text(text: &str) -> Option<Number> {
    match text.parse::<i64>() {
        Ok(0) if text.starts_with('-') => Some(Number::Ambiguous(-0.0)),
        Ok(number) => Some(from_integer(number.into())),
        Err(_) => text.parse().ok().map(from_float),
    }
}

/// How many bytes of JSON's grammar for numbers `text` begins with.
pub(super) fn length(text: &[u8]) -> Option<usize> {
    let digits = |from| text.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
    let mut at = usize::from(text.first() == Some(&b'-'));
    at += match (text.get(at), digits(at)) {
        (_, 0) => return None,
        (Some(b'0'), _) => 1,
        (_, many) => many,
    };
    if text.get(at) == Some(&b'.') {
        at += match digits(at + 1) {
            0 => return None,
            many => many + 1,
        };
    }
    if let Some(b'e' | b'E') = text.get(at) {
        at += 1 + usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        at += match digits(at) {
            0 => return None,
            many => many,
        };
    }
    Some(at)
}
