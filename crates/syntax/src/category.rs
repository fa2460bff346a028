//! What a problem is about: the word that `@expect` silences it with, and the key that
//! a manifest sets its severity with.
//!
//! Problems of no category are silenced by `@expect all` alone.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Category {
    /// A message that nobody understands.
    Dnu,
    Type,
    Unused,
    DeadAssignment,
    Deprecation,
    ActorNew,
    Visibility,
    UnresolvedClass,
    UnresolvedFfi,
    ArityMismatch,
    ShadowedClass,
    TypeAnnotation,
    Inheritance,
    Sendability,
    EmptyBody,
    Lint,
    ExtensionConflict,
}

/// What covers every problem.
pub const EXPECT_ALL: &str = "all";

impl Category {
    pub const ALL: [Category; 17] = [
        Category::Dnu,
        Category::Type,
        Category::Unused,
        Category::DeadAssignment,
        Category::Deprecation,
        Category::ActorNew,
        Category::Visibility,
        Category::UnresolvedClass,
        Category::UnresolvedFfi,
        Category::ArityMismatch,
        Category::ShadowedClass,
        Category::TypeAnnotation,
        Category::Inheritance,
        Category::Sendability,
        Category::EmptyBody,
        Category::Lint,
        Category::ExtensionConflict,
    ];

    /// As a manifest calls it.
    pub fn manifest_key(self) -> &'static str {
        match self {
            Category::Dnu => "dnu",
            Category::Type => "type",
            Category::Unused => "unused",
            Category::DeadAssignment => "dead-assignment",
            Category::Deprecation => "deprecation",
            Category::ActorNew => "actor-new",
            Category::Visibility => "visibility",
            Category::UnresolvedClass => "unresolved-class",
            Category::UnresolvedFfi => "unresolved-ffi",
            Category::ArityMismatch => "arity-mismatch",
            Category::ShadowedClass => "shadowed-class",
            Category::TypeAnnotation => "type-annotation",
            Category::Inheritance => "inheritance",
            Category::Sendability => "sendability",
            Category::EmptyBody => "empty-body",
            Category::Lint => "lint",
            Category::ExtensionConflict => "extension-conflict",
        }
    }

    /// As `@expect` calls it; some cannot be expected.
    pub fn expect_name(self) -> Option<&'static str> {
        match self {
            Category::DeadAssignment => Some("dead_assignment"),
            Category::ActorNew => Some("actor_new"),
            Category::UnresolvedClass => Some("unresolved_class"),
            Category::UnresolvedFfi => Some("unresolved_ffi"),
            Category::ArityMismatch => Some("arity_mismatch"),
            Category::ShadowedClass => Some("shadowed_class"),
            Category::TypeAnnotation => Some("type_annotation"),
            Category::EmptyBody | Category::Lint | Category::ExtensionConflict => None,
            one_word => Some(one_word.manifest_key()),
        }
    }

    /// Whether expecting this one silences problems of the other.
    pub fn covers(self, other: Category) -> bool {
        self == other
            || self == Category::Type && matches!(other, Category::Dnu | Category::TypeAnnotation)
    }

    /// The category that `@expect` calls so.
    pub fn expected_as(name: &str) -> Option<Category> {
        Category::ALL.into_iter().find(|it| it.expect_name() == Some(name))
    }

    pub fn of_manifest_key(key: &str) -> Option<Category> {
        Category::ALL.into_iter().find(|it| it.manifest_key() == key)
    }
}

/// All that `@expect` may name.
pub fn expectable() -> Vec<&'static str> {
    Category::ALL.into_iter().filter_map(Category::expect_name).chain([EXPECT_ALL]).collect()
}
