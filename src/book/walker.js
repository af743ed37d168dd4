"use strict";
const Walker = (() => {
  /** The data of a script element of the page. */
  const unpack = async (id) => {
    const text = atob(document.getElementById(id).textContent);
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  };
  return { unpack };
})();
if (typeof module !== "undefined") module.exports = Walker;
