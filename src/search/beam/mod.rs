//! Beam search: layer by layer of moves made, keep the `width` most promising positions, drop the rest.
//!
//! Positions of a layer compete by score so far plus what they are still worth ([`super::value`]). Moves that cost no
//! step stay within their layer: whoever enters a layer brings along what its free moves lead to. Equal positions
//! meet by key and the better one stays.
//!
//! | file | what |
//! |---|---|
//! | `options` | what a caller may set |
//! | `layer` | expand positions, gather candidates, choose the next layer |
//! | `pass` | one beam from a start to its end, in small steps |
//! | `plan` | which pass follows which: widths, cuts of the best line, noise |
//! | `search` | the strategy: runs passes and keeps the best line |
//! | `save` | what a checkpoint holds of it |

mod layer;
mod options;
mod pass;
mod plan;
mod save;
mod search;

pub(super) use layer::Scene;
pub use options::BeamOptions;
pub(super) use pass::{Pass, Spec};
pub use search::Beam;
