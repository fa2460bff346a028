//! All checks of one text.
//!
//! In go a tree, the hierarchy with its own classes in it, and what the text is;
//! out come its problems in the order of their places. Total: a tree with errors
//! is checked as far as it goes. Linear in the text.

use hierarchy::ClassHierarchy;
use syntax::Tree;
use syntax::tree::{Class, Extension, Item, Member, Method};

use crate::ancestors::Ancestry;
use crate::bodies::Body;
use crate::checks::definitions::{Definitions, Sort};
use crate::checks::{aliases, data, definitions, inheritance, limits, methods, unused};
use crate::context::Context;
use crate::expectations::{Sight, unexpected};
use crate::findings::Findings;
use crate::home::{Around, Home};
use crate::infer::Inference;
use crate::meaning;
use crate::native::NativeSignatures;
use crate::problem::Problem;
use crate::world::AnalysisScope;

/// What a text is checked against.
#[derive(Clone, Copy, Debug)]
pub struct Basis<'a> {
    pub hierarchy: &'a ClassHierarchy,
    /// The types of the text itself.
    pub inference: &'a Inference,
    pub natives: Option<&'a NativeSignatures>,
}

pub fn check(tree: &Tree, basis: Basis, context: Context) -> Vec<Problem> {
    let Basis { hierarchy, .. } = basis;
    let mut checks = Checks {
        tree,
        hierarchy,
        context,
        ancestry: Ancestry::new(hierarchy),
        findings: Findings::new(),
    };
    checks.declarations();
    checks.statements();
    if context.has_meaning() {
        meaning::check(tree, basis, context, &mut checks.findings);
    }
    limits::check(tree, &mut checks.findings);
    let sight = Sight {
        is_whole: !context.is_script() && context.scope() != AnalysisScope::ModuleOnly,
        sees_erlang: basis.natives.is_some(),
    };
    unexpected(tree, checks.findings.problems, sight)
}

struct Checks<'a> {
    tree: &'a Tree,
    hierarchy: &'a ClassHierarchy,
    context: Context<'a>,
    ancestry: Ancestry<'a>,
    findings: Findings,
}

impl<'a> Checks<'a> {
    fn declarations(&mut self) {
        let tree = self.tree;
        let mut definitions = Definitions::new();
        let mut extensions = methods::Extensions::default();
        let mut protocols = Vec::new();
        for item in &tree.items {
            match *item {
                Item::Class(id) => {
                    let class = &tree.nodes.classes[id];
                    if let Some(name) = class.name {
                        let findings = &mut self.findings;
                        definitions.check(tree, name, Sort::Class, self.context, findings);
                    }
                    self.class(class);
                }
                Item::Protocol(id) => {
                    let protocol = &tree.nodes.protocols[id];
                    let findings = &mut self.findings;
                    if let Some(name) = protocol.name {
                        definitions.check(tree, name, Sort::Protocol, self.context, findings);
                    }
                    let known = &mut protocols;
                    definitions::extending(tree, protocol, self.hierarchy, known, findings);
                }
                Item::Alias(id) => {
                    let alias = &tree.nodes.aliases[id];
                    let findings = &mut self.findings;
                    definitions.check(tree, alias.name, Sort::Alias, self.context, findings);
                    aliases::parameters(tree, alias.ty, findings);
                }
                Item::Extension(id) => {
                    let extension = &tree.nodes.extensions[id];
                    let findings = &mut self.findings;
                    extensions.check(tree, extension, self.hierarchy, self.context, findings);
                    self.extension(extension);
                }
                Item::Statement(_) => extensions.is_after_statement = true,
            }
        }
        inheritance::cycles(tree, self.hierarchy, &mut self.findings);
        aliases::cycles(tree, self.hierarchy, &mut self.findings);
    }

    fn class(&mut self, class: &'a Class) {
        let (tree, hierarchy, context) = (self.tree, self.hierarchy, self.context);
        let around = Around::class(tree, class, &self.ancestry);
        let findings = &mut self.findings;
        inheritance::sealed_superclass(tree, class, hierarchy, context, findings);
        data::of_class(tree, class, &around, findings);
        methods::of_class(tree, class, hierarchy, context, findings);
        for member in &class.members {
            match member {
                Member::Method(method) => self.method(&around, method),
                Member::Data(data) => {
                    let mut body = self.body(Home::Outside);
                    data.initialiser.into_iter().for_each(|initialiser| body.expr(initialiser));
                    body.finish();
                }
            }
        }
    }

    fn extension(&mut self, extension: &'a Extension) {
        let class = self.tree.name(extension.class.name);
        let around = Around::extended(class, &self.ancestry);
        self.method(&around, &extension.method);
    }

    fn method(&mut self, around: &Around<'a>, method: &Method) {
        let side = methods::side(method);
        let tree = self.tree;
        let mut body = self.body(Home::Method(around, side));
        body.parameters(&method.header, unused::parameter_role(tree, method));
        body.statements(tree.list(method.body));
        body.finish();
    }

    /// The statements of a text are one body, whatever is defined between them.
    fn statements(&mut self) {
        let mut body = self.body(Home::Outside);
        if let Context::Script { bound, .. } = body.context {
            for name in bound {
                let span = syntax::Span::default();
                let variable = body.variables.introduced(name, span, unused::Role::Outside);
                body.scopes.introduce(name, variable);
            }
        }
        for item in &body.tree.items {
            if let Item::Statement(statement) = *item {
                body.statement_outside(statement);
            }
        }
        body.finish();
    }

    fn body<'p>(&'p mut self, home: Home<'p, 'a>) -> Body<'a, 'p> {
        Body::new(self.tree, self.hierarchy, self.context, home, &mut self.findings)
    }
}
