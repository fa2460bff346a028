//! The text of small modules, as people see it.

use expect_test::{Expect, expect};
use lower::core_erlang::build::*;
use lower::core_erlang::{Expr, Function, Literal, MapOp, Name, Pattern, print};

#[track_caller]
fn check_module(file: &str, functions: Vec<Function>, expected: Expect) {
    let exports = functions.iter().map(|it| it.name.clone()).collect();
    let mut module = module("counter", file, exports, vec![], functions);
    // Every module has these at its end.
    module.exports.truncate(module.exports.len() - 2);
    module.functions.truncate(module.functions.len() - 2);
    expected.assert_eq(&print(&module));
}

/// The body of a function of `X`.
#[track_caller]
fn check(body: Expr, expected: Expect) {
    check_module("", vec![function("f", names(&["X"]), body, 0)], expected);
}

fn names(names: &[&str]) -> Vec<Name> {
    names.iter().map(|name| Name::from(*name)).collect()
}

#[test]
fn a_module_lists_its_exports_and_functions() {
    let module = module(
        "counter",
        "",
        vec![fun_name("increment", 1), fun_name("at:put:", 3)],
        vec![("behaviour".into(), Literal::Nil)],
        vec![
            function("increment", names(&["Self"]), var("Self"), 3),
            function("at:put:", names(&["Self", "Key", "_"]), var("Key"), 5),
        ],
    );
    expect![[r#"
        module 'counter' ['increment'/1, 'at:put:'/3, 'module_info'/0, 'module_info'/1]
            attributes ['behaviour' = []]

        'increment'/1 = fun (Self) -> Self

        'at:put:'/3 = fun (Self, Key, _1) -> Key

        'module_info'/0 = fun () -> call 'erlang':'get_module_info'('counter')

        'module_info'/1 = fun (Key) -> call 'erlang':'get_module_info'('counter', Key)

        end
    "#]]
    .assert_eq(&print(&module));
}

#[test]
fn lines_are_annotations() {
    let body = let_(
        "Y",
        call("erlang", "+", [var("X"), int(1)], 4),
        apply(fun_name("f", 1), vec![var("Y")], 5),
    );
    check_module(
        "src/counter.bt",
        vec![function("f", names(&["X"]), body, 3)],
        expect![[r#"
        module 'counter' ['f'/1]
            attributes []

        'f'/1 =
            ( fun (X) ->
                  let <Y> = ( call 'erlang':'+'(X, 1) -| [4, {'file', "src/counter.bt"}] ) in
                  ( apply 'f'/1(Y) -| [5, {'file', "src/counter.bt"}] )
              -| [3, {'file', "src/counter.bt"}] )

        end
    "#]],
    );
}

#[test]
fn statements_stand_below_each_other() {
    let show = |text: &str| call("beamtalk_transcript", "show:", [var("X"), string(text)], 0);
    let body = do_(show("Hello"), let_("Y", show("it's\n\"größer\""), tuple([var("X"), var("Y")])));
    check(
        body,
        expect![[r#"
            module 'counter' ['f'/1]
                attributes []

            'f'/1 =
                fun (X) ->
                    do call 'beamtalk_transcript':'show:'(
                           X,
                           ( #{#<16#48656c6c6f>(40,1,'integer',['unsigned','big'])}# -| ["Hello"] ))
                    let <Y> =
                        call 'beamtalk_transcript':'show:'(
                            X,
                            ( #{#<16#697427730a226772c3b6c39f657222>(120,1,'integer',['unsigned','big'])}#
                              -| ["it's\n\"größer\""] ))
                    in
                    {X, Y}

            end
        "#]],
    );
}

#[test]
fn what_does_not_fit_is_broken() {
    let long = |count| (0..count).map(|it| atom(&format!("argument_number_{it}")));
    let body = let_(
        "Y",
        call("a_module_of_a_long_name", "a_function_of_a_long_name", long(4), 0),
        list(long(7).chain([var("X")]).collect()),
    );
    check(
        body,
        expect![[r#"
        module 'counter' ['f'/1]
            attributes []

        'f'/1 =
            fun (X) ->
                let <Y> =
                    call 'a_module_of_a_long_name':'a_function_of_a_long_name'(
                        'argument_number_0',
                        'argument_number_1',
                        'argument_number_2',
                        'argument_number_3')
                in
                [
                    'argument_number_0',
                    'argument_number_1',
                    'argument_number_2',
                    'argument_number_3',
                    'argument_number_4',
                    'argument_number_5',
                    'argument_number_6',
                    X]

        end
    "#]],
    );
}

#[test]
fn cases_and_guards() {
    let is_number = call("erlang", "is_number", [var("X")], 0);
    let shown =
        let_("Y", call("erlang", "+", [var("X"), int(1)], 0), tuple([atom("ok"), var("Y")]));
    let body = case(
        Expr::Values(vec![var("X"), nil()]),
        vec![
            clause([pattern_var("_"), pattern_var("_")], is_number, shown),
            clause(
                [
                    pattern_alias("All", pattern_list(vec![pattern_var("A")], pattern_var("_"))),
                    pattern_literal(Literal::Nil),
                ],
                always(),
                var("All"),
            ),
            clause([pattern_var("_"), pattern_var("_")], always(), atom("nil")),
        ],
    );
    check(
        body,
        expect![[r#"
        module 'counter' ['f'/1]
            attributes []

        'f'/1 =
            fun (X) ->
                case <X, []> of
                    <_1, _2> when call 'erlang':'is_number'(X) ->
                        let <Y> = call 'erlang':'+'(X, 1) in
                        {'ok', Y}
                    <All = [A | _3], []> when 'true' -> All
                    <_4, _5> when 'true' -> 'nil'
                end

        end
    "#]],
    );
}

#[test]
fn loops_and_funs() {
    let again = apply(fun_name("loop", 1), vec![var("N")], 0);
    let round = function("loop", names(&["N"]), do_(apply_value(var("X"), vec![], 0), again), 0);
    let block = fun(names(&["A"]), tuple([var("A"), fun_reference("f", 1)]));
    let body =
        let_("Block", block, let_rec(vec![round], apply(fun_name("loop", 1), vec![int(0)], 0)));
    check(
        body,
        expect![[r#"
        module 'counter' ['f'/1]
            attributes []

        'f'/1 =
            fun (X) ->
                let <Block> = fun (A) -> {A, 'f'/1} in
                letrec
                    'loop'/1 =
                        fun (N) ->
                            do apply X()
                            apply 'loop'/1(N)
                in
                apply 'loop'/1(0)

        end
    "#]],
    );
}

#[test]
fn failures() {
    let body = try_(
        call("erlang", "hd", [var("X")], 0),
        ["Class", "Reason", "Stack"],
        prim_op("raise", [var("Stack"), var("Reason")], 0),
    );
    check(
        body,
        expect![[r#"
        module 'counter' ['f'/1]
            attributes []

        'f'/1 =
            fun (X) ->
                try
                    call 'erlang':'hd'(X)
                of <Value> ->
                    Value
                catch <Class, Reason, Stack> ->
                    primop 'raise'(Stack, Reason)

        end
    "#]],
    );
}

#[test]
fn maps() {
    let update = map_update(&"X".into(), vec![(MapOp::Update, atom("count"), int(1))], 0);
    let made = map(vec![(atom("a"), int(1)), (string("b"), var("X"))]);
    let pattern = pattern_map(vec![(atom("count"), pattern_var("C"))]);
    let found = clause([pattern], always(), var("C"));
    let body = let_("Y", update, let_("Z", made, case(var("Y"), vec![found])));
    check(
        body,
        expect![[r#"
            module 'counter' ['f'/1]
                attributes []

            'f'/1 =
                fun (X) ->
                    let <Y> =
                        case <> of
                            <> when call 'erlang':'is_map'(X) -> ~{'count' := 1 | X}~
                            <> when 'true' -> call 'erlang':'error'({'badmap', X})
                        end
                    in
                    let <Z> = ~{'a' => 1, ( #{#<16#62>(8,1,'integer',['unsigned','big'])}# -| ["b"] ) => X}~ in
                    case Y of
                        <~{'count' := C}~> when 'true' -> C
                    end

            end
        "#]],
    );
}

#[test]
fn binaries() {
    let bytes = Expr::Literal(Literal::Binary([0, 200].as_slice().into()));
    let built = Expr::Binary(vec![integer_segment(var("X"), int(8)), rest_segment(bytes)]);
    let pattern =
        Pattern::Binary(vec![utf8_segment(pattern_var("C")), rest_segment(pattern_var("_"))]);
    let found = clause([pattern], always(), var("C"));
    check(
        case(built, vec![found]),
        expect![[r#"
            module 'counter' ['f'/1]
                attributes []

            'f'/1 =
                fun (X) ->
                    case #{
                             #<X>(8,1,'integer',['unsigned','big']),
                             #<#{#<16#00c8>(16,1,'integer',['unsigned','big'])}#>('all',8,'binary',['unsigned','big'])}# of
                        <
                                #{
                                    #<C>('undefined','undefined','utf8',['unsigned','big']),
                                    #<_1>('all',8,'binary',['unsigned','big'])}#> when 'true' ->
                            C
                    end

            end
        "#]],
    );
}

#[test]
fn numbers() {
    let big = Expr::Literal(Literal::BigInteger("-18446744073709551616".into()));
    let body = tuple([int(-1), big, float(1.0), float(1e100), float(-2.5e-9)]);
    check(
        body,
        expect![[r#"
        module 'counter' ['f'/1]
            attributes []

        'f'/1 = fun (X) -> {-1, -18446744073709551616, 1.0, 1.0e100, -2.5e-9}

        end
    "#]],
    );
}
