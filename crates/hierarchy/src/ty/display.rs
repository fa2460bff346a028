//! Types as text, in the syntax they are written in.
//!
//! What is printed here reads back as the same type; only a type made of names
//! that are no names does not.

use std::fmt;

use syntax::literal::is_bare_symbol;

use super::{Members, Type};
use crate::name::{ClassName, known};

/// A type as people see it: `Nil` for the class of nil.
#[derive(Clone, Copy, Debug)]
pub struct ForPeople<'a>(&'a Type);

impl Type {
    pub fn for_people(&self) -> ForPeople<'_> {
        ForPeople(self)
    }
}

#[derive(Clone, Copy)]
enum Reader {
    Compiler,
    People,
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self, Reader::Compiler)
    }
}

impl fmt::Display for ForPeople<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self.0, Reader::People)
    }
}

fn write(f: &mut fmt::Formatter<'_>, ty: &Type, reader: Reader) -> fmt::Result {
    match ty {
        Type::Class(class) => {
            f.write_str(spelling(&class.class, reader))?;
            if class.arguments.is_empty() {
                return Ok(());
            }
            f.write_str("(")?;
            for (index, argument) in class.arguments.iter().enumerate() {
                if index > 0 {
                    f.write_str(", ")?;
                }
                write(f, argument, reader)?;
            }
            f.write_str(")")
        }
        Type::Meta(class) => write!(f, "{} class", spelling(class, reader)),
        Type::SelfType => f.write_str("Self"),
        Type::SelfClass => f.write_str("Self class"),
        Type::Singleton(symbol) => symbol_literal(f, symbol),
        Type::Union(members) => {
            for (index, member) in members.iter().enumerate() {
                if index > 0 {
                    f.write_str(" | ")?;
                }
                write(f, member, reader)?;
            }
            Ok(())
        }
        Type::Difference(members) => chain(f, members, " \\ ", reader),
        Type::Intersection(members) => chain(f, members, " & ", reader),
        Type::Parameter(name) => f.write_str(name),
        Type::Never => f.write_str("Never"),
        Type::Dynamic => f.write_str("Dynamic"),
    }
}

/// Operands of the two operators that bind tighter than `|` and do not mix.
fn chain(
    f: &mut fmt::Formatter<'_>,
    members: &Members,
    operator: &str,
    reader: Reader,
) -> fmt::Result {
    for (index, member) in members.iter().enumerate() {
        if index > 0 {
            f.write_str(operator)?;
        }
        match member {
            Type::Union(_) | Type::Difference(_) | Type::Intersection(_) => {
                f.write_str("(")?;
                write(f, member, reader)?;
                f.write_str(")")?;
            }
            _ => write(f, member, reader)?,
        }
    }
    Ok(())
}

fn spelling(class: &ClassName, reader: Reader) -> &str {
    match reader {
        Reader::People if *class == known::UNDEFINED_OBJECT => "Nil",
        _ => class,
    }
}

/// An operator symbol is quoted, because a comma behind it would become part of it.
fn symbol_literal(f: &mut fmt::Formatter<'_>, symbol: &str) -> fmt::Result {
    let is_word = symbol.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    match is_word && is_bare_symbol(symbol) {
        true => write!(f, "#{symbol}"),
        false => write!(f, "#'{}'", symbol.replace('\'', "''")),
    }
}
