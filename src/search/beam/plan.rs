//! Which pass follows which.

use super::options::BeamOptions;
use super::pass::Spec;

impl BeamOptions {
    /// The pass with a number, from 0.
    pub(super) fn spec(&self, pass: u64) -> Spec {
        let mut width = self.first_width.max(1);
        for _ in 0..pass {
            if width >= self.widest {
                break;
            }
            width = width.saturating_mul(self.growth.max(2)).min(self.widest);
        }
        Spec { prefix: Vec::new(), width, noise: 0, salt: 0 }
    }
}
