//! Where a value lies in a JSON text that is known to be well formed.

use serde::de::IgnoredAny;
use std::ops::Range;

/// One step on the way to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JsonStep<'a> {
    Key(&'a str),
    Item(usize),
}

/// The span of the value at the end of a way; of the last value on it that is there, where the way goes on.
pub(super) fn locate(text: &str, way: &[JsonStep<'_>]) -> Range<usize> {
    let mut start = skip_blanks(text, 0);
    for &step in way {
        match enter(text, start, step) {
            Some(inner) => start = inner,
            None => break,
        }
    }
    start..value_end(text, start).unwrap_or(start)
}

/// Where the value one step further in starts.
fn enter(text: &str, start: usize, step: JsonStep<'_>) -> Option<usize> {
    let opening = if matches!(step, JsonStep::Key(_)) { b'{' } else { b'[' };
    if text.as_bytes().get(start) != Some(&opening) {
        return None;
    }
    let mut at = skip_blanks(text, start + 1);
    for index in 0.. {
        let is_it = match step {
            JsonStep::Item(item) => item == index,
            JsonStep::Key(key) => {
                let end = value_end(text, at)?;
                let found: String = serde_json::from_str(text.get(at..end)?).ok()?;
                at = skip_blanks(text, end);
                at = skip_blanks(text, (text.as_bytes().get(at) == Some(&b':')).then_some(at + 1)?);
                found == key
            }
        };
        let end = value_end(text, at)?;
        if is_it {
            return Some(at);
        }
        at = skip_blanks(text, end);
        at = skip_blanks(text, (text.as_bytes().get(at) == Some(&b',')).then_some(at + 1)?);
    }
    None
}

fn skip_blanks(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or(&[]);
    at + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count()
}

/// The end of the value that starts here; `None` where there is none.
fn value_end(text: &str, start: usize) -> Option<usize> {
    let mut values = serde_json::Deserializer::from_str(text.get(start..)?).into_iter::<IgnoredAny>();
    values.next()?.ok()?;
    Some(start + values.byte_offset())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_lead_to_their_values() {
        let text = r#" {"a": [1, -22, "x,]"], "b\u0041": {"c": true}, "d":[]} "#;
        let at = |way: &[JsonStep<'_>]| &text[locate(text, way)];
        use JsonStep::{Item, Key};
        assert_eq!(at(&[Key("a"), Item(1)]), "-22");
        assert_eq!(at(&[Key("a"), Item(2)]), "\"x,]\"");
        assert_eq!(at(&[Key("bA"), Key("c")]), "true");
        assert_eq!(at(&[Key("a"), Item(7)]), "[1, -22, \"x,]\"]");
        assert_eq!(at(&[Key("d"), Item(0)]), "[]");
        assert_eq!(at(&[Key("e")]), text.trim());
    }

    #[test]
    fn a_broken_text_has_places_too() {
        for text in ["", "{", "{\"a\"", "{\"a\":", "[1,", "nul"] {
            for way in [&[JsonStep::Key("a")], &[JsonStep::Item(1)]] {
                assert!(locate(text, way).end <= text.len());
            }
        }
    }
}
