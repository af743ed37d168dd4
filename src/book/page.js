"use strict";
/** The page itself: what it is made of, where it is, how it looks. Views are registered by the scripts after this one. */
const Page = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const views = new Map();
  let content = null;
  let shown = { view: null, path: null, state: 0 };
  let main, notice, heard;

  /** An element; text is always text. An attribute that is false or null is left out, one that is a function listens. */
  const h = (name, attributes, ...children) => {
    const [tag, ...classes] = name.split(".");
    const node = tag.startsWith("svg:")
      ? document.createElementNS(SVG, tag.slice(4))
      : document.createElement(tag || "div");
    if (classes.length) node.setAttribute("class", classes.join(" "));
    for (const [key, value] of Object.entries(attributes ?? {})) {
      if (value === null || value === undefined || value === false) continue;
      if (typeof value === "function") node.addEventListener(key, value);
      else if (key === "class" && node.getAttribute("class")) node.setAttribute("class", `${node.getAttribute("class")} ${value}`);
      else node.setAttribute(key, value === true ? "" : value);
    }
    node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
    return node;
  };

  /** The order of two titles. */
  const inOrder = new Intl.Collator("en").compare;

  /** What is kept somewhere; nothing where nothing is kept for files. */
  const keeping = (place) => {
    const name = (key) => `chartroom ${key}`;
    return {
      name,
      get: (key) => { try { return place().getItem(name(key)); } catch { return null; } },
      set: (key, value) => { try { place().setItem(name(key), value); } catch { /* not kept */ } },
    };
  };
  /** What this browser keeps, and what it keeps as long as a window is open. */
  const [kept, session] = [keeping(() => localStorage), keeping(() => sessionStorage)];

  /** What packs say, unpacked when it is first asked for: a number stands for a text, a negative one for a number. */
  const unpacked = (value) => {
    if (typeof value === "number") return value >= 0 ? content.text[value] : -value - 1;
    if (Array.isArray(value)) return value.map(unpacked);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, unpacked(own)]));
  };

  const cache = new Map();
  /** A thing of a game: `pF11.62`, `qsand-cost`, `ffirer-level`, `cnear-chart`, `srain-by-turn`. */
  const thing = (game, key, state = shown.state) => {
    const place = content.games.findIndex((own) => own.id === game);
    const packed = content.things[place]?.[key];
    if (!packed) return null;
    const own = packed.by ? packed.by[state] : packed;
    if (!own) return null;
    if (!cache.has(own)) cache.set(own, unpacked(own));
    return cache.get(own);
  };
  const keys = (game, letter) => {
    const place = content.games.findIndex((own) => own.id === game);
    return Object.keys(content.things[place] ?? {}).filter((key) => key[0] === letter && thing(game, key));
  };

  /* Addresses */
  const address = (parts, query = {}) => {
    const all = new URLSearchParams(query);
    if (shown.state !== content.chosen) all.set(".errata", content.states[shown.state].set);
    const text = all.toString();
    return `#/${parts.filter((part) => part !== undefined).map(encodeURIComponent).join("/")}${text ? `?${text}` : ""}`;
  };
  const parsed = () => {
    const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
    const all = new URLSearchParams(query);
    const set = all.get(".errata");
    all.delete(".errata");
    const place = content.states.findIndex((state) => state.set === set);
    const parts = path.split("/").map((part) => { try { return decodeURIComponent(part); } catch { return part; } });
    return { parts: parts.filter(Boolean), query: all, state: place < 0 ? content.chosen : place, lost: place < 0 ? set : null };
  };

  const numbers = new Map();
  /** The paragraph that a citation names: its pack, if some pack of the game has it. */
  const packOf = (game, number) => {
    if (!numbers.has(game)) {
      const own = content.games.find((one) => one.id === game);
      numbers.set(game, new Map(own?.packs.flatMap((pack) => pack.paragraphs.map(([no]) => [no, pack.id]))));
    }
    return numbers.get(game).get(number);
  };
  /** A citation as links: `F11.62 EX1, B25.5`; paragraphs that no pack has are words. */
  const cite = (text, game) => {
    if (!text) return null;
    const parts = text.split(", ").map((part) => {
      const [number] = part.split(" ");
      return packOf(game, number) ? h("a.para", { href: address(["book", game, number]) }, part) : h("span.para.away", {}, part);
    });
    return h("span.paras", {}, parts.flatMap((part, place) => (place ? [" ", part] : [part])));
  };

  const titleOf = (game, key) => {
    const own = thing(game, key);
    const name = key.slice(1).split("/").pop().replaceAll("-", " ");
    return capital(own ? (Array.isArray(own) ? own[1] || name : own.title || name) : name);
  };
  const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
  /** The address of a thing by its key. */
  const hrefOf = (game, key) => {
    const name = key.slice(1);
    return { p: address(["book", game, name]), q: address(["ask", game, name]), c: address(["charts", game, name]) }[key[0]]
      ?? address(["thing", game, key]);
  };
  /** The key of what a name stands for: a question, a fact or reading, what is played. */
  const keyOf = (game, name) => ["q", "f", "s", "p", "c"].map((kind) => kind + name).find((key) => thing(game, key));
  const link = (game, name, words) => {
    const key = keyOf(game, name);
    return key ? h("a", { href: hrefOf(game, key) }, words ?? titleOf(game, key)) : h("span", {}, words ?? name.replaceAll("-", " "));
  };

  const parts = (text) => text.split(/([^\p{L}\p{N}]+)/u);
  const terms = new Map();
  /** What facts and questions are called, by the first word, long names first. */
  const termsOf = (game) => {
    const at = `${game} ${shown.state}`;
    if (terms.has(at)) return terms.get(at);
    const all = new Map();
    const things = content.things[content.games.findIndex((own) => own.id === game)] ?? {};
    for (const [key, packed] of Object.entries(things)) {
      const own = packed.by ? packed.by[shown.state] : packed;
      const title = own && "fq".includes(key[0]) ? content.text[own[1]] : "";
      // A single word with a capital letter may as well be a value.
      const names = title.includes(" ") ? [title, title[0].toLowerCase() + title.slice(1)] : title ? [title[0].toLowerCase() + title.slice(1)] : [];
      for (const name of new Set(names)) {
        const words = parts(name);
        // Of several of one title, the one of that name is meant.
        const isNamed = key.slice(1) === title.toLowerCase().replaceAll(" ", "-");
        all.set(words[0], [...(all.get(words[0]) ?? []), { words, isNamed, key: thing(game, `q${key.slice(1)}`) ? `q${key.slice(1)}` : key }]);
      }
    }
    for (const own of all.values()) own.sort((one, other) => other.words.length - one.words.length || other.isNamed - one.isNamed);
    terms.set(at, all);
    return all;
  };
  /** A text of rules, what it names in it as links. */
  const linked = (game, text) => {
    const all = termsOf(game);
    const words = parts(text);
    const made = [];
    for (let at = 0; at < words.length;) {
      const found = at % 2 ? null : all.get(words[at])?.find((own) => own.words.every((word, place) => word === words[at + place]));
      const count = found?.words.length ?? 1;
      const own = words.slice(at, at + count).join("");
      made.push(found ? h("a.term", { href: hrefOf(game, found.key) }, own) : own);
      at += count;
    }
    return made;
  };

  /* The head */
  const nav = () => {
    const game = shown.parts?.[1] ?? content.games[0]?.id;
    const own = content.games.find((one) => one.id === game) ?? content.games[0];
    const links = [["table", "Table"], ["book", "Book"], ["charts", "Charts"], ["index", "Index"], ...(Errata.of(own?.id).length ? [["errata", "Errata"]] : [])];
    const here = { ask: "index", thing: "index", paper: "charts" }[shown.view] ?? shown.view;
    return links.filter(([view]) => views.has(view)).map(([view, words]) =>
      h("a", { href: address([view, own?.id]), "aria-current": view === here ? "page" : null }, words));
  };
  const errata = () => content.states.length < 2 ? null : h("label.switch", {},
    h("span.vh", {}, "Errata"),
    h("select", { id: "errata", change: (event) => {
      const { parts, query } = parsed();
      shown.state = Number(event.target.value);
      location.hash = address(parts, query);
    } }, content.states.map((state, place) => h("option", { value: place, selected: place === shown.state }, state.label))));
  const looks = () => {
    const now = kept.get("look") ?? "system";
    const look = (name, words) => h("label", {},
      h("input", { type: "radio", name: "look", value: name, checked: name === now, change: () => { kept.set("look", name); dress(); } }),
      h("span", {}, words));
    return h("fieldset.looks", {}, h("legend", {}, "Look"),
      h("div.seg", {}, look("system", "As the system"), look("light", "Light"), look("dark", "Dark")));
  };
  const dress = () => {
    const look = kept.get("look");
    document.documentElement.classList.toggle("dark", look === "dark");
    document.documentElement.classList.toggle("light", look === "light");
  };
  const frame = () => {
    const head = h("header.head", {},
      h("a.mark", { href: "#/" }, document.title.length < 24 ? document.title : "Chartroom"),
      h("nav", { "aria-label": "Pages", id: "pages" }),
      errata(), Find.form());
    main = h("main", { id: "main", tabindex: "-1" });
    notice = h("p.notice", { role: "status" });
    // What stays in its place is read aloud when it changes; what is drawn anew often is not.
    heard = h("p.vh", { role: "status", id: "heard" });
    const foot = h("footer.end", {}, looks(), h("p.note", { id: "colophon" }));
    document.body.append(h("a.skip", { href: "#main", click: (event) => { event.preventDefault(); main.focus(); } }, "To the page"),
      head, notice, heard, main, foot);
  };

  /** Shows what the address names. */
  const render = () => {
    const name = parsed().parts[0] ?? "home";
    return asking.has(name) && !Walker.book ? unpackRules().then(draw) : draw();
  };
  const draw = () => {
    const { parts, query, state, lost } = parsed();
    const name = parts[0] ?? "home";
    const view = views.get(name) ?? views.get("home");
    // A page that was scrolled in this very frame has not told it yet.
    keepPlace();
    const before = shown;
    shown = { view: views.has(name) ? name : "home", parts, state };
    const select = document.getElementById("errata");
    if (select) select.value = state;
    document.body.classList.toggle("amended", state > 0);
    document.getElementById("pages").replaceChildren(...nav());
    let made;
    try {
      made = view(parts.slice(1), query, { before, state });
    } catch (error) {
      console.error(error);
      made = h("section.body", {}, h("h1", {}, "This page cannot be shown"), h("p", {}, String(error)));
    }
    const { node, title, at, stays } = made instanceof Node ? { node: made } : made;
    const caveat = lost ? h("p.state.gap", { id: "lost-errata" }, `This book has no state by the errata “${lost}” that the link names; it shows ${content.states[state].set}.`) : null;
    if (!stays) main.replaceChildren(...[caveat, node].filter(Boolean));
    document.title = [title, content.title].filter(Boolean).join(" · ") || "Chartroom";
    const target = at ? document.getElementById(at) : null;
    const isElsewhere = before.parts && (before.view !== shown.view || before.parts.join("/") !== parts.join("/"));
    const y = places.get(history.state?.visit);
    visited = visit();
    if (isElsewhere) notice.textContent = "";
    if (isElsewhere) stand();
    if (isElsewhere && y !== undefined) {
      settle(() => scrollTo(0, y));
      main.focus({ preventScroll: true });
    } else if (target) {
      settle(() => target.scrollIntoView());
      (target.querySelector("h1,h2,h3,h4") ?? target).focus({ preventScroll: true });
    } else if (isElsewhere) {
      scrollTo(0, 0);
      main.focus({ preventScroll: true });
    }
  };

  /** Which place is gone to: what is still on its way to another one stops. */
  let going = 0;
  /** Goes to a place: what lies before it takes its own room only once it has been near. The body is `settling` until then. */
  const settle = (go) => {
    const own = (going += 1);
    const again = (times) => {
      if (own !== going) return;
      go();
      document.body.classList.toggle("settling", times > 0);
      if (times) requestAnimationFrame(() => again(times - 1));
    };
    again(4);
  };
  /** Stays where it is. */
  const stand = () => {
    going += 1;
    document.body.classList.remove("settling");
  };

  /** How far each page of the history was scrolled: who goes back finds it as it was left. */
  const places = new Map();
  /** Which of them stands: what is scrolled still while the browser goes on is that. */
  let visited = null;
  const keepPlace = () => { if (visited) places.set(visited, scrollY); };
  const visit = () => {
    if (!history.state?.visit) history.replaceState({ visit: Math.random() }, "");
    return history.state.visit;
  };

  /** The views that ask: what answers is unpacked when the first of them is shown, or once the page stands. */
  const asking = new Set();
  let rules = null;
  const unpackRules = () => {
    rules ??= Promise.all(["engine", "diagrams"].map(Walker.unpack)).then((own) => {
      Walker.book = Walker.open(...own);
    });
    return rules;
  };
  /** Asks what is asked most while nobody waits: the first answer of a large diagram takes longest. */
  const warm = ([first, ...rest]) => {
    const game = first && Walker.book.game(first[0], shown.state);
    const question = game?.question(first[1]);
    const answer = question && new Walker.Answer(new Walker.Asker(game), question, game.situation());
    if (answer?.isAnswered) answer.why;
    if (rest.length) setTimeout(warm, 50, rest);
  };

  const start = async () => {
    dress();
    if (asking.has(location.hash.split(/[/?]/)[1])) unpackRules();
    content = await Walker.unpack("content");
    content.title = document.title;
    shown.state = content.chosen;
    frame();
    history.scrollRestoration = "manual";
    addEventListener("scroll", keepPlace, { passive: true });
    addEventListener("hashchange", render);
    addEventListener("beforeprint", () => {
      for (const own of document.querySelectorAll("details:not([open])")) { own.open = true; own.dataset.shut = ""; }
    });
    addEventListener("afterprint", () => {
      for (const own of document.querySelectorAll("details[data-shut]")) { own.open = false; delete own.dataset.shut; }
    });
    await render();
    if (typeof Live !== "undefined") await Live.start();
    document.body.classList.add("ready");
    setTimeout(() => unpackRules().then(() => warm(content.games.flatMap(({ id, asked }) => asked.map((name) => [id, name])))), 200);
  };

  return {
    h, inOrder, kept, session, start, thing, keys, cite, link, linked, titleOf, hrefOf, keyOf, address, capital, unpacked, packOf,
    view: (name, make, { asks = false } = {}) => {
      views.set(name, make);
      if (asks) asking.add(name);
    },
    state: () => shown.state,
    content: () => content,
    game: (id) => content.games.find((own) => own.id === id) ?? content.games[0],
    say: (words) => { notice.textContent = words; },
    /** Has what came out read aloud. */
    hear: (node) => { heard.textContent = node?.innerText.replace(/\s+/g, " ") ?? ""; },
    render, rules: unpackRules,
  };
})();
