//! The two languages of everything a person reads.
//!
//! Every text stands in both languages where it is used, in one `say!`: neither can be forgotten, and a reader of
//! the code sees both.

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese.
    Zh,
}

/// A text in the user's language: `say!(lang, "English {x}", "中文 {x}")`.
macro_rules! say {
    ($lang:expr, $en:literal, $zh:literal $(, $arg:expr)* $(,)?) => {
        match $lang {
            $crate::lang::Lang::En => format!($en $(, $arg)*),
            $crate::lang::Lang::Zh => format!($zh $(, $arg)*),
        }
    };
}

pub(crate) use say;
