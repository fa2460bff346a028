//! Every command: what it answers, and what it says to a request that makes no sense.

use etf::Term;
use expect_test::{Expect, expect};

use crate::client::{Port, shown, text, text_map, texts};

fn check(rows: &[(&str, &[(&str, Term)])], expected: Expect) {
    let mut port = Port::start();
    let answers = rows.iter().map(|(command, fields)| {
        let answer = port.ask(command, fields);
        format!("== {command}\n{}", shown(&answer))
    });
    expected.assert_eq(&answers.collect::<String>());
}

fn line(source: &str) -> [(&str, Term); 2] {
    [("source", text(source)), ("module", text("turn_1"))]
}

#[test]
fn expressions() {
    let known = [
        ("source", text("cups + 1")),
        ("module", text("turn_2")),
        ("known_vars", texts(&["cups"])),
    ];
    check(
        &[
            ("compile_expression", &line("3 + 4")),
            ("compile_expression", &line("cups + 1")),
            ("compile_expression", &known),
            ("compile_expression", &line("3 + ")),
            ("compile_expression", &line("#(1 2")),
            ("compile_expression", &line("  // nothing\n")),
            ("compile_expression_trace", &line("x := 1\nx + 1")),
            ("compile_expression_trace", &line("type Leaf = String")),
            ("compile_expression_trace", &line("")),
            ("compile_expression", &[("source", text("1"))]),
            ("compile_expression", &[("source", Term::Integer(1)), ("module", text("m"))]),
        ],
        expect![[r#"
            == compile_expression
            status: ok
            core: <core>
            warnings: []
            warning_details: []
            == compile_expression
            status: error
            diagnostics: [#{message "Undefined variable `cups`", severity error, category undefined, line 1, column 1, start 0, end 4, hint "Write `cups := …` before it is read; if it is a message, write its receiver before it."}]
            == compile_expression
            status: ok
            core: <core>
            warnings: []
            warning_details: []
            == compile_expression
            status: error
            diagnostics: [#{message "expected expression, found <eof>", severity error, category undefined, line 1, column 4, start 3, end 3, hint "Write a value after `+`."}]
            == compile_expression
            status: error
            diagnostics: [#{message "Expected ',' or ')' in list, found `2`", severity error, category undefined, line 1, column 5, start 4, end 5, hint "Write a comma before `2`."}]
            == compile_expression
            status: error
            diagnostics: [#{message "There are no expressions here: type one, such as `3 + 4`"}]
            == compile_expression_trace
            status: ok
            core: <core>
            warnings: []
            warning_details: []
            == compile_expression_trace
            status: error
            diagnostics: [#{message "Only expressions can be traced, not declarations"}]
            == compile_expression_trace
            status: error
            diagnostics: [#{message "There are no expressions here: type one, such as `3 + 4`"}]
            == compile_expression
            status: error
            diagnostics: [#{message "missing `module`"}]
            == compile_expression
            status: error
            diagnostics: [#{message "`source` must be UTF-8 text"}]
        "#]],
    );
}

#[test]
fn declarations_at_the_prompt() {
    check(
        &[
            (
                "compile_expression",
                &line(
                    "Tea subclass: Oolong\n\nObject subclass: Tea\n  minutes => 3\n\nTea new minutes",
                ),
            ),
            (
                "compile_expression",
                &line(
                    "Object subclass: Tea\n  minutes => 3\n\nTea >> minutes => 4\n\nTea class >> green => self new",
                ),
            ),
            ("compile_expression", &line("Object subclass: Tea\n\nInteger >> cups => self")),
            (
                "compile_expression",
                &line(
                    "/// Steeps.\nInteger >> steep: n :: Integer with: x -> Integer =>\n      self   + n",
                ),
            ),
            ("compile_expression", &line("Integer class >> cup => 1")),
            ("compile_expression", &line("Nowhere >> cup => 1")),
            ("compile_expression", &line("Integer >> one => 1\nInteger >> two => 2")),
            ("compile_expression", &line("Integer >> one => 1\n\n3 one")),
            ("compile_expression", &line("Protocol define: Steeped\n  minutes -> Integer")),
            ("compile_expression", &line("/// What is drunk.\ntype Leaf = String | Nil")),
            ("compile_expression", &line("type Leaf = String\ntype Cup = String")),
            ("compile_expression", &line("type Leaf = String\n\n3")),
            ("compile_expression", &line("type Leaf = String\n\nInteger >> one => 1")),
            (
                "compile_expression",
                &line(
                    "/// Kept.\ntype Leaf = String\n\nValue subclass: Tea\n  field: leaf :: Leaf = \"x\"\n",
                ),
            ),
        ],
        expect![[r#"
            == compile_expression
            status: ok
            kind: class_definition
            modules: [#{module_name "bt@tea", class "Tea", core <core>}, #{module_name "bt@oolong", class "Oolong", core <core>}]
            referenced_aliases: []
            classes: [#{name "Tea", superclass "Object"}, #{name "Oolong", superclass "Tea"}]
            trailing_core: <core>
            warnings: []
            warning_details: []
            == compile_expression
            status: ok
            kind: class_definition
            modules: [#{module_name "bt@tea", class "Tea", core <core>}]
            referenced_aliases: []
            classes: [#{name "Tea", superclass "Object"}]
            warnings: []
            warning_details: []
            == compile_expression
            status: ok
            kind: class_definition
            modules: [#{module_name "bt@tea", class "Tea", core <core>}, #{module_name "bt@outside@686235f901b1dbb3", class undefined, core <core>}]
            referenced_aliases: []
            classes: [#{name "Tea", superclass "Object"}]
            warnings: []
            warning_details: []
            == compile_expression
            status: ok
            kind: method_definition
            class_name: "Integer"
            selector: "steep:with:"
            is_class_method: false
            method_source: "/// Steeps.\nsteep: n :: Integer with: x -> Integer => self + n"
            return_type: "Integer"
            param_types: ["Integer", "Dynamic"]
            core: <core>
            warnings: []
            warning_details: []
            == compile_expression
            status: ok
            kind: method_definition
            class_name: "Integer"
            selector: "cup"
            is_class_method: true
            method_source: "cup => 1"
            return_type: "Dynamic"
            param_types: []
            core: <core>
            warnings: []
            warning_details: []
            == compile_expression
            status: ok
            kind: method_definition
            class_name: "Nowhere"
            selector: "cup"
            is_class_method: false
            method_source: "cup => 1"
            return_type: "Dynamic"
            param_types: []
            core: <core>
            warnings: ["There is no class `Nowhere` to give this method to"]
            warning_details: [#{message "There is no class `Nowhere` to give this method to", severity warning, category undefined, line 1, column 1, start 0, end 7}]
            == compile_expression
            status: error
            diagnostics: [#{message "Several methods cannot be entered at once: enter them one by one, or with the class that they belong to"}]
            == compile_expression
            status: error
            diagnostics: [#{message "A method and expressions cannot be entered together: enter the method first"}]
            == compile_expression
            status: ok
            kind: protocol_definition
            modules: [#{module_name "bt@outside@05b5d3512f1de073", class undefined, core <core>}]
            referenced_aliases: []
            protocols: ["Steeped"]
            warnings: []
            warning_details: []
            == compile_expression
            status: ok
            kind: type_alias_definition
            alias_name: "Leaf"
            expansion: "String | Nil"
            doc_comment: "What is drunk."
            warnings: []
            warning_details: []
            == compile_expression
            status: error
            diagnostics: [#{message "Several type aliases cannot be entered at once: enter them one by one"}]
            == compile_expression
            status: error
            diagnostics: [#{message "A type alias and expressions cannot be entered together: enter the alias first"}]
            == compile_expression
            status: error
            diagnostics: [#{message "A type alias and a method cannot be entered together: enter one after the other"}]
            == compile_expression
            status: ok
            kind: class_definition
            modules: [#{module_name "bt@tea", class "Tea", core <core>}]
            referenced_aliases: ["Leaf"]
            classes: [#{name "Tea", superclass "Value"}]
            warnings: []
            warning_details: []
        "#]],
    );
}

#[test]
fn files() {
    let classes =
        "Object subclass: Tea\n  minutes => 3\n\nTea subclass: Oolong\n\nInteger >> cups => self\n";
    let in_package =
        [("source", text(classes)), ("package", text("shop")), ("source_path", text("src/tea.bt"))];
    let library = [
        ("source", text("Object subclass: Tea\n  size => @primitive\n")),
        ("stdlib_mode", true.into()),
    ];
    let aliased = [
        ("source", text("Object subclass: Tea\n  leaf :: -> Leaf => \"assam\"\n")),
        ("known_type_aliases", texts(&["type Leaf = String", "no alias at all"])),
    ];
    check(
        &[
            ("compile", &[("source", text(classes))]),
            ("compile", &in_package),
            ("compile", &library),
            ("compile", &[("source", text("Object subclass: Tea\n  size => @primitive\n"))]),
            ("compile", &aliased),
            ("compile", &[("source", text("Protocol define: Steeped\n  minutes -> Integer\n"))]),
            ("compile", &[("source", text("type Leaf = String\n"))]),
            ("compile", &[("source", text("Object subclass: Integer\n"))]),
            ("compile", &[("source", text(""))]),
            ("compile", &[("source", text("Object subclass: Tea\n  a => b\n  c => d\n"))]),
            ("compile", &[("source", text("1")), ("class_superclass_index", text("no map"))]),
            (
                "compile",
                &[
                    ("source", text("1")),
                    ("class_module_index", text_map(&[("A", Term::Integer(1))])),
                ],
            ),
            ("compile", &[("source", text("1")), ("stdlib_mode", text("yes"))]),
        ],
        expect![[r#"
            == compile
            status: ok
            modules: [#{module_name "bt@tea", class "Tea", core <core>}, #{module_name "bt@oolong", class "Oolong", core <core>}, #{module_name "bt@outside@686235f901b1dbb3", class undefined, core <core>}]
            classes: [#{name "Tea", superclass "Object"}, #{name "Oolong", superclass "Tea"}]
            referenced_aliases: []
            warnings: []
            warning_details: []
            == compile
            status: ok
            modules: [#{module_name "bt@shop@tea", class "Tea", core <core>}, #{module_name "bt@shop@oolong", class "Oolong", core <core>}, #{module_name "bt@shop@file@src@tea", class undefined, core <core>}]
            classes: [#{name "Tea", superclass "Object"}, #{name "Oolong", superclass "Tea"}]
            referenced_aliases: []
            warnings: []
            warning_details: []
            == compile
            status: ok
            modules: [#{module_name "bt@stdlib@tea", class "Tea", core <core>}]
            classes: [#{name "Tea", superclass "Object"}]
            referenced_aliases: []
            warnings: []
            warning_details: []
            == compile
            status: error
            diagnostics: [#{message "`@primitive` is only for the class library", severity error, category undefined, line 2, column 11, start 31, end 41, hint "Write the method out, or call an Erlang function: `Erlang lists reverse: xs`."}]
            == compile
            status: ok
            modules: [#{module_name "bt@tea", class "Tea", core <core>}]
            classes: [#{name "Tea", superclass "Object"}]
            referenced_aliases: ["Leaf"]
            warnings: []
            warning_details: []
            == compile
            status: ok
            modules: [#{module_name "bt@outside@05b5d3512f1de073", class undefined, core <core>}]
            classes: []
            referenced_aliases: []
            kind: protocol_definition
            protocols: ["Steeped"]
            warnings: []
            warning_details: []
            == compile
            status: ok
            modules: []
            classes: []
            referenced_aliases: []
            warnings: []
            warning_details: []
            == compile
            status: ok
            modules: [#{module_name "bt@integer", class "Integer", core <core>}]
            classes: [#{name "Integer", superclass "Object"}]
            referenced_aliases: []
            warnings: ["`Integer` is the name of a library class"]
            warning_details: [#{message "`Integer` is the name of a library class", severity warning, category undefined, line 1, column 18, start 17, end 24, hint "Give the class another name, or add methods to the library's: `Name >> selector`."}]
            == compile
            status: error
            diagnostics: [#{message "There is nothing in this file: define a class in it"}]
            == compile
            status: error
            diagnostics: [#{message "Undefined variable `b`", severity error, category undefined, line 2, column 8, start 28, end 29, hint "Write `b := …` before it is read; if it is a message, write its receiver before it."}, #{message "Undefined variable `d`", severity error, category undefined, line 3, column 8, start 37, end 38, hint "Write `d := …` before it is read; if it is a message, write its receiver before it."}]
            == compile
            status: error
            diagnostics: [#{message "`class_superclass_index` must be a map"}]
            == compile
            status: error
            diagnostics: [#{message "`class_module_index` must be a map from names to names"}]
            == compile
            status: error
            diagnostics: [#{message "`stdlib_mode` must be true or false"}]
        "#]],
    );
}

#[test]
fn methods() {
    let class = "Object subclass: Tea\n  /// Old.\n  minutes => 3\n\n  leaf => \"assam\"\n";
    let with = |method: &str| [("class_source", text(class)), ("method_source", text(method))];
    let class_side = [
        ("class_source", text(class)),
        ("method_source", text("green -> Tea =>   self new")),
        ("is_class_method", true.into()),
    ];
    let wrong_class_side = [
        ("class_source", text(class)),
        ("method_source", text("/// Green.\ngreen => nowhere")),
        ("is_class_method", true.into()),
    ];
    let several = [
        ("class_source", text("Object subclass: Tea\n\nObject subclass: Cup\n")),
        ("method_source", text("size => 1")),
    ];
    let named = [several[0].clone(), several[1].clone(), ("class_name", text("Cup"))];
    let elsewhere = [
        ("class_source", text("Object subclass: Tea\n  a => 1\n\n  b => nowhere\n")),
        ("method_source", text("a =>\n  x := 1\n  x")),
    ];
    check(
        &[
            ("compile_method", &with("/// New.\nminutes   => 4")),
            ("compile_method", &with("sugar: n :: Integer => n")),
            ("compile_method", &class_side),
            ("compile_method", &wrong_class_side),
            ("compile_method", &with("leaf =>\n  x := \"one\n  two\"\n  x + nowhere")),
            ("compile_method", &with("minutes =>\n  x := 1\n  nowhere + x")),
            ("compile_method", &with("minutes => (")),
            ("compile_method", &with("3 + 4")),
            ("compile_method", &elsewhere),
            ("compile_method", &several),
            ("compile_method", &named),
        ],
        expect![[r#"
            == compile_method
            status: ok
            kind: method_definition
            core: <core>
            module_name: "bt@tea"
            classes: [#{name "Tea", superclass "Object"}]
            referenced_aliases: []
            selector: "minutes"
            is_class_method: false
            method_source: "/// New.\nminutes => 4"
            return_type: "Dynamic"
            param_types: []
            merged_class_source: "Object subclass: Tea\n\n  /// New.\n  minutes => 4\n\n  leaf => \"assam\"\n"
            warnings: []
            warning_details: []
            == compile_method
            status: ok
            kind: method_definition
            core: <core>
            module_name: "bt@tea"
            classes: [#{name "Tea", superclass "Object"}]
            referenced_aliases: []
            selector: "sugar:"
            is_class_method: false
            method_source: "sugar: n :: Integer => n"
            return_type: "Dynamic"
            param_types: ["Integer"]
            merged_class_source: "Object subclass: Tea\n\n  /// Old.\n  minutes => 3\n\n  leaf => \"assam\"\n\n  sugar: n :: Integer => n\n"
            warnings: []
            warning_details: []
            == compile_method
            status: ok
            kind: method_definition
            core: <core>
            module_name: "bt@tea"
            classes: [#{name "Tea", superclass "Object"}]
            referenced_aliases: []
            selector: "green"
            is_class_method: true
            method_source: "green -> Tea => self new"
            return_type: "Tea"
            param_types: []
            merged_class_source: "Object subclass: Tea\n\n  class green -> Tea => self new\n\n  /// Old.\n  minutes => 3\n\n  leaf => \"assam\"\n"
            warnings: []
            warning_details: []
            == compile_method
            status: error
            diagnostics: [#{message "Undefined variable `nowhere`", severity error, category undefined, line 2, column 10, start 20, end 27, hint "Write `nowhere := …` before it is read; if it is a message, write its receiver before it."}]
            == compile_method
            status: error
            diagnostics: [#{message "Undefined variable `nowhere`", severity error, category undefined, line 4, column 7, start 33, end 40, hint "Write `nowhere := …` before it is read; if it is a message, write its receiver before it."}, #{message "`String` does not understand `+`", severity hint, category dnu, line 4, column 3, start 29, end 40}]
            == compile_method
            status: error
            diagnostics: [#{message "Undefined variable `nowhere`", severity error, category undefined, line 3, column 3, start 22, end 29, hint "Write `nowhere := …` before it is read; if it is a message, write its receiver before it."}]
            == compile_method
            status: error
            diagnostics: [#{message "expected expression, found <eof>", severity error, category undefined, line 1, column 13, start 12, end 12, hint "Write a value after `(`."}]
            == compile_method
            status: error
            diagnostics: [#{message "Expected one method, found `3`", severity error, category undefined, line 1, column 1, start 0, end 1, hint "Write a header, `=>` and the body, as in `boil => 100`."}]
            == compile_method
            status: error
            diagnostics: [#{message "Undefined variable `nowhere`", severity error, category undefined, line 4, column 8, start 38, end 45, hint "Write `nowhere := …` before it is read; if it is a message, write its receiver before it."}]
            == compile_method
            status: error
            diagnostics: [#{message "`class_source` defines several classes: name one in `class_name`"}]
            == compile_method
            status: ok
            kind: method_definition
            core: <core>
            module_name: "bt@cup"
            classes: [#{name "Tea", superclass "Object"}, #{name "Cup", superclass "Object"}]
            referenced_aliases: []
            selector: "size"
            is_class_method: false
            method_source: "size => 1"
            return_type: "Dynamic"
            param_types: []
            merged_class_source: "Object subclass: Tea\n\nObject subclass: Cup\n\n  size => 1\n"
            warnings: []
            warning_details: []
        "#]],
    );
}

#[test]
fn diagnostics() {
    let method = |source: &str| [("source", text(source)), ("mode", text("method"))];
    check(
        &[
            ("diagnostics", &[("source", text("3 + 4"))]),
            ("diagnostics", &[("source", text("nowhere"))]),
            ("diagnostics", &[("source", text("x := (3\n"))]),
            ("diagnostics", &method("minutes => nowhere")),
            ("diagnostics", &method("minutes => (")),
            ("diagnostics", &[("source", text("1")), ("mode", text("poem"))]),
            ("diagnostics", &[]),
        ],
        expect![[r#"
            == diagnostics
            status: ok
            diagnostics: []
            referenced_aliases: []
            == diagnostics
            status: ok
            diagnostics: [#{message "Undefined variable `nowhere`", severity error, category undefined, line 1, column 1, start 0, end 7, hint "Write `nowhere := …` before it is read; if it is a message, write its receiver before it."}]
            referenced_aliases: []
            == diagnostics
            status: ok
            diagnostics: [#{message "Expected ')' to close parenthesis, found the end of the text", severity error, category undefined, line 1, column 8, start 7, end 7, hint "Write `)` before the end of the text."}]
            referenced_aliases: []
            == diagnostics
            status: ok
            diagnostics: []
            referenced_aliases: []
            == diagnostics
            status: ok
            diagnostics: [#{message "expected expression, found <eof>", severity error, category undefined, line 1, column 13, start 12, end 12, hint "Write a value after `(`."}]
            referenced_aliases: []
            == diagnostics
            status: error
            diagnostics: [#{message "`mode` must be one of: expression, method"}]
            == diagnostics
            status: error
            diagnostics: [#{message "missing `source`"}]
        "#]],
    );
}

#[test]
fn types() {
    let instance = |class: &str| Term::tuple([Term::atom("instance"), text(class)]);
    let bindings = text_map(&[("tea", instance("String")), ("odd", Term::Integer(1))]);
    let ask = |expression: &str| [("expression", text(expression)), ("bindings", bindings.clone())];
    let hover = |source: &str, offset: i64| {
        [
            ("source", text(source)),
            ("offset", Term::Integer(offset)),
            ("bindings", bindings.clone()),
        ]
    };
    check(
        &[
            ("resolve_completion_type", &ask("tea size")),
            ("resolve_completion_type", &ask("(3 > 2) ifTrue: [1] ifFalse: [\"x\"]")),
            ("resolve_completion_type", &ask("tea class")),
            ("resolve_completion_type", &ask("odd")),
            ("resolve_completion_type", &ask("((((")),
            (
                "resolve_completion_type",
                &[("expression", text("1")), ("bindings", Term::atom("odd"))],
            ),
            ("complete", &hover("tea si", 6)),
            ("complete", &hover("3 max: tea size i", 17)),
            ("complete", &hover("nobody pours", 12)),
            ("complete", &hover("// te", 5)),
            ("complete", &[("source", text("cup :: Int"))]),
            ("hover", &hover("tea size + 1", 1)),
            ("hover", &hover("tea size + 1", 5)),
            ("hover", &hover("tea size + 1", 90)),
            ("hover", &[("source", text("1"))]),
        ],
        expect![[r#"
            == resolve_completion_type
            status: ok
            types: [#{class_name "Integer", side instance}]
            == resolve_completion_type
            status: ok
            types: [#{class_name "Integer", side instance}, #{class_name "String", side instance}]
            == resolve_completion_type
            status: ok
            types: [#{class_name "String", side class}]
            == resolve_completion_type
            status: not_found
            reason: "its type is not known"
            == resolve_completion_type
            status: not_found
            reason: "its type is not known"
            == resolve_completion_type
            status: error
            diagnostics: [#{message "`bindings` must be a map"}]
            == complete
            status: ok
            position: message
            prefix: "si"
            from: 4
            readings: [#{binds_to receiver, selectors all, types [#{class_name "String", side instance}], protocol [], is_self false}]
            parts: []
            names: []
            sent: #{}
            == complete
            status: ok
            position: message
            prefix: "i"
            from: 16
            readings: [#{binds_to result, selectors all, types [#{class_name "Integer", side instance}], protocol [], is_self false, opens_at 0}, #{binds_to argument, selectors unary, types [#{class_name "Integer", side instance}], protocol [], is_self false}]
            parts: ["max:"]
            names: []
            sent: #{"size" 1}
            continued: #{binds_to receiver, selectors keyword, types [#{class_name "Integer", side instance}], protocol [], is_self false}
            == complete
            status: ok
            position: message
            prefix: "pours"
            from: 7
            readings: [#{binds_to receiver, selectors all, types [], protocol [], is_self false, reason "nothing is called `nobody` here"}]
            parts: []
            names: []
            sent: #{}
            reason: "nothing is called `nobody` here"
            == complete
            status: ok
            position: nothing
            prefix: ""
            from: 5
            readings: []
            parts: []
            names: []
            sent: #{}
            reason: "this is a comment"
            == complete
            status: ok
            position: type_name
            prefix: "Int"
            from: 7
            readings: []
            parts: []
            names: [#{label "Integer", kind class, signature "Number subclass: Integer", defined_in "stdlib", type undefined, doc "Whole numbers of any size. A minus directly before a digit belongs to the number, so `-2 ** 2` is 4. Where an Integer stands for a Unicode code point it can say what kind of character that is.", insert "Integer", replaces_from 7, rank 0, binds_to undefined}, #{label "Interval", kind class, signature "Collection subclass: Interval", defined_in "stdlib", type undefined, doc "Integers at equal distances, made by `1 to: 9` or `1 to: 9 by: 2`. One whose step leads away from its end, or nowhere, is empty. `collect:`, `select:` and `reject:` answer Lists.", insert "Interval", replaces_from 7, rank 0, binds_to undefined}]
            sent: #{}
            == hover
            status: ok
            span: #{start 0, end 3}
            type: "String"
            == hover
            status: ok
            span: #{start 0, end 8}
            type: "Integer"
            class_name: "String"
            side: instance
            selector: "size"
            param_types: []
            return_type: "Integer"
            doc_comment: "The number of characters.\n\n```beamtalk\n\"tea\" size   // => 3\n```"
            == hover
            status: not_found
            reason: "there is no expression"
            == hover
            status: error
            diagnostics: [#{message "missing `offset`"}]
        "#]],
    );
}

#[test]
fn source_queries() {
    let source = "brew: cup =>\n  self heat: cup; stir\n  super brew: (Erlang lists reverse: #(Tea, cup))\n  self.count := self.count + heat\n  self announce: (Brewed cup: cup)\n  cup announceAndWait: cup";
    let ask = |key: &'static str, it: &str| [("source", text(source)), (key, text(it))];
    let ffi = |function: &str, arity: Term| {
        [
            ("source", text(source)),
            ("module", text("lists")),
            ("function", text(function)),
            ("arity", arity),
        ]
    };
    check(
        &[
            ("find_senders_in_source", &ask("selector", "stir")),
            ("find_senders_in_source", &ask("selector", "brew:")),
            ("find_all_sends_in_source", &[("source", text(source))]),
            ("find_references_to_in_source", &ask("class_name", "Tea")),
            ("find_field_readers_in_source", &ask("field", "count")),
            ("find_field_writers_in_source", &ask("field", "count")),
            ("find_field_readers_in_source", &ask("field", "heat")),
            ("find_field_readers_in_source", &ask("field", "cup")),
            ("find_ffi_sites_in_source", &ffi("reverse", Term::Integer(1))),
            ("find_ffi_sites_in_source", &ffi("reverse", Term::Integer(2))),
            ("find_announce_sites_in_source", &[("source", text(source))]),
            ("find_senders_in_source", &[("source", text("3 + (")), ("selector", text("+"))]),
            ("find_senders_in_source", &[("source", text("3 +"))]),
        ],
        expect![[r#"
            == find_senders_in_source
            status: ok
            lines: [2]
            == find_senders_in_source
            status: ok
            lines: [3]
            == find_all_sends_in_source
            status: ok
            sends: [#{selector "heat:", line 2, recv self, target_module ""}, #{selector "stir", line 2, recv self, target_module ""}, #{selector "brew:", line 3, recv super, target_module ""}, #{selector "reverse:", line 3, recv erlang_ffi, target_module "lists"}, #{selector "+", line 4, recv other, target_module ""}, #{selector "announce:", line 5, recv self, target_module ""}, #{selector "cup:", line 5, recv other, target_module ""}, #{selector "announceAndWait:", line 6, recv other, target_module ""}]
            == find_references_to_in_source
            status: ok
            lines: [3]
            == find_field_readers_in_source
            status: ok
            lines: [4]
            == find_field_writers_in_source
            status: ok
            lines: [4]
            == find_field_readers_in_source
            status: ok
            lines: [4]
            == find_field_readers_in_source
            status: ok
            lines: []
            == find_ffi_sites_in_source
            status: ok
            lines: [3]
            == find_ffi_sites_in_source
            status: ok
            lines: []
            == find_announce_sites_in_source
            status: ok
            sites: [#{selector "announce:", line 5, announcement_class "Brewed"}, #{selector "announceAndWait:", line 6, announcement_class ""}]
            == find_senders_in_source
            status: ok
            lines: []
            == find_senders_in_source
            status: error
            diagnostics: [#{message "missing `selector`"}]
        "#]],
    );
}

#[test]
fn spans_and_layout() {
    let source = "Object subclass: Tea\n  /// Long.\n  minutes => 3\n\n  class green => self new\n\nTea >> leaf => 1\n\nTea >> leaf => 2\n";
    let find = |class: &str, selector: &str, side: &str| {
        [
            ("source", text(source)),
            ("class_name", text(class)),
            ("selector", text(selector)),
            ("side", Term::atom(side)),
        ]
    };
    let broken = [
        ("source", text("Object subclass: Tea\n  a => (\n")),
        ("class_name", text("Tea")),
        ("selector", text("a")),
    ];
    let reindent = |source: &str, indent: i64| {
        [("source", text(source)), ("base_indent", Term::Integer(indent))]
    };
    let of_class =
        |source: &str, class: &str| [("source", text(source)), ("class_name", text(class))];
    let documented = [
        ("source", text("/// Fresh.\nsealed green => self new")),
        ("base_indent", Term::Integer(2)),
        ("is_class_method", Term::from(true)),
    ];
    let pots = "// Ours.\n\n/// Round.\nObject subclass: Pot\n  size => 1 // cup\n\nObject subclass: Lid\n";
    let twice = "Object subclass: Pot\n\nObject subclass: Pot\n";
    check(
        &[
            ("resolve_method_span", &find("Tea", "minutes", "instance")),
            ("resolve_method_span", &find("Tea", "green", "class")),
            ("resolve_method_span", &find("Tea", "green", "instance")),
            ("resolve_method_span", &find("Cup", "minutes", "instance")),
            ("resolve_method_span", &find("Tea", "leaf", "instance")),
            ("resolve_method_span", &find("Tea", "leaf", "upside")),
            ("resolve_method_span", &broken),
            ("reindent_method_source", &reindent("a =>\n    1   +  2\n    \"one\ntwo\"", 4)),
            ("reindent_method_source", &reindent("a => (", 2)),
            ("reindent_method_source", &documented),
            ("resolve_class_span", &of_class(pots, "Pot")),
            ("resolve_class_span", &of_class(pots, "Lid")),
            ("resolve_class_span", &of_class(pots, "Tea")),
            ("resolve_class_span", &of_class(twice, "Pot")),
            ("resolve_class_span", &of_class("Object subclass: Pot\n  a => (\n", "Pot")),
        ],
        expect![[r#"
            == resolve_method_span
            status: ok
            span: #{start 23, end 47}
            prev_source: "/// Long.\n  minutes => 3"
            == resolve_method_span
            status: ok
            span: #{start 51, end 74}
            prev_source: "class green => self new"
            == resolve_method_span
            status: error
            reason: selector_not_found
            message: "the text has no method `green` of `Tea`"
            == resolve_method_span
            status: error
            reason: class_not_found
            message: "the text has no class `Cup`"
            == resolve_method_span
            status: error
            reason: ambiguous
            message: "the text has several methods `leaf` of `Tea`"
            == resolve_method_span
            status: error
            diagnostics: [#{message "`side` must be one of: instance, class"}]
            == resolve_method_span
            status: error
            reason: invalid_span
            message: "the method `a` cannot be read"
            == reindent_method_source
            status: ok
            source: "    a =>\n      1 + 2\n      \"one\ntwo\""
            == reindent_method_source
            status: ok
            source: "  a => ("
            == reindent_method_source
            status: ok
            source: "  /// Fresh.\n  class sealed green => self new"
            == resolve_class_span
            status: ok
            span: #{start 10, end 53}
            prev_source: "/// Round.\nObject subclass: Pot\n  size => 1"
            members_end: 60
            == resolve_class_span
            status: ok
            span: #{start 62, end 82}
            prev_source: "Object subclass: Lid"
            members_end: 82
            == resolve_class_span
            status: error
            reason: class_not_found
            message: "the text has no class `Tea`"
            == resolve_class_span
            status: error
            reason: ambiguous
            message: "the text has several classes `Pot`"
            == resolve_class_span
            status: error
            reason: invalid_span
            message: "the text cannot be read"
        "#]],
    );
}

#[test]
fn requests_that_make_no_sense() {
    let mut port = Port::start();
    let rows = [
        Term::Integer(3),
        Term::list([]),
        Term::map([]),
        Term::map([("id", 7.into())]),
        Term::map([("id", 7.into()), ("command", Term::binary("ping"))]),
        Term::map([("id", 7.into()), ("command", Term::atom("dance"))]),
        Term::map([("command", Term::atom("ping"))]),
        Term::map([("id", 8.into()), ("command", Term::atom("ping")), ("mood", Term::atom("odd"))]),
        Term::map([("command", Term::atom("register_class"))]),
    ];
    let mut said = String::new();
    for row in rows {
        port.send(&row);
        let answer = port.next();
        said += &format!("== {:?}\n{}", answer.get("id").unwrap(), shown(&answer));
    }
    expect![[r#"
        == Atom('none')
        status: error
        diagnostics: [#{message "request must be a map"}]
        == Atom('none')
        status: error
        diagnostics: [#{message "request must be a map"}]
        == Atom('none')
        status: error
        diagnostics: [#{message "missing `command`"}]
        == Integer(7)
        status: error
        diagnostics: [#{message "missing `command`"}]
        == Integer(7)
        status: error
        diagnostics: [#{message "`command` must be an atom"}]
        == Integer(7)
        status: error
        diagnostics: [#{message "unknown command `dance`"}]
        == Atom('none')
        status: error
        diagnostics: [#{message "missing `id`"}]
        == Integer(8)
        status: ok
        == Atom('none')
        status: error
        diagnostics: [#{message "missing `meta`"}]
    "#]]
    .assert_eq(&said);
    let version = port.ask("version", &[]);
    assert_eq!(version.get("version").and_then(Term::as_str), Some(env!("CARGO_PKG_VERSION")));
}
