//! Declaration nodes: what stands at the top of a file and in class bodies.
//!
//! A name is optional where a damaged header may lack it.

use super::{AliasId, ClassId, ClassName, ExprId, ExprList, ExtensionId, ProtocolId, TypeId};
use crate::arena::List;
use crate::token::{TokenId, TokenRange};

#[derive(Clone, Copy, Debug)]
pub enum Item {
    Class(ClassId),
    Protocol(ProtocolId),
    Extension(ExtensionId),
    Alias(AliasId),
    Statement(ExprId),
}

#[derive(Clone, Debug)]
pub struct Class {
    /// Without members.
    pub header: TokenRange,
    pub modifiers: ClassModifiers,
    /// `None` for a root class (`nil subclass: …`).
    pub superclass: Option<Superclass>,
    pub name: Option<TokenId>,
    pub type_parameters: Vec<TypeParameter>,
    pub native: Option<TokenId>,
    pub handle_scope: Option<TokenId>,
    /// In source order.
    pub members: Vec<Member>,
}

impl Class {
    /// The members as canonical layout orders them: data, class state,
    /// class-side methods, instance methods, each group in source order.
    pub fn grouped_members(&self) -> impl Iterator<Item = &Member> {
        (0..4).flat_map(|group| self.members.iter().filter(move |member| member.group() == group))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassModifiers {
    pub is_internal: bool,
    pub is_abstract: bool,
    pub is_sealed: bool,
    pub is_typed: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Superclass {
    pub class: ClassName,
    pub arguments: List<TypeId>,
}

/// `T` or `T :: Bound`
#[derive(Clone, Copy, Debug)]
pub struct TypeParameter {
    pub name: TokenId,
    pub bound: Option<TokenId>,
}

#[derive(Clone, Copy, Debug)]
pub enum Member {
    Data(DataDeclaration),
    Method(Method),
}

impl Member {
    fn group(&self) -> u8 {
        match self {
            Member::Data(data) => match data.kind {
                DataKind::State | DataKind::Field => 0,
                DataKind::ClassState => 1,
            },
            Member::Method(method) => match method.modifiers.is_class_side {
                true => 2,
                false => 3,
            },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataKind {
    State,
    Field,
    ClassState,
}

#[derive(Clone, Copy, Debug)]
pub struct DataDeclaration {
    pub tokens: TokenRange,
    pub expect: Option<Expect>,
    pub kind: DataKind,
    pub name: Option<TokenId>,
    pub annotation: Option<TypeId>,
    pub initialiser: Option<ExprId>,
}

/// `@expect category "reason"`; the category is missing where a problem says so.
#[derive(Clone, Copy, Debug)]
pub struct Expect {
    pub directive: TokenId,
    pub category: Option<TokenId>,
    pub reason: Option<TokenId>,
}

#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Header and body, without a directive before it.
    pub tokens: TokenRange,
    pub expect: Option<Expect>,
    pub modifiers: MethodModifiers,
    pub header: Header,
    pub body: ExprList,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MethodModifiers {
    pub is_class_side: bool,
    pub is_internal: bool,
    pub is_sealed: bool,
}

/// What a method or signature is called, takes and answers.
#[derive(Clone, Copy, Debug)]
pub struct Header {
    pub selector: MethodSelector,
    pub return_type: Option<TypeId>,
}

#[derive(Clone, Copy, Debug)]
pub enum MethodSelector {
    Unary(TokenId),
    Binary(TokenId, Parameter),
    Keyword(List<HeaderPart>),
}

#[derive(Clone, Copy, Debug)]
pub struct HeaderPart {
    pub keyword: TokenId,
    pub parameter: Parameter,
}

#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    pub name: Option<TokenId>,
    pub annotation: Option<TypeId>,
}

/// `Class >> header => body`
#[derive(Clone, Copy, Debug)]
pub struct Extension {
    pub tokens: TokenRange,
    pub class: ClassName,
    /// Its modifiers say whether it is for the class side.
    pub method: Method,
}

#[derive(Clone, Debug)]
pub struct Protocol {
    /// Without signatures.
    pub header: TokenRange,
    pub name: Option<TokenId>,
    pub type_parameters: Vec<TypeParameter>,
    pub extending: Option<TokenId>,
    pub signatures: Vec<Signature>,
}

#[derive(Clone, Copy, Debug)]
pub struct Signature {
    pub tokens: TokenRange,
    pub is_class_side: bool,
    pub header: Header,
}

#[derive(Clone, Copy, Debug)]
pub struct Alias {
    pub tokens: TokenRange,
    pub is_internal: bool,
    pub name: TokenId,
    pub ty: TypeId,
}
