//! What is written down, and what variables hold.

use crate::rows::check_beside;

#[test]
fn literals_have_the_class_that_reads_them() {
    check_beside(
        "",
        &[
            ("-40", "Integer"),
            ("6.02e23", "Float"),
            ("$q", "Character"),
            ("#(#up, #down)", "List(#up | #down)"),
            ("#[]", "Array(Dynamic)"),
            ("#[2.5, 7]", "Array(Float | Integer)"),
            ("#{}", "Dictionary(Dynamic, Dynamic)"),
            ("#{1 => #a, 2 => nil}", "Dictionary(Integer, #a | Nil)"),
            ("#(\"x\" | #(8))", "List(String | Integer)"),
            ("#(\"x\" | 8)", "List(Dynamic)"),
            ("\"{1} of {#(2)}\"", "String"),
            ("([:z | z])", "Block"),
            ("[\"later\"] value", "Dynamic (dynamic receiver)"),
            ("((List))", "List class"),
            ("5 printString!", "Nil"),
        ],
    );
}

#[test]
fn variables_hold_what_was_assigned_or_declared() {
    check_beside(
        "type Side = #port | #starboard\n",
        &[
            ("p := 1.5\np := p printString\np", "String"),
            ("p := q := 4\np", "Integer"),
            ("p :: Object := 1.5\np", "Object"),
            ("p :: Object := 1.5\nq :: Float := p\nq abs", "Float"),
            ("p :: Dynamic := 9\np abs", "Dynamic (dynamic receiver)"),
            ("p :: Side := #port\np", "Side (#port | #starboard)"),
            ("p := #port\np", "#port"),
            ("#[p, q] := #[1, 2]\nq", "Dynamic"),
            ("unheardOf", "Dynamic"),
        ],
    );
}
