//! Protocols: a header and signatures without bodies.

use super::Parser;
use crate::problem::{NameRole, ProblemKind};
use crate::token::TokenKind;
use crate::tree::{Header, Item, Protocol, Signature};

impl Parser<'_> {
    pub(super) fn protocol(&mut self) {
        self.documentable.push(self.here());
        let first = self.here();
        self.bump();
        self.bump();
        let name = self.eat(TokenKind::Identifier);
        if name.is_none() {
            self.report(ProblemKind::MissingName(NameRole::Protocol));
        }
        let type_parameters = match self.begins_line() {
            true => Vec::new(),
            false => self.type_parameters(),
        };
        let mut extending = None;
        if self.at_keyword("extending:") {
            self.bump();
            extending = self.eat(TokenKind::Identifier);
            if extending.is_none() {
                self.report(ProblemKind::MissingName(NameRole::ExtendedProtocol));
            }
        }
        let header = self.range_from(first);
        let mut signatures = Vec::new();
        loop {
            while self.at(TokenKind::Period) {
                self.bump();
            }
            if !self.at_signature() {
                break;
            }
            signatures.push(self.signature());
        }
        let protocol = Protocol { header, name, type_parameters, extending, signatures };
        let protocol = self.nodes.protocols.alloc(protocol);
        self.items.push(Item::Protocol(protocol));
    }

    fn at_signature(&mut self) -> bool {
        match self.kind() {
            TokenKind::Identifier => {
                let ends = matches!(
                    self.text_at(self.position),
                    "Protocol" | "abstract" | "sealed" | "typed"
                );
                !ends && !self.at_item_start()
            }
            TokenKind::Keyword | TokenKind::Arrow | TokenKind::GtGt => true,
            TokenKind::BinarySelector => !self.at_operator(","),
            _ => false,
        }
    }

    /// An arrow at a line start that names a parameter is a selector, not the
    /// return type of the signature above.
    fn at_arrow_signature(&self) -> bool {
        let name = self.position + 1;
        let is_type = matches!(self.text_at(name), "nil" | "true" | "false");
        self.at(TokenKind::Arrow)
            && self.begins_line()
            && (matches!(self.kind_at(name + 1), TokenKind::Arrow | TokenKind::DoubleColon)
                || (self.is_lower_at(name) && !is_type && self.kind_at(name + 1) != TokenKind::At))
    }

    fn signature(&mut self) -> Signature {
        self.documentable.push(self.here());
        let first = self.here();
        let is_class_side = self.at_word("class") && !self.completes_header(self.position + 1);
        if is_class_side {
            self.bump();
        }
        let selector = match self.at_signature() {
            true => self.parse_method_selector(true),
            false => {
                self.report(ProblemKind::ExpectedMessage);
                crate::tree::MethodSelector::Unary(first)
            }
        };
        let return_type = match self.at_arrow_signature() {
            true => None,
            false => self.parse_optional_return_type(),
        };
        let tokens = self.range_from(first);
        if self.at(TokenKind::FatArrow) {
            self.report(ProblemKind::BodyInProtocol);
            self.bump();
            while !self.at(TokenKind::Eof) && !self.begins_line() {
                self.bump();
            }
        }
        Signature { tokens, is_class_side, header: Header { selector, return_type } }
    }
}
