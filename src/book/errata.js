"use strict";
/** Errata: what they say, what they change, and where that changes which answers; old and new in place. */
const Errata = (() => {
  const { h } = Page;
  let all = null;
  const errata = () => (all ??= Page.content().errata.map(Page.unpacked));
  const of = (game) => errata().filter((own) => own.game === game);
  const number = (game, id) => of(game).findIndex((own) => own.id === id) + 1;
  const applies = (own) => Page.content().states[Page.state()].errata.includes(`${own.game}/${own.id}`);
  const MONTHS = "January February March April May June July August September October November December".split(" ");
  const day = (date) => {
    const [, year, month, own] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
    return year ? `${Number(own)} ${MONTHS[month - 1]} ${year}` : "of an unknown day";
  };

  const effect = (game, own) => {
    if (!own.effect?.length) return h("p.note", {}, "No question answers otherwise by it.");
    return own.effect.map(([name, situations, asked, more, regions]) => {
      const direct = name.split("/").pop();
      return h("div.effect", {},
        h("p", {}, Page.link(game, direct), h("span.note", {}, ` ${situations.toLocaleString("en")} of ${asked.toLocaleString("en")} situations`)),
        regions.length ? h("div.scroll", { tabindex: 0, role: "group", "aria-label": "Where the answer changes" }, h("table.regions", {},
          h("thead", {}, h("tr", {}, ["where", "was", "is", "how often"].map((words) => h("th", { scope: "col" }, words)))),
          h("tbody", {}, regions.map(([when, before, now, count, [ways, of]]) => h("tr", {},
            h("td", {}, Page.capital(Charts.number(when || "always"))), h("td", {}, h("del", {}, Charts.number(before))), h("td", {}, h("ins", {}, Charts.number(now))),
            h("td.note", {}, ways ? `${ways} in ${of} by the dice` : `${count} ${count === 1 ? "situation" : "situations"}`)))))) : h("p.note", {}, "only through what it uses"),
        more ? h("p.note", {}, `and ${more} more ${more === 1 ? "region" : "regions"}`) : null);
    });
  };
  const changes = (own) => own.changes.length ? h("ul.changes", {}, own.changes.map(([, at, was, now]) => h("li", {},
    h("code", {}, at), " ", was ? h("del", {}, was) : null, " ", now ? h("ins", {}, now) : null))) : null;

  /** An erratum as a note: who said what when, what it changes, where answers are others by it. */
  const note = (game, id, { open = false, isTitled = false } = {}) => {
    const own = of(game).find((one) => one.id === id);
    if (!own) return null;
    return h("details.errnote", { open, id: `e-${id}` },
      h("summary", {}, h("span", {}, h("b", {}, `Erratum ${number(game, id)}`), `, ${own.status}, ${day(own.date)}`,
        h("span.note", {}, applies(own) ? " · in this book" : " · not in this book as it stands"))),
      isTitled ? null : h("p.says", {}, Page.capital(own.says)), h("p.note", {}, own.source),
      own.supersedes.length ? h("p.note", {}, "In place of ", own.supersedes.join(", ")) : null,
      effect(game, own), h("details.written", {}, h("summary", {}, "What it changes in the packs"), changes(own)));
  };

  /** Two lists of lines, old and new: [line, "" | "del" | "ins", the old line where it is kept]. */
  const compared = (before, now) => {
    if (!before || before === now) return now.map((item) => [item, "", item]);
    const key = (item) => JSON.stringify([item[0], item[1] ?? "", item[2] ?? ""]);
    const [old, fresh] = [before.map(key), now.map(key)];
    const longest = Array.from({ length: old.length + 1 }, () => Array(fresh.length + 1).fill(0));
    for (let row = old.length - 1; row >= 0; row--) for (let column = fresh.length - 1; column >= 0; column--) {
      longest[row][column] = old[row] === fresh[column] ? longest[row + 1][column + 1] + 1 : Math.max(longest[row + 1][column], longest[row][column + 1]);
    }
    const made = [];
    let [row, column] = [0, 0];
    while (row < old.length || column < fresh.length) {
      if (row < old.length && column < fresh.length && old[row] === fresh[column]) made.push([now[column++], "", before[row++]]);
      else if (row < old.length && (column >= fresh.length || longest[row + 1][column] >= longest[row][column + 1])) made.push([before[row++], "del", null]);
      else made.push([now[column++], "ins", null]);
    }
    return made;
  };

  Page.view("errata", ([game, id]) => {
    const own = Page.game(game);
    const list = of(own.id);
    return { title: "Errata", at: id ? `e-${id}` : null, node: h("article.body.rule", {}, h("h1", {}, "Errata"), Page.games(own.id, "errata"),
      h("p.says", {}, list.length ? "What was changed after the book was printed, who said so and when, and every answer that is another by it. The switch in the head turns the whole book." : "No pack of this game holds an erratum."),
      list.map((one) => h("section.block", {}, h("h2", {}, Page.capital(one.says)), note(own.id, one.id, { open: true, isTitled: true })))) };
  });
  /** Links to those of some errata that are in the book as it stands. */
  const marks = (game, ids) => of(game).filter((own) => ids.includes(own.id) && applies(own)).map((own) =>
    h("a.para.mark", { href: Page.address(["errata", game, own.id]) }, ` erratum ${number(game, own.id)}`));
  return { note, number, compared, of, day, marks, effect };
})();
