//! A beam by strata: positions compete with those that have equally much left to play, not with those equally many
//! moves away from the start.
//!
//! Where moves differ in how much of the game they use up (SameGame's groups), a layer of equally many moves holds
//! positions that cannot be compared: the one that has spent more has a higher score and less to come, and no
//! estimate is good enough to set one off against the other. Here a successor goes to the stratum of what it leaves
//! ([`Learn::remaining`](crate::game::Learn::remaining)), wherever that is, and each stratum keeps its `width` best
//! when its turn comes, the one with most left first. On SameGame that is worth a tenth of the score at equal time.
//!
//! One wide beam crowds itself with variants of few ideas, and if all of them end with cells that cannot be cleared
//! nothing else is left. So passes are repeated, each with its own noise on the values, and widen slowly: on boards
//! like the field's, ten passes of 500 find more than one pass of 4,000 in the same time.
//!
//! | file | what |
//! |---|---|
//! | `options` | what a caller may set, and which pass follows which |
//! | `pass` | one beam from the start to its end, in steps small enough to halt between them |
//! | `search` | the strategy: runs passes, keeps the best line, saves and loads |

mod options;
mod pass;
mod search;

pub use options::StrataOptions;
pub use search::Strata;
