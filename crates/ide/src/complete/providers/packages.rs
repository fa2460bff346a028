//! The classes of a package, behind `package@`.

use super::{Offer, names};
use crate::complete::overlay;

pub(super) fn provide(package: &str, offer: &mut Offer) {
    let hierarchy = overlay::hierarchy(offer.ground, offer.cursor);
    let mut is_known = false;
    for class in hierarchy.classes() {
        if class.package.as_deref() == Some(package) {
            is_known = true;
            names::class(class, &hierarchy, offer);
        }
    }
    if !is_known {
        offer.explain(format!("no package {} is known", crate::visible::code(package)));
    }
}
