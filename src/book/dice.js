"use strict";
/** Dice as they lie on the table. */
const Dice = (() => {
  const { h } = Page;
  /** A die that shows a face. */
  const SPOTS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
  const die = (words, isColored, name) => {
    const frame = h("svg:rect", { x: 1, y: 1, width: 42, height: 42, rx: 5 });
    const spots = SPOTS[words]?.map((at) => h("svg:circle", { cx: 11 + 11 * (at % 3), cy: 11 + 11 * Math.floor(at / 3), r: 3.6 }));
    const text = spots ?? [h("svg:text", { x: 22, y: 28, "text-anchor": "middle" }, words)];
    return h("svg:svg", { class: isColored ? "die col" : "die", viewBox: "0 0 44 44", role: "img", "aria-label": name ? `${name} ${words}` : words }, frame, text);
  };
  /** The dice of a throw, each with its face. */
  const of = (game, { fact, faces }) => (faces ?? []).map((face, at) => {
    const [name] = game.variables[fact].roll.dice[at];
    return die(game.leaves.show(face, false), at === 0 && faces.length > 1, name ?? "");
  });

  return { of };
})();
