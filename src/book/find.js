"use strict";
/** Finding things by words, as `chartroom find` does: whole words, their stems, their beginnings, paragraph numbers. */
const Find = (() => {
  const [WHOLE, STEM, BEGINNING] = [6, 4, 2];
  const KINDS = ["card", "question", "procedure", "process", "chart", "paragraph", "fact", "reading", "erratum"];
  let index = null;

  const wordsOf = (text) => text.toLowerCase().split(/[^\p{Alphabetic}\p{N}.]+/u)
    .map((word) => word.replace(/^\.+|\.+$/g, "")).filter(Boolean);

  /** The stem of an English word, by Porter's second algorithm. */
  const stem = (() => {
    const steps2 = [["ization", "ize"], ["ational", "ate"], ["fulness", "ful"], ["ousness", "ous"], ["iveness", "ive"], ["tional", "tion"],
      ["biliti", "ble"], ["lessli", "less"], ["entli", "ent"], ["ation", "ate"], ["alism", "al"], ["aliti", "al"], ["ousli", "ous"],
      ["iviti", "ive"], ["fulli", "ful"], ["enci", "ence"], ["anci", "ance"], ["abli", "able"], ["izer", "ize"], ["ator", "ate"],
      ["alli", "al"], ["bli", "ble"], ["ogi", "og"], ["li", ""]];
    const steps3 = [["ational", "ate"], ["tional", "tion"], ["alize", "al"], ["icate", "ic"], ["iciti", "ic"], ["ative", ""],
      ["ical", "ic"], ["ness", ""], ["ful", ""]];
    const steps4 = ["ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "ion", "al", "er", "ic"];
    const whole = { skis: "ski", skies: "sky", dying: "die", lying: "lie", tying: "tie", idly: "idl", gently: "gentl", ugly: "ugli",
      early: "earli", only: "onli", singly: "singl" };
    const kept = new Set(["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"]);
    const keptLater = new Set(["inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed"]);
    const isShort = (word) => /^[aeiouy][^aeiouy]$/.test(word) || /[^aeiouy][aeiouy][^aeiouywxY]$/.test(word);
    const ends = (word, list) => list.find(([end]) => word.endsWith(end));
    return (text) => {
      if (text.length <= 2 || !/^[a-z]+$/.test(text)) return text;
      if (whole[text]) return whole[text];
      if (kept.has(text)) return text;
      let word = text.replace(/^y/, "Y").replace(/([aeiouy])y/g, "$1Y");
      const special = /^(gener|commun|arsen)/.exec(word);
      const after = (from) => { const found = /[aeiouy][^aeiouy]/.exec(word.slice(from)); return found ? from + found.index + 2 : word.length; };
      const r1 = special ? special[0].length : after(0);
      const r2 = after(r1);
      const cut = (end, by = "") => { word = word.slice(0, word.length - end.length) + by; };
      const inside = (end, region) => word.length - end.length >= region;
      if (word.endsWith("sses")) cut("es");
      else if (/ie[ds]$/.test(word)) cut("ied", word.length > 4 ? "i" : "ie");
      else if (/[aeiouy].+s$/.test(word) && !/(us|ss)$/.test(word)) cut("s");
      if (keptLater.has(word)) return word;
      const end = /(eedly|eed)$/.exec(word);
      const past = /(ingly|edly|ing|ed)$/.exec(word);
      if (end) { if (inside(end[0], r1)) cut(end[0], "ee"); }
      else if (past && /[aeiouy]/.test(word.slice(0, -past[0].length))) {
        cut(past[0]);
        if (/(at|bl|iz)$/.test(word)) word += "e";
        else if (/(bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(word)) word = word.slice(0, -1);
        else if (r1 >= word.length && isShort(word)) word += "e";
      }
      if (/.[^aeiouy][yY]$/.test(word)) cut("y", "i");
      const two = ends(word, steps2);
      if (two && inside(two[0], r1)) {
        if (two[0] === "ogi") { if (/logi$/.test(word)) cut("ogi", "og"); }
        else if (two[0] === "li") { if (/[cdeghkmnrt]li$/.test(word)) cut("li"); }
        else cut(two[0], two[1]);
      }
      const three = ends(word, steps3);
      if (three && inside(three[0], three[0] === "ative" ? r2 : r1)) cut(three[0], three[1]);
      const four = steps4.find((one) => word.endsWith(one));
      if (four && inside(four, r2) && (four !== "ion" || /[st]ion$/.test(word))) cut(four);
      if (word.endsWith("e") && (inside("e", r2) || (inside("e", r1) && !isShort(word.slice(0, -1))))) cut("e");
      else if (/ll$/.test(word) && inside("l", r2)) cut("l");
      return word.replaceAll("Y", "y");
    };
  })();

  const stemOf = (word) => stem(Page.content().words.forms[word] ?? word);

  /** The index, made when it is first needed. */
  const made = () => {
    if (index) return index;
    const words = [];
    const places = new Map();
    const things = Page.content().find.map((packed) => {
      const [kind, name, game, says, cite, texts, weight] = Page.unpacked(packed);
      const weights = new Map();
      for (const [text, weight] of texts) {
        for (const word of wordsOf(text)) {
          if (!places.has(word)) { places.set(word, words.length); words.push({ text: word, stem: stemOf(word) }); }
          const place = places.get(word);
          weights.set(place, Math.max(weight, weights.get(place) ?? 0));
        }
      }
      return { kind, name, game, says, cite, weights, weight };
    });
    index = { words, things };
    return index;
  };

  const isNumberOf = (number, word) => word.includes(".") && /^[0-9]/.test(word) && number.replace(/^[a-zA-Z]+/, "") === word;
  const like = (word) => {
    const root = stemOf(word);
    const fits = new Map();
    made().words.forEach((own, place) => {
      if (own.text === word || isNumberOf(own.text, word)) fits.set(place, WHOLE);
      else if (own.stem === root) fits.set(place, STEM);
      else if (word.length >= 3 && own.text.startsWith(word)) fits.set(place, BEGINNING);
    });
    return fits;
  };

  /** How many letters stand between two words, a swap of neighbours counted once. */
  const distance = (one, other) => {
    const rows = Array.from({ length: one.length + 1 }, (_, row) => [row, ...Array(other.length).fill(0)]);
    for (let column = 0; column <= other.length; column++) rows[0][column] = column;
    for (let row = 1; row <= one.length; row++) for (let column = 1; column <= other.length; column++) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      let least = Math.min(rows[row - 1][column] + 1, rows[row][column - 1] + 1, rows[row - 1][column - 1] + cost);
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        least = Math.min(least, rows[row - 2][column - 2] + 1);
      }
      rows[row][column] = least;
    }
    return rows[one.length][other.length];
  };
  const nearest = (word) => {
    const limit = Math.max(1, Math.floor(word.length / 3));
    let best = null;
    for (const { text } of made().words) {
      if (Math.abs(text.length - word.length) > limit) continue;
      const far = distance(word, text);
      if (far <= limit && (!best || far < best.far || (far === best.far && text < best.text))) best = { far, text };
    }
    return best?.text;
  };

  const ownName = (name) => name.split("/").pop();
  const isCalled = (thing, name) => {
    const titled = ["paragraph", "chart", "procedure"].includes(thing.kind);
    return [ownName(thing.name), ...(titled ? [thing.says] : [])].some((own) => wordsOf(own).join("-") === name);
  };

  /** The words that a player may mean who says one, be it together with others. */
  const otherWords = (said, word) => Page.content().words.sayings
    .filter(([own]) => own.includes(word) && said.some((_, at) => own.every((one, place) => said[at + place] === one)))
    .flatMap(([, other]) => other);

  /** What has the words of a question, best first; how many have all; the words that nothing has. */
  const find = (question) => {
    const { things } = made();
    const said = wordsOf(question);
    const all = [...new Set(said)];
    const saying = all.filter((word) => !Page.content().words.fillers.includes(word));
    const wanted = saying.length ? saying : all;
    const scores = things.map(() => [0, 0]);
    const unknown = [];
    for (const word of wanted) {
      let fits = like(word);
      for (const other of otherWords(said, word)) {
        for (const [place, fit] of like(other)) fits.set(place, Math.max(fits.get(place) ?? 0, Math.min(fit, STEM)));
      }
      if (!fits.size && !/^[0-9]+$/.test(word)) {
        const near = nearest(word);
        if (near) fits = like(near);
        unknown.push([word, near]);
      }
      const best = things.map(({ weights }) => {
        let most = 0;
        for (const [place, fit] of fits) most = Math.max(most, fit * (weights.get(place) ?? 0));
        return most;
      });
      const having = best.filter(Boolean).length;
      if (!having) continue;
      const rarity = 1 + Math.floor(Math.log2(Math.max(1, Math.floor(things.length / having))));
      best.forEach((own, place) => { if (own) { scores[place][0]++; scores[place][1] += own * rarity; } });
    }
    const name = wanted.join("-");
    const meant = wanted.filter((word) => !unknown.some(([own, near]) => own === word && !near));
    const ranked = things.map((thing, place) => {
      const [words, score] = scores[place];
      const called = isCalled(thing, name) || (thing.kind === "paragraph" && isNumberOf(ownName(thing.name).toLowerCase(), name));
      return { thing, words, score: score * words * words * thing.weight, first: 2 * called + (words === meant.length) };
    }).filter(({ words }) => words > 0);
    ranked.sort((one, other) => other.first - one.first || other.score - one.score
      || KINDS.indexOf(one.thing.kind) - KINDS.indexOf(other.thing.kind) || one.thing.name.length - other.thing.name.length);
    return { things: ranked.map(({ thing }) => thing), whole: ranked.filter(({ first }) => first > 0).length, unknown };
  };

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
    const show = () => {
      const text = input.value.trim();
      if (!text) return shut();
      const { things } = find(text);
      list.replaceChildren(...things.slice(0, 8).map((thing, place) => h("li", { role: "option", id: `hit${place}`, "aria-selected": "false",
        mousedown: (event) => { event.preventDefault(); go(href(thing)); } },
      h("b", {}, name(thing)), h("small", {}, thing.kind), h("span", {}, thing.kind === "paragraph" || thing.says !== name(thing) ? thing.says : thing.cite))));
      at = -1;
      list.hidden = !things.length;
      input.setAttribute("aria-expanded", String(!list.hidden));
    };
    const go = (to) => { shut(); input.value = ""; input.blur(); location.hash = to; };
    input.addEventListener("input", show);
    input.addEventListener("focus", show);
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
      const chosen = find(text).things[at];
      if (text) go(chosen ? href(chosen) : Page.address(["find"], { q: text }));
    } }, input, list);
  };

  const results = (_, query) => {
    const { h } = Page;
    const text = query.get("q") ?? "";
    const { things, whole, unknown } = find(text);
    const said = unknown.map(([word, near]) => h("p", {}, `Nothing has “${word}”`, near ? `; shown is what has “${near}”.` : "."));
    const most = query.get("all") ? things.length : Math.max(20, Math.min(whole, 60));
    const node = h("article.body.plainpage", {},
      h("h1", {}, "Found by “", text, "”"), said,
      whole || !things.length ? null : h("p.note", {}, "Nothing has all of these words; the nearest:"),
      things.length ? null : h("p", {}, "Nothing was found."),
      h("ol.found", {}, things.slice(0, most).map((thing) => h("li", {},
        h("a", { href: href(thing) }, h("b", {}, name(thing))), h("small", {}, thing.kind), Page.cite(thing.cite, thing.game),
        thing.says ? h("p", {}, thing.says) : null))),
      most < things.length ? h("p", {}, h("a", { href: Page.address(["find"], { q: text, all: 1 }) }, `${things.length - most} more with some of the words`)) : null);
    return { node, title: text };
  };
  Page.view("find", results);
  return { find, form };
})();
