//! Patterns of binaries.
//!
//! A size that the same pattern binds is known only behind a match. So what comes
//! after such a place is matched on its own, as the rest of the bits before it.

use syntax::tree::Segment as TreeSegment;
use syntax::{TokenId, TokenKind, literal};

use crate::body::Body;
use crate::core_erlang::build::{atom, int, pattern_var, rest_segment, var};
use crate::core_erlang::{Expr as Core, Name, Pattern, Segment};
use crate::patterns::{Check, Matcher};
use crate::variables::VariableId;

/// No binary is so long. A number that needs more than a word, OTP would not take.
const BEYOND_ALL_BINARIES: i64 = 1 << 56;

impl Body<'_> {
    pub(crate) fn binary_pattern(
        &mut self,
        segments: &[TreeSegment],
        matcher: &mut Matcher,
    ) -> Pattern {
        let mut parts: Vec<Vec<Segment<Pattern>>> = Vec::new();
        let mut rests: Vec<Name> = Vec::new();
        let mut part = Vec::new();
        // What is bound from here on is not known to the part that is being made.
        let mut unknown_from = 0;
        for it in segments {
            let sizing = it.size.and_then(|size| self.variables.sizing(size));
            if sizing.is_some_and(|variable| is_bound(variable, matcher, unknown_from)) {
                let rest = self.fresh("rest");
                let mut tail = rest_segment(pattern_var(rest.clone()));
                tail.unit = Some(1);
                part.push(tail);
                parts.push(std::mem::take(&mut part));
                rests.push(rest);
                unknown_from = matcher.bound.len();
            }
            part.push(self.segment(it, matcher));
        }
        parts.push(part);
        let mut parts = parts.into_iter().map(Pattern::Binary);
        let first = parts.next().unwrap_or_else(|| pattern_var("_"));
        let later = rests.into_iter().zip(parts);
        matcher.checks.extend(later.map(|(rest, part)| Check::Matches(var(rest), part)));
        first
    }

    fn segment(&mut self, it: &TreeSegment, matcher: &mut Matcher) -> Segment<Pattern> {
        let tree = self.tree;
        let kind = it.kind.map_or("integer", |kind| tree.text_of(kind));
        let kind = if kind == "bytes" { "binary" } else { kind };
        // The size is read before the name is bound: no segment counts itself.
        let size = match it.size {
            Some(size) => self.segment_size(size, matcher),
            None => match kind {
                "binary" => atom("all"),
                "float" => int(64),
                "utf8" => atom("undefined"),
                _ => int(8),
            },
        };
        let value = match tree.name(it.name) {
            "_" => pattern_var("_"),
            _ => self.bound_pattern(it.name, matcher),
        };
        let unit = match kind {
            "binary" => Some(8),
            "utf8" => None,
            _ => Some(1),
        };
        let sign = it.sign.map_or("unsigned", |sign| tree.text_of(sign));
        let endianness = it.endianness.map_or("big", |endianness| tree.text_of(endianness));
        let flags = vec![sign.into(), endianness.into()];
        Segment { value, size, unit, kind: kind.into(), flags }
    }

    /// A number, what the pattern has bound before, or a variable around it.
    fn segment_size(&mut self, token: TokenId, matcher: &mut Matcher) -> Core {
        if self.tree.tokens.get(token).kind == TokenKind::Integer {
            let digits = literal::decimal(self.tree.text_of(token));
            return int(digits.parse().unwrap_or(BEYOND_ALL_BINARIES).min(BEYOND_ALL_BINARIES));
        }
        let Some(variable) = self.variables.sizing(token) else { return int(8) };
        if let Some(core) = matcher.bound_as(variable) {
            return var(core);
        }
        match self.read(variable) {
            size @ Core::Variable(_) => size,
            shared => {
                let size = self.fresh("size");
                matcher.needed.push((size.clone(), shared));
                var(size)
            }
        }
    }
}

/// Whether a pattern has bound a variable after it had bound so many.
fn is_bound(variable: VariableId, matcher: &Matcher, after: usize) -> bool {
    matcher.bound.iter().skip(after).any(|(it, _)| *it == variable)
}
