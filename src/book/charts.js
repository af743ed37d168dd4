"use strict";
/** Charts as printed, and chances as pictures. */
const Charts = (() => {
  const { h } = Page;
  const number = (text) => text.replace(/^-(?=\d)/, "\u2212").replace(/([(, ])-(?=\d)/g, "$1\u2212").replace(/(\w)\.\.(?=\w)/g, "$1\u2013");

  /** Neighbours that are equal, as one: [words, how many]. */
  const runs = (words) => words.reduce((all, own) => {
    const last = all.at(-1);
    if (last && last[0] === own) last[1]++;
    else all.push([own, 1]);
    return all;
  }, []);

  const heads = (own) => {
    const depth = Math.max(1, own.columns[0]?.length ?? 1);
    const over = own.across?.length ? 1 : 0;
    const stub = (own.down ?? [""]).map((words) => h("th", { rowspan: depth + over, scope: "col" }, words));
    const rows = [];
    if (over) rows.push(h("tr", {}, stub, h("th.over", { colspan: own.columns.length, scope: "colgroup" }, own.across.join(", "))));
    for (let level = 0; level < depth; level++) {
      const last = level === depth - 1;
      const cells = last
        ? own.columns.map((key, column) => h("th", { scope: "col", "data-column": column }, number(key[level] ?? "").replaceAll("\u2013", "\u2013\u200b"), own.cites?.[column] ? h("small", {}, " ", own.cites[column]) : null))
        : runs(own.columns.map((key) => key.slice(0, level + 1).join(" / "))).map(([words, span]) => h("th", { colspan: span, scope: "colgroup" }, number(words.split(" / ").pop())));
      rows.push(h("tr", {}, level === 0 && !over ? stub : null, cells));
    }
    return h("thead", {}, rows);
  };

  const keyOf = (row) => row[0].join(" / ");
  /** A cell, and what stood there as printed where that is another. */
  const cell = (text, before, marks) => {
    const words = text === null ? "—" : number(text);
    const was = before === undefined || before === text ? null : h("del", {}, before === null ? "—" : number(before));
    return was || marks ? [was, was ? " " : null, h("ins", {}, words), marks] : words;
  };
  const isZero = (text) => text === null || /^[+-]?0( |$)|^(none|no|nothing)$/i.test(text);

  const isLitRow = (lit, place) => lit?.some(({ row }) => row === place);
  const body = (game, own, printed, lit) => {
    const spans = (own.down ?? [""]).map((_, part) => {
      const groups = runs(own.rows.map((row) => row[0].slice(0, part + 1).join(" / ")));
      return groups.flatMap(([, span]) => [span, ...Array(span - 1).fill(0)]);
    });
    const before = new Map((printed?.rows ?? []).map((row) => [keyOf(row), row]));
    const places = new Map((printed?.columns ?? []).map((key, place) => [key.join(" / "), place]));
    const rows = own.rows.map((row, place) => {
      const old = printed && before.get(keyOf(row));
      const keys = row[0].map((words, part) => {
        const isLast = part === row[0].length - 1;
        const span = isLast ? 1 : spans[part]?.[place] ?? 1;
        return span ? h("th", { scope: "row", rowspan: span > 1 ? span : null }, number(words), isLast && row[2] ? h("sup", {}, row[2]) : null) : null;
      });
      const cells = row[1].map((text, column) => {
        const was = old ? old[1][places.get(own.columns[column].join(" / "))] : printed ? null : undefined;
        const hit = lit?.some((own) => own.row === place && (own.column === column || own.column === undefined));
        const isLit = lit?.some((own) => own.row === place || own.column === column);
        const wrong = typeof Live === "undefined" ? [] : Live.at(game, own.id, place, column);
        return h("td", { class: [wrong.length ? "wrong" : "", hit ? "hit" : isLit ? "lit" : "", isZero(text) ? "z" : ""].filter(Boolean).join(" ") || null,
          "aria-current": hit ? "true" : null }, cell(text, was, notesOf(game, own, place, column)), wrong.map((words) => h("small.finding", {}, words)));
      });
      return h("tr", { class: [isLitRow(lit, place) ? "lit" : "", printed && !old ? "err" : ""].filter(Boolean).join(" ") || null }, keys, cells);
    });
    const gone = printed ? printed.rows.filter((row) => !own.rows.some((now) => keyOf(now) === keyOf(row))) : [];
    return h("tbody", {}, rows, gone.map((row) => h("tr.gone", {}, row[0].map((words) => h("th", { scope: "row" }, h("del", {}, number(words)))),
      row[1].map((text) => h("td", {}, h("del", {}, text === null ? "—" : number(text)))))));
  };
  const notesOf = (game, own, row, column) => own.errata?.[`${row},${column}`]?.map((id) =>
    h("a.para.mark", { href: Page.address(["errata", game, id]), title: id }, " ", h("span.vh", {}, "erratum "), Errata.number(game, id)));

  const grid = (game, own, printed, lit) => {
    const cells = own.rows.flatMap((row) => row[1]);
    const short = cells.every((text) => text === null || text.length <= 6);
    return h("table.grid", { class: short ? "num" : null }, heads(own), body(game, own, printed, lit));
  };

  /** A list of modifiers: the words printed, what they give, when. */
  const list = (game, own, printed, lit) => {
    const before = new Map((printed?.rows ?? []).map((row) => [keyOf(row), row]));
    return h("table.grid.modifiers", {}, h("tbody", {}, own.rows.map(([key, [gives, when, cite, others], marks], place) => {
      const old = before.get(key.join(" / "));
      const changed = printed && (!old || old[1][0] !== gives || old[1][1] !== when);
      return h("tr", { class: [isLitRow(lit, place) ? "lit" : "", changed ? "err" : ""].filter(Boolean).join(" ") || null },
        h("th", { scope: "row" }, key.join(" "), marks ? h("sup", {}, marks) : null),
        h("td.v", { class: isLitRow(lit, place) ? "hit" : null, "aria-current": isLitRow(lit, place) ? "true" : null },
          changed && old && old[1][0] !== gives ? [h("del", {}, number(old[1][0])), " "] : null,
          changed ? h("ins", {}, number(gives ?? "")) : number(gives ?? "")),
        h("td.when", {}, h("span.kw", {}, "when "), changed && old && old[1][1] !== when ? [h("del", {}, old[1][1]), " ", h("ins", {}, when)] : Page.linked(game, when),
          others ? h("small", {}, " to ", others.split(", ").map((name, at) => [at ? ", " : "", Page.link(game, name)])) : null),
        h("td.p", {}, Page.cite(cite, game)));
    })));
  };

  const note = (game, [mark, cite, gives, when, except]) => h("li", {}, h("span", {}, mark || "–"),
    h("span", {}, Page.capital(gives || "no effect"), when ? [h("span.kw", {}, " when "), Page.linked(game, number(when))] : null,
      except.length ? h("ul.foot", {}, except.map((own) => note(game, own))) : null, " ", Page.cite(cite, game)));

  /** A chart as a figure: `{row, column}`, or a list of such, lights cells; `{odds: false}` leaves its chances out, `{untitled: true}` its
   * title where that stands above. */
  const chart = (game, id, wanted = {}) => {
    const options = Array.isArray(wanted) ? { odds: false } : wanted;
    const own = Page.thing(game, `c${id}`);
    if (own) own.id = id;
    if (!own) return h("p.note", {}, "This chart is not in the book with these errata.");
    const printed = Page.state() > 0 ? Page.thing(game, `c${id}`, 0) ?? undefined : undefined;
    const old = printed === own ? undefined : printed;
    const lit = Array.isArray(wanted) ? wanted : options.row === undefined ? null : [options];
    const table = own.list ? list(game, own, old, lit) : grid(game, own, old, lit);
    const notes = [...(own.notes ?? []), ...(own.except ?? [])];
    const title = own.title || Page.titleOf(game, `q${own.answers?.[0]}`);
    return h("figure.chart", { id: options.id ?? null, class: old ? "err" : null },
      h("figcaption", {}, h("b", { class: options.untitled ? "vh" : null }, options.linked ? h("a", { href: Page.hrefOf(game, `c${id}`) }, title) : title), options.beside ?? null, Page.cite(own.cite, game)),
      own.when ? h("p.note", {}, h("span.kw", {}, "when "), Page.linked(game, number(own.when))) : null,
      h("div.scroll", { tabindex: 0, role: "group", "aria-label": title }, table),
      notes.length ? h("ul.foot", {}, notes.map((one) => note(game, one))) : null,
      options.odds === false || !own.odds ? null : odds(own.odds, old?.odds));
  };

  const percent = (share) => `${(share / 100).toFixed(share % 100 ? 1 : 0)}\u202f%`;
  /** A chance as a fraction, `[above, below]`, for a picture. */
  const shareOf = ([above, below]) => [below === 1 ? String(above) : `${above}/${below}`, Math.round((10000 * above) / below)];
  const bar = (share) => h("svg:svg.gauge", { viewBox: "0 0 10000 8", preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" },
    h("svg:rect", { width: share, height: 8 }));

  /** Chances side by side: for each result and column the fraction, the percentage and a bar, all on one scale. */
  const share = ([fraction]) => fraction.length > 12 ? "" : fraction;
  const picture = (own, before, isAlone = false) => {
    if (own.rows.length === 1 && !own.by_turn) {
      return h("p.note", {}, `${[Page.capital(own.title), ...(own.facts ?? [])].filter(Boolean).join(", ")}: `, h("b", {}, number(own.rows[0][0])), ", for certain");
    }
    const titles = own.columns.length > 1 || own.columns[0] ? own.columns : [""];
    const old = (row, column) => before?.rows.find(([label]) => label === row)?.[2][before.columns.indexOf(titles[column])];
    const head = own.across ? h("thead", {}, h("tr", {}, h("td", {}), h("th.over", { colspan: titles.length, scope: "colgroup" }, own.across)),
      h("tr", {}, h("td", {}), titles.map((title) => h("th", { scope: "col" }, number(title))))) : null;
    const rows = own.rows.map(([label, kind, cells]) => h("tr", { class: kind || null },
      h("th", { scope: "row" }, number(label)),
      cells.map((cell, column) => {
        const was = old(label, column);
        const isNew = before && JSON.stringify(was ?? null) !== JSON.stringify(cell);
        return h("td", { class: cell ? null : "z" }, cell ? [h("span", {}, isNew ? [was ? h("del", {}, share(was)) : null, " ", h("ins", {}, share(cell))] : share(cell)), " ", h("small", {}, percent(cell[1])), bar(cell[1])] : "–");
      })));
    const name = [own.title, ...(own.facts ?? [])].join(", ");
    return [own.title && !(isAlone && !own.facts?.length) ? h("p.sub.of", {}, Page.capital(own.title), own.facts?.length ? h("small", {}, " ", own.facts.join(", ")) : null) : null,
      h("div.scroll", { tabindex: 0, role: "group", "aria-label": `Chances: ${name}` },
        h("table.grid.chances", { class: titles.length === 1 ? "one" : null }, h("caption.vh", {}, `Chances: ${name}`), head, h("tbody", {}, rows))),
      own.by_turn ? turns(own) : null];
  };
  /** The chance that something has been after each turn, as columns. */
  const turns = (own) => h("div.scroll", { tabindex: 0, role: "group", "aria-label": `Turn by turn: ${own.title}` },
    h("table.turns", {}, h("caption", {}, "Turn by turn"),
      h("tbody", {}, h("tr", {}, h("td", {}), own.by_turn.map(([, share]) => h("td", {}, h("small", {}, (share / 100).toFixed(1)),
        h("svg:svg", { viewBox: "0 0 10 100", preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" },
          h("svg:rect", { y: 100 - share / 100, width: 10, height: share / 100 })))),
      ), h("tr", {}, h("th", { scope: "row" }, "Turn"), own.by_turn.map((_, turn) => h("th", { scope: "col" }, turn + 1))))));

  const odds = (pictures, before) => h("div.odds", {}, h("p.how", {}, "What it gives, and how often"),
    pictures.map((own) => picture(own, before?.find((old) => old.title === own.title && JSON.stringify(old.facts) === JSON.stringify(own.facts)), pictures.length === 1)));

  /** A figure of odds that the packs name. */
  const figure = (game, own, title) => h("figure.chart.plot", {},
    h("figcaption", {}, h("b", {}, title ?? Page.capital(own.title || own.asks)), title ? null : Page.cite(own.cite.join(", "), game)),
    h("p.note", {}, own.given.join(" · ")),
    own.ending?.length ? h("table.eff", {}, own.ending.map(([name, fraction, decimals]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, fraction), h("td.v", {}, decimals)))) : null,
    own.pictures.map((one) => picture(one)));

  /* My page of charts */
  const chosen = (game) => (Page.kept.get(`charts ${game}`) ?? "").split(" ").filter(Boolean);
  const choose = (game, id, on) => {
    const all = chosen(game).filter((own) => own !== id);
    Page.kept.set(`charts ${game}`, (on ? [...all, id] : all).join(" "));
  };

  const shelf = (game) => {
    const own = Page.game(game);
    const ids = Page.keys(own.id, "c").map((key) => key.slice(1));
    const mine = h("a.btn.go", { href: "#" });
    const count = () => {
      const all = chosen(own.id);
      mine.setAttribute("href", Page.address(["paper", own.id], all.map((id) => ["c", id])));
      mine.textContent = all.length ? `My page: ${all.length} ${all.length === 1 ? "chart" : "charts"}` : "My page: none chosen yet";
    };
    count();
    const pick = (id) => h("label.pick", {}, h("input", { type: "checkbox", checked: chosen(own.id).includes(id), change: (event) => { choose(own.id, id, event.target.checked); count(); } }), "on my page", h("span.vh", {}, `: ${Page.titleOf(own.id, `c${id}`)}`));
    const packs = own.packs.map((pack) => [pack, ids.filter((id) => Page.thing(own.id, `c${id}`).pack === pack.id)]).filter(([, all]) => all.length);
    const toc = h("nav.toc", { "aria-label": "Charts" }, h("details", { open: matchMedia("(min-width: 48rem)").matches }, h("summary", {}, "Charts"),
      packs.map(([pack, all]) => [h("p.sub", {}, pack.title), h("ul", {}, all.map((id) => h("li", {}, h("a.plain", { href: Page.hrefOf(own.id, `c${id}`) }, Page.titleOf(own.id, `c${id}`)))))])));
    const node = h("div.book", {}, toc, h("article.rule", {},
      h("h1", {}, "Charts"), h("p.says", {}, "All charts of ", own.title || own.id, ", as they are printed. Those that you choose come together on a page of your own, to be printed."),
      h("p.bar", {}, mine), Page.games(own.id, "charts"),
      packs.map(([pack, all]) => h("section", {}, h("h2", {}, pack.title), all.map((id) => chart(own.id, id, { odds: false, linked: true, beside: pick(id) }))))));
    return { node, title: "Charts" };
  };

  const one = (game, id) => {
    const own = Page.thing(game, `c${id}`);
    const answers = (own?.answers ?? []).filter((name) => Page.thing(game, `q${name}`));
    return { node: h("article.body.rule", {}, h("p.crumb", {}, h("a", { href: Page.address(["charts", game]) }, "Charts")),
      h("h1", {}, Page.titleOf(game, `c${id}`)), chart(game, id, { untitled: true }),
      answers.length ? h("section.block", {}, h("p.sub", {}, "It answers"), h("ul.qs", {}, answers.map((name) => h("li", {}, h("a", { href: Page.hrefOf(game, `q${name}`) },
        h("span", {}, h("b", {}, Page.titleOf(game, `q${name}`)), " ", h("span.note", {}, Page.thing(game, `q${name}`)[2]))))))) : null), title: Page.titleOf(game, `c${id}`) };
  };
  Page.view("charts", ([game, id]) => (id ? one(Page.game(game).id, id) : shelf(game)));
  Page.view("paper", ([game], query) => {
    const own = Page.game(game);
    const ids = query.getAll("c").filter((id) => Page.thing(own.id, `c${id}`));
    return { title: "My charts", node: h("article.body.paper", {},
      h("header.noprint", {}, h("h1", {}, "My page of charts"), h("p.row", {},
        h("button.go", { type: "button", click: () => print() }, "Print"), h("a.btn", { href: Page.address(["charts", own.id]) }, "Choose others"))),
      ids.length ? h("div.sheets", {}, ids.map((id) => chart(own.id, id, { odds: false }))) : h("p", {}, "No chart is chosen yet.")) };
  });
  return { chart, figure, number, picture, percent, shareOf };
})();
Page.chart = Charts.chart;
