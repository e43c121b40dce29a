//! The catalogue: the source that lookups read.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::code::Code;
use crate::error::Refused;
use crate::id::SourceVersion;
use crate::json::{Canonical, Json};

use super::card::is_exhibit_id;
use super::strict::{Keyed, all_keyed};

/// A catalogue of exhibits and their years, of one version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Catalogue {
    version: SourceVersion,
    years: BTreeMap<String, i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: String,
    #[serde(deserialize_with = "all_keyed")]
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    exhibit_id: String,
    year: i64,
}

impl Catalogue {
    /// The fixture `CAT-v1`: `EX-101` of 1904 and `EX-204` of 1931.
    #[must_use]
    pub fn fixture() -> Catalogue {
        let years = [("EX-101", 1904), ("EX-204", 1931)];
        Catalogue {
            version: SourceVersion::known("CAT-v1"),
            years: years.map(|(exhibit, year)| (exhibit.to_owned(), year)).into(),
        }
    }

    /// Reads `{"version": "CAT-v1", "entries": [{"exhibit_id": "EX-101", "year": 1904}]}`.
    ///
    /// # Errors
    /// [`Refused`] with `invalid_catalogue` where the text is not that, an id or the version is
    /// bad, or an exhibit has two entries.
    pub fn read(text: &str) -> Result<Catalogue, Refused> {
        let json = Json::parse(text).map_err(|error| invalid(error.to_string()))?;
        Catalogue::from_json(&json)
    }

    /// Takes a catalogue that was read as a part of something larger.
    ///
    /// # Errors
    /// As [`read`](Catalogue::read).
    pub fn from_json(json: &Json) -> Result<Catalogue, Refused> {
        let canonical = Canonical::of(json).map_err(|error| invalid(error.to_string()))?;
        let Keyed(file): Keyed<File> =
            canonical.decode().map_err(|error| invalid(error.to_string()))?;
        let version = SourceVersion::new(&file.version)
            .map_err(|error| invalid(format!("version: {error}")))?;
        let mut years = BTreeMap::new();
        for (index, Entry { exhibit_id, year }) in file.entries.into_iter().enumerate() {
            if !is_exhibit_id(&exhibit_id) {
                return Err(invalid(format!(
                    "entry {index}: exhibit_id is not EX- and three digits"
                )));
            }
            if years.contains_key(&exhibit_id) {
                return Err(invalid(format!("entry {index}: {exhibit_id} has two entries")));
            }
            years.insert(exhibit_id, year);
        }
        Ok(Catalogue { version, years })
    }

    /// The same entries under another version, as after an update of the source.
    #[must_use]
    pub fn at_version(mut self, version: SourceVersion) -> Catalogue {
        self.version = version;
        self
    }

    /// The version.
    #[must_use]
    pub fn version(&self) -> &SourceVersion {
        &self.version
    }

    pub(super) fn year(&self, exhibit_id: &str) -> Option<i64> {
        self.years.get(exhibit_id).copied()
    }
}

fn invalid(detail: impl Into<String>) -> Refused {
    Refused::new((), Code::INVALID_CATALOGUE, detail)
}
