//! What a build has made, for the next one: a small file beside the modules.
//!
//! It is never trusted further than it can be checked. Whatever cannot be read in
//! it counts as not recorded, and what is recorded of a module holds only as long
//! as its file has the fingerprint that stands here.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::digest::Digest;

/// The form of the file; another form is not read.
const SCHEMA: u32 = 1;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Record {
    schema: u32,
    /// For people; what matters is in the keys.
    beamtalk_version: String,
    otp_release: String,
    modules: BTreeMap<String, Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    source: String,
    key: String,
    beam_hash: String,
}

impl Record {
    pub(super) fn new(beamtalk_version: &str, otp_release: &str) -> Record {
        Record {
            schema: SCHEMA,
            beamtalk_version: beamtalk_version.to_owned(),
            otp_release: otp_release.to_owned(),
            modules: BTreeMap::new(),
        }
    }

    /// Nothing where the bytes are not what [`Record::bytes`] makes.
    pub(super) fn read(bytes: &[u8]) -> Option<Record> {
        let record: Record = serde_json::from_slice(bytes).ok()?;
        (record.schema == SCHEMA).then_some(record)
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        // Texts and numbers cannot fail to become JSON.
        let mut bytes = serde_json::to_vec_pretty(self).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }

    /// The key that a module was made with, and the fingerprint of its file.
    pub(super) fn module(&self, module: &str) -> Option<(Digest, Digest)> {
        let entry = self.modules.get(module)?;
        Some((Digest::parse(&entry.key)?, Digest::parse(&entry.beam_hash)?))
    }

    pub(super) fn insert(&mut self, module: &str, source: &str, key: &Digest, beam: &Digest) {
        let entry =
            Entry { source: source.to_owned(), key: key.to_string(), beam_hash: beam.to_string() };
        self.modules.insert(module.to_owned(), entry);
    }

    /// Takes over what another record says of a module.
    pub(super) fn keep(&mut self, module: &str, other: &Record) {
        if let Some(entry) = other.modules.get(module) {
            self.modules.insert(module.to_owned(), entry.clone());
        }
    }

    /// Each module with the path of its source.
    pub(super) fn modules(&self) -> impl Iterator<Item = (&str, &str)> {
        self.modules.iter().map(|(module, entry)| (module.as_str(), entry.source.as_str()))
    }
}
