//! Types change nothing: the code of a text is the code of the text without its
//! annotations.
//!
//! In goes a tree; out come the functions that it becomes, and those that it becomes
//! once every annotation is blanked out, in a library without annotations. Left out is
//! what only describes a class: its metadata, and the types and texts of methods that
//! stand beside it. An annotation stays where a program can tell: a slot of an actor
//! without a default must be given when its type has no nil. And a class of the text
//! stays mentioned, as one type among others of a value that may be anything: methods
//! of classes that a text mentions are tried first, wherever it does.

use std::sync::OnceLock;

use hierarchy::{ClassHierarchy, Origin, STDLIB_PACKAGE, STDLIB_SOURCES, surface};
use lower::Evaluation;
use lower::core_erlang::{Module, print};
use syntax::tree::{Annotated, Item, Member};
use syntax::{Span, Tree};

/// The code of a text as it is, and without types.
pub(crate) struct Erased {
    pub(crate) typed: String,
    pub(crate) untyped: String,
    /// How many annotations there were.
    pub(crate) count: usize,
}

/// Of a text of a program, or of the library if it belongs to that. Nothing where the
/// text means something else without the signs of its types: `class -> a -> B => 1`
/// defines `->`, and `class -> a => 1` defines `class`.
pub(crate) fn erased(tree: &Tree, package: Option<&str>) -> Option<Erased> {
    let annotations = annotations(tree);
    let untyped = syntax::parse(&without(tree, &annotations));
    if untyped.has_errors() || selectors(tree) != selectors(&untyped.tree) {
        return None;
    }
    Some(Erased {
        typed: code(tree, ClassHierarchy::with_builtins(), package),
        untyped: code(&untyped.tree, untyped_library().clone(), package),
        count: annotations.len(),
    })
}

/// What the methods of a text are called.
fn selectors(tree: &Tree) -> Vec<String> {
    let classes = tree.nodes.classes.iter().flat_map(|(_, class)| &class.members);
    let own = classes.filter_map(|member| match member {
        Member::Method(method) => Some(&method.header),
        Member::Data(_) => None,
    });
    let others = tree.nodes.extensions.iter().map(|(_, it)| &it.method.header);
    own.chain(others).map(|header| tree.header_selector(header)).collect()
}

/// The library without types.
fn untyped_library() -> &'static ClassHierarchy {
    static LIBRARY: OnceLock<ClassHierarchy> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let mut hierarchy = ClassHierarchy::empty();
        for (_, text) in STDLIB_SOURCES {
            let tree = syntax::parse(text).tree;
            let untyped = syntax::parse(&without(&tree, &annotations(&tree))).tree;
            hierarchy.add_classes(surface(&untyped).in_package(STDLIB_PACKAGE), Origin::Builtin);
        }
        hierarchy
    })
}

/// The places of those annotations that a program cannot tell.
fn annotations(tree: &Tree) -> Vec<Span> {
    let erasable = |of: Annotated| match of {
        Annotated::Method | Annotated::Variable => true,
        Annotated::Slot { has_default } => has_default,
        Annotated::Signature => false,
    };
    let all = tree.annotations().into_iter().filter(|it| erasable(it.of));
    all.map(|it| it.span(tree)).collect()
}

/// The text without what is at these places. Every line stays where it is.
fn without(tree: &Tree, places: &[Span]) -> String {
    let mut places = places.to_vec();
    places.sort_by_key(|place| std::cmp::Reverse(place.start));
    let mut text = tree.text.to_string();
    for place in places {
        let sign = if place.of(&tree.text).contains("->") { "->" } else { "::" };
        let kept = match mentioned(tree, place) {
            names if names.is_empty() => String::new(),
            names => format!("{sign} Dynamic | {} ", names.join(" | ")),
        };
        let lines = place.of(&tree.text).matches('\n').count();
        let range = place.start as usize..place.end as usize;
        text.replace_range(range, &(kept + &"\n".repeat(lines)));
    }
    text
}

/// The classes of the text that an annotation mentions.
fn mentioned(tree: &Tree, place: Span) -> Vec<&str> {
    let own = tree.nodes.classes.iter().filter_map(|(_, class)| class.name);
    let own: Vec<&str> = own.map(|name| tree.text_of(name)).collect();
    let library = ClassHierarchy::with_builtins();
    let inside = tree
        .tokens
        .iter()
        .filter(|(_, token)| token.span().start >= place.start && token.span().end <= place.end);
    let names = inside.map(|(id, _)| tree.text_of(id));
    names.filter(|name| own.contains(name) && library.class(&(*name).into()).is_none()).collect()
}

/// The functions of all modules that a text becomes, in words.
fn code(tree: &Tree, mut hierarchy: ClassHierarchy, package: Option<&str>) -> String {
    let declared = surface(tree);
    match package {
        Some(package) => hierarchy.add_classes(declared.in_package(package), Origin::Builtin),
        None => hierarchy.add_classes(declared, Origin::Module),
    }
    let classes = tree.nodes.classes.iter();
    let mut modules: Vec<Module> =
        classes.map(|(_, class)| lower::class(tree, class, &hierarchy, "text.bt")).collect();
    modules.extend(lower::outside(tree, &hierarchy, "outside", package, "text.bt"));
    let has_statements = tree.items.iter().any(|it| matches!(it, Item::Statement(_)));
    // What is added between statements brings its text along.
    if has_statements && tree.nodes.extensions.iter().next().is_none() {
        let statements = Evaluation { function: "statements", tree, first_line: 0 };
        modules.push(lower::evaluations("lines", "text.bt", &[statements], &[], &hierarchy));
    }
    modules.into_iter().map(|module| print(&without_descriptions(module))).collect()
}

fn without_descriptions(mut module: Module) -> Module {
    const DESCRIPTIONS: [&str; 3] =
        ["__beamtalk_meta", "__beamtalk_register", "__beamtalk_extensions"];
    module.functions.retain(|it| !DESCRIPTIONS.contains(&&*it.name.name));
    module.attributes.clear();
    module
}
