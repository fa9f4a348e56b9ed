//! The conformance kit on sandboxes of every kind, and on games that break a promise: it must say so.
#![expect(clippy::unwrap_used, reason = "what breaks the contract is a failed test")]

use xiaochu::conformance::{check, check_chance, check_duel};
use xiaochu::game::{Duel, Game, MoveClass, Played, Side};
use xiaochu::games::crush::{Crush, CrushSetup};
use xiaochu::games::samegame::{SameGame, SameGameSetup};
use xiaochu::games::sandbox::rules::{SwapRule, TopMatch};
use xiaochu::games::sandbox::{Mode, Refill, Rules, Sandbox, SandboxMove, Setup, State};
use xiaochu::types::{Action, Key, Pcg, Score, Seed};

const QUEUE: [u8; 12] = [1, 1, 2, 1, 2, 3, 2, 3, 2, 1, 3, 3];

fn sandbox(rules: Rules, steps: u16) -> Sandbox {
    let stone = if rules.stones { -2 } else { 24 };
    let board =
        vec![vec![11, 21, 11, 11, stone], vec![11, 31, 31, 11, 31], vec![21, 31, 14, 21, 31], vec![11, 11, 31, 31, 21]];
    Sandbox::new(&Setup { rules, board, steps, queue_pos: 3 }).unwrap()
}

fn fixed(mode: Mode) -> Rules {
    Rules { refill: Refill::Fixed(QUEUE), ..Rules::of(mode) }
}

#[test]
fn sandboxes_of_every_mode_with_a_fixed_queue_conform() {
    for mode in Mode::ALL {
        check(&sandbox(fixed(mode), 20), Seed(1), 4).unwrap();
    }
}

#[test]
fn sandboxes_under_other_assumptions_conform() {
    let rules = fixed(Mode::Xiaochuwang);
    for rules in [
        Rules { swap: SwapRule::Adjacent, ..rules },
        Rules { top_match: TopMatch::None, ..rules },
        Rules { refund_level: 3, ..rules },
        Rules { refund_level: 6, ..rules },
        Rules { counted_cap: Some(5), ..fixed(Mode::Zhanqi) },
    ] {
        check(&sandbox(rules, 20), Seed(2), 4).unwrap();
    }
}

#[test]
fn sandboxes_with_random_refill_conform_and_so_does_their_chance() {
    for mode in Mode::ALL {
        let game = sandbox(Rules { refill: Refill::Random, ..Rules::of(mode) }, 12);
        check(&game, Seed(3), 4).unwrap();
        check_chance(&game, Seed(4), 8).unwrap();
    }
}

#[test]
fn samegames_conform() {
    let board = vec![vec![1, 2, 2, 3, 1], vec![1, 3, 2, 1, 1], vec![2, 2, 3, 3, 2], vec![1, 2, 1, 1, 3]];
    for leftover_penalty in [false, true] {
        check(&SameGame::new(&SameGameSetup { board: board.clone(), leftover_penalty }).unwrap(), Seed(7), 20).unwrap();
    }
}

#[test]
fn crushes_conform() {
    let rows = ["3343", "3233", "2434", "1343", "3311", "3433", "1443", "1232"];
    let board = rows.iter().map(|row| row.bytes().map(|digit| digit - b'0').collect()).collect();
    check(&Crush::new(&CrushSetup { board, kinds: 4, moves: 7 }).unwrap(), Seed(8), 20).unwrap();
}

/// What a broken game does wrong.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    UnsortedMoves,
    SampleOfMinors,
    OneKey,
    LowBound,
    LowSteps,
    AcceptsAll,
    Unbounded,
    Deducts,
}

/// A sandbox with one fault.
struct Broken(Sandbox, Fault);

impl Game for Broken {
    type State = State;
    type Move = SandboxMove;

    fn root(&self) -> State {
        self.0.root()
    }
    fn moves(&self, state: &State, out: &mut Vec<SandboxMove>) {
        self.0.moves(state, out);
        if self.1 == Fault::UnsortedMoves {
            out.reverse();
        }
    }
    fn play_unchecked(&self, state: &mut State, mv: SandboxMove) -> Played {
        let played = self.0.play_unchecked(state, mv);
        if self.1 == Fault::Deducts { Played { gain: -1, ..played } } else { played }
    }
    fn sample(&self, state: &State, rng: &mut Pcg) -> Option<SandboxMove> {
        let mut moves = Vec::new();
        self.0.moves(state, &mut moves);
        if self.1 == Fault::SampleOfMinors { moves.first().copied() } else { self.0.sample(state, rng) }
    }
    fn class(&self, state: &State, mv: SandboxMove) -> MoveClass {
        self.0.class(state, mv)
    }
    fn is_complete(&self, state: &State) -> bool {
        self.0.is_complete(state)
    }
    fn steps_left(&self, state: &State) -> u32 {
        self.0.steps_left(state) - u32::from(self.1 == Fault::LowSteps && self.0.steps_left(state) > 3)
    }
    fn bound(&self, state: &State) -> Score {
        match self.1 {
            Fault::LowBound => 100,
            Fault::Unbounded => Score::MAX,
            _ => self.0.bound(state),
        }
    }
    fn key(&self, state: &State) -> Key {
        if self.1 == Fault::OneKey { Key(0) } else { self.0.key(state) }
    }
    fn action(&self, mv: SandboxMove) -> Action {
        self.0.action(mv)
    }
    fn find(&self, state: &State, action: Action) -> Option<SandboxMove> {
        match action {
            Action::Swap(a, b)
                if self.1 == Fault::AcceptsAll && a != b && a.row.max(b.row) < 4 && a.col.max(b.col) < 5 =>
            {
                let shape = self.0.shape();
                Some(SandboxMove::swap(shape.bit(a), shape.bit(b)))
            }
            _ => self.0.find(state, action),
        }
    }
}

#[test]
fn each_fault_is_found_and_named() {
    for (fault, words) in [
        (Fault::UnsortedMoves, "not strictly ascending"),
        (Fault::SampleOfMinors, "which is minor"),
        (Fault::OneKey, "another future"),
        (Fault::LowBound, "the bound is 100"),
        (Fault::LowSteps, "moves that are not free follow"),
        (Fault::AcceptsAll, "accepted but not listed"),
        (Fault::Unbounded, "beyond what may be added to"),
        (Fault::Deducts, "and the game goes on"),
    ] {
        let breach = check(&Broken(sandbox(fixed(Mode::Xiaochuwang), 20), fault), Seed(5), 20).unwrap_err();
        assert!(breach.what.contains(words), "{breach}");
    }
}

/// Take one or two of a heap; who takes the last one wins. With a fault the moves are listed twice.
struct Heap {
    lists_twice: bool,
}

impl Duel for Heap {
    type State = (u8, bool);
    type Move = u8;

    fn root(&self) -> (u8, bool) {
        (21, true)
    }
    fn moves(&self, state: &(u8, bool), out: &mut Vec<u8>) {
        out.clear();
        out.extend(1..=state.0.min(2));
        if self.lists_twice {
            out.extend(1..=state.0.min(2));
        }
    }
    fn play(&self, state: &(u8, bool), mv: u8) -> (u8, bool) {
        (state.0 - mv, !state.1)
    }
    fn to_move(&self, state: &(u8, bool)) -> Side {
        if state.1 { Side::First } else { Side::Second }
    }
    fn winner(&self, state: &(u8, bool)) -> Option<Side> {
        Some(self.to_move(state).other())
    }
}

#[test]
fn duels_are_checked_too() {
    check_duel(&Heap { lists_twice: false }, Seed(6), 20).unwrap();
    let breach = check_duel(&Heap { lists_twice: true }, Seed(6), 20).unwrap_err();
    assert!(breach.what.contains("not strictly ascending"), "{breach}");
}
