//! Calls of functions whose specifications are known, as rows.

use types::native::NativeSignatures;

use crate::rows::check_with;

#[test]
fn functions_of_erlang() {
    let functions = "sort/1\tList\tlist\tList\nlast/1\tDynamic\tlist\tList\nlength/1\tInteger\tlist\tList\nnow/0\tResult(String, #late)\n";
    let table = format!("beamtalk natives 1\nclock\t0\t{}\n\n{functions}", functions.len());
    let natives = NativeSignatures::read(table.as_bytes());
    assert!(natives.is_some());
    let rows = [
        ("Erlang clock", "ErlangModule(clock)"),
        ("Erlang clock sort: #(1)", "List(Integer)"),
        ("Erlang clock sort: 3", "List"),
        ("Erlang clock last: #(1)", "Dynamic (FFI spec is Dynamic)"),
        ("Erlang clock length: #(1)", "Integer"),
        ("(Erlang clock length: #(1)) isEven", "Boolean"),
        ("c := Erlang clock\nc now", "Result(String, #late)"),
        ("Erlang clock now: 3", "Dynamic (untyped FFI)"),
        ("Erlang sundial now", "Dynamic (untyped FFI)"),
        ("Erlang clock printString", "String"),
        ("Erlang class", "Erlang class"),
    ];
    check_with(natives.as_ref(), "", &rows);
    check_with(None, "", &[("Erlang clock now", "Dynamic (untyped FFI)")]);
}
