//! What a shell completes, asked as its script asks; and the manual pages.

use crate::common::{chartroom, program};

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// What is offered for the last word of a line, as the script of a shell asks for it.
fn offered(shell: &str, line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let output = program(&["--"])
        .args(&words)
        .env("COMPLETE", shell)
        .env("_CLAP_IFS", "\n")
        .env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string())
        .output()
        .unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    told.lines().map(str::to_owned).collect()
}

#[test]
fn names_and_values_are_offered_where_they_fit() {
    for (line, expected) in [
        ("chartroom as", &["ask"][..]),
        ("chartroom ask heat-haze-d", &["heat-haze-drm"]),
        ("chartroom ask heat-haze-drm att", &["attack="]),
        (
            "chartroom ask heat-haze-drm attack=or",
            &["attack=ordnance", "attack=ordnance-effects"],
        ),
        ("chartroom ask heat-haze-drm attack=oba att", &[]),
        (
            "chartroom odds arid-weather month=jan,f",
            &["month=jan,feb"],
        ),
        ("chartroom roll temp", &["temperate-set-up"]),
        ("chartroom play rain", &["rain-by-turn"]),
        ("chartroom card scen", &["scenario"]),
        (
            "chartroom card scenario weather=m",
            &["weather=mud", "weather=mud-and-overcast"],
        ),
        ("chartroom check f", &["f7", "f11"]),
        ("chartroom show F11.621", &["F11.621"]),
        ("chartroom explain gap", &["gap"]),
        ("chartroom schema topic", &["topic.toml"]),
        ("chartroom --errata off", &["official"]),
        (
            "chartroom erratum show second-edition-t",
            &["second-edition-tula"],
        ),
        (
            "chartroom ask heat-haze-drm --reading f7/odd",
            &["f7/odd-foxhole-tem=down", "f7/odd-foxhole-tem=up"],
        ),
        ("chartroom fmt CHANGE", &["CHANGELOG.md"]),
    ] {
        assert_eq!(offered("bash", line), expected, "{line}");
    }
    // A question's own facts come first.
    let facts = offered("bash", "chartroom ask heat-haze-drm ");
    assert!(
        facts.iter().take(6).any(|fact| fact == "range="),
        "{facts:?}"
    );
}

#[test]
fn a_shell_that_shows_help_gets_the_words_of_the_packs() {
    let told = offered("fish", "chartroom ask heat-haze-drm rang").join("\n");
    assert!(told.starts_with("range=\trange from the firer"), "{told}");
}

#[test]
fn every_shell_has_its_script() {
    for (shell, sign) in [
        ("bash", "complete -o bashdefault"),
        ("zsh", "#compdef chartroom"),
        ("fish", "complete --keep-order"),
        ("elvish", "edit:completion"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let ran = chartroom(&["completions", shell]);
        assert_eq!(ran.code, 0);
        assert!(ran.out.contains(sign), "{}", ran.both());
    }
    assert_eq!(chartroom(&["completions", "tcsh"]).code, 2);
}

/// The script run by a real shell, which breaks words at `=`.
#[test]
fn bash_completes_a_value() {
    let script = r#"
        chartroom() { "$PROGRAM" "$@"; }
        source <(chartroom completions bash)
        for line in "chartroom ask heat-haze-drm attack=or" "chartroom ask heat-haze-drm att"; do
            COMP_LINE=$line COMP_POINT=${#line} COMPREPLY=()
            _chartroom
            echo "${COMPREPLY[*]}"
        done"#;
    let bash = Command::new("bash")
        .args(["-c", script])
        .env("PROGRAM", env!("CARGO_BIN_EXE_chartroom"))
        .env_remove("CHARTROOM_RULES")
        .env("CHARTROOM_CACHE", "")
        .output();
    // Where there is no bash nobody completes with it.
    if let Ok(output) = bash {
        let told = String::from_utf8(output.stdout).unwrap();
        assert_eq!(
            told,
            "ordnance ordnance-effects\nattack=\n",
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

/// What a script prints that a shell runs, with the program among its commands; nothing, where there is no such shell.
fn run_in(shell: &str, arguments: &[&str], script: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_BIN_EXE_chartroom")).parent()?;
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new(shell)
        .args(arguments)
        .arg(script)
        .env("PATH", format!("{}:{path}", folder.display()))
        .env_remove("CHARTROOM_RULES")
        .env("CHARTROOM_CACHE", "")
        .stdin(Stdio::null())
        .output();
    let output = output.ok()?;
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn fish_completes_a_question_and_a_value() {
    let script = r#"
        chartroom completions fish | source
        complete -C "chartroom ask heat-haze-d"
        complete -C "chartroom ask heat-haze-drm attack=or""#;
    if let Some(told) = run_in("fish", &["--no-config", "-c"], script) {
        let offered = "heat-haze-drm\tWhat Heat Haze DRM does the attack take?\n";
        assert_eq!(
            told,
            format!("{offered}attack=ordnance\nattack=ordnance-effects\n")
        );
    }
}

/// A person at the terminal of a real shell, who presses the key.
#[test]
fn zsh_completes_a_question() {
    let script = r#"
        zmodload zsh/zpty
        zpty z "zsh -f -i"
        zpty -w z "autoload -U compinit; compinit -u -D; source <(chartroom completions zsh); bindkey '^I' complete-word; print BE''GUN"
        zpty -r -m z line '*BEGUN*'
        zpty -w -n z $'chartroom ask heat-haze-d\t'
        zpty -r -m z line '*heat-haze-drm*'
        print -r -- ${line[-13,-1]}
        zpty -d z"#;
    if let Some(told) = run_in("zsh", &["-f", "-c"], script) {
        assert_eq!(told, "heat-haze-drm\n");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let ran = chartroom(&["man", folder.path().to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}", ran.both());
    for (page, says) in [
        ("chartroom.1", "Exit codes"),
        ("chartroom-ask.1", "chartroom ask"),
        ("chartroom-erratum-new.1", "chartroom erratum new"),
    ] {
        let text = fs::read_to_string(folder.path().join(page)).unwrap();
        assert!(
            text.starts_with(".ie") && text.contains(".SH NAME"),
            "{text}"
        );
        assert!(text.replace("\\-", "-").contains(says), "{page}: {text}");
    }
    let help = chartroom(&["--help"]).out;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| !line.is_empty());
    let commands = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let mut commands: Vec<&str> = commands.filter(|name| !name.is_empty()).collect();
    assert_eq!(commands.pop(), Some("help"));
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        let page = folder.path().join(format!("chartroom-{command}.1"));
        assert!(page.exists(), "{command}");
    }
}

/// As `man` sets them, where it is installed.
#[test]
fn manual_pages_are_set_without_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    chartroom(&["man", folder.path().to_str().unwrap()]);
    let mut groff = Command::new("groff");
    groff.args(["-Kutf8", "-man", "-Tutf8", "-z", "-wall", "-Wbreak"]);
    for page in fs::read_dir(folder.path()).unwrap() {
        groff.arg(page.unwrap().path());
    }
    if let Ok(set) = groff.output() {
        let told = String::from_utf8_lossy(&set.stderr);
        assert_eq!(told, "", "a page of the manual");
    }
}
