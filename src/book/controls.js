"use strict";
/** How a fact is told: a control for each kind of value. What is impossible may be told all the same, and says why. */
const Controls = (() => {
  const { h } = Page;
  /** How many values, and letters in all, stand side by side. */
  const [MOST_BESIDE, MOST_LETTERS] = [8, 64];

  const minus = (text) => text.replace(/^-/, "\u2212");
  const label = (game, fact, index) => Page.capital(minus(game.label(fact, index)));

  /** The numbers of a fact's values for which it is asked. */
  const indices = (game, fact, only) => only ?? Array.from({ length: game.variables[fact].domain.size }, (_, index) => index);

  const isBeside = (game, fact, all) => {
    const letters = all.slice(0, MOST_BESIDE + 1).reduce((sum, index) => sum + label(game, fact, index).length, 0);
    return all.length <= MOST_BESIDE && letters <= MOST_LETTERS;
  };

  /** The title of a fact with its unit, and what it means. */
  const title = (game, fact) => {
    const { title: own, unit, domain } = game.variables[fact];
    return domain.isNumber && unit && unit !== "number" && !own.toLowerCase().includes(unit.toLowerCase()) ? `${own}, ${unit}` : own;
  };

  const beside = ({ game, fact, index, id, excluded, tell }, all) => {
    const option = (own) => {
      const why = excluded?.(own);
      const words = label(game, fact, own);
      return h("label", {},
        h("input", { type: "radio", name: id, id: `${id}-${own}`, value: own, checked: own === index, change: () => tell(own) }),
        h("span", { class: why ? "no" : null }, why ? [h("s", {}, words), h("em", {}, h("span.vh", {}, "impossible, "), why.cite ?? "")] : words));
    };
    return h("div.seg", {}, all.map(option));
  };

  const listed = ({ game, fact, index, id, excluded, tell }, all) => {
    const options = all.map((own) => h("option", { value: own, selected: own === index }, label(game, fact, own)));
    let isMarked = !excluded;
    // What cannot be is looked for before the list is opened, and not for each list of a page.
    const mark = () => {
      if (!isMarked) options.forEach((option, place) => excluded(all[place]) && option.append(" (impossible)"));
      isMarked = true;
    };
    return h("select", { id, focus: mark, pointerdown: mark, change: (event) => tell(event.target.value === "" ? -1 : Number(event.target.value)) },
      h("option", { value: "", selected: index < 0 }, "not told"), options);
  };

  /** What is typed as it is read: wide digits and signs of print are those of a keyboard. */
  const plain = (text) => Walker.withDecimals(text).normalize("NFKC").replace(/[\u2212\u2013]/g, "-").trim();
  /** A number, be it with its unit: `14 hexes`. */
  const readNumber = (game, fact, text) => {
    const own = game.read(fact, text);
    if (own >= 0) return own;
    const [, number] = /^([+-]?\d[\d./ ]*?)\s*\p{L}+$/u.exec(text) ?? [];
    const { unit } = game.variables[fact];
    const isUnit = number && unit?.toLowerCase().startsWith(text.slice(number.length).trim().toLowerCase());
    return isUnit ? game.read(fact, number) : -1;
  };

  /** A number with − and +; what is typed counts when it is one of the fact's. */
  const stepped = ({ game, fact, index, id, tell }, all) => {
    const show = (own) => game.showIndex(fact, own);
    const { title: words } = game.variables[fact];
    const by = (step) => () => {
      const place = index < 0 ? (step > 0 ? 0 : all.length - 1) : all.indexOf(index) + step;
      if (place >= 0 && place < all.length) tell(all[place]);
    };
    const read = (event) => {
      const { target } = event;
      const text = plain(target.value);
      const own = text === "" ? -1 : readNumber(game, fact, text);
      if (own < 0 && text !== "") {
        const stays = index < 0 ? "it is not told" : `it stays ${show(index)}`;
        Page.say(`${text} is no value of ${words}, which goes from ${show(all[0])} to ${show(all.at(-1))}: ${stays}`);
        target.value = index < 0 ? "" : show(index);
        return;
      }
      Page.say("");
      tell(own);
    };
    return h("div.step", {},
      h("button", { type: "button", id: `${id}-less`, "aria-label": `${words}: less`, click: by(-1) }, "\u2212"),
      h("input", { type: "text", inputmode: "decimal", autocomplete: "off", id, value: index < 0 ? "" : show(index), placeholder: `${show(all[0])}\u2013${show(all.at(-1))}`, change: read }),
      h("button", { type: "button", id: `${id}-more`, "aria-label": `${words}: more`, click: by(1) }, "+"));
  };

  const several = ({ game, fact, index, id, tell }) => {
    const mask = Math.max(index, 0);
    const { labels } = game.variables[fact];
    return h("div.seg", {}, labels.map((words, bit) => h("label", {},
      h("input", { type: "checkbox", id: `${id}-${bit}`, checked: index >= 0 && Boolean((mask >> bit) & 1), change: () => tell(mask ^ (1 << bit)) }),
      h("span", {}, Page.capital(words)))));
  };

  const written = ({ game, fact, index, id, text, tell }) =>
    h("input", { type: "text", id, value: text ?? (index < 0 ? "" : game.showIndex(fact, index)), change: (event) => {
      const own = event.target.value.trim();
      tell(own ? game.read(fact, own) : -1, own);
    } });

  /** The control of a fact. `index` is its value, below 0 where it is not told; `only` the values for which it is asked; `excluded`
   * tells what makes a value impossible; `tell` takes a value, below 0 to take it back; `roll`, where it can be rolled. */
  const control = (own) => {
    const { game, fact, only, index, tell, roll, id } = own;
    const { domain } = game.variables[fact];
    const all = indices(game, fact, only);
    const clear = index >= 0 ? h("button.clear", { type: "button", id: `${id}-clear`, "aria-label": `Take back ${game.variables[fact].title}`, click: () => tell(-1) }, "take back") : null;
    const dice = roll ? h("button", { type: "button", id: `${id}-roll`, click: roll }, "Roll") : null;
    const grouped = (inner) => h("fieldset", { "data-fact": game.variables[fact].name, "aria-label": title(game, fact) }, h("legend", {}, title(game, fact), " ", clear), inner);
    const single = (inner, taken) => h("div", { "data-fact": game.variables[fact].name }, h("div.named", {}, h("label.lab", { for: id }, title(game, fact)), taken), inner);
    const made = domain.kind === "sets" ? grouped(several(own))
      : domain.kind === "text" ? single(written(own), clear)
        : isBeside(game, fact, all) ? grouped(beside(own, all))
          : domain.isNumber ? single(stepped(own, all), clear)
            : single(listed(own, all));
    return dice ? h("div.with", {}, made, dice) : made;
  };

  /** A usual value as a chip: a tap changes it. */
  const chip = ({ game, fact, index, id, tell }) => {
    const { title: words, domain } = game.variables[fact];
    const press = () => tell(domain.kind === "bool" ? 1 - index : index);
    return h("button", { type: "button", id, "data-fact": game.variables[fact].name, click: press }, words, " ", h("b", {}, minus(Walker.valueText(game, fact, index))));
  };

  /** For how many milliseconds after a letter a list that is chosen from by letters is left as it is: what is typed next belongs to it too, and a
   * browser takes letters as one word for as long. */
  const TYPING = 1000;
  let [isByKey, waiting, later] = [false, 0, null];
  const waitOn = () => {
    clearTimeout(waiting);
    waiting = setTimeout(later, TYPING);
  };
  /** Whether a button is pressed, or the keyboard on its way elsewhere: what is drawn anew then is not what is pressed, or gone to. */
  let [isLeaving, after] = [false, null];
  const left = () => {
    isLeaving = false;
    const draw = after;
    after = null;
    if (draw) document.body.classList.remove("typing");
    draw?.();
  };
  addEventListener("keydown", ({ key }) => {
    isByKey = true;
    // A letter that goes on to name what is chosen already changes nothing, and yet is typed.
    if (later && key.length === 1) waitOn();
    if (key !== "Tab") return;
    isLeaving = true;
    setTimeout(left);
  }, true);
  addEventListener("pointerdown", () => { isByKey = false; }, true);
  addEventListener("mousedown", () => { isLeaving = true; }, true);
  // A click comes right after: it is heard before anything is drawn.
  const released = () => { isLeaving = false; setTimeout(left); };
  for (const end of ["mouseup", "dragend"]) addEventListener(end, released, true);
  addEventListener("blur", ({ target }) => { if (target === window) released(); });
  // Who goes on from the list types in it no more; what is typed next is not to be drawn away.
  addEventListener("focusin", () => later?.());
  addEventListener("focusout", () => { if (later) setTimeout(() => later?.()); });

  /** Has something drawn once what is pressed was heard; whether that is to be waited for. While it is, the page says so. */
  const waits = (draw) => {
    after = isLeaving ? draw : null;
    if (isLeaving) document.body.classList.add("typing");
    return isLeaving;
  };

  /** Why a value of a fact cannot be beside what is known, if it cannot. */
  const excluded = (asker, fact, index, known) => {
    if (!asker.game.excludedBy.some((facts) => facts.has(fact))) return null;
    const own = known.slice();
    own[fact] = index;
    return asker.impossible(own) ?? null;
  };

  /** Draws at once, or once nobody types in a list any more; whether it drew. While it waits, the page says so. */
  const drawn = (draw) => {
    clearTimeout(waiting);
    const isTyping = isByKey && document.activeElement?.tagName === "SELECT";
    later = isTyping ? () => { clearTimeout(waiting); later = null; document.body.classList.remove("typing"); keepFocus(draw); } : null;
    document.body.classList.toggle("typing", isTyping);
    if (isTyping) waitOn();
    else keepFocus(draw);
    return !isTyping;
  };

  /** What the keyboard reaches of the page, in order. */
  const reached = () => [...document.querySelectorAll("main :is(a[href], button, input, select, summary)")];
  /** Puts the keyboard where it was before something was drawn anew, and that where it stood on the screen. */
  const keepFocus = (draw) => {
    const before = document.activeElement;
    const { id } = before ?? {};
    const [top, place] = before ? [before.getBoundingClientRect().top, reached().indexOf(before)] : [0, -1];
    draw();
    if (!id && place >= 0 && !before.isConnected) reached()[place]?.focus({ preventScroll: true });
    if (!id || document.activeElement?.id === id) return;
    const of = id.replace(/-(clear|more|less|roll)$/, "");
    const part = `[id^="${CSS.escape(of)}-"]`;
    const again = document.getElementById(id) ?? document.getElementById(of) ?? document.querySelector(`${part}:checked`) ?? document.querySelector(part)
      ?? document.getElementById("main");
    again?.focus({ preventScroll: true });
    if (again && again.id !== "main") scrollBy(0, again.getBoundingClientRect().top - top);
  };

  /** A number below another, of the browser's own dice. */
  const random = (below) => {
    const most = Math.floor(2 ** 32 / below) * below;
    const [own] = crypto.getRandomValues(new Uint32Array(1));
    return own < most ? own % below : random(below);
  };

  return { control, chip, drawn, waits, excluded, random, minus };
})();
