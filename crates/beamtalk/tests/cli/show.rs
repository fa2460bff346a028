//! `beamtalk show`: tokens, trees, types and Core Erlang.

use crate::folder::{Folder, check};
use expect_test::expect;

const CLASS: &str = "//- a.bt\nObject subclass: Ferry\n  -> label => self add: 1 + 2\n";

#[test]
fn tokens_are_listed() {
    check(
        CLASS,
        "show tokens a.bt",
        expect![[r#"
            0..6 Identifier Object
            7..16 Keyword subclass:
            17..22 Identifier Ferry
            25..27 Arrow ->
            28..33 Identifier label
            34..36 FatArrow =>
            37..41 Identifier self
            42..46 Keyword add:
            47..48 Integer 1
            49..50 BinarySelector +
            51..52 Integer 2
            53..53 Eof
            --- exit 0
        "#]],
    );
}

#[test]
fn tokens_are_listed_for_machines() {
    check(
        "//- a.bt\nx := \"é\"\n",
        "show tokens --json a.bt",
        expect![[r#"
            {"kind":"Identifier","start":0,"end":1,"text":"x"}
            {"kind":"Assign","start":2,"end":4,"text":":="}
            {"kind":"String","start":5,"end":9,"text":"\"é\""}
            {"kind":"Eof","start":10,"end":10,"text":""}
            --- exit 0
        "#]],
    );
}

#[test]
fn trees_are_shown() {
    check(
        CLASS,
        "show tree a.bt",
        expect![[r#"
            (class Ferry < Object (method -> (label) (send self add: (send 1 + 2))))
            --- exit 0
        "#]],
    );
    check(
        "//- a.bt\nx := 1\ny -> 2\n",
        "show tree a.bt",
        expect![[r#"
            (:= x 1) ¶ (send y -> 2)
            --- exit 0
        "#]],
    );
}

#[test]
fn a_broken_text_still_has_a_tree() {
    check(
        "//- a.bt\nx := (1 + 2\n",
        "show tree a.bt",
        expect![[r#"
            (:= x (paren (send 1 + 2)))
            --- stderr
            error[unclosed-bracket]: Expected ')' to close parenthesis, found the end of the text
             --> a.bt:1:12
              |
            1 | x := (1 + 2
              |            ^
              |
              = hint: Write `)` before the end of the text.
            --- exit 1
        "#]],
    );
}

#[test]
fn a_script_has_a_tree_for_each_case() {
    check(
        "//- a.btscript\n1 + 2\n// => 3\nx foo // => _\n",
        "show tree a.btscript",
        expect![[r#"
            (send 1 + 2)
            (send x foo)
            --- exit 0
        "#]],
    );
}

#[test]
fn standard_input_is_shown() {
    let folder = Folder::new("");
    expect![[r#"
        (send a foo: b)
        --- exit 0
    "#]]
    .assert_eq(&folder.run_with_stdin("show tree -", b"a foo: b"));
    expect![[r#"
        0..1 Identifier a
        1..1 Eof
        --- exit 0
    "#]]
    .assert_eq(&folder.run_with_stdin("show tokens -", b"a"));
}

#[test]
fn wrong_use_is_said() {
    check(
        CLASS,
        "show tree .",
        expect![[r#"
        --- stderr
        error: `.` is a folder; name one file
        --- exit 2
    "#]],
    );
    check(
        CLASS,
        "show tree --json a.bt",
        expect![[r#"
            --- stderr
            error: `--json` is for `show tokens` and `show types`; other stages are shown as text
            --- exit 2
        "#]],
    );
    check(
        CLASS,
        "show trees a.bt",
        expect![[r#"
            --- stderr
            error: invalid value 'trees' for '<STAGE>'
              [possible values: tokens, tree, types, core]

              tip: a similar value exists: 'tree'

            For more information, try '--help'.
            --- exit 2
        "#]],
    );
    check(
        CLASS,
        "show tree",
        expect![[r#"
        --- stderr
        error: the following required arguments were not provided:
          <FILE>

        Usage: beamtalk show <STAGE> <FILE>

        For more information, try '--help'.
        --- exit 2
    "#]],
    );
}

const LOAF: &str = "\
//- a.bt
\"é\" size. flour := \"rye\"
Value subclass: Loaf
  slices => 500 / 20
  cut: n =>
    half := #(1, 2) collect: [:each |
      each printString]
    n

Integer >> loaves => Loaf new
3 loaves unheardOf
Toast new
";

#[test]
fn types_are_listed_in_the_order_of_the_text() {
    check(
        LOAF,
        "show types a.bt",
        expect![[r#"
        1	1	Integer	"é" size
        1	11	String	flour := "rye"
        3	13	Float	500 / 20
        5	5	List(String)	half := #(1, 2) collect: [:each |
        7	5	Dynamic (unannotated parameter)	n
        9	22	Loaf	Loaf new
        10	1	Dynamic (dynamic receiver)	3 loaves unheardOf
        11	1	Dynamic	Toast new
        --- exit 0
    "#]],
    );
}

#[test]
fn types_are_listed_for_machines() {
    check(
        LOAF,
        "show types --json a.bt",
        expect![[r#"
        {"line":1,"column":1,"type":"Integer","source":"\"é\" size"}
        {"line":1,"column":11,"type":"String","source":"flour := \"rye\""}
        {"line":3,"column":13,"type":"Float","source":"500 / 20"}
        {"line":5,"column":5,"type":"List(String)","source":"half := #(1, 2) collect: [:each |"}
        {"line":7,"column":5,"type":"Dynamic","reason":"unannotated parameter","source":"n"}
        {"line":9,"column":22,"type":"Loaf","source":"Loaf new"}
        {"line":10,"column":1,"type":"Dynamic","reason":"dynamic receiver","source":"3 loaves unheardOf"}
        {"line":11,"column":1,"type":"Dynamic","source":"Toast new"}
        --- exit 0
    "#]],
    );
}

#[test]
fn types_of_a_broken_text_are_listed() {
    check(
        "//- a.bt\n3 size\nx := (1 + 2\n",
        "show types a.bt",
        expect![[r#"
        1	1	Dynamic (dynamic receiver)	3 size
        2	1	Integer	x := (1 + 2
        --- stderr
        error[unclosed-bracket]: Expected ')' to close parenthesis, found the end of the text
         --> a.bt:2:12
          |
        2 | x := (1 + 2
          |            ^
          |
          = hint: Write `)` before the end of the text.
        --- exit 1
    "#]],
    );
}

#[test]
fn types_of_a_script_follow_its_variables() {
    let script = "//- a.btscript\ncups := 3\n// => 3\ncups + 1 // => 4\n";
    check(
        script,
        "show types a.btscript",
        expect![[r#"
        1	1	Integer	cups := 3
        3	1	Integer	cups + 1
        --- exit 0
    "#]],
    );
}

#[test]
fn types_of_standard_input_are_listed() {
    let folder = Folder::new("");
    expect![[r#"
        1	1	Integer	"rye" size
        --- exit 0
    "#]]
    .assert_eq(&folder.run_with_stdin("show types -", b"\"rye\" size"));
    expect![[r#"
        --- exit 0
    "#]]
    .assert_eq(&folder.run_with_stdin("show types -", b""));
}

#[test]
fn core_is_shown_without_line_numbers() {
    check(
        "//- a.bt\nObject subclass: Ferry\n  sail: n => n < 2 ifTrue: [^n]. self sail: n - 1\n",
        "show core a.bt",
        expect![[r#"
            module 'bt@ferry' [
                '__beamtalk_meta'/0,
                'register_class'/0,
                '$handle_undefined_function'/2,
                'dispatch'/3,
                'sail:'/2,
                'class_dispatch'/3,
                '__class_variables'/0,
                'module_info'/0,
                'module_info'/1]
                attributes [
                    'on_load' = [{'register_class', 0}],
                    'spec' = [
                        {
                            {'sail:', 2},
                            [
                                {
                                    'type',
                                    0,
                                    'fun',
                                    [
                                        {
                                            'type',
                                            0,
                                            'product',
                                            [{'type', 0, 'term', []}, {'type', 0, 'term', []}]},
                                        {'type', 0, 'term', []}]}]}]]

            '__beamtalk_meta'/0 =
                fun () ->
                    ~{
                        'class' => 'Ferry',
                        'superclass' => 'Object',
                        'superclass_package' => 'none',
                        'superclass_type_args' => [],
                        'meta_version' => 2,
                        'kind' => 'object',
                        'is_value' => 'false',
                        'is_sealed' => 'false',
                        'is_abstract' => 'false',
                        'is_typed' => 'false',
                        'is_internal' => 'false',
                        'visibility' => 'public',
                        'package' => 'none',
                        'native' => 'none',
                        'handle_scope' => 'none',
                        'type_params' => [],
                        'type_param_bounds' => [],
                        'fields' => [],
                        'field_types' => ~{}~,
                        'field_type_texts' => ~{}~,
                        'field_has_default' => ~{}~,
                        'field_docs' => ~{}~,
                        'class_variables' => [],
                        'class_fields' => [],
                        'class_variable_type_texts' => ~{}~,
                        'class_variable_has_default' => ~{}~,
                        'class_variable_docs' => ~{}~,
                        'method_info' => ~{
                            'sail:' => ~{
                                'arity' => 1,
                                'param_names' => [( #{#<16#6e>(8,1,'integer',['unsigned','big'])}# -| ["n"] )],
                                'param_types' => ['none'],
                                'param_type_texts' => ['none'],
                                'return_type' => 'none',
                                'return_type_text' => 'none',
                                'is_inferred' => 'false',
                                'is_generated' => 'false',
                                'is_sealed' => 'false',
                                'visibility' => 'public',
                                'source' => ( #{
                                      #<16#7361696c3a206e203d3e206e203c2032206966547275653a205b5e6e5d2e2073>(256,1,'integer',['unsigned','big']),
                                      #<16#656c66207361696c3a206e202d2031>(120,1,'integer',['unsigned','big'])}#
                                  -| ["sail: n => n < 2 ifTrue: [^n]. self sail: n - 1"] )}~}~,
                        'class_method_info' => ~{}~}~

            'register_class'/0 =
                fun () -> call 'beamtalk_class_registry':'register'('bt@ferry', apply '__beamtalk_meta'/0())

            '$handle_undefined_function'/2 =
                fun (Function, Args) ->
                    call 'beamtalk_dispatch':'undefined_function'('bt@ferry', Function, Args)

            'dispatch'/3 =
                fun (Selector, Args, Self) ->
                    case <Selector, Args> of
                        <'sail:', [A0]> when 'true' -> apply 'sail:'/2(Self, A0)
                        <_1, _2> when 'true' ->
                            case call 'beamtalk_overlay':'find'('Ferry', Selector) of
                                <'none'> when 'true' -> call 'bt@stdlib@object':'dispatch'(Selector, Args, Self)
                                <Extension> when 'true' ->
                                    call 'beamtalk_extensions':'invoke'(Extension, Args, Self)
                            end
                    end

            'sail:'/2 =
                fun (Self, V1_n) ->
                    let <V2_n> = V1_n in
                    letrec
                        'V12_join'/1 =
                            fun (V13_result) ->
                                let <V14_> =
                                    case <> of
                                        <> when call 'erlang':'is_integer'(V2_n) -> call 'erlang':'-'(V2_n, 1)
                                        <> when 'true' -> call 'beamtalk_operator':'-'(V2_n, 1)
                                    end
                                in
                                case Self of
                                    <~{'$beamtalk_class' := 'Ferry'}~> when 'true' ->
                                        apply 'sail:$exact'/2(Self, V14_)
                                    <_1> when 'true' -> call 'beamtalk_dispatch':'send'(Self, 'sail:', [V14_])
                                end
                    in
                    letrec
                        'V11_no'/0 = fun () -> apply 'V12_join'/1('false')
                    in
                    case <> of
                        <> when call 'erlang':'and'(call 'erlang':'is_integer'(V2_n), call 'erlang':'<'(V2_n, 2)) ->
                            V2_n
                        <> when call 'erlang':'is_integer'(V2_n) -> apply 'V11_no'/0()
                        <> when 'true' ->
                            case call 'beamtalk_operator':'<'(V2_n, 2) of
                                <'true'> when 'true' -> V2_n
                                <'false'> when 'true' -> apply 'V11_no'/0()
                                <V3_answer> when 'true' ->
                                    let <V4_token> = call 'beamtalk_return':'enter'() in
                                    let <V6_> = fun () -> apply 'sail:[0]'/3(Self, V4_token, V2_n) in
                                    case call 'beamtalk_fallback':'send'(
                                             V4_token,
                                             [],
                                             V3_answer,
                                             'ifTrue:',
                                             [V6_]) of
                                        <['answered', V9_]> when 'true' ->
                                            let <V7_answer> = V9_ in
                                            apply 'V12_join'/1(V7_answer)
                                        <['returned', V9_]> when 'true' -> V9_
                                        <_2> when 'true' -> primop 'match_fail'({'case_clause', 'nil'})
                                    end
                            end
                    end

            'class_dispatch'/3 =
                fun (Selector, Args, Self) ->
                    case call 'beamtalk_overlay':'find'('Ferry class', Selector) of
                        <'none'> when 'true' ->
                            case <Selector, Args> of
                                <_1, _2> when 'true' ->
                                    call 'bt@stdlib@object':'class_dispatch'(Selector, Args, Self)
                            end
                        <Extension> when 'true' -> call 'beamtalk_extensions':'invoke'(Extension, Args, Self)
                    end

            '__class_variables'/0 = fun () -> ~{}~

            'sail:[0]'/3 = fun (Self, Token, V5_n) -> call 'beamtalk_return':'leave'(Token, V5_n)

            'sail:$exact'/2 =
                fun (Self, V1_n) ->
                    let <V2_n> = V1_n in
                    letrec
                        'V12_join'/1 =
                            fun (V13_result) ->
                                let <V14_> =
                                    case <> of
                                        <> when call 'erlang':'is_integer'(V2_n) -> call 'erlang':'-'(V2_n, 1)
                                        <> when 'true' -> call 'beamtalk_operator':'-'(V2_n, 1)
                                    end
                                in
                                apply 'sail:$exact'/2(Self, V14_)
                    in
                    letrec
                        'V11_no'/0 = fun () -> apply 'V12_join'/1('false')
                    in
                    case <> of
                        <> when call 'erlang':'and'(call 'erlang':'is_integer'(V2_n), call 'erlang':'<'(V2_n, 2)) ->
                            V2_n
                        <> when call 'erlang':'is_integer'(V2_n) -> apply 'V11_no'/0()
                        <> when 'true' ->
                            case call 'beamtalk_operator':'<'(V2_n, 2) of
                                <'true'> when 'true' -> V2_n
                                <'false'> when 'true' -> apply 'V11_no'/0()
                                <V3_answer> when 'true' ->
                                    let <V4_token> = call 'beamtalk_return':'enter'() in
                                    let <V6_> = fun () -> apply 'sail:$exact[0]'/3(Self, V4_token, V2_n) in
                                    case call 'beamtalk_fallback':'send'(
                                             V4_token,
                                             [],
                                             V3_answer,
                                             'ifTrue:',
                                             [V6_]) of
                                        <['answered', V9_]> when 'true' ->
                                            let <V7_answer> = V9_ in
                                            apply 'V12_join'/1(V7_answer)
                                        <['returned', V9_]> when 'true' -> V9_
                                        <_1> when 'true' -> primop 'match_fail'({'case_clause', 'nil'})
                                    end
                            end
                    end

            'sail:$exact[0]'/3 = fun (Self, Token, V5_n) -> call 'beamtalk_return':'leave'(Token, V5_n)

            'module_info'/0 = fun () -> call 'erlang':'get_module_info'('bt@ferry')

            'module_info'/1 = fun (Key) -> call 'erlang':'get_module_info'('bt@ferry', Key)

            end
            --- exit 0
        "#]],
    );
    check(
        "//- a.bt\nObject subclass: Ferry\n  sail => (\n",
        "show core a.bt",
        expect![[r#"
        --- stderr
        error[expected-expression]: expected expression, found <eof>
         --> a.bt:2:12
          |
        2 |   sail => (
          |            ^
          |
          = hint: Write a value after `(`.
        --- exit 1
    "#]],
    );
}

#[test]
fn core_of_what_stands_outside_classes_is_shown() {
    for (text, shown) in [
        ("//- a.bt\nInteger >> twice => self * 2\n", "\n'Integer>>twice'/1 =\n"),
        ("//- a.bt\nObject subclass: Tea\n\n3 + 4\n", "\n'eval'/1 =\n"),
        ("//- a.bt\nObject subclass: Tea\n\n3 + 4\n", "module 'bt@tea' ["),
    ] {
        let answer = Folder::new(text).run("show core a.bt");
        assert!(answer.contains(shown) && answer.ends_with("--- exit 0\n"), "{answer}");
    }
}

#[test]
fn core_of_a_script_has_a_function_for_each_expression() {
    let script = "//- a.btscript\ncups := 3\n// => 3\ncups + 1\n// => 4\n";
    let answer = Folder::new(script).run("show core a.btscript");
    assert!(answer.contains("\n'1'/1 =\n") && answer.contains("\n'2'/1 =\n"), "{answer}");
    assert!(answer.ends_with("--- exit 0\n"), "{answer}");
    let answer = Folder::new("//- a.btscript\n(1\n// => 3\n").run("show core a.btscript");
    assert!(answer.starts_with("--- stderr\nerror[unclosed-bracket]"), "{answer}");
    assert!(answer.ends_with("--- exit 1\n"), "{answer}");
}
