//! What is written goes into folders, never into what is part of the program.

use super::Desk;

const BOTH: &str = "--rules embedded --rules mine";

#[test]
fn pins_are_written_beside_the_packs_of_folders_alone() {
    let desk = Desk::with_theatre();
    let told = desk.run(&format!("test {BOTH} --accept"));
    assert_eq!(
        told.out,
        "wrote mine/monsoon/pins/10-weather.txt\n1 file written\n"
    );
    assert!(!desk.path().join("rules").exists());
    let told = desk.run(&format!("test {BOTH} monsoon"));
    assert!(
        told.out.contains("1 topic with the answers pinned"),
        "{}",
        told.all()
    );
    let told = desk.run(&format!("test {BOTH} --accept f11"));
    assert_eq!(
        told.errors,
        "error: `f11` is a shipped pack, and nothing can be written beside it\n"
    );
    assert_eq!(told.code, Some(2));
}

#[test]
fn an_erratum_of_a_shipped_pack_is_written_into_a_pack_of_a_folder() {
    let desk = Desk::with_theatre();
    let new = format!("erratum new {BOTH} --id gusty --source me --date 2024-05-31 --says gusty");
    let change = "--at e3/temperate-weather[2,dec..feb] --becomes clear-and-gusty";
    let told = desk.run(&format!("{new} {change}"));
    insta::assert_snapshot!("erratum_refused", told.all());
    let told = desk.run(&format!("{new} {change} --pack monsoon"));
    assert!(
        told.out
            .starts_with("wrote gusty into mine/monsoon/errata/me.toml\n"),
        "{}",
        told.all()
    );
    assert!(
        desk.read("mine/monsoon/errata/me.toml")
            .contains("was = \"gusty\"")
    );
    let told = desk.run(&format!(
        "ask {BOTH} temperate-weather weather-dr=2 month=jan"
    ));
    assert!(
        told.out
            .starts_with("Temperate Weather Chart: Clear & Gusty"),
        "{}",
        told.all()
    );
    let told = desk.run(&format!("erratum fold {BOTH} gusty"));
    insta::assert_snapshot!("fold_refused", told.all());
    assert!(!desk.path().join("rules").exists());
}

#[test]
fn a_pack_that_lies_in_the_current_folder_keeps_its_files_there() {
    let desk = Desk::new();
    desk.write("pack.toml", &super::pack("sea", "", super::SEA))
        .write("10-land.toml", super::LANDING);
    let told = desk.run("test --rules . --accept");
    assert_eq!(
        told.out, "wrote pins/10-land.txt\n1 file written\n",
        "{}",
        told.errors
    );
    let change = "--source me --date 2024-05-31 --at sea/landing-cost.gives --becomes surf";
    let told = desk.run(&format!("erratum new --rules . {change} --id cheap"));
    assert!(
        told.out.starts_with("wrote cheap into errata/me.toml\n"),
        "{}",
        told.all()
    );
}

#[cfg(target_os = "linux")]
#[test]
fn pins_that_cannot_be_written_leave_no_folder() {
    let desk = Desk::new();
    // Beside it, a new text would have a longer name than there may be.
    let topic = format!("mine/reef/{}.toml", "t".repeat(246));
    desk.write("mine/reef/pack.toml", &super::pack("reef", "", ""))
        .write(&topic, &format!("{}\n{}", super::SEA, super::LANDING));
    let told = desk.run("test --rules mine --accept");
    assert_eq!(told.code, Some(2), "{}", told.all());
    assert!(
        !desk.path().join("mine/reef/pins").exists(),
        "{}",
        told.all()
    );
}
