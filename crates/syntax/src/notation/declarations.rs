//! Declarations as S-expressions. Members are grouped: data, class state,
//! class-side methods, instance methods.

use super::Printer;
use crate::token::TokenId;
use crate::tree::{
    Alias, Class, DataDeclaration, DataKind, Expect, Extension, Header, Member, Method, Protocol,
    TypeParameter,
};

impl Printer<'_> {
    pub(super) fn class(&mut self, class: &Class) {
        self.push("(class");
        let modifiers = class.modifiers;
        self.flag(modifiers.is_internal, " internal");
        self.flag(modifiers.is_abstract, " abstract");
        self.flag(modifiers.is_sealed, " sealed");
        self.flag(modifiers.is_typed, " typed");
        self.push(" ");
        self.name(class.name);
        self.type_parameters(&class.type_parameters);
        self.push(" < ");
        match class.superclass {
            None => self.push("nil"),
            Some(superclass) => {
                self.class_name(superclass.class);
                let arguments = &self.tree.nodes.type_lists[superclass.arguments];
                for (index, argument) in arguments.iter().enumerate() {
                    self.push(if index == 0 { "(" } else { "," });
                    self.ty(*argument);
                }
                self.flag(!arguments.is_empty(), ")");
            }
        }
        if let Some(module) = class.native {
            self.push(" native: ");
            self.token(module);
        }
        if let Some(scope) = class.handle_scope {
            self.push(" handleScope: ");
            self.symbol(scope);
        }
        for member in class.grouped_members() {
            self.push(" ");
            match member {
                Member::Data(data) => self.data(data),
                Member::Method(method) => {
                    self.member_expect(method.expect);
                    let is_class_side = method.modifiers.is_class_side;
                    self.method(if is_class_side { "cmethod" } else { "method" }, method);
                }
            }
        }
        self.push(")");
    }

    fn flag(&mut self, holds: bool, text: &str) {
        if holds {
            self.push(text);
        }
    }

    fn type_parameters(&mut self, parameters: &[TypeParameter]) {
        for (index, parameter) in parameters.iter().enumerate() {
            self.push(if index == 0 { "<" } else { "," });
            self.token(parameter.name);
            if let Some(bound) = parameter.bound {
                self.push("::");
                self.token(bound);
            }
        }
        self.flag(!parameters.is_empty(), ">");
    }

    fn member_expect(&mut self, expect: Option<Expect>) {
        if let Some(expect) = expect {
            self.expect(expect);
            self.push(" ");
        }
    }

    fn data(&mut self, data: &DataDeclaration) {
        self.member_expect(data.expect);
        self.push(match data.kind {
            DataKind::State => "(state ",
            DataKind::Field => "(field ",
            DataKind::ClassState => "(classState ",
        });
        self.name(data.name);
        if let Some(annotation) = data.annotation {
            self.push(" :: ");
            self.ty(annotation);
        }
        if let Some(initialiser) = data.initialiser {
            self.push(" = ");
            self.expr(initialiser);
        }
        self.push(")");
    }

    fn method(&mut self, head: &str, method: &Method) {
        self.push("(");
        self.push(head);
        self.flag(method.modifiers.is_internal, " internal");
        self.flag(method.modifiers.is_sealed, " sealed");
        self.push(" ");
        self.header(&method.header);
        // A bare `@primitive` stands for the selector of its method.
        let outer = self.selector.replace(self.tree.header_selector(&method.header));
        for statement in self.tree.list(method.body) {
            self.push(" ");
            self.expr(*statement);
        }
        self.selector = outer;
        self.push(")");
    }

    fn header(&mut self, header: &Header) {
        let selector = self.tree.header_selector(header);
        self.push(&selector);
        self.push(" (");
        for (index, parameter) in self.tree.parameters(header).iter().enumerate() {
            self.flag(index > 0, " ");
            match parameter.annotation {
                None => self.name(parameter.name),
                Some(annotation) => {
                    self.push("(:: ");
                    self.name(parameter.name);
                    self.push(" ");
                    self.ty(annotation);
                    self.push(")");
                }
            }
        }
        self.push(")");
        if let Some(return_type) = header.return_type {
            self.push(" -> ");
            self.ty(return_type);
        }
    }

    pub(super) fn extension(&mut self, extension: &Extension) {
        self.push("(ext ");
        self.class_name(extension.class);
        self.flag(extension.method.modifiers.is_class_side, " class");
        self.push(" ");
        self.method("method", &extension.method);
        self.push(")");
    }

    pub(super) fn protocol(&mut self, protocol: &Protocol) {
        self.push("(protocol ");
        self.name(protocol.name);
        self.type_parameters(&protocol.type_parameters);
        if let Some(extended) = protocol.extending {
            self.push(" extending: ");
            self.token(extended);
        }
        for signature in &protocol.signatures {
            self.push(if signature.is_class_side { " (csig " } else { " (sig " });
            self.header(&signature.header);
            self.push(")");
        }
        self.push(")");
    }

    pub(super) fn alias(&mut self, alias: &Alias) {
        self.push("(type ");
        self.flag(alias.is_internal, "internal ");
        self.token(alias.name);
        self.push(" ");
        self.ty(alias.ty);
        self.push(")");
    }

    pub(super) fn symbol(&mut self, token: TokenId) {
        self.literal_token(token);
    }
}
