"use strict";
/** What words name: by their stems, or as players say it. */
const Naming = (() => {
  const { fillers, wordsIn } = Asked;
  const { stemOf } = Telling;

  /** Each of some words that says something, once; all, where none does. */
  const content = (words) => {
    const [all, filling] = [[...new Set(words)], fillers()];
    const telling = all.filter((word) => !filling.has(word));
    return telling.length ? telling : all;
  };

  const isNumber = (word) => /^[0-9]+$/.test(word);
  /** The words that a player may mean who says one, be it together with others. */
  const otherWords = (all, word) => sayingsOf(all, word).flatMap(([, other]) => other);
  let stemmed = null;
  /** What players say, each with the stems of its words. */
  const sayings = () => stemmed ??= Page.content().words.sayings.map(([own, ...others]) => [own.map(stemOf), ...others]);
  /** What a player says with one of some words; words that say nothing by themselves may stand between them. */
  const sayingsOf = (all, word) => {
    const [stem, stems, filling] = [stemOf(word), all.map(stemOf), fillers()];
    const telling = all.filter((own) => !filling.has(own)).map(stemOf);
    const isIn = (all, own) => all.some((_, at) => own.every((one, place) => all[at + place] === one));
    return sayings().filter(([own]) => own.includes(stem) && (isIn(stems, own) || isIn(telling, own)));
  };
  /** Whether a text has a word, or one that a player may mean by it. */
  const namedIn = (text, word, wanted) => {
    const [own, words] = [new Set(wordsIn(text).map(stemOf)), wordsIn(text)];
    return [word, ...otherWords(wanted, word)].some((other) => own.has(stemOf(other)) || (other.length >= 4 && words.some((one) => one.startsWith(other))));
  };
  /** The same in these very words, or in those by which players call them. */
  const calledIn = (text, word, wanted) => {
    const own = new Set(wordsIn(text).map(stemOf));
    return [word, ...sayingsOf(wanted, word).flatMap(([, , , , , namesBy]) => namesBy)].some((other) => own.has(stemOf(other)));
  };
  /** The same in these very words. */
  const saidIn = (text, word) => wordsIn(text).map(stemOf).includes(stemOf(word));

  /** The first of those that rank highest; ranks are numbers, of which the first that differ decide. */
  const highest = (all, rank) => {
    const isMore = (one, other) => { const at = one.findIndex((own, place) => own !== other[place]); return at >= 0 && one[at] > other[at]; };
    return all.reduce((best, one) => (best && !isMore(rank(one), rank(best)) ? best : one), null);
  };

  return { highest, content, isNumber, sayings, sayingsOf, otherWords, namedIn, calledIn, saidIn };
})();
