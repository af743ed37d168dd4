//! The command line.
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let at = args.iter().position(|a| a == "--rules").and_then(|i| args.get(i + 1));
    let book = match at { Some(p) => chartroom::rulebook::Rulebook::folder(p.as_ref()), None => chartroom::rulebook::Rulebook::embedded() };
    let mut d = book.diagnostics.clone();
    for p in book.prove() { d.extend(p.diagnostics); println!("{} questions {} laws {} examples hold", p.questions, p.laws, p.examples); }
    let packs: Vec<&String> = args.iter().skip(1).filter(|a| ["e3","f7","f11","ad","w11"].contains(&a.as_str())).collect();
    if !packs.is_empty() { d.retain(|x| x.labels.iter().any(|l| packs.iter().any(|p| book.sources.path(l.span.file).contains(&format!("/{p}/"))))); }
    println!("{}", chartroom::render::diagnostic::human(&d, &book.sources, false));
    println!("{} findings", d.len());
}
