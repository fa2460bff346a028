//! Types of methods as Erlang's own: a `spec` attribute for each function, for
//! callers in Erlang and for the tools they use.
//!
//! A type that Erlang has no word for is `term()`. Nothing here is checked, and
//! nothing narrower is said than what every value of the type is.

use hierarchy::{ClassHierarchy, ClassInfo, ClassName, ClassType, Kind, MethodInfo, Side, Type};

use crate::core_erlang::{Literal, Name};
use crate::module::function_name;

/// The attributes of a class's module.
pub(crate) fn specs(class: &ClassInfo, hierarchy: &ClassHierarchy) -> Vec<(Name, Literal)> {
    let sides = [(Side::Instance, false), (Side::Class, true)];
    let specs = sides.into_iter().flat_map(|(side, is_class_side)| {
        let words = Words { class, hierarchy, is_class_side };
        class.methods_on(side).iter().map(move |method| words.spec(method)).collect::<Vec<_>>()
    });
    specs.map(|spec| ("spec".into(), list(vec![spec]))).collect()
}

/// How Erlang says types that stand in a class.
struct Words<'a> {
    class: &'a ClassInfo,
    hierarchy: &'a ClassHierarchy,
    is_class_side: bool,
}

/// An alias of an alias of an alias; more than so many are a circle.
const MOST_ALIASES: usize = 20;

impl Words<'_> {
    /// `{{Function, Arity}, [Type]}`
    fn spec(&self, method: &MethodInfo) -> Literal {
        let name = function_name(&method.selector, self.is_class_side);
        let parameters = method.signature.parameters.iter();
        let parameters = parameters.map(|it| self.declared(it.slot.declared.as_ref()));
        let receiver = if self.is_class_side { tuple_type() } else { self.receiver() };
        let parameters: Vec<Literal> = [receiver].into_iter().chain(parameters).collect();
        let arity = Literal::Integer(parameters.len() as i64);
        let product = node("product", list(parameters));
        let returns = self.declared(method.signature.returns.declared.as_ref());
        let function = node("fun", list(vec![product, returns]));
        tuple(vec![tuple(vec![atom(&name), arity]), list(vec![function])])
    }

    fn declared(&self, ty: Option<&Type>) -> Literal {
        ty.map_or_else(term, |ty| self.word(ty, MOST_ALIASES))
    }

    fn receiver(&self) -> Literal {
        self.instance(&self.class.name, &[], 0)
    }

    fn word(&self, ty: &Type, aliases: usize) -> Literal {
        match ty {
            Type::Class(ClassType { class, arguments }) => self.instance(class, arguments, aliases),
            Type::Meta(_) | Type::SelfClass => tuple_type(),
            Type::SelfType => self.receiver(),
            Type::Singleton(name) => constant(name),
            Type::Union(members) => {
                let members: Vec<Literal> =
                    members.iter().map(|it| self.word(it, aliases)).collect();
                match members.contains(&term()) {
                    true => term(),
                    false => node("union", list(members)),
                }
            }
            Type::Difference(members) => self.word(members.base(), aliases),
            Type::Never => simple("no_return"),
            Type::Intersection(_) | Type::Parameter(_) | Type::Dynamic => term(),
        }
    }

    fn instance(&self, class: &ClassName, arguments: &[Type], aliases: usize) -> Literal {
        match (class.simple(), arguments) {
            ("Integer" | "Character", _) => simple("integer"),
            ("Float", _) => simple("float"),
            ("Number", _) => simple("number"),
            ("String" | "Binary", _) => simple("binary"),
            ("Symbol", _) => simple("atom"),
            ("Boolean", _) => simple("boolean"),
            ("True" | "true", _) => constant("true"),
            ("False" | "false", _) => constant("false"),
            ("Nil" | "nil" | "UndefinedObject", _) => constant("nil"),
            ("List", [element]) => node("list", list(vec![self.word(element, aliases)])),
            ("List", _) => simple("list"),
            ("Dictionary", _) => node("map", atom("any")),
            ("Tuple", _) => tuple_type(),
            ("Block", _) => simple("fun"),
            ("Pid", _) => simple("pid"),
            ("Port", _) => simple("port"),
            ("Reference", _) => simple("reference"),
            // Classes of values of several kinds.
            ("Value" | "Collection", _) => term(),
            _ => match (self.hierarchy.alias(class), aliases.checked_sub(1)) {
                (Some(alias), Some(aliases)) => self.word(&alias.ty, aliases),
                _ => match self.hierarchy.kind_of(class) {
                    Some(Kind::Value) => node("map", atom("any")),
                    _ => term(),
                },
            },
        }
    }
}

/// `{type, Line, Name, Arguments}`
fn node(name: &str, arguments: Literal) -> Literal {
    tuple(vec![atom("type"), Literal::Integer(0), atom(name), arguments])
}

fn simple(name: &str) -> Literal {
    node(name, Literal::Nil)
}

fn term() -> Literal {
    simple("term")
}

fn tuple_type() -> Literal {
    node("tuple", atom("any"))
}

/// An atom that is a type of its own.
fn constant(name: &str) -> Literal {
    tuple(vec![atom("atom"), Literal::Integer(0), atom(name)])
}

fn atom(name: &str) -> Literal {
    Literal::Atom(name.into())
}

fn tuple(elements: Vec<Literal>) -> Literal {
    Literal::Tuple(elements)
}

fn list(elements: Vec<Literal>) -> Literal {
    let elements = elements.into_iter().rev();
    elements.fold(Literal::Nil, |tail, head| Literal::Cons(Box::new(head), Box::new(tail)))
}
