//! A workspace outlives the command that started it, so it may be of another version than
//! the one that comes to it later. In goes what a node says of its health, out comes what
//! to tell the user, or why the two do not understand each other at all.

use serde_json::Value;

use super::connection::Fields;
use crate::exit::Failure;

/// What this command speaks. Another first number is another language.
const PROTOCOL: &str = "2.0";
const VERSION: &str = env!("CARGO_PKG_VERSION");
const REMEDY: &str = "`beamtalk workspace stop` ends it, and the next start is of this version";

/// Nothing where both are of the same version.
pub(super) fn between(health: &Fields) -> Result<Option<String>, Failure> {
    let version = |name: &str| health.get("versions")?.get(name).and_then(Value::as_str);
    let (protocol, beamtalk) = (version("protocol"), version("beamtalk"));
    if let Some(other) = protocol.filter(|it| first(it) != first(PROTOCOL)) {
        return Err(Failure::Unavailable(format!(
            "the workspace speaks version {other} of the protocol, this command {PROTOCOL}\n  \
             hint: {REMEDY}"
        )));
    }
    Ok(match beamtalk {
        Some(VERSION) => None,
        Some(other) if !other.is_empty() => Some(format!(
            "the workspace runs Beamtalk v{other}, this command is v{VERSION}: {REMEDY}"
        )),
        _ => Some(format!(
            "the workspace does not say its version, this command is v{VERSION}: {REMEDY}"
        )),
    })
}

fn first(version: &str) -> &str {
    version.split('.').next().unwrap_or(version)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(versions: Value) -> Result<Option<String>, String> {
        let health = json!({"nonce": "00", "versions": versions});
        between(health.as_object().unwrap()).map_err(|it| it.to_string())
    }

    #[test]
    fn the_same_version_is_not_worth_a_word() {
        assert_eq!(told(json!({"protocol": "2.0", "beamtalk": VERSION})), Ok(None));
        assert_eq!(told(json!({"protocol": "2.7", "beamtalk": VERSION})), Ok(None));
    }

    #[test]
    fn another_version_is_told_with_what_to_do() {
        for versions in [json!({"protocol": "2.0", "beamtalk": "0.0.1"}), json!({}), json!(null)] {
            let note = told(versions).unwrap().unwrap();
            assert!(note.contains(VERSION) && note.contains("workspace stop"), "{note}");
        }
        let note = told(json!({"protocol": "2.0", "beamtalk": "0.0.1"})).unwrap().unwrap();
        assert!(note.contains("v0.0.1"), "{note}");
    }

    #[test]
    fn another_language_is_refused() {
        let why = told(json!({"protocol": "3.0", "beamtalk": VERSION})).unwrap_err();
        assert!(why.contains("3.0") && why.contains("workspace stop"), "{why}");
    }
}
