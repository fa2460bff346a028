//! `resolve_completion_type` and `hover`: what is known of an expression. Nothing is
//! evaluated.

use etf::Term;
use hierarchy::{ClassHierarchy, Found, Side, Slot};
use ide::{Problem, Receiver};
use syntax::tree::{Expr, ExprId, Item, Message};
use syntax::{Span, TokenId, Tree};
use types::{Inference, InferredType};

use super::Asked;
use crate::policy::Policy;
use crate::port::answer::{Answer, Fields, texts};
use crate::port::findings::Findings;
use crate::port::ground::bindings;
use crate::port::request::Wrong;

pub(super) fn receiver(asked: &Asked) -> Result<Answer, Wrong> {
    let expression = asked.fields.text("expression")?;
    if asked.fields.flag("is_whole", false)?
        && let Some(refused) = refused(&expression)
    {
        return Ok(refused);
    }
    let bindings = bindings(asked.fields, "bindings")?;
    let natives = asked.project.natives_quickly(&syntax::parse(&expression).tree, asked.fields);
    let hierarchy = &asked.classes.hierarchy;
    let found = ide::receiver(&expression, hierarchy, natives.as_deref(), &bindings);
    Ok(match found {
        Ok(Receiver::Classes(classes)) => {
            let types = classes.iter().map(|(class, side)| {
                let class = Term::binary(class.simple());
                Term::map([("class_name", class), ("side", side_term(*side))])
            });
            Answer::Ok(vec![("types", Term::list(types.collect::<Vec<Term>>()))])
        }
        Ok(Receiver::Selectors(selectors)) => {
            Answer::Ok(vec![("selectors", texts(selectors.iter().map(|it| it.to_string())))])
        }
        Err(reason) => Answer::NotFound(reason),
    })
}

/// Why a text that should be an expression is none.
fn refused(text: &str) -> Option<Answer> {
    let syntax::Parse { tree, problems } = syntax::parse(text);
    let problems: Vec<Problem> = problems.into_iter().map(Problem::from).collect();
    let findings = Findings::of(text, &problems, &Policy::default());
    let is_statement = |it: &Item| matches!(it, Item::Statement(_));
    findings.refused().or_else(|| {
        let is_none = !tree.items.last().is_some_and(is_statement);
        is_none.then(|| Answer::refusal("This is no expression, and only those have a type"))
    })
}

/// What stands at an offset: the message if it is a selector, else the expression.
pub(super) fn hover(asked: &Asked) -> Result<Answer, Wrong> {
    let source = asked.fields.text("source")?;
    let offset = asked.fields.number("offset")?.ok_or_else(|| Wrong::new("missing `offset`"))?;
    let bindings = bindings(asked.fields, "bindings")?;
    let tree = syntax::parse(&source).tree;
    let natives = asked.project.natives_quickly(&tree, asked.fields);
    let hierarchy = &asked.classes.hierarchy;
    let inference = types::infer_with(&tree, hierarchy, natives.as_deref(), &bindings);
    let Some((expr, span)) = innermost(&tree, offset) else {
        return Ok(Answer::NotFound("there is no expression".to_owned()));
    };
    let mut fields = vec![("span", span_term(span))];
    if let Some(ty) = inference.type_of(expr) {
        fields.push(("type", Term::binary(ty.for_people().to_string())));
    }
    fields.extend(message(&tree, expr, hierarchy, &inference));
    Ok(Answer::Ok(fields))
}

pub(super) fn side_term(side: Side) -> Term {
    Term::atom(match side {
        Side::Instance => "instance",
        Side::Class => "class",
    })
}

pub(super) fn span_term(span: Span) -> Term {
    let number = |value: u32| Term::Integer(value.into());
    Term::map([("start", number(span.start)), ("end", number(span.end))])
}

/// The shortest expression around an offset: of a send that is the selector's, for who
/// points at an operand means that.
fn innermost(tree: &Tree, offset: u32) -> Option<(ExprId, Span)> {
    let all = tree.nodes.exprs.iter().map(|(id, _)| (id, tree.expr_span(id)));
    let around = all.filter(|(_, span)| span.start <= offset && offset < span.end);
    around.min_by_key(|(_, span)| span.end - span.start)
}

/// The method that a send is answered by, if that is known.
fn message(tree: &Tree, expr: ExprId, hierarchy: &ClassHierarchy, inference: &Inference) -> Fields {
    let Expr::Send(send) = tree.nodes.exprs[expr] else { return Vec::new() };
    let selector = tree.selector(&send.message);
    let found = match inference.type_of(send.receiver) {
        Some(InferredType::Meta { class_name, .. }) => {
            hierarchy.find_class_method(class_name, &selector)
        }
        Some(ty) => ty.instance_class().and_then(|class| hierarchy.find_method(class, &selector)),
        None => None,
    };
    found.map_or_else(Vec::new, |found| described(&found))
}

fn described(Found { method, class, side, .. }: &Found) -> Fields {
    let ty = |slot: &Slot| slot.ty().map_or("Dynamic".to_owned(), |ty| ty.for_people().to_string());
    let doc = method.doc.as_deref().map_or_else(|| Term::atom("undefined"), Term::binary);
    vec![
        ("class_name", Term::binary(class.name.simple())),
        ("side", side_term(*side)),
        ("selector", Term::binary(&*method.selector)),
        ("param_types", texts(method.signature.parameters.iter().map(|it| ty(&it.slot)))),
        ("return_type", Term::binary(ty(&method.signature.returns))),
        ("doc_comment", doc),
    ]
}

/// The first token of a selector.
pub(super) fn selector_token(tree: &Tree, message: &Message) -> TokenId {
    match *message {
        Message::Unary(selector) | Message::Binary(selector, _) => selector,
        // A keyword message has a part.
        Message::Keyword(parts) => {
            tree.nodes.keyword_parts[parts].first().map_or(TokenId(0), |part| part.keyword)
        }
    }
}
