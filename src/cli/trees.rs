//! The parameters of UCT's trees: each by its option, and `--vary` for different ones in different trees.

use super::args::{SearchArgs, StrategyName};
use super::exit::Failure;
use super::lang::both;
use super::options::usage;
use crate::search::uct::{Backup, Candidates, Playout, Scaling, TreeOptions};

impl SearchArgs {
    /// What a tree is made with, all trees alike.
    ///
    /// # Errors
    /// When an option means nothing.
    pub(super) fn tree_options(&self, strategy: StrategyName) -> Result<TreeOptions, Failure> {
        let mut options =
            if strategy == StrategyName::UctClassic { TreeOptions::default() } else { TreeOptions::guided() };
        options.transpositions |= self.transpositions;
        let pairs = [
            ("candidates", self.candidates.clone()),
            ("exploration", self.exploration.map(|c| c.to_string())),
            ("eta", self.eta.clone()),
            ("backup", self.backup.clone()),
            ("deviation", self.deviation.map(|d| d.to_string())),
            ("playout", self.playout.clone()),
        ];
        for (name, value) in pairs {
            if let Some(value) = value {
                set(&mut options, name, &value)?;
            }
        }
        Ok(options)
    }
}

fn number(name: &str, text: &str) -> Result<f64, Failure> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value >= 0.0 => Ok(value),
        _ => Err(usage(both!("{name} {text}: a number of at least 0", "{name} {text}：应为不小于 0 的数"))),
    }
}

fn share(name: &str, text: &str) -> Result<f64, Failure> {
    let wrong = || usage(both!("{name} {text}: 0 to 1", "{name} {text}：应为 0 至 1"));
    number(name, text).ok().filter(|share| *share <= 1.0).ok_or_else(wrong)
}

/// Sets one parameter of a tree by the name of its option.
fn set(options: &mut TreeOptions, name: &str, value: &str) -> Result<(), Failure> {
    let wrong = |right: &str| usage(both!("{name} {value}: one of {right}", "{name} {value}：应为 {right} 之一"));
    match (name, value.split_once(':')) {
        ("exploration", _) => options.exploration = number(name, value)?,
        ("deviation", _) => options.deviation = Some(number(name, value)?),
        ("eta", _) if value == "running" => options.scaling = Scaling::Running,
        ("eta", _) => options.scaling = Scaling::Factor(number(name, value)?),
        ("candidates", None) if value == "all" => options.candidates = Candidates::All,
        ("candidates", Some(("top", n))) => match n.parse() {
            Ok(n) if n > 0 => options.candidates = Candidates::Top(n),
            _ => return Err(wrong("top:1, top:2, …")),
        },
        ("candidates", Some(("guided", n))) => match n.parse() {
            Ok(n) if n > 0 => options.candidates = Candidates::Guided(n),
            _ => return Err(wrong("guided:1, guided:2, …")),
        },
        ("backup", None) if value == "mean" => options.backup = Backup::Mean,
        ("backup", None) if value == "max" => options.backup = Backup::Max,
        ("backup", Some(("mixed", text))) => options.backup = Backup::Mixed(share("mixed", text)?),
        ("playout", None) if value == "uniform" => options.playout = Playout::Uniform,
        ("playout", Some(("greedy", text))) => options.playout = Playout::Greedy(share("greedy", text)?),
        ("playout", Some(("guided", text))) => options.playout = Playout::Guided(share("guided", text)?),
        ("playout", Some(("beam", n))) => match n.parse() {
            Ok(n) if n > 0 => options.playout = Playout::Beam(n),
            _ => return Err(wrong("beam:1, beam:2, …")),
        },
        ("candidates", _) => return Err(wrong("guided:N, top:N, all")),
        ("backup", _) => return Err(wrong("mean, max, mixed:SHARE")),
        ("playout", _) => return Err(wrong("uniform, greedy:EPSILON, guided:EPSILON, beam:WIDTH")),
        _ => {
            return Err(usage(both!(
                "--vary: no parameter {name}; there are exploration, eta, backup, deviation, candidates, playout",
                "--vary：没有参数 {name}；可用 exploration、eta、backup、deviation、candidates、playout"
            )));
        }
    }
    Ok(())
}

/// `--vary`: tree t takes the value t modulo the number of values, of each parameter.
///
/// # Errors
/// When a parameter or a value means nothing.
pub(super) fn vary(trees: &mut [TreeOptions], spec: &str) -> Result<(), Failure> {
    for part in spec.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let wrong = || usage(both!("--vary {part}: name=value,value,…", "--vary {part}：应为 name=value,value,…"));
        let (name, values) = part.split_once('=').ok_or_else(wrong)?;
        let values: Vec<&str> = values.split(',').map(str::trim).collect();
        for (tree, options) in trees.iter_mut().enumerate() {
            set(options, name.trim(), values[tree % values.len()])?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vary_deals_values_to_trees_in_turn() {
        let mut trees = vec![TreeOptions::default(); 3];
        vary(&mut trees, "exploration=0.1,0.2; candidates=all").expect("a good spec");
        assert_eq!(trees.iter().map(|tree| tree.exploration).collect::<Vec<_>>(), [0.1, 0.2, 0.1]);
        assert!(trees.iter().all(|tree| tree.candidates == Candidates::All));
        assert!(vary(&mut trees, "speed=9").is_err());
        assert!(vary(&mut trees, "exploration").is_err());
    }
}
