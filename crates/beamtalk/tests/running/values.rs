//! Values that methods make of `self`: tests may set their slots, for themselves.

pub(crate) const CLASSES: &str = "
TestCase subclass: BookTest
  field: title = \"none\"
  field: pages = 1

  setUp =>
    self.title := \"found\"
    self.pages := 2

  seen =>
    self.pages := 5
    self.pages + pages

  itself =>
    self.pages := 5
    self

  inABlock =>
    #(1, 2, 3) do: [:e | self.pages := pages + e]
    self.pages

  inALoop =>
    3 timesRepeat: [self.pages := self.pages * 2]
    pages

  inABranch: isLong =>
    isLong ifTrue: [self.pages := 700]
    self.pages

  inAKeptBlock =>
    turn := [self.pages := self.pages + 1]
    turn value
    turn value
    self

  helper =>
    self.pages := 9
    #helped

  afterHelping => #(self helper, self.pages)

  toAnother =>
    self.pages := 4
    self twice

  twice => self.pages * 2

  assigned => (self.pages := 3) + 1

  early =>
    self.pages := 8
    #(1) do: [:e | ^self.pages]
    0

  unlessBoolean =>
    Lenient ifTrue: [self.pages := self.pages + 1]
    self.pages

Object subclass: Lenient
  class ifTrue: block =>
    block value
    block value

Value subclass: Pairing
  field: left = 0

  apart: pair => #(left, right) := pair

Object subclass: Apart
  class apart: pair => #(left, right) := pair
";

pub(crate) const ROWS: &[(&str, &str)] = &[
    ("BookTest new setUp", "BookTest(pages: 2, title: \"found\")"),
    ("BookTest new seen", "10"),
    ("BookTest new itself pages", "5"),
    ("BookTest new inABlock", "7"),
    ("BookTest new inALoop", "8"),
    ("BookTest new inABranch: true", "700"),
    ("BookTest new inABranch: false", "1"),
    ("BookTest new inAKeptBlock pages", "3"),
    ("BookTest new assigned", "4"),
    ("BookTest new early", "8"),
    ("BookTest new unlessBoolean", "3"),
    // Another method sees the object as it was.
    ("BookTest new afterHelping", "#(#helped, 1)"),
    ("BookTest new toAnother", "2"),
    ("b := BookTest new. b seen. b pages", "1"),
    // A method of a value that ends by taking something apart.
    ("Pairing new apart: #(1, 2)", "Pairing(left: 0)"),
    ("Apart apart: #(1, 2)", "#(1, 2)"),
];
