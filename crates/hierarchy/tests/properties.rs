//! Laws, tried on random types, classes, hierarchies and metadata.
//!
//! The laws: a type reads back as itself; decoding undoes encoding; no map and no
//! hierarchy, however broken, panics or loops; lookup finds what a plain walk finds;
//! and a clone never changes.

mod common;

use std::collections::HashMap;

use common::{class, encode};
use etf::{Limits, Map, Term};
use hierarchy::{
    ClassFlags, ClassHierarchy, ClassInfo, ClassName, FieldInfo, FieldKind, Kind, MethodFlags,
    MethodInfo, MethodOrigin, Name, Origin, Parameter, Selector, Side, Signature, Slot, Superclass,
    Type, TypeParameter, meta,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

/// As many cases as `PROPTEST_CASES` says; failures become tests, not files.
fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

// ---- Types ----

fn class_name() -> impl Strategy<Value = ClassName> {
    let names = ["Integer", "List", "UndefinedObject", "net@Socket", "Ab_9", "Type", "Class"];
    select(names.to_vec()).prop_map(ClassName::from)
}

/// Types over the parameters `T` and `Elem`.
fn ty() -> impl Strategy<Value = Type> {
    let symbol = prop_oneof!["[a-z][a-zA-Z0-9_:]{0,6}", "[-+*/<>=~%&?,\\\\]{1,3}", "[ -~é\n]{0,5}"];
    let leaf = prop_oneof![
        6 => class_name().prop_map(Type::class),
        2 => class_name().prop_map(Type::Meta),
        2 => symbol.prop_map(|text| Type::Singleton(Name::from(&*text))),
        2 => select(vec!["T", "Elem", "R"]).prop_map(|name| Type::Parameter(Name::from(name))),
        1 => Just(Type::SelfType),
        1 => Just(Type::SelfClass),
        1 => Just(Type::Never),
        1 => Just(Type::Dynamic),
    ];
    leaf.prop_recursive(5, 24, 4, |inner| {
        prop_oneof![
            (class_name(), vec(inner.clone(), 1..4))
                .prop_map(|(class, it)| Type::generic(class, it)),
            vec(inner.clone(), 2..5).prop_map(Type::union),
            vec(inner.clone(), 2..4).prop_map(Type::intersection),
            (inner.clone(), vec(inner, 1..3)).prop_map(|(base, it)| Type::difference(base, it)),
        ]
    })
}

fn scope() -> Vec<TypeParameter> {
    let bound = Some(class("Sized"));
    vec![
        TypeParameter { name: Name::from("T"), bound: None },
        TypeParameter { name: Name::from("Elem"), bound },
    ]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_type_reads_back_as_itself(ty in ty()) {
        prop_assert_eq!(Type::parse(&ty.to_string(), &scope()), ty.clone());
        let for_people = ty.for_people().to_string();
        prop_assert_eq!(Type::parse(&for_people, &scope()), ty);
    }

    #[test]
    fn any_text_is_some_type(text in r"[-A-Za-z|\\&()#', @:.>\n]{0,24}") {
        let ty = Type::parse(&text, &scope());
        prop_assert_eq!(Type::parse(&ty.to_string(), &scope()), ty);
    }
}

// ---- Metadata ----

fn doc() -> impl Strategy<Value = Option<std::sync::Arc<str>>> {
    option::of("[a-z .é\n]{0,12}".prop_map(|text| text.as_str().into()))
}

fn parameter() -> impl Strategy<Value = Parameter> {
    let name = option::of(select(vec!["n", "none", "self_"]).prop_map(Name::from));
    let parts = (name, option::of(ty()));
    parts.prop_map(|(name, ty)| Parameter { name, slot: Slot::declared(ty) })
}

fn returns() -> impl Strategy<Value = Slot> {
    (option::of(ty()), any::<bool>()).prop_map(|(ty, is_inferred)| match is_inferred {
        true => Slot { declared: None, inferred: ty },
        false => Slot::declared(ty),
    })
}

fn method() -> impl Strategy<Value = MethodInfo> {
    let selectors = ["size", "+", "->", "=:=", "at:", "at:put:", "class", "a:b:c:"];
    let parts = (select(selectors.to_vec()), vec(parameter(), 3), returns(), doc());
    (parts, any::<[bool; 3]>()).prop_map(|((selector, mut parameters, returns, doc), flags)| {
        let selector = Selector::from(selector);
        parameters.truncate(selector.arity());
        let [is_sealed, is_internal, is_generated] = flags;
        MethodInfo {
            selector,
            signature: Signature { parameters, returns },
            flags: MethodFlags { is_sealed, is_internal },
            origin: match is_generated {
                true => MethodOrigin::Generated,
                false => MethodOrigin::Class,
            },
            doc,
        }
    })
}

/// Methods as metadata can say them: by selector, each once.
fn methods() -> impl Strategy<Value = Vec<MethodInfo>> {
    vec(method(), 0..6).prop_map(|mut methods| {
        methods.sort_by(|one, other| one.selector.cmp(&other.selector));
        methods.dedup_by(|one, other| one.selector == other.selector);
        methods
    })
}

fn fields(kind: FieldKind) -> impl Strategy<Value = Vec<FieldInfo>> {
    let parts = (option::of(ty()), any::<bool>(), doc());
    vec(parts, 0..4).prop_map(move |parts| {
        let named = parts.into_iter().zip(["x", "y", "z", "w"]);
        let described = named.map(|((declared, has_default, doc), name)| FieldInfo {
            name: Name::from(name),
            kind,
            declared,
            has_default,
            doc,
        });
        described.collect()
    })
}

fn class_info() -> impl Strategy<Value = ClassInfo> {
    let kinds = vec![Kind::Value, Kind::Actor, Kind::Object];
    let name = || option::of(select(vec!["climate", "turnstile_port", "a"]).prop_map(Name::from));
    let superclass = option::of((class_name(), vec(ty(), 0..3)))
        .prop_map(|it| it.map(|(class, arguments)| Superclass { class, arguments }));
    let head = (superclass, select(kinds), any::<[bool; 4]>(), doc());
    let names = (name(), name(), name());
    (head, names).prop_flat_map(|(head, (package, native, handle_scope))| {
        let (superclass, kind, [is_sealed, is_abstract, is_typed, is_internal], doc) = head;
        let field_kind = if kind == Kind::Actor { FieldKind::State } else { FieldKind::Field };
        let info = ClassInfo {
            superclass,
            kind: Some(kind),
            flags: ClassFlags {
                is_sealed,
                is_abstract,
                is_typed,
                is_internal,
                is_incomplete: false,
            },
            // Without it in scope, `Elem` in a type would be a class.
            type_parameters: scope(),
            package,
            native,
            handle_scope,
            doc,
            ..ClassInfo::new(class("Sample"), None)
        };
        let members = (fields(field_kind), fields(FieldKind::ClassState), methods(), methods());
        members.prop_map(move |(fields, class_variables, methods, class_methods)| ClassInfo {
            fields,
            class_variables,
            methods,
            class_methods,
            ..info.clone()
        })
    })
}

/// Any term, with words that mean something to the decoder among its atoms.
fn term() -> impl Strategy<Value = Term> {
    let words = "class superclass meta_version kind value fields field_types methods method_info \
        class_method_info type_params superclass_type_args param_types param_names return_type \
        return_type_text arity none true SelfClass at:put: x T is_sealed doc class_variables \
        field_has_default";
    let atom = select(words.split_whitespace().collect::<Vec<_>>()).prop_map(Term::atom);
    let leaf = prop_oneof![
        4 => atom.clone(),
        1 => any::<i64>().prop_map(Term::from),
        1 => vec(any::<u8>(), 0..6).prop_map(Term::binary),
        1 => ty().prop_map(|ty| Term::binary(ty.to_string())),
    ];
    leaf.prop_recursive(4, 64, 8, move |inner| {
        let pairs = vec((atom.clone(), inner.clone()), 0..8).prop_map(|mut pairs| {
            pairs.sort();
            pairs.dedup_by(|one, other| one.0 == other.0);
            Term::from(Map::new(pairs))
        });
        prop_oneof![
            3 => pairs,
            1 => vec(inner.clone(), 0..5).prop_map(Term::list),
            1 => vec(inner, 0..4).prop_map(Term::tuple),
        ]
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn decoding_undoes_encoding(info in class_info()) {
        let bytes = etf::encode(&encode::encode(&info));
        let decoded = meta::decode(&etf::decode(&bytes, Limits::default()).unwrap());
        prop_assert_eq!(decoded.problems, vec![]);
        prop_assert_eq!(decoded.class, Some(info));
    }

    #[test]
    fn any_map_is_read_as_far_as_it_can_be(term in term(), info in class_info()) {
        ClassHierarchy::empty().add_from_beam_meta(&term);
        // The same, where a class has to give something: one key replaced.
        let Term::Map(map) = encode::encode(&info) else { unreachable!() };
        for at in 0..map.len() {
            let mut pairs = map.pairs().to_vec();
            pairs[at].1 = term.clone();
            let decoded = meta::decode(&Map::new(pairs).into());
            prop_assert!(decoded.class.is_some() || map.pairs()[at].0.is_atom("class"));
        }
    }
}

// ---- Hierarchies ----

/// A class of a random hierarchy: name, superclass and selectors by number.
#[derive(Clone, Debug)]
struct Sketch {
    name: usize,
    superclass: Option<usize>,
    selectors: Vec<usize>,
}

const NAMES: [&str; 12] =
    ["Object", "Value", "Actor", "Class", "C4", "C5", "C6", "C7", "C8", "C9", "Gone", "Lost"];
const SELECTORS: [&str; 5] = ["a", "b", "+", "x:", "x:y:"];

fn sketches() -> impl Strategy<Value = Vec<Sketch>> {
    let sketch = (0..10_usize, option::weighted(0.9, 0..12_usize), vec(0..5_usize, 0..4));
    let sketch =
        sketch.prop_map(|(name, superclass, selectors)| Sketch { name, superclass, selectors });
    vec(sketch, 0..14)
}

fn described(sketch: &Sketch) -> ClassInfo {
    let superclass = sketch.superclass.map(|at| class(NAMES[at]));
    let methods: Vec<MethodInfo> = sketch
        .selectors
        .iter()
        .map(|at| MethodInfo::untyped(Selector::from(SELECTORS[*at])))
        .collect();
    ClassInfo {
        methods: methods.clone(),
        class_methods: methods,
        ..ClassInfo::new(class(NAMES[sketch.name]), superclass)
    }
}

fn built(sketches: &[Sketch]) -> ClassHierarchy {
    let mut hierarchy = ClassHierarchy::empty();
    for sketch in sketches {
        hierarchy.add_class(described(sketch), Origin::Project);
    }
    hierarchy
}

/// The lineage of a name by the plainest walk there is.
fn plain_lineage<'s>(classes: &HashMap<usize, &'s Sketch>, name: usize) -> Vec<&'s Sketch> {
    let mut lineage: Vec<&Sketch> = Vec::new();
    let mut next = Some(name);
    let mut has_gap = false;
    while let Some(name) = next {
        let sketch = match classes.get(&name) {
            Some(sketch) => *sketch,
            None if lineage.is_empty() || has_gap => break,
            None => {
                has_gap = true;
                next = Some(0);
                continue;
            }
        };
        if lineage.iter().any(|seen| seen.name == sketch.name) {
            break;
        }
        lineage.push(sketch);
        next = sketch.superclass;
    }
    lineage
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn lookup_finds_what_a_plain_walk_finds(sketches in sketches()) {
        let hierarchy = built(&sketches);
        let classes: HashMap<usize, &Sketch> = sketches.iter().map(|it| (it.name, it)).collect();
        for (at, name) in NAMES.iter().enumerate() {
            let name = class(name);
            let plain = plain_lineage(&classes, at);
            let lineage = hierarchy.lineage(&name);
            let names: Vec<&str> = lineage.classes.iter().map(|it| &*it.name).collect();
            let expected: Vec<&str> = plain.iter().map(|it| NAMES[it.name]).collect();
            prop_assert_eq!(names, expected);
            for (number, selector) in SELECTORS.iter().enumerate() {
                let expected = plain.iter().position(|it| it.selectors.contains(&number));
                let found = hierarchy.find_method(&name, selector);
                prop_assert_eq!(found.map(|it| it.distance), expected);
                prop_assert_eq!(found.is_some(), {
                    let all = hierarchy.all_methods(&name);
                    all.iter().any(|it| it.method.selector == **selector)
                });
                let on_class = hierarchy.find_class_method(&name, selector);
                let all = hierarchy.all_class_methods(&name);
                let listed = all.iter().find(|it| it.method.selector == **selector);
                prop_assert_eq!(
                    on_class.map(|it| (it.distance, it.side, &it.class.name)),
                    listed.map(|it| (it.distance, it.side, &it.class.name))
                );
            }
            prop_assert_eq!(hierarchy.kind_of(&name).is_some(), hierarchy.class(&name).is_some());
            for above in hierarchy.superclasses(&name) {
                prop_assert!(hierarchy.is_subclass(&name, &above.name));
            }
            for below in hierarchy.subclasses(&name) {
                prop_assert!(hierarchy.is_subclass(&below.name, &name));
            }
        }
    }

    #[test]
    fn a_clone_never_changes(before in sketches(), after in sketches()) {
        let mut hierarchy = built(&before);
        let snapshot = hierarchy.clone();
        for sketch in &after {
            hierarchy.add_class(described(sketch), Origin::Module);
            hierarchy.remove(&class(NAMES[sketch.selectors.len()]));
            hierarchy.record_inferred(&class("C5"), Side::Instance, "a", Type::Never);
        }
        let fresh = built(&before);
        let all = |hierarchy: &ClassHierarchy| -> Vec<ClassInfo> {
            hierarchy.classes().into_iter().cloned().collect()
        };
        prop_assert_eq!(all(&snapshot), all(&fresh));
    }
}

// ---- Sizes ----

/// Not asserted, but felt: each of these takes milliseconds, or hours if anything
/// about them is quadratic.
#[test]
fn size_is_no_trouble() {
    let symbols: Vec<String> = (0..50_000).map(|at| format!("#s{at}")).collect();
    let union = Type::parse(&symbols.join(" | "), &[]);
    assert_eq!(union.parts().len(), symbols.len());

    let nested = "List(".repeat(10_000) + "A" + &")".repeat(10_000);
    assert_eq!(Type::parse(&nested, &[]), Type::class(&*nested), "too deep for the parser");

    let fields: String =
        (0..20_000).map(|at| format!("  field: f{at}\n  f{at}: x => x\n")).collect();
    let hierarchy = common::hierarchy(&format!("Value subclass: Wide\n{fields}"));
    assert_eq!(hierarchy.own_methods(&class("Wide"), Side::Instance).len(), 60_000);
    assert!(hierarchy.find_method(&class("Wide"), "withF19999:").is_some());
}
