//! The command line.
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let book = match args.get(1) { Some(p) => chartroom::rulebook::Rulebook::folder(p.as_ref()), None => chartroom::rulebook::Rulebook::embedded() };
    let mut d = book.diagnostics.clone();
    let t = std::time::Instant::now();
    for p in book.prove() { d.extend(p.diagnostics); eprintln!("{} questions {} laws {} examples", p.questions, p.laws, p.examples); let mut n = p.nodes.clone(); n.sort_by_key(|x| std::cmp::Reverse(x.1)); eprintln!("{:?}", &n[..n.len().min(5)]); }
    eprintln!("{:?}", t.elapsed());
    println!("{}", chartroom::render::diagnostic::human(&d, &book.sources, false));
    println!("{} findings", d.len());
}
