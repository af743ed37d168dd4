"use strict";
/** The book: title page, chapters by paragraph, the index, and what is told of any one thing. */
const Book = (() => {
  const { h } = Page;

  /** Words of the rules: what holds, and when; not, and instead. */
  const worded = (game, text) => {
    const [, lead, rest] = /^(not when |not$|instead |otherwise |lost: )?([^]*)$/.exec(text);
    const at = lead === "lost: " ? -1 : rest.indexOf(" when ");
    const kw = (words) => h("span.kw", {}, words);
    if (lead === "not when ") return [kw("unless "), Page.linked(game, Charts.number(rest))];
    if (lead === "not") return [kw("never")];
    const [gives, when] = at < 0 ? [rest, null] : [rest.slice(0, at), rest.slice(at + 6)];
    const against = lead ? null : /^(against [^:]+): ([^]*)$/.exec(rest);
    if (against) return [kw(`${against[1]} `), ...worded(game, against[2])];
    return [lead ? kw(lead === "lost: " ? "Lost in the source: " : lead) : null, Charts.number(lead ? gives : Page.capital(gives)), when === null ? null : [kw(" when "), Page.linked(game, Charts.number(when))]];
  };
  const isException = (text) => /^(not$|not when |instead )/.test(text);

  /** A line with its paragraph, and its exceptions as a tree below it; beside it what it was as printed. */
  const line = (game, [item, mark, old], marks = []) => {
    const [says, cite, name, within] = item;
    const words = [name ? [Page.link(game, name), says ? ": " : ""] : null, worded(game, says)];
    const inner = Errata.compared(mark ? null : old?.[3] ?? [], within ?? []);
    const gaps = says.startsWith("lost: ");
    return h("li", { class: [mark ? "err" : "", isException(says) ? "except" : "", gaps ? "lost" : ""].filter(Boolean).join(" ") || null },
      mark ? [h(mark, {}, words), Errata.marks(game, marks)] : words, cite ? [" ", Page.cite(cite, game)] : null,
      inner.length ? h("ul.tree", {}, inner.map((own) => line(game, own, marks))) : null);
  };
  const lines = (game, items, before, marks, kind = "ul.plain") =>
    h(kind, {}, Errata.compared(before, items).map((own) => line(game, own, marks)));

  const partsOf = (own) => new Map(own?.[5] ?? []);
  const ORDERED = "Steps";

  /** A question as the heading of its rules: what it asks, and what is said of it besides. */
  const asked = (game, name, [, , says]) => {
    const [, asks, note] = /^((?:"[^"]*"|[^?"])*\?)?\s*([^]*)$/.exec(says ?? "");
    return [h("a", { href: Page.hrefOf(game, `q${name}`) }, asks || Page.titleOf(game, `q${name}`)),
      note ? h("span.asks", {}, " ", Page.capital(note)) : null];
  };
  /** The state of a process, which is found turn by turn. */
  const ofProcess = (game, name) => {
    const [process, state] = name.split(": ");
    return [Page.link(game, process), state ? [": ", Page.titleOf(game, `f${state}`)] : null];
  };

  /** The rules of a paragraph, question by question. */
  const rules = (game, items, before, marks) => Errata.compared(before, items).map(([item, mark, old]) => {
    const [, , name, within = []] = item;
    const question = Page.thing(game, `q${name}`);
    const inner = Errata.compared(mark === "ins" ? [] : mark === "del" ? within : old?.[3], mark === "del" ? [] : within);
    return h("div.of", {}, h("p.q", {}, question ? asked(game, name, question) : ofProcess(game, name)),
      h("ul.rules", {}, inner.map((own) => line(game, own, marks))));
  });

  const reading = (game, [asks, cite, , options = []]) => h("section.state.reading", {},
    h("p.sub", {}, "Reading: ", asks, " ", Page.cite(cite, game)),
    h("ul", {}, options.map(([says]) => {
      const taken = says.endsWith(" (taken)");
      return h("li", { class: taken ? "taken" : null }, h("span.box", { "aria-hidden": "true" }), h("span", {}, says.replace(/ \(taken\)$/, ""), taken ? h("b", {}, " taken") : null));
    })));
  /** What the source lost, and what it prints wrong. */
  const lost = (game, items) => {
    const isLost = ([says]) => says.startsWith("lost: ");
    const misprints = items.filter((item) => !isLost(item));
    return [...items.filter(isLost).map(([says, cite]) => h("section.state.gap", {}, h("p.sub", {}, "Gap"),
      h("p", {}, "Lost in the source: ", says.replace(/^lost: /, ""), ". No value is made up. ", Page.cite(cite, game)))),
    misprints.length ? h("section.part.misprints", {}, h("p.sub", {}, misprints.length > 1 ? "Misprints" : "Misprint"),
      h("ul.plain", {}, misprints.map(([says, cite]) => {
        const [wrong, right] = says.split("; read as: ");
        return h("li", {}, Page.capital(wrong), right ? [h("span.kw", {}, " read as "), right] : null, " ", Page.cite(cite, game));
      }))) : null].filter(Boolean);
  };

  /** Worked examples; those that the source numbers come first, and are printed. */
  const examples = (game, items, open) => {
    const isNumbered = ([, cite]) => / .*\d$/.test(cite ?? "");
    const all = [...items.filter(isNumbered), ...items.filter((item) => !isNumbered(item))];
    return h("details.block.examples", { open },
      h("summary", {}, "Worked examples ", h("span.note", {}, items.length)),
      h("ul.plain", {}, all.map((item) => {
        const [says, cite] = item;
        const at = says.lastIndexOf(" → ");
        const words = at < 0 ? Page.capital(says) : [Page.capital(Charts.number(says.slice(0, at))), " → ", h("b", {}, Charts.number(says.slice(at + 3)))];
        return h("li", { class: isNumbered(item) ? "numbered" : null }, h("span", {}, words), " ", Page.cite(cite, game));
      })));
  };

  /** Names with what they say, as links; long lists are folded after the first. */
  const links = (game, title, items) => {
    if (!items?.length) return null;
    const names = items.map(([, , name]) => name);
    const titles = names.map((name) => Page.titleOf(game, Page.keyOf(game, name) ?? `q${name}`));
    const said = names.map((name, place) => titles.indexOf(titles[place]) === titles.lastIndexOf(titles[place]) ? undefined : Page.capital(name.replaceAll("-", " ")));
    const all = names.map((name, place) => h("li", {}, Page.link(game, name, said[place])));
    const most = 6;
    return [h("p.sub", {}, title), h("ul", {}, all.slice(0, most)),
      all.length > most ? h("details", {}, h("summary", {}, `${all.length - most} more`), h("ul", {}, all.slice(most))) : null];
  };

  /** All that is told of a thing but its title: what it says in the middle, its links beside. */
  const told = (game, own, before, { number = "", open = false } = {}) => {
    const [parts, old] = [partsOf(own), partsOf(before)];
    const take = (name) => { const items = parts.get(name) ?? []; parts.delete(name); return items; };
    const made = [];
    const put = (title, node) => node && made.push(h("section.part", {}, title ? h("p.sub", {}, title) : null, node));
    const marks = take("Errata").map(([, , id]) => id);
    const ruled = take("Rules");
    if (number) made.push(...rules(game, ruled, before ? old.get("Rules") ?? [] : null, marks));
    else if (ruled.length) put("Rules", lines(game, ruled, before ? old.get("Rules") ?? [] : null, marks, "ul.rules"));
    for (const item of [...take("Readings"), ...take("Reading")]) made.push(reading(game, item));
    made.push(...lost(game, take("Lost or misprinted")));
    for (const id of own[6]) made.push(Charts.chart(game, id));
    const against = take("Exceptions to other paragraphs");
    if (against.length) put("Exceptions to other paragraphs", lines(game, against, before ? old.get("Exceptions to other paragraphs") ?? [] : null, marks));
    const errata = marks.map((id) => Errata.note(game, id));
    const shown = take("Examples");
    const beside = ["Questions", "Procedures and processes", "Asked in", "Taken by", "Found by", "Uses", "Used by", "Paragraphs below it"]
      .map((name) => links(game, { Questions: "Asks" }[name] ?? name, take(name))).filter(Boolean);
    const laws = take("Always");
    if (laws.length) put("Always so, proved", lines(game, laws));
    for (const [name, items] of parts) put(name, lines(game, items, before ? old.get(name) : null, marks, name === ORDERED ? "ol.steps" : "ul.plain"));
    made.push(...errata);
    if (shown.length) made.push(examples(game, shown, open));
    return { text: made, beside: beside.length ? h("aside.uses", { "aria-label": `Links of ${[number, own[1]].join(" ").trim()}` }, beside) : null };
  };

  const amended = (game, key, own) => {
    if (Page.state() === 0) return null;
    const printed = Page.thing(game, key, 0);
    return printed && printed !== own ? printed : null;
  };

  /** The levels of headings by their numbers; one is never more than one level below the one before it. */
  const depthsOf = (numbers) => {
    const base = numbers.some((number) => !number.includes(".")) ? 1 : 0;
    const depthOf = (number) => {
      const [, after] = number.split(".");
      return after === undefined ? 2 : Math.min(5, 1 + base + Math.max(1, after.replace(/\D.*/, "").length));
    };
    let above = 1;
    return numbers.map((number) => (above = Math.min(depthOf(number), above + 1)));
  };
  const paragraph = (game, number, depth) => {
    const own = Page.thing(game, `p${number}`);
    if (!own) return null;
    const { text, beside } = told(game, own, amended(game, `p${number}`, own), { number });
    return h("section.par", { id: `p-${number}`, class: text.length || own[2] ? null : "bare" },
      h(`h${depth}`, { tabindex: "-1" }, h("a.no", { href: Page.hrefOf(game, `p${number}`) }, number), " ", own[1]),
      h("div.cols", {}, h("div.text", {}, own[2] ? h("p.says.quiet", {}, Page.capital(own[2])) : null, text), beside));
  };

  const chapter = (game, pack, at) => {
    const depths = depthsOf(pack.paragraphs.map(([number]) => number));
    const toc = h("nav.toc", { "aria-label": `Contents of ${pack.title}` }, h("details", { open: matchMedia("(min-width: 48rem)").matches },
      h("summary", {}, "Contents"), h("ul", {}, pack.paragraphs.map(([number, title], at) => h(`li.l${depths[at] - 1}`, {},
        h("a", { href: Page.hrefOf(game.id, `p${number}`) }, h("span", {}, number), h("span", {}, title.replaceAll("/", "/\u200b"))))))));
    const own = Page.keys(game.id, "q").filter((key) => Page.thing(game.id, key)[4] === pack.id);
    const bare = pack.paragraphs.length ? null : h("section", {}, h("h2", {}, "Questions"), questionList(game.id, own));
    const charts = pack.paragraphs.length ? null : Page.keys(game.id, "c").filter((key) => Page.thing(game.id, key).pack === pack.id)
      .map((key) => Charts.chart(game.id, key.slice(1)));
    return { at: at ? `p-${at}` : null, title: pack.title, node: h("div.book", { "data-chapter": `${game.id} ${pack.id} ${Page.state()}` }, pack.paragraphs.length ? toc : contents(game, "nav.toc"),
      h("article.rule", {}, h("h1", {}, pack.title), h("p.note.edition", {}, pack.edition),
        depths.map((depth, at) => paragraph(game.id, pack.paragraphs[at][0], depth)), bare, charts)) };
  };

  /** What is said after a question begins as a sentence does. */
  const sentences = (text) => text.replace(/\? \p{Ll}/gu, (start) => start.toUpperCase());
  const questionList = (game, keys) => h("ul.qs", {}, keys.map((key) => h("li", {}, h("a", { href: Page.hrefOf(game, key) },
    h("span", {}, h("b", {}, Page.titleOf(game, key)), h("span.note", {}, " ", sentences(Page.thing(game, key)[2]))), Page.thing(game, key)[3] ? h("span.para", {}, Page.thing(game, key)[3].split(", ")[0]) : null))));

  const contents = (game, kind = "nav.toc") => h(kind, { "aria-label": `Chapters of ${game.title || game.id}` }, h("details", { open: true }, h("summary", {}, "Chapters"),
    h("ul.chapters", {}, game.packs.map((pack) => h("li", {}, h("a.plain", { href: Page.address(["book", game.id, pack.id]) }, h("b", {}, pack.title), pack.edition.length > 2 ? h("small", {}, pack.edition) : null))))));

  Page.view("book", ([name, place]) => {
    const game = Page.game(name);
    const pack = game.packs.find((own) => own.id === place) ?? game.packs.find((own) => own.id === Page.packOf(game.id, place));
    if (!pack) return { title: "Book", node: h("article.body.rule", {}, h("h1", {}, game.title || game.id), Page.games(game.id, "book"), contents(game, "div.contents")) };
    const at = place === pack.id ? null : place;
    const open = document.querySelector(".book")?.dataset.chapter === `${game.id} ${pack.id} ${Page.state()}`;
    if (open && at) return { stays: true, at: `p-${at}`, title: `${at}, ${pack.title}`, node: null };
    return chapter(game, pack, at);
  });

  /** What is told of a thing, to stand under a page of its own: a question's form, say. */
  const about = (game, key) => {
    const own = Page.thing(game, key);
    if (!own) return null;
    const { text, beside } = told(game, own, amended(game, key, own));
    return h("section.about", {}, h("div.cols", {}, h("div.text", {}, text), beside));
  };
  Page.about = about;

  /** Where something that is played is played. */
  const atTable = (game, kind, name) => {
    const query = { process: { [Table.PLAY]: name }, card: { card: name }, procedure: {} }[kind];
    return query ? h("p.row", {}, h("a.btn.go", { href: Page.address(["table", game], query), id: "at-table" }, kind === "card" ? "Show it at the table" : "Roll it at the table")) : null;
  };

  Page.view("thing", ([name, key = ""]) => {
    const game = Page.game(name);
    const own = Page.thing(game.id, key);
    if (!own || !Array.isArray(own)) return { title: "Not here", node: h("article.body", {}, h("h1", {}, "Not in this book"), h("p", {}, "Nothing of this name is in the book with these errata.")) };
    const figures = Page.thing(game.id, `o${key.slice(1)}`) ?? [];
    return { title: Page.titleOf(game.id, key), node: h("article.body.rule", {},
      h("p.crumb", {}, Page.capital(own[0])), h("h1", {}, Page.titleOf(game.id, key)),
      own[2] ? h("p.says", {}, Page.capital(own[2])) : null, own[3] ? h("p", {}, Page.cite(own[3], game.id)) : null, atTable(game.id, own[0], key.slice(1)),
      figures.map((one) => Charts.figure(game.id, one, "What comes of it, and how often")), about(game.id, key)) };
  });

  /** The index of questions and facts, by their first letters. */
  Page.view("index", ([name, kind = "questions"]) => {
    const game = Page.game(name);
    const letter = kind === "facts" ? "f" : kind === "played" ? "s" : "q";
    const entries = Page.keys(game.id, letter).map((key) => ({ key, title: Page.titleOf(game.id, key), own: Page.thing(game.id, key) }));
    entries.sort((one, other) => Page.inOrder(one.title, other.title));
    const groups = Map.groupBy ? Map.groupBy(entries, ({ title }) => title[0].toUpperCase()) : grouped(entries);
    const tab = (own, words) => h("a", { href: Page.address(["index", game.id, own]), "aria-current": own === kind ? "page" : null }, words);
    return { title: "Index", node: h("article.body.rule.index", {}, h("h1", {}, "Index"), Page.games(game.id, "index"),
      h("nav.tabs", { "aria-label": "Kinds" }, tab("questions", "Questions"), tab("facts", "Facts and readings"), tab("played", "Procedures and processes"),
        Errata.of(game.id).length ? h("a", { href: Page.address(["errata", game.id]) }, "Errata") : null),
      h("nav.letters", { "aria-label": "Letters" }, [...groups.keys()].map((own) => h("a", { href: `#${own}`, click: (event) => {
        event.preventDefault();
        document.getElementById(`i-${own}`).scrollIntoView();
      } }, own))),
      [...groups].map(([own, all]) => h("section", { id: `i-${own}` }, h("h2", {}, own), h("ul.entries", {}, all.map(({ key, title, own: thing }) =>
        h("li", {}, h("a", { href: Page.hrefOf(game.id, key) }, title), h("span", {}, " ", sentences(thing[2])), " ", Page.cite(thing[3].split(", ")[0], game.id))))))) };
  });
  const grouped = (entries) => entries.reduce((all, own) => {
    const letter = own.title[0].toUpperCase();
    return all.set(letter, [...(all.get(letter) ?? []), own]);
  }, new Map());

  /** The other games of the book, where there are several. */
  Page.games = (game, view) => {
    const all = Page.content().games;
    return all.length < 2 ? null : h("nav.games", { "aria-label": "Games" }, all.map((own) =>
      h("a", { href: Page.address([view, own.id]), "aria-current": own.id === game ? "page" : null }, own.title || own.id)));
  };

  const counted = (count, one) => `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;
  /** How much of a game is in the book. */
  const holds = (game) => [counted(game.packs.reduce((sum, pack) => sum + pack.paragraphs.length, 0), "paragraph"), counted(Page.keys(game.id, "c").length, "chart"),
    counted(Page.keys(game.id, "q").length, "question"), Errata.of(game.id).length ? counted(Errata.of(game.id).length, "erratum").replace(/erratums$/, "errata") : null].filter(Boolean).join(" · ");

  Page.view("home", () => {
    const { games, title } = Page.content();
    return { node: h("article.body.home", {},
      h("header.title", {}, h("h1", {}, games.length === 1 ? games[0].title || title : title.length < 40 ? title : "Rules that answer"),
        h("p.says", {}, "Every page answers: ask, and the reasons come with the paragraph. It works without the net, and prints.")),
      h("div.shelf", {}, games.map((game) => {
        const asked = game.asked.map((name) => Page.keyOf(game.id, name)).filter(Boolean);
        const starts = asked.length ? asked : Page.keys(game.id, "q").slice(0, 6);
        return h("section.game", {}, h("h2", {}, h("a", { href: Page.address(["book", game.id]) }, game.title || game.id)), h("p.note", {}, holds(game)),
          h("p.row", {}, h("a.btn.go", { href: Page.address(["table", game.id]) }, "To the table"), h("a.btn", { href: Page.address(["charts", game.id]) }, "Charts"),
            h("a.btn", { href: Page.address(["index", game.id]) }, "Index")),
          h("div.halves", {},
            h("div", {}, h("h3.sub", {}, "Chapters"), h("ul.chapters", {}, game.packs.map((pack) => h("li", {}, h("a", { href: Page.address(["book", game.id, pack.id]) }, pack.title), pack.edition.length > 2 ? h("small", {}, " ", pack.edition) : null)))),
            h("div", {}, h("h3.sub", {}, "Asked most"), h("ul.chapters", {}, starts.map((key) => h("li", {}, h("a", { href: Page.hrefOf(game.id, key) }, Page.titleOf(game.id, key)),
              h("small", {}, " ", sentences(Page.thing(game.id, key)[2]))))))));
      }))) };
  });
  return { told, about };
})();
