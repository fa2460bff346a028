//! Patterns of match arms and tuple targets.

use super::Parser;
use crate::arena::List;
use crate::problem::{Bracket, NameRole, ProblemKind, SEGMENT_SPECIFIERS, SegmentFault};
use crate::token::{TokenId, TokenKind};
use crate::tree::{
    ClassTest, Constructor, ConstructorPart, Literal, MapPatternPair, Pattern, PatternId, Segment,
};

impl Parser<'_> {
    /// The pattern of an arm, which a guard may follow.
    pub(super) fn arm_pattern(&mut self) -> PatternId {
        let first = self.here();
        let pattern = self.nested_pattern();
        if self.at_keyword("when:")
            && self.is_upper_at(first.0)
            && matches!(self.nodes.patterns[pattern], Pattern::Variable(_))
        {
            self.report_token(ProblemKind::ConstructorWithoutParts, first);
        }
        pattern
    }

    fn nested_pattern(&mut self) -> PatternId {
        self.nested(Self::any_pattern, |parser, first| parser.pattern(first, Pattern::Error))
    }

    fn any_pattern(&mut self) -> PatternId {
        let first = self.here();
        match self.kind() {
            TokenKind::Identifier => {
                let pattern = self.word_pattern();
                self.pattern(first, pattern)
            }
            TokenKind::LeftBrace => self.tuple_pattern(),
            TokenKind::ArrayOpen => {
                self.bump();
                let elements = self.pattern_list(TokenKind::RightBracket, true);
                self.close(TokenKind::RightBracket, Bracket::ArrayPattern, first);
                self.pattern(first, Pattern::Array(elements))
            }
            TokenKind::MapOpen => {
                self.bump();
                let pairs = self.map_pattern_pairs();
                self.close(TokenKind::RightBrace, Bracket::MapPattern, first);
                self.pattern(first, Pattern::Map(pairs))
            }
            TokenKind::LtLt => {
                self.bump();
                let segments = self.segments();
                self.close(TokenKind::GtGt, Bracket::BinaryPattern, first);
                self.pattern(first, Pattern::Binary(segments))
            }
            _ => match self.opt_literal_pattern() {
                Some(literal) => self.pattern(first, Pattern::Literal(literal)),
                None => self.missing_pattern(),
            },
        }
    }

    fn missing_pattern(&mut self) -> PatternId {
        let first = self.here();
        match self.kind() {
            TokenKind::Error => self.report_unexpected(),
            _ => self.report(ProblemKind::ExpectedPattern),
        }
        let takes = match self.kind() {
            TokenKind::Eof | TokenKind::Semicolon | TokenKind::Arrow => false,
            TokenKind::BinarySelector => !self.at_operator(","),
            kind => !super::recovery::is_closer(kind) && !self.at_declaration_boundary(),
        };
        if takes {
            self.skip_token_or_group();
        }
        self.pattern(first, Pattern::Error)
    }

    /// A name: wildcard, nil, variable, class test or constructor.
    fn word_pattern(&mut self) -> Pattern {
        let is_upper = self.is_upper_at(self.position);
        let name = self.bump();
        match self.text_at(name.0) {
            "nil" if self.at(TokenKind::DoubleColon) => {
                self.reject_class_test(ProblemKind::NilClassTest);
                Pattern::Nil
            }
            "nil" => Pattern::Nil,
            "true" | "false" if !self.at(TokenKind::DoubleColon) => {
                self.report_token(ProblemKind::BooleanPattern { in_constructor: false }, name);
                Pattern::Error
            }
            _ if self.at(TokenKind::DoubleColon) => self.class_test(name),
            "_" => Pattern::Wildcard,
            _ if is_upper && self.at(TokenKind::Keyword) && !self.at_keyword("when:") => {
                let parts = self.constructor_parts();
                Pattern::Constructor(Constructor { class: name, parts })
            }
            _ => Pattern::Variable(name),
        }
    }

    pub(super) fn name_pattern(&self, name: TokenId) -> Pattern {
        match self.text_at(name.0) {
            "_" => Pattern::Wildcard,
            _ => Pattern::Variable(name),
        }
    }

    /// `name :: Class`
    fn class_test(&mut self, name: TokenId) -> Pattern {
        self.bump();
        let Some(class) = self.eat(TokenKind::Identifier) else {
            self.report(ProblemKind::MissingName(NameRole::ClassTest));
            return Pattern::Variable(name);
        };
        if self.at(TokenKind::LeftParen) && !self.begins_line() {
            let first = self.here();
            self.type_arguments();
            self.report_since(ProblemKind::GenericClassTest, first);
        }
        Pattern::ClassTest(ClassTest { name, class })
    }

    /// Takes the tail of a class test that may not stand here.
    fn reject_class_test(&mut self, kind: ProblemKind) {
        let first = self.bump();
        self.eat(TokenKind::Identifier);
        if self.at(TokenKind::LeftParen) && !self.begins_line() {
            self.type_arguments();
        }
        self.report_since(kind, first);
    }

    fn constructor_parts(&mut self) -> List<ConstructorPart> {
        let mark = self.scratch.constructor_parts.len();
        while self.at(TokenKind::Keyword) && !self.at_keyword("when:") {
            let keyword = self.bump();
            let argument = self.constructor_argument();
            self.scratch.constructor_parts.push(ConstructorPart { keyword, argument });
        }
        let parts = &mut self.scratch.constructor_parts;
        self.nodes.constructor_parts.take_list(parts, mark)
    }

    fn constructor_argument(&mut self) -> PatternId {
        let first = self.here();
        if let Some(literal) = self.opt_literal_pattern() {
            return self.pattern(first, Pattern::Literal(literal));
        }
        let Some(name) = self.eat(TokenKind::Identifier) else { return self.missing_pattern() };
        let pattern = match self.text_at(name.0) {
            "nil" => Pattern::Nil,
            "true" | "false" => {
                self.report_token(ProblemKind::BooleanPattern { in_constructor: true }, name);
                Pattern::Error
            }
            _ => self.name_pattern(name),
        };
        if self.at(TokenKind::DoubleColon) {
            self.reject_class_test(ProblemKind::ConstructorClassTest);
        }
        self.pattern(first, pattern)
    }

    /// A literal, also with its minus written apart.
    fn opt_literal_pattern(&mut self) -> Option<Literal> {
        match self.kind() {
            TokenKind::Integer
            | TokenKind::Float
            | TokenKind::String
            | TokenKind::Symbol
            | TokenKind::Character => Some(self.literal()),
            TokenKind::BinarySelector if self.at_operator("-") => {
                let number = self.position + 1;
                let is_number =
                    matches!(self.kind_at(number), TokenKind::Integer | TokenKind::Float)
                        && !self.text_at(number).starts_with('-');
                is_number.then(|| {
                    self.bump();
                    Literal { is_negated: true, ..self.literal() }
                })
            }
            _ => None,
        }
    }

    /// `{a, b}`, from its brace on.
    pub(super) fn tuple_pattern(&mut self) -> PatternId {
        let parse = |parser: &mut Self| {
            let first = parser.bump();
            let elements = parser.pattern_list(TokenKind::RightBrace, false);
            parser.close(TokenKind::RightBrace, Bracket::TuplePattern, first);
            parser.pattern(first, Pattern::Tuple(elements))
        };
        self.nested(parse, |parser, first| parser.pattern(first, Pattern::Error))
    }

    fn pattern_list(&mut self, closer: TokenKind, is_array: bool) -> List<PatternId> {
        let mark = self.scratch.patterns.len();
        let mut is_first = true;
        loop {
            if self.at(closer) && (is_first || is_array) {
                break;
            }
            is_first = false;
            let is_rest = is_array && self.at(TokenKind::Ellipsis);
            let first = self.here();
            let pattern = match is_rest {
                true => self.rest_pattern(),
                false => self.nested_pattern(),
            };
            self.scratch.patterns.push(pattern);
            if is_rest && self.at_operator(",") {
                self.report_since(ProblemKind::SpreadNotLast, first);
            }
            if !self.eat_comma() {
                break;
            }
        }
        self.nodes.pattern_lists.take_list(&mut self.scratch.patterns, mark)
    }

    fn rest_pattern(&mut self) -> PatternId {
        let first = self.bump();
        match self.eat(TokenKind::Identifier) {
            Some(name) => self.pattern(first, Pattern::Rest(name)),
            None => {
                self.report(ProblemKind::MissingName(NameRole::Spread));
                self.pattern(first, Pattern::Error)
            }
        }
    }

    fn map_pattern_pairs(&mut self) -> List<MapPatternPair> {
        let mark = self.scratch.map_pattern_pairs.len();
        while !self.at(TokenKind::RightBrace) {
            if self.is_lower_at(self.position) && self.next_is(TokenKind::FatArrow) {
                self.report(ProblemKind::BareWordKey);
            } else if !matches!(self.kind(), TokenKind::Symbol | TokenKind::String) {
                self.missing_pattern();
                break;
            }
            let key = self.bump();
            if self.eat(TokenKind::FatArrow).is_none() {
                self.report(ProblemKind::MissingMapArrow);
                break;
            }
            let value = self.map_pattern_value();
            self.scratch.map_pattern_pairs.push(MapPatternPair { key, value });
            if !self.eat_comma() {
                break;
            }
        }
        let pairs = &mut self.scratch.map_pattern_pairs;
        self.nodes.map_pattern_pairs.take_list(pairs, mark)
    }

    /// A name or a literal; map patterns do not nest.
    fn map_pattern_value(&mut self) -> PatternId {
        let first = self.here();
        if let Some(literal) = self.opt_literal_pattern() {
            return self.pattern(first, Pattern::Literal(literal));
        }
        match self.eat(TokenKind::Identifier) {
            Some(name) => self.pattern(first, self.name_pattern(name)),
            None => self.missing_pattern(),
        }
    }

    fn segments(&mut self) -> List<Segment> {
        let mark = self.scratch.segments.len();
        while !self.at(TokenKind::GtGt) {
            let Some(segment) = self.opt_segment() else { break };
            self.scratch.segments.push(segment);
            let comma = self.here();
            if !self.eat_comma() {
                break;
            }
            if self.at(TokenKind::GtGt) {
                self.report_token(ProblemKind::Segment(SegmentFault::TrailingComma), comma);
            }
        }
        self.nodes.segments.take_list(&mut self.scratch.segments, mark)
    }

    /// `name:size/type-sign-endianness`
    fn opt_segment(&mut self) -> Option<Segment> {
        let has_size = match self.kind() {
            TokenKind::Keyword => true,
            TokenKind::Identifier => self.next_is(TokenKind::Colon),
            _ => {
                self.report(ProblemKind::MissingName(NameRole::Segment));
                return None;
            }
        };
        let name = self.bump();
        let mut segment = Segment { name, size: None, kind: None, sign: None, endianness: None };
        self.eat(TokenKind::Colon);
        if has_size {
            match self.kind() {
                TokenKind::Integer if !self.text_at(self.position).starts_with('-') => {
                    segment.size = Some(self.literal().token);
                }
                TokenKind::Identifier => segment.size = Some(self.bump()),
                _ => self.report(ProblemKind::Segment(SegmentFault::InvalidSize)),
            }
        }
        if self.at_operator("/") {
            self.bump();
            self.specifier(&mut segment);
            while self.at_operator("-") {
                self.bump();
                self.specifier(&mut segment);
            }
        }
        Some(segment)
    }

    fn specifier(&mut self, segment: &mut Segment) {
        let word = self.text_at(self.position);
        let slot = match SEGMENT_SPECIFIERS.iter().position(|group| group.contains(&word)) {
            Some(0) => &mut segment.kind,
            Some(1) => &mut segment.sign,
            Some(_) => &mut segment.endianness,
            None => {
                self.report(ProblemKind::Segment(SegmentFault::UnknownSpecifier));
                self.eat(TokenKind::Identifier);
                return;
            }
        };
        if slot.is_some() {
            self.report(ProblemKind::Segment(SegmentFault::DuplicateSpecifier));
        }
        *slot = Some(self.bump());
    }
}
