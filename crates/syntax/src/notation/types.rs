//! Type annotations as S-expressions.

use super::Printer;
use crate::arena::List;
use crate::tree::{ClassName, TypeAnnotation, TypeId};

impl Printer<'_> {
    pub(super) fn ty(&mut self, id: TypeId) {
        match self.tree.nodes.types[id] {
            TypeAnnotation::Simple(class) => self.class_name(class),
            TypeAnnotation::Generic(class, arguments) => {
                self.push("(");
                self.class_name(class);
                for argument in &self.tree.nodes.type_lists[arguments] {
                    self.push(" ");
                    self.ty(*argument);
                }
                self.push(")");
            }
            TypeAnnotation::ClassOf(class) => {
                self.push("(meta ");
                self.class_name(class);
                self.push(")");
            }
            TypeAnnotation::SelfType => self.push("Self"),
            TypeAnnotation::SelfClass => self.push("(meta Self)"),
            TypeAnnotation::Singleton(symbol) => self.symbol(symbol),
            TypeAnnotation::Union(members) => {
                self.push("(or");
                for member in &self.tree.nodes.type_lists[members] {
                    self.push(" ");
                    self.ty(*member);
                }
                self.push(")");
            }
            TypeAnnotation::Difference(operands) => self.left_nested("minus", operands),
            TypeAnnotation::Intersection(operands) => self.left_nested("and", operands),
            TypeAnnotation::Error => self.push("(error)"),
        }
    }

    /// `A op B op C` as `(op (op A B) C)`.
    fn left_nested(&mut self, operator: &str, operands: List<TypeId>) {
        let operands = &self.tree.nodes.type_lists[operands];
        for _ in 1..operands.len() {
            self.push("(");
            self.push(operator);
            self.push(" ");
        }
        for (index, operand) in operands.iter().enumerate() {
            if index > 0 {
                self.push(" ");
            }
            self.ty(*operand);
            if index > 0 {
                self.push(")");
            }
        }
    }

    pub(super) fn class_name(&mut self, class: ClassName) {
        if let Some(package) = class.package {
            self.token(package);
            self.push("@");
        }
        self.name(Some(class.name));
    }
}
