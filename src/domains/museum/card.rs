//! The request card of a staff member.

use serde::{Deserialize, Serialize};

use crate::code::Code;
use crate::error::Refused;
use crate::id::RunId;
use crate::json::{Json, Loose};

/// The largest card, in bytes.
pub const MAX_CARD_BYTES: usize = 64 * 1024;

/// The longest note, in Unicode scalar values.
const MAX_NOTE: usize = 500;

/// The years that a label or a catalogue may give.
pub(super) const YEARS: std::ops::RangeInclusive<i64> = 1000..=2100;

/// A card as it came, with a usable id. Its other fields are checked when a run is opened.
#[derive(Clone, Debug)]
pub struct Card {
    run_id: RunId,
    request: Loose,
}

impl Card {
    /// Reads a card from JSON text.
    ///
    /// # Errors
    /// [`Refused`] with `invalid_request_id` where there is no id to keep it under, with
    /// `too_large` where the text is over 64 KiB.
    pub fn read(text: &str) -> Result<Card, Refused> {
        if text.len() > MAX_CARD_BYTES {
            let detail = format!("a card has at most {MAX_CARD_BYTES} bytes");
            return Err(Refused::new((), Code::TOO_LARGE, detail));
        }
        match Loose::parse(text) {
            Ok(request) => Card::from_request(request),
            Err(error) => Err(unusable(format!("{error} ({})", error.code()))),
        }
    }

    /// Takes a card that was read as a part of something larger.
    ///
    /// # Errors
    /// [`Refused`] with `invalid_request_id`.
    pub fn from_request(request: Loose) -> Result<Card, Refused> {
        let Json::Object(members) = &request.json else {
            return Err(unusable("a card is a JSON object"));
        };
        let id = match members.get("request_id") {
            Some(Json::String(id)) if is_request_id(id) => id,
            Some(_) => return Err(unusable("request_id is not [A-Z][A-Z0-9-]{0,39}")),
            None => return Err(unusable("request_id is missing")),
        };
        let run_id = RunId::new(id).map_err(|error| unusable(error.to_string()))?;
        Ok(Card { run_id, request })
    }

    /// The id, which is the run's.
    #[must_use]
    pub fn run_id(&self) -> &RunId {
        &self.run_id
    }

    /// The card's content.
    #[must_use]
    pub fn request(&self) -> &Loose {
        &self.request
    }
}

fn unusable(detail: impl Into<String>) -> Refused {
    Refused::new((), Code::INVALID_REQUEST_ID, detail)
}

fn is_request_id(id: &str) -> bool {
    let later = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'-';
    (1..=40).contains(&id.len())
        && id.starts_with(|c: char| c.is_ascii_uppercase())
        && id.bytes().all(later)
}

/// `EX-` and three digits. The shape says nothing of whether a catalogue has it.
pub(super) fn is_exhibit_id(id: &str) -> bool {
    id.strip_prefix("EX-").is_some_and(|n| n.len() == 3 && n.bytes().all(|b| b.is_ascii_digit()))
}

/// A checked card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelRequest {
    /// The card's id.
    pub request_id: String,
    /// Which exhibit: `EX-` and three digits.
    pub exhibit_id: String,
    /// The year on the label, 1000 to 2100.
    pub observed_year: i64,
    /// At most 500 characters of inert text: part of the request's identity and of nothing else.
    pub note: String,
}

impl LabelRequest {
    pub(super) fn check(&self) -> Result<(), String> {
        if !is_request_id(&self.request_id) {
            return Err("request_id: not [A-Z][A-Z0-9-]{0,39}".to_owned());
        }
        if !is_exhibit_id(&self.exhibit_id) {
            return Err("exhibit_id: not EX- and three digits".to_owned());
        }
        if !YEARS.contains(&self.observed_year) {
            return Err("observed_year: not from 1000 to 2100".to_owned());
        }
        if self.note.chars().count() > MAX_NOTE {
            return Err(format!("note: more than {MAX_NOTE} characters"));
        }
        Ok(())
    }
}
