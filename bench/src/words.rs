//! The vocabulary of the generated programs: names and sentences that look as if
//! somebody had chosen them. Knows no language; callers pick the spelling.

use crate::random::Random;

pub(crate) const NOUNS: [&str; 64] = [
    "account",
    "anchor",
    "barge",
    "bay",
    "berth",
    "buoy",
    "cabin",
    "captain",
    "cargo",
    "channel",
    "chart",
    "clerk",
    "compass",
    "container",
    "crane",
    "crew",
    "customs",
    "deck",
    "depot",
    "dock",
    "engine",
    "fare",
    "ferry",
    "fleet",
    "freight",
    "gate",
    "harbour",
    "hold",
    "invoice",
    "island",
    "journal",
    "keel",
    "lantern",
    "ledger",
    "lock",
    "manifest",
    "mast",
    "meter",
    "mooring",
    "notice",
    "officer",
    "order",
    "parcel",
    "passenger",
    "permit",
    "pier",
    "pilot",
    "pump",
    "quay",
    "receipt",
    "route",
    "schedule",
    "sensor",
    "signal",
    "slot",
    "tariff",
    "ticket",
    "tide",
    "timetable",
    "token",
    "tug",
    "vessel",
    "voyage",
    "warehouse",
];

pub(crate) const ADJECTIVES: [&str; 28] = [
    "active", "cheap", "closed", "current", "daily", "default", "dry", "early", "empty", "express",
    "first", "heavy", "idle", "inner", "known", "last", "late", "local", "next", "open", "outer",
    "pending", "ready", "remote", "safe", "stale", "total", "urgent",
];

pub(crate) const VERBS: [&str; 32] = [
    "accept", "add", "assign", "book", "cancel", "charge", "check", "close", "count", "deliver",
    "dispatch", "find", "hold", "inspect", "load", "log", "mark", "move", "notify", "open",
    "order", "plan", "print", "queue", "record", "register", "release", "remove", "send", "sort",
    "store", "update",
];

/// Later words of a selector of several parts.
pub(crate) const PREPOSITIONS: [&str; 10] =
    ["at", "by", "for", "from", "in", "on", "to", "until", "using", "with"];

/// Questions that need no argument, in words.
pub(crate) const PROPERTIES: [&[&str]; 20] = [
    &["size"],
    &["name"],
    &["first"],
    &["last"],
    &["keys"],
    &["values"],
    &["reversed"],
    &["is", "empty"],
    &["not", "empty"],
    &["is", "nil"],
    &["hash"],
    &["abs"],
    &["as", "string"],
    &["print", "string"],
    &["uppercase"],
    &["next"],
    &["weight"],
    &["total"],
    &["status"],
    &["owner"],
];

/// `parcel`, `pendingParcel`, `pendingParcelCount`, as words.
pub(crate) fn thing(random: &mut Random) -> Vec<&'static str> {
    let mut words = Vec::with_capacity(3);
    if random.chance(25) {
        words.push(random.pick(&ADJECTIVES));
    }
    words.push(random.pick(&NOUNS));
    if random.chance(12) {
        words.push(random.pick(&["count", "name", "index", "limit", "code"]));
    }
    words
}

/// `ferry`, `ferryDepot`, as words; the name of a class.
pub(crate) fn kind(random: &mut Random) -> Vec<&'static str> {
    let mut words = vec![random.pick(&NOUNS)];
    if random.chance(60) {
        words.push(random.pick(&NOUNS));
    }
    words
}

pub(crate) fn camel(words: &[&str]) -> String {
    let mut name = String::new();
    for word in words {
        match name.is_empty() {
            true => name.push_str(word),
            false => name.push_str(&capital(word)),
        }
    }
    name
}

pub(crate) fn pascal(words: &[&str]) -> String {
    words.iter().map(|word| capital(word)).collect()
}

pub(crate) fn snake(words: &[&str]) -> String {
    words.join("_")
}

/// A sentence for a comment, without its full stop.
pub(crate) fn sentence(random: &mut Random) -> String {
    let (verb, adjective) = (random.pick(&VERBS), random.pick(&ADJECTIVES));
    let (noun, other) = (random.pick(&NOUNS), random.pick(&NOUNS));
    match random.below(5) {
        0 => format!("Answers the {adjective} {noun} of this {other}"),
        1 => format!("Only {adjective} {noun}s can {verb} a {other}"),
        2 => format!("{} the {noun} before the {other} is {adjective}", capital(verb)),
        3 => format!("The {noun} stays {adjective} until the {other} is known"),
        _ => format!("{} every {adjective} {noun}", capital(verb)),
    }
}

/// A few words for a string literal.
pub(crate) fn phrase(random: &mut Random) -> String {
    let (adjective, noun) = (random.pick(&ADJECTIVES), random.pick(&NOUNS));
    match random.below(3) {
        0 => noun.to_owned(),
        1 => format!("{adjective} {noun}"),
        _ => format!("no {adjective} {noun} for {}", random.pick(&NOUNS)),
    }
}

pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) => first.to_ascii_uppercase().to_string() + letters.as_str(),
        None => String::new(),
    }
}
