//! What is wrong with a file: every problem with its line, its column and what would be right.

use crate::lang::{Lang, Text, both, say};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::fmt;
use std::ops::Range;

/// Longest text that the parsers look at, in bytes (the largest sensible puzzle has two thousand).
pub const MAX_FILE_BYTES: usize = 1 << 20;
/// Most problems that are shown; the rest are counted.
const MAX_SHOWN: usize = 40;

/// One problem of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where, in bytes of [`PuzzleError::text`].
    pub span: Range<usize>,
    /// Other places that take part, as the further cells of a line of three.
    pub also: Vec<Range<usize>>,
    /// Line of the span's start, from 1.
    pub line: usize,
    /// Column of the span's start in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: Text,
    /// What would be right; empty where nobody can say.
    pub advice: Text,
}

impl Problem {
    /// `line:column: message`, with the advice behind it.
    fn on_one_line(&self, lang: Lang) -> String {
        let (line, column, message) = (self.line, self.column, self.message.get(lang));
        let advice = match self.advice.get(lang) {
            "" => String::new(),
            advice => say!(lang, "; {advice}", "；{advice}"),
        };
        format!("{line}:{column}: {message}{advice}")
    }
}

/// In English.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.on_one_line(Lang::En))
    }
}

/// Everything that is wrong with a puzzle, a solution or a move script, in the order of the text.
///
/// Its `Display` is [`PuzzleError::list`] in English; [`PuzzleError::render`] shows the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleError {
    /// The name under which the file was read.
    pub file_name: String,
    /// The text that the spans point into (without a byte order mark).
    pub text: String,
    /// The problems, at least one.
    pub problems: Vec<Problem>,
}

impl std::error::Error for PuzzleError {}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.list(Lang::En))
    }
}

impl PuzzleError {
    /// The problems, one `file:line:column: message` a line.
    #[must_use]
    pub fn list(&self, lang: Lang) -> String {
        let file = &self.file_name;
        let shown = self.problems.iter().take(MAX_SHOWN);
        let lines = shown.map(|problem| format!("{file}:{}", problem.on_one_line(lang)));
        let more = self.more(lang).map(|more| format!("{file}: {more}"));
        lines.chain(more).collect::<Vec<_>>().join("\n")
    }

    /// The problems with excerpts of the source, as compilers print them; `styled` for a terminal with colours.
    #[must_use]
    pub fn render(&self, styled: bool, lang: Lang) -> String {
        let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
        let mut out = String::new();
        for (i, problem) in self.problems.iter().take(MAX_SHOWN).enumerate() {
            if i > 0 {
                out.push('\n');
            }
            out.push_str(&renderer.render(&[self.group(problem, lang)]));
            out.push('\n');
        }
        out.extend(self.more(lang).map(|more| more + "\n"));
        out
    }

    fn group<'a>(&'a self, problem: &'a Problem, lang: Lang) -> Group<'a> {
        let also = problem.also.iter().map(|span| AnnotationKind::Context.span(span.clone()));
        let snippet = Snippet::source(self.text.as_str())
            .path(self.file_name.as_str())
            .annotation(AnnotationKind::Primary.span(problem.span.clone()))
            .annotations(also);
        let error = Level::ERROR.with_name(say!(lang, "error", "错误"));
        let group = error.primary_title(problem.message.get(lang)).element(snippet);
        if problem.advice.is_empty() {
            return group;
        }
        group.element(Level::HELP.with_name(say!(lang, "help", "提示")).message(problem.advice.get(lang)))
    }

    /// How many problems are not shown, if any.
    fn more(&self, lang: Lang) -> Option<String> {
        let more = self.problems.len().checked_sub(MAX_SHOWN).filter(|&more| more > 0)?;
        Some(say!(lang, "and {more} more problems", "还有 {more} 个问题"))
    }
}

/// Collects the problems of one text.
#[derive(Debug)]
pub(super) struct Report<'a> {
    file_name: &'a str,
    text: &'a str,
    line_starts: Vec<usize>,
    problems: Vec<Problem>,
}

impl<'a> Report<'a> {
    /// A report on a text, without its byte order mark; the text to read is [`Report::text`].
    pub(super) fn new(text: &'a str, file_name: &'a str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { file_name, text, line_starts, problems: Vec::new() }
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    pub(super) fn is_clean(&self) -> bool {
        self.problems.is_empty()
    }

    /// Adds a problem.
    pub(super) fn add(&mut self, span: Range<usize>, message: Text, advice: Text) {
        self.add_with(span, Vec::new(), message, advice);
    }

    /// Adds a problem that several places share.
    pub(super) fn add_with(&mut self, span: Range<usize>, also: Vec<Range<usize>>, message: Text, advice: Text) {
        let span = self.clip(span);
        let also = also.into_iter().map(|span| self.clip(span)).collect();
        let line = self.line_starts.partition_point(|&start| start <= span.start);
        let column = self.text[self.line_starts[line - 1]..span.start].chars().count() + 1;
        self.problems.push(Problem { span, also, line, column, message, advice });
    }

    /// The offset of a line and a column as `serde_json` counts them (both from 1, the column in bytes).
    pub(super) fn offset(&self, line: usize, column: usize) -> usize {
        let start = self.line_starts.get(line.saturating_sub(1)).copied().unwrap_or(self.text.len());
        (start + column.saturating_sub(1)).min(self.text.len())
    }

    /// False, and a problem, where the text is too long to be looked at.
    pub(super) fn accepts_length(&mut self) -> bool {
        let fits = self.text.len() <= MAX_FILE_BYTES;
        if !fits {
            let found = both!("the file has {} bytes", "文件有 {} 字节", self.text.len());
            // The excerpt is of no use here: keep the first line only.
            let end = self.text.find('\n').unwrap_or(0).min(200);
            self.text = &self.text[..floor_char(self.text, end)];
            self.add(0..0, found, both!("at most {MAX_FILE_BYTES}", "至多 {MAX_FILE_BYTES} 字节"));
        }
        fits
    }

    /// `value`, unless there are problems.
    pub(super) fn finish<T>(mut self, value: Option<T>) -> Result<T, PuzzleError> {
        if let (Some(value), true) = (value, self.problems.is_empty()) {
            return Ok(value);
        }
        self.problems.sort_by_key(|problem| (problem.span.start, problem.span.end));
        self.problems.dedup_by(|a, b| a.span == b.span && a.message == b.message);
        Err(PuzzleError { file_name: self.file_name.into(), text: self.text.into(), problems: self.problems })
    }

    /// The span moved to whole characters of the text.
    fn clip(&self, span: Range<usize>) -> Range<usize> {
        let start = floor_char(self.text, span.start);
        start..floor_char(self.text, span.end).max(start)
    }
}

/// The last character boundary at or before an offset.
fn floor_char(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    (0..=offset).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// A word of the text for a message: quoted, without control characters, not too long.
pub(super) fn quoted(word: &str) -> String {
    let mut short: String = word.chars().take(24).collect();
    if short.len() < word.len() {
        short.push('…');
    }
    format!("`{}`", short.escape_debug())
}

/// "did you mean" for a word that is none of the known ones; otherwise the list of them.
pub(super) fn suggestion(word: &str, known: &[&str]) -> Text {
    let short: String = word.chars().take(40).collect();
    let near = known.iter().map(|&name| (strsim::damerau_levenshtein(name, &short), name)).min();
    match near {
        Some((distance, name)) if distance <= 1 + name.len() / 4 => {
            both!("did you mean `{name}`?", "是不是 `{name}`？")
        }
        _ => {
            let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            Text::in_each(|lang| say!(lang, "one of {}", "应为其中之一：{}", names.join(&say!(lang, ", ", "、"))))
        }
    }
}
