//! The fields of a request, read as what they should be.
//!
//! One that may be left out may also be `undefined`, `[]` or `#{}`.

use etf::{Map, Term};

use super::request::Wrong;

#[derive(Clone, Copy)]
pub(super) struct Fields<'t>(pub(super) &'t Map);

impl<'t> Fields<'t> {
    pub(super) fn get(self, key: &str) -> Option<&'t Term> {
        self.0.get(key).filter(|it| !it.is_atom("undefined"))
    }

    fn optional(self, key: &str) -> Option<&'t Term> {
        self.get(key).filter(|it| match it {
            Term::List(elements) => !elements.is_empty(),
            Term::Map(map) => !map.pairs().is_empty(),
            _ => true,
        })
    }

    /// A text that must be there.
    pub(super) fn text(self, key: &'static str) -> Result<String, Wrong> {
        let term = self.get(key).ok_or_else(|| Wrong::new(format!("missing `{key}`")))?;
        text(term).ok_or_else(|| Wrong::new(format!("`{key}` must be UTF-8 text")))
    }

    /// A text that may be left out.
    pub(super) fn optional_text(self, key: &'static str) -> Result<Option<String>, Wrong> {
        self.optional(key).map(|_| self.text(key)).transpose()
    }

    /// The same with a few words to choose from, the first of which is meant without any.
    pub(super) fn word<const N: usize>(
        self,
        key: &'static str,
        words: [&'static str; N],
    ) -> Result<&'static str, Wrong> {
        let said = self.optional_text(key)?;
        let said = said.as_deref().unwrap_or(words.first().copied().unwrap_or_default());
        let known = words.iter().find(|word| **word == said).copied();
        known.ok_or_else(|| Wrong::new(format!("`{key}` must be one of: {}", words.join(", "))))
    }

    pub(super) fn flag(self, key: &'static str, default: bool) -> Result<bool, Wrong> {
        let Some(term) = self.optional(key) else { return Ok(default) };
        term.as_bool().ok_or_else(|| Wrong::new(format!("`{key}` must be true or false")))
    }

    pub(super) fn number(self, key: &'static str) -> Result<Option<u32>, Wrong> {
        let Some(term) = self.optional(key) else { return Ok(None) };
        let number = term.as_integer().and_then(|it| u32::try_from(it).ok());
        let number = number.ok_or_else(|| Wrong::new(format!("`{key}` must be a small number")));
        number.map(Some)
    }

    /// A list of texts; what is none of them is passed over.
    pub(super) fn texts(self, key: &'static str) -> Vec<String> {
        let list = self.get(key).map(|it| it.iter_list());
        list.into_iter().flatten().filter_map(text).collect()
    }

    /// The pairs of a map that may be left out.
    pub(super) fn map(self, key: &'static str) -> Result<&'t [(Term, Term)], Wrong> {
        let Some(term) = self.optional(key) else { return Ok(&[]) };
        match term.as_map() {
            Some(map) => Ok(map.pairs()),
            None => Err(Wrong::new(format!("`{key}` must be a map"))),
        }
    }

    /// The same, from names to names.
    pub(super) fn names(self, key: &'static str) -> Result<Vec<(String, String)>, Wrong> {
        let pairs = self.map(key)?.iter().map(|(name, value)| Some((text(name)?, text(value)?)));
        let wrong = || Wrong::new(format!("`{key}` must be a map from names to names"));
        pairs.collect::<Option<Vec<_>>>().ok_or_else(wrong)
    }
}

/// A binary, a name, or a list of bytes, as text.
pub(super) fn text(term: &Term) -> Option<String> {
    if let Some(text) = term.as_str().or_else(|| term.as_atom()) {
        return Some(text.to_owned());
    }
    let bytes = term.as_list()?.iter().map(|it| u8::try_from(it.as_integer()?).ok());
    String::from_utf8(bytes.collect::<Option<Vec<u8>>>()?).ok()
}
