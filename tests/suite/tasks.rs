//! The tasks of `tasks.md`, each in the words of somebody at the table, with the right answer: its commands are run, and what
//! they print must hold every phrase that stands behind "Shown".

use crate::common::{self, flat};

use std::fmt::Write as _;

/// A task asks for two commands at the most.
const COMMANDS: usize = 2;

#[test]
fn each_task_is_answered_by_at_most_two_commands() {
    let mut missing = String::new();
    for task in include_str!("../tasks.md").split("\n## ").skip(1) {
        let title = task.lines().next().expect("a task has a title");
        let commands: Vec<&str> = task
            .lines()
            .filter_map(|line| line.strip_prefix("$ chartroom "))
            .collect();
        assert!(commands.len() <= COMMANDS, "{title}: too many commands");
        let shown: String = commands.iter().map(|command| printed(command)).collect();
        for phrase in phrases(task) {
            if !flat(&shown).contains(&flat(phrase)) {
                write!(missing, "{title}\n  `{phrase}` is not in\n{shown}").expect("a text");
            }
        }
    }
    assert!(missing.is_empty(), "{missing}");
}

/// What a command prints, on both streams.
fn printed(command: &str) -> String {
    let arguments: Vec<&str> = command.split_whitespace().collect();
    common::chartroom(&arguments).both()
}

/// The phrases behind "Shown", each in backticks.
fn phrases(task: &str) -> impl Iterator<Item = &str> {
    task.lines()
        .filter_map(|line| line.strip_prefix("Shown: "))
        .flat_map(|line| line.split('`').skip(1).step_by(2))
}
