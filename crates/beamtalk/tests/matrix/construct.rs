//! The constructs that evaluate a block, and how often they do. `$body` stands for the
//! statements in the block, `$n` for the level of nesting, so that nested constructs
//! have names of their own, and `$clean` for what a cleanup does.

#[derive(Clone, Copy, Debug)]
pub(crate) struct Construct {
    pub(crate) name: &'static str,
    text: &'static str,
    /// How often the body runs.
    pub(crate) runs: usize,
    pub(crate) role: Role,
}

/// What a construct does when its body does not end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Plain,
    /// An error in the body ends here.
    Catches,
    /// A cleanup runs after each run of the body.
    Cleans,
}

impl Construct {
    pub(crate) fn around(&self, body: &str, level: usize, clean: &str) -> String {
        let text = self.text.replace("$n", &level.to_string());
        text.replace("$clean", clean).replace("$body", body)
    }

    /// Whether nothing must be prepared for it.
    pub(crate) fn is_one_expression(&self) -> bool {
        !self.text.contains(" := ")
    }
}

/// Constructs in each other, the first outermost.
pub(crate) fn nested(constructs: &[&Construct], body: &str, clean: &str) -> String {
    let levels = constructs.iter().enumerate().rev();
    levels.fold(body.to_owned(), |inner, (level, it)| it.around(&inner, level + 1, clean))
}

pub(crate) fn names(constructs: &[&Construct]) -> String {
    let names: Vec<&str> = constructs.iter().map(|it| it.name).collect();
    names.join(" [")
}

const fn plain(name: &'static str, runs: usize, text: &'static str) -> Construct {
    Construct { name, text, runs, role: Role::Plain }
}

const fn catches(name: &'static str, runs: usize, text: &'static str) -> Construct {
    Construct { name, text, runs, role: Role::Catches }
}

const fn cleans(name: &'static str, runs: usize, text: &'static str) -> Construct {
    Construct { name, text, runs, role: Role::Cleans }
}

pub(crate) const CONSTRUCTS: &[Construct] = &[
    plain("ifTrue:", 1, "true ifTrue: [$body]"),
    plain("ifTrue: not taken", 0, "false ifTrue: [$body]"),
    plain("ifFalse:", 1, "false ifFalse: [$body]"),
    plain("ifTrue:ifFalse:", 1, "true ifTrue: [$body] ifFalse: [#other]"),
    plain("ifTrue:ifFalse: second", 1, "false ifTrue: [#other] ifFalse: [$body]"),
    plain("ifTrue: held", 1, "b$n := [$body]. true ifTrue: b$n"),
    plain("and:", 1, "true and: [$body. true]"),
    plain("and: decided", 0, "false and: [$body. true]"),
    plain("or:", 1, "false or: [$body. true]"),
    plain("or: decided", 0, "true or: [$body. true]"),
    plain("ifNil:", 1, "nil ifNil: [$body]"),
    plain("ifNil: not taken", 0, "5 ifNil: [$body]"),
    plain("ifNotNil:", 1, "5 ifNotNil: [:v$n | $body]"),
    plain("ifNotNil: bare", 1, "5 ifNotNil: [$body]"),
    plain("ifNil:ifNotNil:", 1, "5 ifNil: [#other] ifNotNil: [:v$n | $body]"),
    plain("ifNotNil:ifNil:", 1, "nil ifNotNil: [:v$n | #other] ifNil: [$body]"),
    plain("whileTrue: body", 3, "c$n := 0. [c$n < 3] whileTrue: [c$n := c$n + 1. $body]"),
    plain("whileTrue: condition", 3, "c$n := 0. [$body. c$n := c$n + 1. c$n < 3] whileTrue: []"),
    plain("whileFalse: body", 2, "c$n := 0. [c$n >= 2] whileFalse: [c$n := c$n + 1. $body]"),
    plain(
        "whileTrue: held",
        2,
        "c$n := 0. w$n := [c$n < 2]. b$n := [c$n := c$n + 1. $body]. w$n whileTrue: b$n",
    ),
    catches(
        "repeat",
        3,
        "c$n := 0. [[c$n := c$n + 1. $body. c$n =:= 3 ifTrue: [Error signal: \"end\"]] repeat] \
         on: Error do: [:e$n | nil]",
    ),
    plain("timesRepeat:", 3, "3 timesRepeat: [$body]"),
    plain("timesRepeat: none", 0, "0 timesRepeat: [$body]"),
    plain("timesRepeat: held", 2, "b$n := [$body]. 2 timesRepeat: b$n"),
    plain("to:do:", 3, "1 to: 3 do: [:i$n | $body]"),
    plain("to:do: empty", 0, "3 to: 1 do: [:i$n | $body]"),
    plain("to:by:do:", 2, "9 to: 5 by: -3 do: [:i$n | $body]"),
    plain("to:do: held", 2, "b$n := [:i$n | $body]. 1 to: 2 do: b$n"),
    plain("do: of a list", 3, "#(1, 2, 3) do: [:i$n | $body]"),
    plain("do: of an array", 2, "#[1, 2] do: [:i$n | $body]"),
    plain("do: of a dictionary", 2, "#{#a => 1, #b => 2} do: [:i$n | $body]"),
    plain("do: of an interval", 2, "(1 to: 2) do: [:i$n | $body]"),
    plain("do: of a string", 2, "\"ab\" do: [:i$n | $body]"),
    plain("do: of a set", 2, "#(1, 2) asSet do: [:i$n | $body]"),
    plain("do: held", 2, "b$n := [:i$n | $body]. #(1, 2) do: b$n"),
    plain("eachWithIndex:", 2, "#(7, 8) eachWithIndex: [:x$n :i$n | $body]"),
    plain("do:separatedBy: first", 2, "#(7, 8) do: [:x$n | $body] separatedBy: [0]"),
    plain("do:separatedBy: second", 1, "#(7, 8) do: [:x$n | 0] separatedBy: [$body]"),
    plain("keysAndValuesDo:", 2, "#{#a => 1, #b => 2} keysAndValuesDo: [:k$n :v$n | $body]"),
    plain("collect:", 2, "#(1, 2) collect: [:x$n | $body. x$n]"),
    plain("collect: of an array", 2, "#[1, 2] collect: [:x$n | $body. x$n]"),
    plain("select:", 3, "#(1, 2, 3) select: [:x$n | $body. true]"),
    plain("reject:", 2, "#[1, 2] reject: [:x$n | $body. true]"),
    plain("inject:into:", 3, "#(1, 2, 3) inject: 0 into: [:a$n :x$n | $body. a$n]"),
    plain("detect:", 2, "#(1, 2, 3) detect: [:x$n | $body. x$n =:= 2]"),
    plain("detect:ifNone:", 1, "#(1, 2) detect: [:x$n | false] ifNone: [$body]"),
    plain("anySatisfy:", 2, "#(1, 2, 3) anySatisfy: [:x$n | $body. x$n =:= 2]"),
    plain("allSatisfy:", 1, "#(1, 2) allSatisfy: [:x$n | $body. false]"),
    plain("takeWhile:", 2, "#(1, 2, 3) takeWhile: [:x$n | $body. x$n < 2]"),
    plain("at:ifAbsent:", 1, "#{} at: #a ifAbsent: [$body]"),
    plain("groupBy:", 2, "#(1, 2) groupBy: [:x$n | $body. x$n]"),
    catches("on:do: body", 1, "[$body] on: Error do: [:e$n | nil]"),
    catches("on:do: all", 1, "[$body] on: nil do: [:e$n | nil]"),
    catches(
        "on:do: body that fails",
        1,
        "[$body. Error signal: \"late\"] on: Error do: [:e$n | nil]",
    ),
    plain("on:do: handler", 1, "[Error signal: \"now\"] on: Error do: [:e$n | $body]"),
    plain("on:do: bare handler", 1, "[1 / 0] on: Error do: [$body]"),
    cleans("ensure: body", 1, "[$body] ensure: [$clean]"),
    plain("ensure: cleanup", 1, "[0] ensure: [$body]"),
    catches(
        "ensure: cleanup of a failure",
        1,
        "[[Error signal: \"now\"] ensure: [$body]] on: Error do: [:e$n | nil]",
    ),
    catches("tryDo:", 1, "Result tryDo: [$body]"),
    plain("match: arm", 1, "1 match: [1 -> [$body] value; _ -> #other]"),
    plain("match: other arm", 0, "1 match: [2 -> [$body] value; _ -> #other]"),
    plain("match: arm that binds", 1, "#[4, 5] match: [#[p$n, q$n] -> [$body. p$n + q$n] value]"),
    plain("value", 1, "[$body] value"),
    plain("value:", 1, "[:x$n | $body] value: 1"),
    plain("value held", 2, "b$n := [$body]. b$n value. b$n value"),
    plain("valueWithArguments:", 1, "[:x$n :y$n | $body] valueWithArguments: #(1, 2)"),
    plain("perform: value", 1, "[$body] perform: #value"),
    plain("perform: do:", 2, "#(1, 2) perform: #do: withArguments: #([:x$n | $body])"),
    plain("perform: timesRepeat:", 2, "2 perform: #timesRepeat: withArguments: #([$body])"),
    plain("perform: ifTrue:", 1, "true perform: #ifTrue: withArguments: #([$body])"),
    catches("perform: on:do:", 1, "[$body] perform: #on:do: withArguments: #(Error, [:e$n | nil])"),
    cleans("perform: ensure:", 1, "[$body] perform: #ensure: withArguments: #([$clean])"),
    plain("cascade", 4, "#(1, 2) do: [:x$n | $body]; do: [:x$n | $body]; size"),
    plain("a method", 1, "Runner run: [$body]"),
    plain("a method, twice", 2, "Runner twice: [$body]"),
    plain("methods, far away", 1, "Runner deep: [$body]"),
    plain("a kept block", 2, "k$n := Box block: [$body]. k$n fire. Runner fire: k$n"),
    plain("Erlang", 2, "Erlang lists foreach: [:x$n | $body] list: #(1, 2)"),
];
