//! Variables that nothing reads, and values that nothing reads.
//!
//! In goes what a walk over a body meets, in the order of evaluation: names that are
//! introduced, assigned and read. Out come, at the end, those that are of no use. A
//! leading underscore says that a name is meant to be unused.
//!
//! A block may be evaluated at any time after it is made, and again. So a variable
//! that any block but its own reads has no dead values; and what a block assigns is
//! not taken back by a later assignment.

use syntax::Span;
use syntax::Tree;
use syntax::tree::{Expr, ExprId, Message, Method};

use crate::bodies::Body;
use crate::problem::{ProblemKind, StyleProblem};

/// Bodies that leave what they do to someone else, who knows the arguments.
const LEFT_OPEN: [&str; 2] = ["subclassResponsibility", "delegate"];

/// Who introduces a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Local,
    /// Of a method that does something.
    Parameter,
    /// That nothing reads it is no fault: a parameter of a block, which whoever evaluates
    /// the block asks for; a name in a pattern, which says what stands there; a parameter
    /// of a method that is left open.
    Given,
    /// Of a file or a prompt: what comes after the text may read it.
    Outside,
}

/// A variable, by the order in which they are introduced.
pub(crate) type VariableId = usize;

#[derive(Debug, Default)]
pub(crate) struct Variables<'a> {
    all: Vec<Variable<'a>>,
    here: Where,
    /// How many arms there were.
    arms: u32,
}

/// A stretch of a body of which all or nothing is evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Where {
    /// How many blocks are around.
    blocks: u32,
    /// Which arm is around.
    arm: u32,
}

#[derive(Debug)]
struct Variable<'a> {
    name: &'a str,
    span: Span,
    role: Role,
    home: Where,
    assignments: u32,
    is_read: bool,
    is_read_by_blocks: bool,
    /// Values that nothing has read so far: of this stretch, of arms and of blocks.
    unread: Vec<Span>,
    unread_of_blocks: Vec<Span>,
    dead: Vec<Span>,
}

/// What becomes of the value of an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Only the variable holds it.
    Kept,
    /// Something else takes it too.
    Used,
}

/// How the parameters of a method are taken.
pub(crate) fn parameter_role(tree: &Tree, method: &Method) -> Role {
    let is_directive = |id: &&ExprId| matches!(tree.nodes.exprs[**id], Expr::Expect(_));
    let mut statements = tree.list(method.body).iter().filter(|id| !is_directive(id));
    let is_open = match (statements.next(), statements.next()) {
        (None, _) => true,
        (Some(only), None) => is_left_open(tree, *only),
        _ => false,
    };
    if is_open { Role::Given } else { Role::Parameter }
}

fn is_left_open(tree: &Tree, mut id: ExprId) -> bool {
    while let Expr::Paren(inner) | Expr::Return(inner) = tree.nodes.exprs[id] {
        id = inner;
    }
    match tree.nodes.exprs[id] {
        Expr::Primitive(_) => true,
        Expr::Send(send) => {
            let is_to_self = matches!(
                tree.nodes.exprs[send.receiver],
                Expr::Identifier(name) if tree.name(name) == "self"
            );
            let says_so = matches!(
                send.message,
                Message::Unary(word) if LEFT_OPEN.contains(&tree.text_of(word))
            );
            is_to_self && says_so
        }
        _ => false,
    }
}

impl<'a> Variables<'a> {
    pub(crate) fn introduced(&mut self, name: &'a str, span: Span, role: Role) -> VariableId {
        self.all.push(Variable {
            name,
            span,
            role,
            home: self.here,
            assignments: 0,
            is_read: false,
            is_read_by_blocks: false,
            unread: Vec::new(),
            unread_of_blocks: Vec::new(),
            dead: Vec::new(),
        });
        self.all.len() - 1
    }

    pub(crate) fn read(&mut self, id: VariableId) {
        let here = self.here;
        let Some(variable) = self.all.get_mut(id) else { return };
        variable.is_read = true;
        variable.is_read_by_blocks |= here.blocks > variable.home.blocks;
        variable.unread.clear();
        variable.unread_of_blocks.clear();
    }

    pub(crate) fn assigned(&mut self, id: VariableId, span: Span, fate: Fate) {
        let here = self.here;
        let Some(variable) = self.all.get_mut(id) else { return };
        variable.assignments += 1;
        if here == variable.home {
            variable.dead.append(&mut variable.unread);
        }
        let unread = match here.blocks > variable.home.blocks {
            true => &mut variable.unread_of_blocks,
            false => &mut variable.unread,
        };
        unread.extend((fate == Fate::Kept).then_some(span));
    }

    pub(crate) fn span(&self, id: VariableId) -> Option<Span> {
        self.all.get(id).map(|variable| variable.span)
    }

    /// Whether no block is around.
    pub(crate) fn is_outside_blocks(&self) -> bool {
        self.here.blocks == 0
    }

    /// Begins a block; what it answers ends it.
    pub(crate) fn enter_block(&mut self) -> Where {
        let around = self.here;
        self.here.blocks += 1;
        around
    }

    /// Begins an arm; what it answers ends it.
    pub(crate) fn enter_arm(&mut self) -> Where {
        let around = self.here;
        self.arms += 1;
        self.here.arm = self.arms;
        around
    }

    pub(crate) fn leave(&mut self, around: Where) {
        self.here = around;
    }
}

/// Reports what is of no use, now that all is read that will be.
pub(crate) fn finish(body: &mut Body) {
    if body.context.is_script() {
        return;
    }
    // Who misspells a variable, or reads it where it has ended, needs it, and is told so
    // there.
    let sought = body.names.sought();
    for variable in std::mem::take(&mut body.variables.all) {
        let Variable { name, span, role, is_read, assignments, .. } = variable;
        if role == Role::Outside || name.starts_with('_') || sought.contains(name) {
            continue;
        }
        let unused = match (is_read, role) {
            (false, Role::Local) => {
                Some(StyleProblem::UnusedVariable { is_assigned_once: assignments == 1 })
            }
            (false, Role::Parameter) => Some(StyleProblem::UnusedParameter),
            _ => None,
        };
        if let Some(unused) = unused {
            body.report(ProblemKind::Style(unused), span);
            continue;
        }
        if variable.is_read_by_blocks {
            continue;
        }
        let never = variable.unread.into_iter().chain(variable.unread_of_blocks);
        for span in variable.dead.into_iter().chain(never) {
            body.report(ProblemKind::Style(StyleProblem::DeadAssignment), span);
        }
    }
}
