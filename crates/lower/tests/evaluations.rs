//! What evaluations say of themselves: their functions, and the lines of a file
//! that their text is only a part of.

use hierarchy::ClassHierarchy;
use lower::core_erlang::print;
use lower::{Evaluation, evaluations};

#[test]
fn each_is_a_function_with_the_lines_of_its_file() {
    let texts = ["a := 1", "\na foo"].map(syntax::parse);
    let parts: Vec<Evaluation> = texts
        .iter()
        .zip([("first", 4), ("second", 40)])
        .map(|(parse, (function, first_line))| Evaluation {
            function,
            tree: &parse.tree,
            first_line,
        })
        .collect();
    let module = evaluations("page", "page.md", &parts, &[], &ClassHierarchy::empty());
    let exports: Vec<String> =
        module.exports.iter().map(|it| format!("{}/{}", it.name, it.arity)).collect();
    assert_eq!(exports, ["first/1", "second/1", "module_info/0", "module_info/1"]);
    let lines: Vec<u32> = module.functions.iter().take(2).map(|it| it.line).collect();
    assert_eq!(lines, [5, 42]);
    let sent = "'foo', []) -| [42, {'file', \"page.md\"}]";
    let printed: Vec<String> = print(&module).split_whitespace().map(str::to_owned).collect();
    assert!(printed.join(" ").contains(sent), "{}", print(&module));
}
