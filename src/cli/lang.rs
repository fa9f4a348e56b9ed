//! `--lang`: which of the two languages.

pub(crate) use crate::lang::{Lang, Text, both, say};
use clap::ValueEnum;

/// What `--lang` chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LangChoice {
    /// English.
    En,
    /// Chinese.
    Zh,
    /// By the environment: Chinese where `LC_ALL`, `LC_MESSAGES` or `LANG` begins with `zh`.
    #[default]
    Auto,
}

impl LangChoice {
    /// The language chosen, given how the environment answers.
    #[must_use]
    pub(crate) fn resolve(self, env: impl Fn(&str) -> Option<String>) -> Lang {
        match self {
            Self::En => Lang::En,
            Self::Zh => Lang::Zh,
            Self::Auto => {
                let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(env).find(|value| !value.is_empty());
                if set.is_some_and(|value| value.to_ascii_lowercase().starts_with("zh")) { Lang::Zh } else { Lang::En }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let env = |name: &str| match name {
            "LC_ALL" => Some(String::new()),
            "LC_MESSAGES" => Some("zh_CN.UTF-8".to_owned()),
            _ => Some("en_US.UTF-8".to_owned()),
        };
        assert_eq!(LangChoice::Auto.resolve(env), Lang::Zh);
        assert_eq!(LangChoice::En.resolve(env), Lang::En);
        assert_eq!(LangChoice::Auto.resolve(|_| None), Lang::En);
    }
}
