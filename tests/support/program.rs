//! The program under test, as the tests of its commands start it.

use assert_cmd::Command;

/// The program in a language, without colours.
pub(crate) fn xiaochu(lang: &str) -> Command {
    let mut command = Command::cargo_bin("xiaochu").unwrap();
    command.args(["--lang", lang, "--color", "never"]).env_remove("RUST_BACKTRACE");
    command
}
