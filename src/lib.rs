//! Finds leaderboard solutions for 消除王, the fixed-queue puzzle of 召唤与合成 (Summon and Merge).
//!
//! Dependencies run one way: `games` ← `search` ← `checkpoint`, `replay` ← `cli`. The library prints nothing, reads
//! no clock, no environment and no global generator; budgets, observers and seeds come in from the caller.

pub mod advice;
pub mod bits;
pub mod checkpoint;
pub mod cli;
pub mod cluster;
pub mod conformance;
pub mod game;
pub mod games;
pub mod lang;
pub mod perft;
pub mod plot;
pub mod puzzle;
pub mod replay;
pub mod search;
pub mod types;
pub mod verify;
