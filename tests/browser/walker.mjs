// The walker as the page has it, for Node, and the data of a book.

import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";

const source = new URL("../../src/book/", import.meta.url);

/** The scripts of the walker, in the order in which the page runs them. */
export const scripts = [...readFileSync(new URL("page.rs", source), "utf8").matchAll(/include_str!\("(walker\/[^"]+)"\)/g)].map(([, name]) => name);

export const load = () => {
  const texts = scripts.map((name) => readFileSync(new URL(name, source), "utf8"));
  return new Function(`${texts.join("\n")}; return Walker;`)();
};

/** The data of a script element of a book. */
export const data = (html, id) => {
  const [, text] = new RegExp(`id="${id}">([^<]*)<`).exec(html);
  return JSON.parse(inflateSync(Buffer.from(text, "base64")).toString("utf8"));
};

/** A book: its walker, and its games. */
export const book = (file) => {
  const html = readFileSync(file, "utf8");
  const Walker = load();
  return { Walker, open: Walker.open(data(html, "engine"), data(html, "diagrams")) };
};
