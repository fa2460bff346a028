//! What is remembered of a workspace whether it runs or not: `metadata.json`.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::identity::Identity;
use super::lock;
use super::place::{METADATA, Place};
use crate::exit::Failure;

#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(super) struct Metadata {
    pub(super) workspace_id: String,
    pub(super) project_path: PathBuf,
    /// Seconds since 1970.
    pub(super) created_at: u64,
}

/// What a file of metadata is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Recorded {
    Whole(Metadata),
    Corrupt,
    Absent,
}

/// Makes a workspace known without starting it. Says whether it was unknown.
pub(crate) fn register(identity: &Identity) -> Result<bool, Failure> {
    let place = Place::make(&identity.id)?;
    let _lock = lock::lock(&place)?;
    let is_new = matches!(read(&place), Recorded::Absent);
    ensure(identity, &place)?;
    Ok(is_new)
}

pub(super) fn read(place: &Place) -> Recorded {
    if !place.has(METADATA) {
        return Recorded::Absent;
    }
    let text = place.read(METADATA).unwrap_or_default();
    serde_json::from_str(&text).map_or(Recorded::Corrupt, Recorded::Whole)
}

/// Writes the metadata where it is missing or wrong. Answers what the user should know.
pub(super) fn ensure(identity: &Identity, place: &Place) -> Result<Option<String>, Failure> {
    let created_at = match read(place) {
        Recorded::Whole(known) if known.project_path == identity.project => return Ok(None),
        Recorded::Whole(known) => known.created_at,
        Recorded::Corrupt | Recorded::Absent => now(),
    };
    let is_corrupt = read(place) == Recorded::Corrupt;
    let metadata = Metadata {
        workspace_id: identity.id.clone(),
        project_path: identity.project.clone(),
        created_at,
    };
    let text = serde_json::to_string_pretty(&metadata).map_err(|error| {
        Failure::WrongUse(format!("the path of this project cannot be recorded: {error}"))
    })?;
    place.write(METADATA, &(text + "\n"))?;
    let path = place.path(METADATA);
    Ok(is_corrupt.then(|| format!("`{}` was corrupt and has been made anew", path.display())))
}

pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs())
}
