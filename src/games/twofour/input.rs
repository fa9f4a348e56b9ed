//! The problem's input: a line `N G`, then G lines of N pile sizes. Everything wrong is told, with line and column.

use std::ops::RangeInclusive;
use thiserror::Error;

/// Most piles of a game.
pub const MAX_PILES: usize = 30;
/// Most games of an input.
pub const MAX_GAMES: usize = 1000;
const PILES: RangeInclusive<u64> = 3..=MAX_PILES as u64;
const GAMES: RangeInclusive<u64> = 1..=MAX_GAMES as u64;

/// Games of equally many piles, all playable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// N, piles per game.
    pub piles: u8,
    /// The piles of each game.
    pub games: Vec<Vec<u8>>,
}

/// What is wrong at a place of the input.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InputFault {
    /// Nothing but blanks.
    #[error("empty: the first line must hold N (piles) and G (games)")]
    Empty,
    /// Not a number.
    #[error("{word:?} is not a number")]
    NotANumber {
        /// What stands there.
        word: String,
    },
    /// N out of range.
    #[error("N is {piles}: a game has 3 to {MAX_PILES} piles")]
    Piles {
        /// The number given.
        piles: u64,
    },
    /// G out of range.
    #[error("G is {games}: there can be 1 to {MAX_GAMES} games")]
    Games {
        /// The number given.
        games: u64,
    },
    /// A pile too big.
    #[error("a pile of {size}: piles hold 0 to 4 balls")]
    Pile {
        /// The number given.
        size: u64,
    },
    /// Numbers missing at the end of a line.
    #[error("{found} numbers, {expected} expected")]
    TooFew {
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: usize,
    },
    /// A number too many.
    #[error("more than the {expected} numbers expected")]
    TooMany {
        /// How many there must be.
        expected: usize,
    },
    /// Not two balls per pile.
    #[error("the piles hold {sum} balls, {expected} expected (twice N)")]
    Sum {
        /// The balls of the game.
        sum: u64,
        /// Twice the piles.
        expected: u64,
    },
    /// Fewer games than announced.
    #[error("{found} games, {expected} announced")]
    MissingGames {
        /// How many there are.
        found: usize,
        /// G.
        expected: usize,
    },
    /// A line after the last game.
    #[error("a line after the last of {expected} games")]
    ExtraLine {
        /// G.
        expected: usize,
    },
}

/// One thing wrong with an input.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct InputError {
    /// The line, from 1.
    pub line: usize,
    /// The character in it, from 1.
    pub column: usize,
    /// What is wrong there.
    pub fault: InputFault,
}

/// A word and its column, from 1.
type Word<'a> = (usize, &'a str);

fn words(line: &str) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in line.char_indices().chain([(line.len(), ' ')]) {
        match (start, c.is_whitespace()) {
            (None, false) => start = Some(at),
            (Some(from), true) => {
                found.push((line[..from].chars().count() + 1, &line[from..at]));
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// Collects what is wrong.
struct Reader {
    errors: Vec<InputError>,
}

impl Reader {
    fn fault(&mut self, line: usize, column: usize, fault: InputFault) {
        self.errors.push(InputError { line, column, fault });
    }

    /// The numbers of a line; wrong words and a wrong count are faults. `None` where anything was wrong.
    fn numbers(&mut self, line: usize, text: &str, expected: usize) -> Option<Vec<(usize, u64)>> {
        let faults = self.errors.len();
        let words = words(text);
        if let Some(&(column, _)) = words.get(expected) {
            self.fault(line, column, InputFault::TooMany { expected });
        } else if words.len() < expected {
            let column = text.trim_end().chars().count() + 1;
            self.fault(line, column, InputFault::TooFew { found: words.len(), expected });
        }
        let mut numbers = Vec::new();
        for &(column, word) in words.iter().take(expected) {
            match word.parse() {
                Ok(number) => numbers.push((column, number)),
                Err(_) => self.fault(line, column, InputFault::NotANumber { word: word.to_owned() }),
            }
        }
        (self.errors.len() == faults).then_some(numbers)
    }

    /// N and G.
    fn header(&mut self, line: usize, text: &str) -> Option<(usize, usize)> {
        let numbers = self.numbers(line, text, 2)?;
        let &[(n_column, piles), (g_column, games)] = numbers.as_slice() else {
            return None;
        };
        let faults = self.errors.len();
        if !PILES.contains(&piles) {
            self.fault(line, n_column, InputFault::Piles { piles });
        }
        if !GAMES.contains(&games) {
            self.fault(line, g_column, InputFault::Games { games });
        }
        (self.errors.len() == faults).then_some(())?;
        Some((usize::try_from(piles).ok()?, usize::try_from(games).ok()?))
    }

    fn game(&mut self, line: usize, text: &str, piles: usize) -> Option<Vec<u8>> {
        let numbers = self.numbers(line, text, piles)?;
        let faults = self.errors.len();
        for &(column, size) in numbers.iter().filter(|&&(_, size)| size > 4) {
            self.fault(line, column, InputFault::Pile { size });
        }
        if self.errors.len() > faults {
            return None;
        }
        let sum = numbers.iter().map(|&(_, size)| size).sum();
        let expected = 2 * piles as u64;
        if sum != expected {
            self.fault(line, numbers.first().map_or(1, |&(column, _)| column), InputFault::Sum { sum, expected });
        }
        numbers.into_iter().map(|(_, size)| u8::try_from(size).ok()).collect()
    }
}

/// Reads an input. Blank lines are skipped.
///
/// # Errors
/// Everything that is wrong, in the order of lines and columns.
pub fn parse(text: &str) -> Result<Input, Vec<InputError>> {
    let mut reader = Reader { errors: Vec::new() };
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let Some((line, first)) = lines.next() else {
        return Err(vec![InputError { line: 1, column: 1, fault: InputFault::Empty }]);
    };
    let Some((piles, expected)) = reader.header(line, first) else {
        return Err(reader.errors);
    };
    let mut games = Vec::new();
    let mut found = 0;
    let mut last = line;
    for (line, text) in lines {
        last = line;
        if found == expected {
            let column = words(text).first().map_or(1, |&(column, _)| column);
            reader.fault(line, column, InputFault::ExtraLine { expected });
            break;
        }
        found += 1;
        games.extend(reader.game(line, text, piles));
    }
    if found < expected {
        reader.fault(last + 1, 1, InputFault::MissingGames { found, expected });
    }
    reader.errors.sort_by_key(|error| (error.line, error.column));
    if !reader.errors.is_empty() {
        return Err(reader.errors);
    }
    Ok(Input { piles: u8::try_from(piles).unwrap_or(u8::MAX), games })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        parse(text).unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_sample_is_read() {
        let input = parse("5 2\n0 3 4 1 2\n2 2 2 2 2\n").unwrap();
        assert_eq!(input, Input { piles: 5, games: vec![vec![0, 3, 4, 1, 2], vec![2; 5]] });
    }

    #[test]
    fn everything_wrong_is_told_with_its_place() {
        let text = "3 6\n1 2\n2 2 x\n 2 5 0\n2 2 3\n2 2 2 2\n";
        assert_eq!(
            faults(text),
            [
                "line 2, column 4: 2 numbers, 3 expected",
                "line 3, column 5: \"x\" is not a number",
                "line 4, column 4: a pile of 5: piles hold 0 to 4 balls",
                "line 5, column 1: the piles hold 7 balls, 6 expected (twice N)",
                "line 6, column 7: more than the 3 numbers expected",
                "line 7, column 1: 5 games, 6 announced",
            ]
        );
    }

    #[test]
    fn a_wrong_head_is_told_alone() {
        assert_eq!(
            faults("2 1001\n2 2\n"),
            [
                "line 1, column 1: N is 2: a game has 3 to 30 piles",
                "line 1, column 3: G is 1001: there can be 1 to 1000 games"
            ]
        );
        assert_eq!(faults("  \n"), ["line 1, column 1: empty: the first line must hold N (piles) and G (games)"]);
        assert_eq!(faults("3 1\n2 2 2\n1 1 4\n"), ["line 3, column 1: a line after the last of 1 games"]);
    }
}
