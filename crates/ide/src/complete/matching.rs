//! Which labels a typed text may become, and in what words an item shows a method.

use hierarchy::{Doc, Found, MethodInfo, Selector, Side};

/// Case counts: what was typed is what the label begins with.
pub(super) fn fits(label: &str, prefix: &str) -> bool {
    label.starts_with(prefix)
}

/// The first paragraph, on one line.
pub(super) fn paragraph(doc: Option<&Doc>) -> Option<String> {
    let lines = doc?.lines().map(str::trim).skip_while(|it| it.is_empty());
    let lines: Vec<&str> = lines.take_while(|it| !it.is_empty()).collect();
    (!lines.is_empty()).then(|| lines.join(" "))
}

pub(super) fn answer(method: &MethodInfo) -> Option<String> {
    method.signature.returns.ty().map(|it| it.for_people().to_string())
}

pub(super) fn definer(found: &Found) -> String {
    match found.side {
        Side::Instance => found.class.name.to_string(),
        Side::Class => format!("{} class", found.class.name),
    }
}

/// `at: ${1:key} put: ${2:value}` from the given part of the selector on.
pub(super) fn snippet(method: &MethodInfo, from: usize) -> Option<String> {
    if method.signature.parameters.is_empty() {
        return None;
    }
    let parts = method.selector.parts().zip(&method.signature.parameters).skip(from);
    let parts = parts.enumerate().map(|(number, (part, parameter))| {
        let name = parameter.name.as_deref().unwrap_or("value");
        format!("{part} ${{{}:{name}}}", number + 1)
    });
    Some(parts.collect::<Vec<_>>().join(" "))
}

/// What is typed first of a selector.
pub(super) fn first_part(selector: &Selector) -> &str {
    selector.parts().next().unwrap_or(selector)
}
