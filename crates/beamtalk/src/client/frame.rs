//! Frames: four bytes of length, most significant first, and as many bytes of JSON.

use serde_json::{Map, Value};

/// What a node takes in one frame.
pub(super) const LONGEST_REQUEST: usize = 1 << 20;
/// A node that announces more has lost its way.
const LONGEST_ANSWER: usize = 64 << 20;
const HEADER: usize = 4;

/// Bytes as they come, and the objects in them.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    bytes: Vec<u8>,
    /// What has been taken already.
    start: usize,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Garbled {
    TooLong(usize),
    NotJson(String),
}

impl Inbox {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next object, once all of it is here.
    pub(super) fn take(&mut self) -> Result<Option<Map<String, Value>>, Garbled> {
        let rest = self.bytes.get(self.start..).unwrap_or_default();
        let Some((header, rest)) = rest.split_first_chunk::<HEADER>() else {
            return Ok(None);
        };
        let length = u32::from_be_bytes(*header) as usize;
        if length > LONGEST_ANSWER {
            return Err(Garbled::TooLong(length));
        }
        let Some(body) = rest.get(..length) else { return Ok(None) };
        let object = serde_json::from_slice(body);
        self.start += HEADER + length;
        if self.start == self.bytes.len() {
            self.bytes.clear();
            self.start = 0;
        }
        object.map(Some).map_err(|error| Garbled::NotJson(error.to_string()))
    }
}

/// A frame; nothing if it is longer than a node takes.
pub(super) fn encode(object: &Map<String, Value>) -> Option<Vec<u8>> {
    let mut bytes = vec![0; HEADER];
    serde_json::to_writer(&mut bytes, object).ok()?;
    let length = bytes.len() - HEADER;
    if length > LONGEST_REQUEST {
        return None;
    }
    let header = u32::try_from(length).ok()?.to_be_bytes();
    bytes.get_mut(..HEADER)?.copy_from_slice(&header);
    Some(bytes)
}

#[cfg(test)]
mod unit {
    use super::*;
    use serde_json::json;

    fn object(value: Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn frames_come_back_however_they_are_cut() {
        let objects = [json!({"a": 1}), json!({}), json!({"text": "täglich\n"})].map(object);
        let bytes: Vec<u8> = objects.iter().flat_map(|it| encode(it).unwrap()).collect();
        for size in [1, 2, 3, 7, bytes.len()] {
            let mut inbox = Inbox::default();
            let mut taken = Vec::new();
            for piece in bytes.chunks(size) {
                inbox.push(piece);
                while let Some(object) = inbox.take().unwrap() {
                    taken.push(object);
                }
            }
            assert_eq!(taken, objects);
        }
    }

    #[test]
    fn nothing_is_allocated_for_a_length_that_is_only_claimed() {
        let mut inbox = Inbox::default();
        inbox.push(&[0xff, 0xff, 0xff, 0xff, b'{']);
        assert_eq!(inbox.take(), Err(Garbled::TooLong(0xffff_ffff)));
    }

    #[test]
    fn what_is_no_object_is_garbled() {
        for body in ["[]", "{", "7", "{\"a\":", "\u{feff}{}"] {
            let mut inbox = Inbox::default();
            inbox.push(&u32::try_from(body.len()).unwrap().to_be_bytes());
            inbox.push(body.as_bytes());
            assert!(matches!(inbox.take(), Err(Garbled::NotJson(_))), "{body}");
        }
    }

    #[test]
    fn a_request_that_a_node_would_refuse_is_not_made() {
        let long = object(json!({"code": "x".repeat(LONGEST_REQUEST)}));
        assert!(encode(&long).is_none());
        let short = object(json!({"code": "x".repeat(LONGEST_REQUEST - 11)}));
        assert_eq!(encode(&short).unwrap().len(), LONGEST_REQUEST + HEADER);
    }
}
