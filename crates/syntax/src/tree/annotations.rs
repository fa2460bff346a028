//! The types that a text annotates things with, wherever they stand.

use super::{Expr, Header, Member, Tree, TypeId};
use crate::{Span, TokenId, TokenKind};

/// A type behind what it tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Annotation {
    pub of: Annotated,
    pub ty: TypeId,
    /// The first of the one or two signs before it.
    pub sign: TokenId,
}

/// What an annotation tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Annotated {
    /// A parameter or the result of a method.
    Method,
    /// A parameter or the result of a message that a protocol asks for.
    Signature,
    Slot {
        has_default: bool,
    },
    /// A local variable or a parameter of a block.
    Variable,
}

impl Annotation {
    /// The type and its signs.
    pub fn span(&self, tree: &Tree) -> Span {
        Span { start: tree.tokens.get(self.sign).span().start, end: tree.type_span(self.ty).end }
    }
}

impl Tree {
    /// All of them, in the order of the text.
    pub fn annotations(&self) -> Vec<Annotation> {
        let mut found: Vec<(Annotated, TypeId)> = Vec::new();
        let mut add = |of: Annotated, types: &mut dyn Iterator<Item = TypeId>| {
            found.extend(types.map(|ty| (of, ty)));
        };
        for (_, class) in self.nodes.classes.iter() {
            for member in &class.members {
                match member {
                    Member::Method(method) => {
                        add(Annotated::Method, &mut self.header_types(&method.header));
                    }
                    Member::Data(data) => {
                        let has_default = data.initialiser.is_some();
                        add(Annotated::Slot { has_default }, &mut data.annotation.into_iter());
                    }
                }
            }
        }
        for (_, extension) in self.nodes.extensions.iter() {
            add(Annotated::Method, &mut self.header_types(&extension.method.header));
        }
        for (_, protocol) in self.nodes.protocols.iter() {
            for signature in &protocol.signatures {
                add(Annotated::Signature, &mut self.header_types(&signature.header));
            }
        }
        for (_, expr) in self.nodes.exprs.iter() {
            match expr {
                Expr::Assignment(assignment) => {
                    add(Annotated::Variable, &mut assignment.annotation.into_iter());
                }
                Expr::Block(block) => {
                    let parameters = self.nodes.block_parameters[block.parameters].iter();
                    add(Annotated::Variable, &mut parameters.filter_map(|it| it.annotation));
                }
                _ => {}
            }
        }
        let mut annotations: Vec<Annotation> = found
            .into_iter()
            .map(|(of, ty)| Annotation { of, ty, sign: self.first_sign(ty) })
            .collect();
        annotations.sort_by_key(|it| it.sign);
        annotations
    }

    fn header_types<'a>(&'a self, header: &'a Header) -> impl Iterator<Item = TypeId> + 'a {
        let parameters = self.parameters(header).into_iter().filter_map(|it| it.annotation);
        parameters.chain(header.return_type)
    }

    fn first_sign(&self, ty: TypeId) -> TokenId {
        let mut first = self.type_range(ty).first;
        while let Some(before) = first.0.checked_sub(1).map(TokenId) {
            let kind = self.tokens.get(before).kind;
            if !matches!(kind, TokenKind::DoubleColon | TokenKind::Arrow | TokenKind::Colon) {
                break;
            }
            first = before;
        }
        first
    }
}
