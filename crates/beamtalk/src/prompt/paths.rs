//! Paths as people write them: `~/` is their home folder, for no shell comes between.

use std::path::PathBuf;

pub(crate) fn as_meant(written: &str) -> PathBuf {
    match (written.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(written),
    }
}
