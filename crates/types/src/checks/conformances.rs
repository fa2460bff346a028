//! Arguments against parameters that are declared as protocols.
//!
//! What conforms is decided by selectors alone. Of something that is not known it is
//! said that nobody can tell, unless every object conforms.

use hierarchy::{ClassName, known};

use crate::conformance::{Conformance, argument_conformance, conforms};
use crate::inferred::{DynamicReason, InferredType};
use crate::meaning::Meaning;
use crate::problem::{Argument, ArgumentProblem};

/// What is wrong with an argument for a protocol.
pub(crate) fn problem(
    meaning: &Meaning,
    argument: Argument,
    got: &InferredType,
    protocol: &ClassName,
) -> Option<ArgumentProblem> {
    let world = meaning.world();
    let (lacks, is_partial) = match argument_conformance(world, got, protocol) {
        Conformance::Conforms => return None,
        Conformance::Unverified => {
            let InferredType::Dynamic(reason) = *got else { return None };
            let is_told = reason != DynamicReason::Unknown;
            let is_open = is_told && !conforms(world, &known::OBJECT, protocol);
            let protocol = protocol.clone();
            return is_open.then_some(ArgumentProblem::Unverified { argument, protocol, reason });
        }
        Conformance::Lacks(lacks) => (lacks, false),
        Conformance::PartlyLacks(lacks) => (lacks, true),
    };
    let (protocol, got) = (protocol.clone(), got.clone());
    Some(ArgumentProblem::NotConforming { argument, protocol, got, lacks, is_partial })
}
