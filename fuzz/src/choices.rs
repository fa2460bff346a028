//! Choices read from bytes; when there are no more bytes, always the first one.

#[derive(Debug)]
pub struct Choices<'b> {
    bytes: std::slice::Iter<'b, u8>,
}

impl<'b> Choices<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Choices { bytes: bytes.iter() }
    }

    pub fn are_left(&self) -> bool {
        !self.bytes.as_slice().is_empty()
    }

    /// A number below `bound`, zero when the bytes are used up.
    pub fn below(&mut self, bound: u8) -> u8 {
        self.bytes.next().copied().unwrap_or(0) % bound
    }

    pub fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[usize::from(self.below(from.len() as u8))]
    }
}
