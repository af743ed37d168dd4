//! Rulebooks of several places: folders beside each other, and beside the shipped packs; what is missing or there twice; what may
//! be written where; the commands that messages suggest; and a first pack.

mod first;
mod killed;
mod missing;
mod places;
mod suggestions;
mod writing;

use std::fs;
use std::path::Path;
use std::process::Command;

/// A folder for one test; the commands run in it.
struct Desk(tempfile::TempDir);

/// What a command told.
struct Told {
    code: Option<i32>,
    out: String,
    errors: String,
}

impl Told {
    /// Both streams and the exit code, for a snapshot.
    fn all(&self) -> String {
        format!("{}{}exit {}", self.out, self.errors, self.code.unwrap())
    }
}

impl Desk {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A desk with a theatre of one's own, which needs the shipped packs.
    fn with_theatre() -> Self {
        let desk = Self::new();
        desk.write("mine/monsoon/pack.toml", MONSOON)
            .write("mine/monsoon/10-weather.toml", WEATHER);
        desk
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, path: &str, text: &str) -> &Self {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).unwrap()
    }

    /// Runs a command line, with the packs that the environment names.
    fn run_in(&self, environment: &str, arguments: &[&str]) -> Told {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chartroom"));
        command
            .current_dir(self.path())
            .env("CHARTROOM_RULES", environment)
            .env("CHARTROOM_CACHE", super::common::kept())
            .env("COLUMNS", "120")
            .args(arguments);
        let done = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Told {
            code: done.status.code(),
            out: text(done.stdout),
            errors: text(done.stderr),
        }
    }

    /// Runs a command line whose words have no spaces.
    fn run(&self, line: &str) -> Told {
        self.run_in("", &line.split_whitespace().collect::<Vec<_>>())
    }

    /// Runs a line as a shell would that knows the program.
    fn paste(&self, line: &str) -> Told {
        let bin = Path::new(env!("CARGO_BIN_EXE_chartroom")).parent().unwrap();
        let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
        let mut command = Command::new("sh");
        command
            .args(["-c", line])
            .current_dir(self.path())
            .env("PATH", path)
            .env("CHARTROOM_RULES", "")
            .env("CHARTROOM_CACHE", super::common::kept());
        let done = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Told {
            code: done.status.code(),
            out: text(done.stdout),
            errors: text(done.stderr),
        }
    }
}

const MONSOON: &str = r#"id       = "monsoon"
game     = "asl"
title    = "Monsoon"
edition  = "made up"
requires = ["vocabulary", "e3"]
over     = [{ pack = "e3", cite = "M1" }]

[paragraphs]
"M1" = "Weather in the monsoon"
"#;

const WEATHER: &str = r#"[question.monsoon-weather]
cite   = "M1"
asks   = "What Weather does the monsoon bring?"
from   = ["weather-dr"]
answer = "clear | mud"
otherwise = "clear"

[[rule]]
answers = "monsoon-weather"
cite    = "M1"
when    = "weather-dr >= 9"
gives   = "mud"

[[rule]]
answers = "chart-weather"
cite    = "M1"
when    = "region is elsewhere and weather-dr >= 9"
gives   = "monsoon-weather"

[[example]]
cite   = "M1"
given  = { region = "elsewhere", weather-dr = "9" }
ask    = "chart-weather"
expect = "mud"
"#;

/// A pack of a game of its own, with one question.
fn pack(id: &str, requires: &str, topic: &str) -> String {
    format!(
        "id = \"{id}\"\ngame = \"sample\"\ntitle = \"{id}\"\nrequires = [{requires}]\n\n{topic}"
    )
}

const SEA: &str = r#"[fact.surf]
domain = "0..=3"
means = "how high the surf goes"
"#;

const LANDING: &str = r#"[question.landing-cost]
asks   = "What does it cost to land?"
from   = ["surf"]
answer = "number"
gives  = "2 * surf"
"#;
