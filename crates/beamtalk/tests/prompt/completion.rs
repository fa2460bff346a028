//! Tab.

use crate::project::Project;
use crate::terminal::{CTRL_C, ENTER, TAB};

#[test]
fn one_candidate_is_taken_at_once() {
    let project = Project::new("");
    let terminal = project.prompt();
    terminal.keys(":unb");
    terminal.keys(TAB);
    terminal.wait("the command", |it| it.before_cursor.trim_end() == "bt> :unbind");
    terminal.keys(CTRL_C);
    terminal.prompt();
    terminal.line("kettleOfWater := 3");
    terminal.keys("kettleOf");
    terminal.keys(TAB);
    terminal.wait("the variable", |it| it.before_cursor.trim_end() == "bt> kettleOfWater");
}

#[test]
fn several_candidates_are_a_menu_with_signatures() {
    let project = Project::new("");
    let terminal = project.prompt();
    terminal.keys("3 is");
    terminal.keys(TAB);
    terminal.see("isEven -> Boolean");
    terminal.see("isOdd -> Boolean");
    terminal.keys("Ev");
    terminal.keys(ENTER);
    terminal.wait("the choice", |it| it.at_cursor.trim_end() == "bt> 3 isEven");
    terminal.keys(ENTER);
    terminal.see("\nfalse\n");
}

#[test]
fn where_there_is_nothing_it_says_why() {
    let project = Project::new("");
    let terminal = project.prompt();
    terminal.keys("3 zzz");
    terminal.keys(TAB);
    terminal.wait("a reason", |it| it.at_cursor.contains("3 zzz  # "));
    terminal.keys(CTRL_C);
    terminal.prompt();
    terminal.keys(":zz");
    terminal.keys(TAB);
    terminal.see("# no command begins with :zz");
}

#[test]
fn files_complete_after_load() {
    let project = Project::new("//- tea/Kettle.bt\nObject subclass: Kettle\n");
    let terminal = project.prompt();
    terminal.keys(":load te");
    terminal.keys(TAB);
    terminal.wait("the folder", |it| it.at_cursor.contains(":load tea/"));
    terminal.keys(TAB);
    terminal.wait("the file", |it| it.at_cursor.contains(":load tea/Kettle.bt"));
}

/// What takes the compiler and the running system together: each row is a text, and labels
/// that are offered first, or a reason.
#[test]
fn places_of_a_line() {
    let kettle = "//- Kettle.bt\nActor subclass: Kettle\n  litres -> Integer => 3\n  tag => #hot\n  \
                  any: x => x\n  either -> Integer | String => 3\n";
    let rows = [
        ("Kettle >> zip -> Sel", "Self Self class"),
        ("Kettle >> zip: a :: String -> Strea", "Stream"),
        ("Kettle >> zip: a -> List(Strea", "Stream"),
        ("stdlib@Dicti", "Dictionary"),
        ("stdlib@Dictionary", "Dictionary"),
        ("abstract Valu", "Value"),
        ("internal Kett", "Kettle"),
        ("Kettle subc", "subclasses subclass:"),
        ("Erlang lists reverse: #(1) injec", "inject:into:"),
        ("Erlang lists rev", "reverse: reverse:with:"),
        (
            "k either ab",
            "# not all that it may be have a message that begins with `ab`: Integer, String",
        ),
        ("[:x :: Integer | x isEv", "isEven"),
        (
            "([3] value) ",
            "# what `value` on Block answers is not known: name it with a type, `it :: T := …`",
        ),
        ("Kettle new ", "# Kettle is an actor: `spawn` makes one"),
        ("-k ", "# the text before the cursor cannot be read"),
        ("k tag asStri", "asString"),
        (":unbind k", "k"),
        (":sync --", "--force"),
    ];
    let project = Project::new(kettle);
    let asked: String = rows.iter().map(|(text, _)| format!(":complete {text}\n0\n")).collect();
    let piped = project.pipe(&format!(":load Kettle.bt\nk := Kettle spawn\n{asked}"));
    let told = piped.out.split("\n0\n").map(|answer| {
        let lines = answer.lines().filter(|it| it.contains('\t') || it.starts_with("# "));
        let labels = lines.map(|it| it.split('\t').next().unwrap_or_default());
        labels.collect::<Vec<&str>>().join(" ")
    });
    for ((text, expected), got) in rows.iter().zip(told) {
        assert_eq!(&got, expected, "{text}");
    }
}

/// What has no type is said so, with as much as completion tells; what is no expression is
/// refused.
#[test]
fn the_type_of_an_expression_or_why_there_is_none() {
    let kettle = "//- Kettle.bt\nActor subclass: Kettle\n  any: x => x\n";
    let asked = ":load Kettle.bt\nk := Kettle spawn\n:type k any: 3\n:type 3 +\n:type Value subclass: Foo\n\
                 :type 3 + 4\nKettle new\n";
    let piped = Project::new(kettle).pipe(asked);
    let told = format!("{}{}", piped.out, piped.err);
    for expected in [
        "Dynamic\n  `any:` on Kettle has no known return type: annotate it `-> T`\n",
        "Error: expected expression, found <eof>",
        "Error: This is no expression, and only those have a type",
        "\nInteger\n",
        "Error: `Kettle` is a class of actors: it has no `new`",
    ] {
        assert!(told.contains(expected), "{expected}\n{told}");
    }
}
