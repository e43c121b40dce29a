//! The catalogue: the source that lookups read.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::code::Code;
use crate::error::Refused;
use crate::id::SourceVersion;

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
            version: const { SourceVersion::from_static("CAT-v1") },
            years: years.map(|(exhibit, year)| (exhibit.to_owned(), year)).into(),
        }
    }

    /// Reads `{"version": "CAT-v1", "entries": [{"exhibit_id": "EX-101", "year": 1904}]}`.
    ///
    /// # Errors
    /// [`Refused`] with `invalid_catalogue` where the text is not that, an id or the version is
    /// bad, or an exhibit has two entries.
    pub fn read(text: &str) -> Result<Catalogue, Refused> {
        serde_json::from_str(text)
            .map_err(|error| Refused::new((), Code::INVALID_CATALOGUE, error.to_string()))
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

impl<'de> Deserialize<'de> for Catalogue {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Catalogue, D::Error> {
        let Keyed(File { version, entries }) = Keyed::deserialize(from)?;
        let version = SourceVersion::new(&version)
            .map_err(|error| D::Error::custom(format!("version: {error}")))?;
        let mut years = BTreeMap::new();
        for (index, Entry { exhibit_id, year }) in entries.into_iter().enumerate() {
            if !is_exhibit_id(&exhibit_id) {
                let what = "exhibit_id is not EX- and three digits";
                return Err(D::Error::custom(format!("entry {index}: {what}")));
            }
            if years.contains_key(&exhibit_id) {
                let what = format!("entry {index}: {exhibit_id} has two entries");
                return Err(D::Error::custom(what));
            }
            years.insert(exhibit_id, year);
        }
        Ok(Catalogue { version, years })
    }
}
