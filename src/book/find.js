"use strict";
/** What the search finds, as pages show it: the box in the head, and a page of all that was found. */
const Find = (() => {
  const { find } = Search;
  const { ownName } = Telling;

  const href = ({ kind, name, game }) => {
    const own = kind === "reading" ? name.split("/").slice(-2).join("/") : ownName(name);
    return {
      card: () => Page.address(["table", game], { card: own }),
      question: () => Page.hrefOf(game, `q${own}`),
      chart: () => Page.hrefOf(game, `c${own}`),
      paragraph: () => Page.hrefOf(game, `p${own}`),
      fact: () => Page.hrefOf(game, `f${own}`),
      reading: () => Page.hrefOf(game, `f${own}`),
      erratum: () => Page.address(["errata", game, own]),
    }[kind]?.() ?? Page.hrefOf(game, `s${own}`);
  };
  const name = ({ kind, name: own, game }) => {
    const letter = { question: "q", fact: "f", reading: "f", procedure: "s", process: "s", card: "s" }[kind];
    const key = kind === "reading" ? own.split("/").slice(-2).join("/") : ownName(own);
    return letter ? Page.titleOf(game, letter + key) : kind === "chart" ? Page.titleOf(game, `c${key}`) : own;
  };

  /** What is to be said of the words: what no pack holds, what nothing has, and from what nothing came. */
  const notes = ({ unknown, notHeld, notHeldBesides = [], unused, doubted, things }) => [
    ...[notHeld, notHeldBesides].flatMap((lost) => (lost.length ? [["lacking", `No pack here holds ${lost.join(", ")}.`]] : [])),
    ...unknown.map(([word, near]) => ["nothing", `Nothing has “${word}”${near ? `; shown is what has “${near}”.` : "."}`]),
    ...(unused.length && things.length ? [["unused", `Not used: ${unused.join(", ")}`]] : []),
    ...(doubted.length ? [["doubted", `Perhaps not what you ask: the answer says nothing of ${doubted.join(", ")}`]] : []),
  ];

  /** Where to go on: to the chances of a thing, or to its form with what the words tell, and what is to be known of the words; nowhere,
   * where they tell nothing. */
  const goOn = (next, said) => {
    if (next?.odds) return chances(next, said);
    if (next?.rolls) return { to: Page.address(["table", next.thing.game], [...next.facts, [Table.PLAY, next.thing.name], [Table.ROLLS, `${next.roll} ${next.rolls.join(",")}`]]), does: `Play: ${name(next.thing)}`, says: [...next.words, next.rolls.join(", then ")].join(", "), kind: "process" };
    if (next?.thing.kind === "paragraph") return { to: href(next.thing), does: name(next.thing), says: next.thing.says, kind: "paragraph" };
    if (!next?.facts.length) return null;
    if (next.thing.kind === "card") return { to: Page.address(["table", next.thing.game], next.facts), does: "What is in effect", says: next.words.join(", "), kind: "card" };
    const facts = [...next.facts, ...(Laid.isLaid(next.thing.game) ? [[".table", ""]] : []), ...said];
    return { to: Page.address(["ask", next.thing.game, ownName(next.thing.name)], facts), does: `Ask: ${name(next.thing)}`, says: next.words.join(", "), kind: "question" };
  };

  /** Where chances are told: at the form, where dice alone are left open with what the words tell; else under a chart, or with what is played. */
  const chances = ({ thing, odds, facts, words, results }, said) => {
    const to = (key) => ({ to: Page.hrefOf(thing.game, key), does: `Chances: ${Page.titleOf(thing.game, key)}`, says: name(thing), kind: "odds" });
    if (odds !== "dice") return to(odds);
    const chart = (Page.thing(thing.game, `q${ownName(thing.name)}`)?.[6] ?? []).find((id) => Page.thing(thing.game, `c${id}`)?.odds);
    const answer = Walker.book && Walker.ask(Walker.book.game(thing.game, Page.state()), ownName(thing.name), Object.fromEntries(facts));
    const isOpen = () => [...Walker.chances(answer)].at(-1);
    if (chart && (!answer || !isOpen())) return to(`c${chart}`);
    const sum = results.length ? [[Ask.MARKS.sum, results.join(",")]] : [];
    return { to: Page.address(["ask", thing.game, ownName(thing.name)], [...facts, ...sum, ...said]), does: `Chances: ${name(thing)}`, says: words.join(", "), kind: "odds" };
  };

  /** What is found by words, where to go on, and what is to be said of them. */
  const found = (text) => {
    const all = find(text, { isToAsk: true });
    const mark = (kind) => (all[kind].length ? [[Ask.MARKS[kind], all[kind].join(", ")]] : []);
    const first = all.notHeld.length ? null : goOn(all.next, [...mark("unused"), ...mark("doubted"), [Ask.MARKS.said, text]]);
    const besides = all.besides.map((next) => goOn(next, mark("unused")));
    const doubted = ["question", "odds"].includes(first?.kind) ? all.doubted : [];
    return { ...all, ways: [first, ...besides].filter(Boolean), said: notes({ ...all, doubted }) };
  };

  /** The box in the head: what is found stands under it while one types; arrows go through it. */
  const form = () => {
    const { h } = Page;
    let at = -1;
    const list = h("ul.hits", { id: "hits", role: "listbox", "aria-label": "Found", hidden: true });
    const input = h("input", { type: "search", id: "find", placeholder: "Find: words, a paragraph", autocomplete: "off", spellcheck: "false",
      role: "combobox", "aria-expanded": "false", "aria-controls": "hits", "aria-autocomplete": "list", "aria-label": "Find words or a paragraph" });
    const shut = () => { list.hidden = true; at = -1; input.setAttribute("aria-expanded", "false"); input.removeAttribute("aria-activedescendant"); };
    const mark = () => {
      [...list.children].forEach((one, place) => one.setAttribute("aria-selected", String(place === at)));
      const one = list.children[at];
      if (one) { input.setAttribute("aria-activedescendant", one.id); one.scrollIntoView({ block: "nearest" }); }
      else input.removeAttribute("aria-activedescendant");
    };
    const lines = ({ things, ways, said }, text) => [
      ...ways.map(({ to, does, says, kind }) => ({ to, words: [h("b", {}, does), h("small", {}, kind), h("span", {}, says)] })),
      ...(said.length ? [{ to: Page.address(["find"], { q: text }), words: said.map(([, note]) => h("span.said", {}, note)) }] : []),
      ...things.slice(0, 8).map((thing) => ({ to: href(thing), words: [h("b", {}, name(thing)), h("small", {}, thing.kind),
        h("span", {}, thing.kind === "paragraph" || thing.says !== name(thing) ? thing.says : thing.cite)] })),
    ];
    const show = () => {
      const text = input.value.trim();
      if (!text) return shut();
      list.replaceChildren(...lines(found(text), text).map(({ to, words }, place) => h("li", { role: "option", id: `hit${place}`, "aria-selected": "false",
        "data-to": to, mousedown: (event) => { event.preventDefault(); go(to); } }, words)));
      at = -1;
      list.hidden = !list.children.length;
      input.setAttribute("aria-expanded", String(!list.hidden));
    };
    const go = (to) => { shut(); input.value = ""; input.blur(); location.hash = to; };
    input.addEventListener("input", show);
    input.addEventListener("focus", () => { show(); Page.rules().then(() => { if (!list.hidden && at < 0) show(); }); });
    input.addEventListener("blur", shut);
    input.addEventListener("keydown", (event) => {
      const count = list.hidden ? 0 : list.children.length;
      if (event.key === "ArrowDown" && count) { at = (at + 1) % count; mark(); event.preventDefault(); }
      else if (event.key === "ArrowUp" && count) { at = (at + count - (at < 0 ? 0 : 1)) % count; mark(); event.preventDefault(); }
      else if (event.key === "Escape") { if (list.hidden) input.value = ""; shut(); }
    });
    addEventListener("keydown", (event) => {
      const typing = event.target.closest?.("input,select,textarea");
      if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) { event.preventDefault(); input.focus(); }
    });
    return h("form.find", { role: "search", submit: (event) => {
      event.preventDefault();
      const text = input.value.trim();
      const to = list.children[at]?.dataset.to;
      if (text) go(to ?? Page.address(["find"], { q: text }));
    } }, input, list);
  };

  const results = (_, query) => {
    const { h } = Page;
    const text = query.get("q") ?? "";
    const { things, whole, ways, said } = found(text);
    const told = (isLacking) => said.filter(([kind]) => (kind === "lacking") === isLacking).map(([kind, note]) => h(`p.${kind}`, {}, note));
    const most = query.get("all") ? things.length : Math.max(20, Math.min(whole, 60));
    const node = h("article.body.plainpage", {},
      h("h1", {}, "Found by “", text, "”"),
      told(true),
      ways.map((one, place) => h("p.row", {}, h("a.btn.go", { href: one.to, id: place ? null : "next" }, one.does), " ", h("span.note", {}, one.says))),
      told(false),
      whole || !things.length ? null : h("p.note", {}, "Nothing has all of these words; the nearest:"),
      things.length ? null : h("p", {}, "Nothing was found."),
      h("ol.found", {}, things.slice(0, most).map((thing) => h("li", {},
        h("a", { href: href(thing) }, h("b", {}, name(thing))), h("small", {}, thing.kind), Page.cite(thing.cite, thing.game),
        thing.says ? h("p", {}, thing.says) : null))),
      most < things.length ? h("p", {}, h("a", { href: Page.address(["find"], { q: text, all: 1 }) }, `${things.length - most} more with some of the words`)) : null);
    return { node, title: text };
  };
  Page.view("find", results, { asks: true });
  return { find, form };
})();
