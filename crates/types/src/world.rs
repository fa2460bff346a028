//! What questions about types are asked of: the classes, and what is known around
//! the place that asks.

use hierarchy::{ClassHierarchy, TypeParameter};

use crate::inferred::{InferredType, is_letter};

#[derive(Clone, Copy, Debug)]
pub struct World<'h> {
    pub hierarchy: &'h ClassHierarchy,
    /// The type parameters of the class around. Single capitals are type parameters
    /// without being listed.
    pub parameters: &'h [TypeParameter],
    pub scope: AnalysisScope,
}

/// How much of the program the hierarchy holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnalysisScope {
    /// A file or a prompt, with what it happens to know.
    #[default]
    ModuleOnly,
    /// All of a project.
    ProjectComplete {
        /// Whether it uses packages that may extend any class by methods that are
        /// not seen.
        has_unseen_extensions: bool,
    },
}

impl AnalysisScope {
    /// Everything is seen: a project without dependencies, or a file that stands alone.
    pub const WHOLE: AnalysisScope =
        AnalysisScope::ProjectComplete { has_unseen_extensions: false };
}

impl<'h> World<'h> {
    /// Outside of any generic class.
    pub fn new(hierarchy: &'h ClassHierarchy) -> Self {
        World { hierarchy, parameters: &[], scope: AnalysisScope::default() }
    }

    pub fn is_type_parameter(&self, ty: &InferredType) -> bool {
        let InferredType::Known { class_name, .. } = ty else { return false };
        is_letter(class_name) || self.parameters.iter().any(|it| it.name == **class_name)
    }
}
