//! The text as it stands, with a marker at the cursor.
//!
//! Where it helps to read it, the text is mended first: a header without its arrow gets
//! one, an operator that is being typed is left out, a message that goes on in the next
//! line is put into one. What is mended stands behind the cursor or keeps its length, so
//! that offsets before the cursor hold. Knows tokens, no classes.

use syntax::tree::{Expr, ExprId};
use syntax::{Parse, Span, Token, TokenId, TokenKind, Tree, parse_at};

/// A parsed text and a place in it.
#[derive(Clone, Debug)]
pub(super) struct Cursor {
    pub(super) parse: Parse,
    /// The word at the cursor. Nothing where no name can be typed.
    pub(super) marker: Option<TokenId>,
    /// The text that was typed of it, and what an item takes the place of.
    pub(super) prefix: String,
    pub(super) replaced: Span,
    pub(super) offset: u32,
    /// Whether an operator is being typed.
    pub(super) is_operator: bool,
    /// Whether it is a directive, or the beginning of one.
    pub(super) is_directive: bool,
    /// Whether nothing stands behind the cursor: the text is not finished.
    pub(super) is_at_end: bool,
    /// The text as it was handed in.
    pub(super) text: String,
}

impl Cursor {
    pub(super) fn at(text: &str, offset: u32) -> Cursor {
        let mut offset = (offset as usize).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        match Cursor::behind_operator(text, offset) {
            Some(cursor) => cursor,
            None => Cursor::of(text, offset).with_directive(),
        }
    }

    /// A directive is one word with its `@`, also while it is none yet.
    fn with_directive(mut self) -> Cursor {
        let tree = &self.parse.tree;
        let is_begun = |token: Token| {
            let span = token.span();
            let starts = matches!(token.kind, TokenKind::Error | TokenKind::At)
                && span.of(&tree.text).starts_with('@');
            starts && span.start < self.offset && self.offset <= span.end
        };
        let Some((id, token)) = tree.tokens.iter().find(|(_, token)| is_begun(*token)) else {
            return self;
        };
        // `package@` is one name.
        let before = id.0.checked_sub(1).map(|it| tree.tokens.get(TokenId(it)));
        let is_glued = before.is_some_and(|it| {
            it.kind == TokenKind::Identifier && it.span().end == token.span().start
        });
        if !is_glued {
            self.is_directive = true;
            self.replaced = token.span();
            let typed = Span { start: token.span().start, end: self.offset };
            self.prefix = typed.of(&tree.text).to_owned();
        }
        self
    }

    fn of(text: &str, offset: usize) -> Cursor {
        let found = parse_at(text, offset as u32);
        let replaced = match found.marker {
            Some(marker) => found.parse.tree.tokens.get(marker).span(),
            None => found.prefix,
        };
        Cursor {
            marker: found.marker,
            prefix: found.prefix.of(text).to_owned(),
            replaced,
            offset: offset as u32,
            is_operator: false,
            is_directive: false,
            is_at_end: text.get(offset..).unwrap_or_default().trim().is_empty(),
            text: text.to_owned(),
            parse: found.parse,
        }
    }

    /// Right behind an operator it is not sure that it is all of it: it is left out, and
    /// stands as what was typed.
    fn behind_operator(text: &str, offset: usize) -> Option<Cursor> {
        let before = text.get(..offset)?;
        let start = operator_start(before);
        let operator = before.get(start..).filter(|it| !it.is_empty())?;
        if matches!(operator, "->" | "=>" | ">>") || operator.starts_with("//") {
            return None;
        }
        let rest = text.get(offset..)?;
        if rest.starts_with(is_operator_character) {
            return None;
        }
        let follows = before.get(..start)?.chars().next_back()?;
        let is_apart = follows.is_whitespace() || is_operand_end(follows);
        let without = format!("{}{rest}", before.get(..start)?);
        let mut cursor = is_apart.then(|| Cursor::of(&without, start))?;
        let marker = cursor.marker?;
        let is_message = match cursor.innermost().map(|it| cursor.expr(it)) {
            Some(Expr::Send(send)) => {
                cursor.tree().tokens.get(marker).span().is_empty()
                    && matches!(send.message, syntax::tree::Message::Unary(it) if it == marker)
            }
            _ => false,
        };
        if !is_message {
            return None;
        }
        cursor.prefix = operator.to_owned();
        cursor.replaced = Span { start: start as u32, end: offset as u32 };
        cursor.is_operator = true;
        cursor.text = text.to_owned();
        Some(cursor)
    }

    /// The same with something put in right behind the word at the cursor.
    pub(super) fn with_behind(&self, more: &str) -> Cursor {
        let (head, tail) = self.split(self.replaced.end);
        self.mended(&format!("{head}{more}{tail}"), self.offset)
    }

    /// The same with the line of the cursor put behind the one before.
    pub(super) fn joined(&self, line_end: Span) -> Cursor {
        let (head, _) = self.split(line_end.start);
        let (_, tail) = self.split(line_end.end);
        let gap = line_end.of(&self.parse.tree.text).replace(['\n', '\r'], " ");
        self.mended(&format!("{head}{gap}{tail}"), self.offset)
    }

    /// The same with parentheses around what stands between `start` and the cursor.
    pub(super) fn parenthesised(&self, start: u32) -> Cursor {
        let word = match self.is_operator {
            true => self.replaced.start,
            false => self.replaced.start.min(self.offset),
        };
        let (head, _) = self.split(start);
        let (before, tail) = self.split(word);
        let message = before.get(head.len()..).unwrap_or_default().trim_end();
        let gap = before.len() - head.len() - message.len();
        let gap = if gap == 0 { " " } else { before.get(before.len() - gap..).unwrap_or(" ") };
        let text = format!("{head}({message}){gap}{tail}");
        let moved = text.len() - self.parse.tree.text.len();
        let offset = match self.is_operator {
            true => word as usize + moved,
            false => self.offset as usize + moved,
        };
        self.mended(&text, offset as u32)
    }

    fn split(&self, at: u32) -> (&str, &str) {
        let text: &str = &self.parse.tree.text;
        text.split_at_checked(at as usize).unwrap_or((text, ""))
    }

    fn mended(&self, text: &str, offset: u32) -> Cursor {
        let mended = Cursor::of(text, offset as usize);
        Cursor {
            parse: mended.parse,
            marker: mended.marker,
            prefix: self.prefix.clone(),
            replaced: self.replaced,
            offset: self.offset,
            is_operator: self.is_operator,
            is_directive: self.is_directive,
            is_at_end: self.is_at_end,
            text: self.text.clone(),
        }
    }

    pub(super) fn tree(&self) -> &Tree {
        &self.parse.tree
    }

    pub(super) fn expr(&self, id: ExprId) -> Expr {
        self.parse.tree.nodes.exprs[id]
    }

    /// The expressions around the cursor, the innermost first.
    pub(super) fn around(&self) -> Vec<ExprId> {
        let Some(marker) = self.marker else { return Vec::new() };
        let tree = self.tree();
        // Parts are stored before wholes.
        let all = tree.nodes.exprs.iter().map(|(id, _)| id);
        let is_around = |id: &ExprId| {
            let range = tree.expr_range(*id);
            range.first <= marker && marker <= range.last
        };
        all.filter(is_around).collect()
    }

    fn innermost(&self) -> Option<ExprId> {
        self.around().first().copied()
    }

    pub(super) fn token_before(&self) -> Option<(TokenId, Token)> {
        let before = TokenId(self.marker?.0.checked_sub(1)?);
        Some((before, self.tree().tokens.get(before)))
    }

    /// The column of a token.
    pub(super) fn column(&self, token: TokenId) -> u32 {
        let tree = self.tree();
        let start = tree.tokens.get(token).span().start as usize;
        let before = tree.text.get(..start).unwrap_or_default();
        before.bytes().rev().take_while(|it| *it != b'\n').count() as u32
    }

    /// The first token of the line that a token stands in.
    pub(super) fn line_start(&self, token: TokenId) -> TokenId {
        let tokens = &self.tree().tokens;
        let mut first = token;
        while first.0 > 0 && !tokens.get(first).begins_line() {
            first.0 -= 1;
        }
        first
    }

    pub(super) fn kind(&self, token: TokenId) -> TokenKind {
        self.tree().tokens.get(token).kind
    }
}

/// Where the operator begins that a text ends with. Of `=:=` the colon is part.
fn operator_start(text: &str) -> usize {
    let whole = ["=:=", "=:"].into_iter().find_map(|it| text.strip_suffix(it));
    match whole.filter(|it| it.ends_with(char::is_whitespace)) {
        Some(before) => before.len(),
        None => text.trim_end_matches(is_operator_character).len(),
    }
}

pub(super) fn is_operator_character(character: char) -> bool {
    matches!(character, '+' | '-' | '*' | '/' | '<' | '>' | '=' | '~' | '%' | '&' | '?' | '\\')
}

fn is_operand_end(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | ')' | ']' | '}' | '"' | '\'')
}
