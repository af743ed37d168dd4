"use strict";
/** A preview: what was saved last stands on top, what is wrong at its cell, and the next page comes by itself. */
const Live = (() => {
  const { h } = Page;
  let data = null;

  const place = ({ file, line, column }) => (file ? `${file}:${line}:${column}` : "");
  const finding = (own) => h("li", {}, h("b", {}, own.severity), ` ${own.message} `, h("code", {}, place(own)),
    own.cell ? [" ", h("a", { href: Page.hrefOf(own.cell[0], `c${own.cell[1]}`) }, "in its chart")] : null,
    own.help.length ? h("p.note", {}, own.help.join("; ")) : null);

  /** What was saved: answers that are others, and findings. */
  const top = () => {
    const games = data.games.filter(({ effect }) => effect?.length);
    const count = games.reduce((all, { effect }) => all + effect.length, 0);
    const { findings } = data;
    if (!count && !findings.length && data.number < 2) return null;
    return h("aside.live", { "aria-label": "What was saved" },
      h("details", { open: true }, h("summary", {}, h("span", {}, h("b", {}, "Saved: "),
        count ? `${count} ${count === 1 ? "question answers" : "questions answer"} otherwise` : "no question answers otherwise",
        findings.length ? `, ${findings.length} ${findings.length === 1 ? "finding" : "findings"}` : ", no finding")),
      games.map(({ game, effect }) => Errata.effect(game, { effect })),
      findings.length ? h("ul.findings", {}, findings.map(finding)) : null));
  };
  /** The findings of a cell of a chart, in words. */
  const at = (game, chart, row, column) => data?.findings.filter(({ cell }) => cell && cell[0] === game && cell[1] === chart && cell[2] === row && cell[3] === column)
    .map(({ message }) => message) ?? [];

  const wait = async () => {
    for (;;) {
      try {
        const number = Number(await (await fetch(`/next/${data.number}`)).text());
        if (number > data.number) return location.reload();
      } catch { await new Promise((done) => setTimeout(done, 1000)); }
    }
  };
  const start = async () => {
    data = await Walker.unpack("live");
    const own = top();
    if (own) document.getElementById("main").before(own);
    await Page.render();
    wait();
  };
  return { start, at };
})();
