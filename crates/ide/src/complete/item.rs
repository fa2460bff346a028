//! One thing that may be written, with all that a menu shows of it.

use syntax::Span;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub label: String,
    pub kind: ItemKind,
    /// `fill: n :: Integer -> Integer`; the label where nothing more is known.
    pub signature: String,
    /// The class that has it, `C class` for its class side.
    pub defined_in: Option<String>,
    /// What it answers or holds.
    pub return_type: Option<String>,
    /// The first paragraph of its doc comment.
    pub doc: Option<String>,
    /// What comes in place of `replaced`.
    pub insert: String,
    /// The same with places for arguments, for editors that can fill them in.
    pub snippet: Option<String>,
    pub replaced: Span,
    /// How far away it is defined: 0 in the class itself, 1 + n when it is inherited from n
    /// levels up, 50 in what all objects understand, 100 for a message to the last argument,
    /// 101 for the next part of a keyword message.
    pub rank: u32,
    /// To what a message would go.
    pub binds_to: Option<BindsTo>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    Method,
    ClassMethod,
    Class,
    Protocol,
    Alias,
    Variable,
    Field,
    Keyword,
    Symbol,
    Module,
    Function,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindsTo {
    /// What stands before the cursor.
    Receiver,
    /// What the keyword message before the cursor answers.
    Result,
    /// The last argument of that message.
    Argument,
    /// The receiver of the first message of a cascade.
    Cascade,
}

impl ItemKind {
    pub fn word(self) -> &'static str {
        match self {
            ItemKind::Method => "method",
            ItemKind::ClassMethod => "class_method",
            ItemKind::Class => "class",
            ItemKind::Protocol => "protocol",
            ItemKind::Alias => "alias",
            ItemKind::Variable => "variable",
            ItemKind::Field => "field",
            ItemKind::Keyword => "keyword",
            ItemKind::Symbol => "symbol",
            ItemKind::Module => "module",
            ItemKind::Function => "function",
        }
    }
}

impl BindsTo {
    pub fn word(self) -> &'static str {
        match self {
            BindsTo::Receiver => "receiver",
            BindsTo::Result => "result",
            BindsTo::Argument => "argument",
            BindsTo::Cascade => "cascade",
        }
    }
}
