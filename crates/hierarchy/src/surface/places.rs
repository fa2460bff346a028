//! Where declarations stand: a table beside their descriptions, in the same order.

use syntax::tree::{self, Header, Member, MethodSelector};
use syntax::{Span, TokenId, TokenRange, Tree};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    pub classes: Vec<ClassPlaces>,
    pub protocols: Vec<ProtocolPlaces>,
    pub aliases: Vec<Place>,
    pub extensions: Vec<Place>,
}

/// Of a class: itself and, like the lists of its description, its members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassPlaces {
    pub class: Place,
    pub fields: Vec<Place>,
    pub class_variables: Vec<Place>,
    pub methods: Vec<Place>,
    pub class_methods: Vec<Place>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolPlaces {
    pub protocol: Place,
    pub methods: Vec<Place>,
    pub class_methods: Vec<Place>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Which of its tree's items it is, or which of the members of its class, or
    /// of the signatures of its protocol.
    pub index: usize,
    /// Its name; of a keyword selector, the first part.
    pub name: Span,
    pub whole: Span,
}

pub(super) fn place(tree: &Tree, index: usize, name: TokenId, tokens: TokenRange) -> Place {
    let name = tree.tokens.get(name).span();
    Place { index, name, whole: tree.tokens.span_of(tokens) }
}

pub(super) fn class(tree: &Tree, index: usize, class: &tree::Class, name: TokenId) -> ClassPlaces {
    let mut places = ClassPlaces {
        class: place(tree, index, name, class.header),
        fields: Vec::new(),
        class_variables: Vec::new(),
        methods: Vec::new(),
        class_methods: Vec::new(),
    };
    for (index, member) in class.members.iter().enumerate() {
        let here = match member {
            Member::Data(data) => {
                let Some(name) = data.name else { continue };
                place(tree, index, name, data.tokens)
            }
            Member::Method(method) => {
                place(tree, index, selector_token(tree, &method.header), method.tokens)
            }
        };
        places.class.whole = places.class.whole.to(here.whole);
        match member {
            Member::Data(data) => match data.kind {
                tree::DataKind::State | tree::DataKind::Field => places.fields.push(here),
                tree::DataKind::ClassState => places.class_variables.push(here),
            },
            Member::Method(method) => match method.modifiers.is_class_side {
                true => places.class_methods.push(here),
                false => places.methods.push(here),
            },
        }
    }
    places
}

pub(super) fn protocol(
    tree: &Tree,
    index: usize,
    protocol: &tree::Protocol,
    name: TokenId,
) -> ProtocolPlaces {
    let mut places = ProtocolPlaces {
        protocol: place(tree, index, name, protocol.header),
        methods: Vec::new(),
        class_methods: Vec::new(),
    };
    for (index, signature) in protocol.signatures.iter().enumerate() {
        let selector = selector_token(tree, &signature.header);
        let here = place(tree, index, selector, signature.tokens);
        places.protocol.whole = places.protocol.whole.to(here.whole);
        match signature.is_class_side {
            true => places.class_methods.push(here),
            false => places.methods.push(here),
        }
    }
    places
}

pub(super) fn selector_token(tree: &Tree, header: &Header) -> TokenId {
    match header.selector {
        MethodSelector::Unary(selector) | MethodSelector::Binary(selector, _) => selector,
        // A keyword selector has a part.
        MethodSelector::Keyword(parts) => {
            tree.nodes.header_parts[parts].first().map_or(TokenId(0), |part| part.keyword)
        }
    }
}
