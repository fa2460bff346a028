//! Who defines each name of a program first.
//!
//! In go the declarations of each file, in the order of the files; out comes the
//! file that has a name already. A hierarchy cannot say it: it has room for one
//! class of a name.

use std::collections::HashMap;

use hierarchy::{ClassName, Name, Selector, Side, Surface};

#[derive(Clone, Debug, Default)]
pub struct Program {
    package: Option<Name>,
    definitions: HashMap<ClassName, Name>,
    extensions: HashMap<Extended, Name>,
}

type Extended = (ClassName, Side, Selector);

impl Program {
    /// What belongs to a package, or to none.
    pub fn of_package(package: Option<&str>) -> Self {
        Program { package: package.map(Name::from), ..Program::default() }
    }

    /// Adds what a file declares; the first file to declare a name keeps it.
    pub fn add(&mut self, file: &str, surface: &Surface) {
        let file = Name::from(file);
        let classes = surface.classes.iter().map(|class| &class.name);
        let protocols = surface.protocols.iter().map(|protocol| &protocol.name);
        let aliases = surface.aliases.iter().map(|alias| &alias.name);
        for name in classes.chain(protocols).chain(aliases) {
            self.definitions.entry(name.clone()).or_insert_with(|| file.clone());
        }
        for extension in &surface.extensions {
            let class = ClassName::from(extension.class.simple());
            let extended = (class, extension.side, extension.method.selector.clone());
            self.extensions.entry(extended).or_insert_with(|| file.clone());
        }
    }

    pub(crate) fn package(&self) -> Option<&str> {
        self.package.as_deref()
    }

    /// The file that defines a class, protocol or alias, unless it is this one.
    pub(crate) fn definer(&self, name: &str, file: &str) -> Option<&Name> {
        self.definitions.get(name).filter(|first| **first != *file)
    }

    /// The file that extends a class with a method, unless it is this one.
    pub(crate) fn extender(&self, extended: &Extended, file: &str) -> Option<&Name> {
        self.extensions.get(extended).filter(|first| **first != *file)
    }
}
