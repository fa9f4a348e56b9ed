//! `completions` and `man`: generated from the command line itself.

use super::exit::{Exit, Failure, OrExit};
use super::help;
use super::ui::Ui;
use clap_complete::Shell;

/// Runs `completions`.
pub(crate) fn completions(shell: Shell, ui: &Ui) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut help::command(ui.lang), "xiaochu", &mut script);
    ui.print(&String::from_utf8_lossy(&script));
    Exit::Done
}

/// Runs `man`: the page of the program and after it one of each command.
///
/// # Errors
/// Never in practice: it renders to memory.
pub(crate) fn man(ui: &Ui) -> Result<Exit, Failure> {
    let mut command = help::command(ui.lang);
    command.build();
    let mut page = Vec::new();
    let mut render = |command: clap::Command| clap_mangen::Man::new(command).render(&mut page);
    let context = || "failed to render the manual page".to_owned();
    render(command.clone()).or_exit(Exit::Internal, context)?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let name = format!("xiaochu-{}", sub.get_name());
        render(sub.clone().name(name)).or_exit(Exit::Internal, context)?;
    }
    ui.print(&String::from_utf8_lossy(&page));
    Ok(Exit::Done)
}
