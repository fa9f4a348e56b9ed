//! Every strategy against proof: on small puzzles whose optimum the exact search proves, each finds it.

use rand::RngExt;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::atomic::AtomicBool;
use xiaochu::game::{Game, Learn, Move};
use xiaochu::games::samegame::{SameGame, SameGameSetup};
use xiaochu::games::sandbox::{Sandbox, Shape};
use xiaochu::search::beam::BeamOptions;
use xiaochu::search::exact::{Engine, ExactOptions, ExactOutcome};
use xiaochu::search::nrpa::NrpaOptions;
use xiaochu::search::portfolio::{Member, PortfolioOptions};
use xiaochu::search::strata::StrataOptions;
use xiaochu::search::uct::{Candidates, TreeOptions, UctOptions};
use xiaochu::search::{Control, Found, LoadError, Meter, Search, Sink, Source, StrategyOptions};
use xiaochu::types::{Score, Seed};

/// The trees, with every move a candidate: fewer may leave out the best.
fn uct(name: &str, base: TreeOptions) -> StrategyOptions {
    let options = TreeOptions { candidates: Candidates::All, ..base };
    StrategyOptions::Uct(UctOptions::uniform(name, Seed(1), 1, &options, 256 << 20))
}

/// Each strategy with its iterations.
fn strategies() -> Vec<(StrategyOptions, u64)> {
    let beam = StrategyOptions::Beam(BeamOptions::default());
    let trees = uct("uct", TreeOptions::guided());
    let wider = BeamOptions { cut_width: 0, ..BeamOptions::default() };
    let cuts = BeamOptions { first_width: 0, ..BeamOptions::default() };
    let members = vec![
        Member { turn: 20_000, from: 0, options: StrategyOptions::Beam(wider) },
        Member { turn: 5_000, from: 1, options: StrategyOptions::Beam(cuts) },
        Member { turn: 2_000, from: 1, options: trees.clone() },
    ];
    // Short rounds, many restarts: what suits puzzles of a few moves. On one sandbox of thirty 60,000 playouts were not
    // enough.
    let nested = NrpaOptions { level: 2, playouts: 20, ..NrpaOptions::default() };
    let auto = PortfolioOptions { strategy: "auto".into(), seed: Seed(1), members };
    vec![
        (trees, 20_000),
        (uct("uct-classic", TreeOptions::default()), 60_000),
        (beam, 60_000),
        (StrategyOptions::Strata(StrataOptions::default()), 60_000),
        (StrategyOptions::Nrpa(nested), 120_000),
        (StrategyOptions::Portfolio(auto), 60_000),
    ]
}

fn proven<G: Learn>(game: &G) -> Score {
    match Engine::new(game, ExactOptions::default()).run(game, u64::MAX, |_| false) {
        ExactOutcome::Optimal { score, .. } => score,
        outcome => panic!("{outcome:?}"),
    }
}

/// Runs every strategy on a puzzle; what disagrees with the proof.
fn disagreements<G: Learn>(game: &G, name: &str) -> Vec<String> {
    let optimum = proven(game);
    let run = |(options, iterations): (StrategyOptions, u64)| {
        let control = Control { stop: &AtomicBool::new(false), meter: &Meter::default(), found: &|_| {} };
        let mut search = options.start(game);
        search.run(game, iterations, &control);
        let score = search.summary().best.map(|best| best.score);
        (score != Some(optimum)).then(|| format!("{name}: {} {score:?}, proven {optimum}", options.name()))
    };
    strategies().into_iter().filter_map(run).collect()
}

#[test]
fn all_prove_right_on_thirty_small_sandboxes() {
    let wrong: Vec<_> = (0..30)
        .zip([3, 4, 5].into_iter().cycle())
        .flat_map(|(seed, rows)| {
            let shape = Shape::try_new(rows, 4).unwrap();
            let game = Sandbox::random(shape, 2, &mut Seed(seed).stream("small", 0)).unwrap();
            disagreements(&game, &format!("sandbox {seed}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn all_prove_right_on_thirty_small_samegames() {
    let wrong: Vec<_> = (0..30)
        .flat_map(|seed| {
            let mut rng = Seed(seed).stream("small", 1);
            let board = (0..5).map(|_| (0..5).map(|_| rng.random_range(1..=3)).collect()).collect();
            let game = SameGame::new(&SameGameSetup { board, leftover_penalty: seed % 2 == 1 }).unwrap();
            disagreements(&game, &format!("samegame {seed}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A save as JSON, so that a test can tamper with it.
#[derive(Clone, Default)]
struct Sections(Vec<String>);

impl Sink for Sections {
    type Error = serde_json::Error;

    fn put<T: Serialize>(&mut self, _: &str, value: &T) -> Result<(), Self::Error> {
        self.0.push(serde_json::to_string(value)?);
        Ok(())
    }
}

impl Source for Sections {
    fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, LoadError> {
        serde_json::from_str(&self.0.remove(0))
            .map_err(|error| LoadError::Section { name: name.to_owned(), reason: error.to_string() })
    }
}

/// The save with an unfinished line that scores nothing in place of the best one, in either form of writing it.
fn shortened(save: &Sections, best: &Found, code: u16) -> Sections {
    let line = serde_json::to_string(&best.line).expect("codes are JSON");
    let forms = ["\"score\":S,\"line\":L", "\"best\":[S,L]"];
    let write = |form: &str, score: &str, line: &str| form.replace('S', score).replace('L', line);
    let (score, short) = (best.score.to_string(), format!("[{code}]"));
    let shorten = |text: &String| {
        forms
            .iter()
            .fold(text.clone(), |text, form| text.replace(&write(form, &score, &line), &write(form, "0", &short)))
    };
    Sections(save.0.iter().map(shorten).collect())
}

#[test]
fn none_goes_on_from_a_best_line_that_is_not_finished() {
    let board = vec![vec![1, 1, 2, 2, 1, 1, 2, 2]];
    let game = SameGame::new(&SameGameSetup { board, leftover_penalty: true }).unwrap();
    let mut moves = Vec::new();
    game.moves(&game.root(), &mut moves);
    // Without the trees: they write columns of bytes, which JSON does not hold.
    for options in [
        StrategyOptions::Beam(BeamOptions::default()),
        StrategyOptions::Strata(StrataOptions::default()),
        StrategyOptions::Nrpa(NrpaOptions::default()),
        StrategyOptions::Exact(ExactOptions::default()),
    ] {
        let control = Control { stop: &AtomicBool::new(false), meter: &Meter::default(), found: &|_| {} };
        let mut search = options.start(&game);
        search.run(&game, 40, &control);
        let mut save = Sections::default();
        search.save(&mut save).unwrap();
        let load = |mut save: Sections| options.start(&game).load(&game, &mut save);
        load(save.clone()).unwrap_or_else(|error| panic!("{}: {error}", options.name()));
        let refused = load(shortened(&save, &search.summary().best.unwrap(), moves[0].code()));
        let is_meant = matches!(&refused, Err(LoadError::Meaning { reason, .. }) if reason.contains("best line"));
        assert!(is_meant, "{}: {refused:?}", options.name());
    }
}
