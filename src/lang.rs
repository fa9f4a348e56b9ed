//! The two languages of everything a person reads.
//!
//! Every text stands in both languages where it is used, in one `say!` or `both!`: neither can be forgotten, and a
//! reader of the code sees both.

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese.
    Zh,
}

/// A text in both languages, for what is said before it is known to whom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    en: String,
    zh: String,
}

impl Text {
    /// What is said in each language.
    pub(crate) fn in_each(say: impl Fn(Lang) -> String) -> Self {
        Self { en: say(Lang::En), zh: say(Lang::Zh) }
    }

    /// The text in one language.
    #[must_use]
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Zh => &self.zh,
        }
    }

    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.en.is_empty()
    }
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

/// A [`Text`] in both languages: `both!("English {x}", "中文 {x}")`.
macro_rules! both {
    ($en:literal, $zh:literal $(, $arg:expr)* $(,)?) => {
        $crate::lang::Text::in_each(|lang| $crate::lang::say!(lang, $en, $zh $(, $arg)*))
    };
}

pub(crate) use both;
pub(crate) use say;
