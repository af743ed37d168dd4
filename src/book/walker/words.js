"use strict";
/** Words of texts and of questions: their stems, and how near one is to another. */
Object.assign(Walker, (() => {
  /** A number and the unit right after it, of two letters or of another script, are two words, `82mm`; an ordinal is one. */
  const counted = (word) => {
    const [, number, unit] = /^([0-9]+)(\p{Alphabetic}{2,}|(?![a-z])\p{Alphabetic})$/u.exec(word) ?? [];
    return !unit || ["st", "nd", "rd", "th"].includes(unit) ? [word] : [number, unit];
  };
  /** A word without what stands after an apostrophe and is another word: `I'm`, `we're`, `the enemy's`. */
  const [AROUND, TAIL] = [/^[.'`\u00b4\u2018\u2019]+|[.'`\u00b4\u2018\u2019]+$/g, /['`\u00b4\u2018\u2019](d|ll|m|re|s|ve)$/];
  const bare = (word) => word.replace(AROUND, "").replace(TAIL, "").replace(/['`\u00b4\u2018\u2019]/g, "");
  /** Verbs that deny what follows, and words after which they deny nothing: who is asked of, and what says that somebody does not know. */
  const DENYING = { aint: "is", arent: "are", didnt: "did", doesnt: "does", dont: "do", hadnt: "had", hasnt: "has", havent: "have", isnt: "is",
    wasnt: "was", werent: "were" };
  const ASKED_OF = ["care", "forget", "he", "i", "it", "know", "mind", "remember", "she", "there", "they", "understand", "want", "we", "worry", "you"];
  /** Numbers as people say them, from one on, and tens; how many follow a word for tens in one number: `twenty-five`. */
  const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
    "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"];
  const TENS = ["ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
  const ONES = 9;
  /** Takes words, those that are one number together: `twenty-five`, `minus one`. */
  class Counting {
    constructor() {
      Object.assign(this, { words: [], isBelow: false, isMinus: false, tens: 0 });
    }

    take(word) {
      const [isBelow, tens, ones] = [this.isBelow, this.tens, NUMBERS.indexOf(word) + 1];
      this.isBelow = false;
      if (tens && ones && ones <= ONES) {
        this.tens = 0;
        this.number(tens + ones);
        return;
      }
      this.flush();
      const place = TENS.indexOf(word);
      const isNumber = /^[0-9]/.test(word);
      if (place > 0) this.tens = 10 * (place + 1);
      else if (word === "minus") this.isMinus = true;
      else if ((isBelow && isNumber) || (this.isMinus && (isNumber || ones))) {
        this.isMinus = true;
        this.number(ones || word);
      } else {
        this.flushMinus();
        this.words.push(word);
      }
    }

    number(number) {
      this.words.push(`${this.isMinus ? "-" : ""}${number}`);
      this.isMinus = false;
    }

    /** Takes a word for tens that stands alone. */
    flush() {
      if (!this.tens) return;
      if (this.isMinus) this.number(this.tens);
      else this.words.push(TENS[this.tens / 10 - 1]);
      this.tens = 0;
    }

    flushMinus() {
      if (this.isMinus) this.words.push("minus");
      this.isMinus = false;
    }

    /** Another clause begins. */
    part() {
      this.flush();
      this.flushMinus();
    }
  }
  /** A text in which mixed numbers are decimals, and so one word each: `2 1/2` and `2½` are `2.5`, and `½` is `0.5`; wide digits are
   * those of a keyboard. A stroke between two numbers that stand alone may be anything, and stays. */
  const PARTS = [["½", "5"], ["¼", "25"], ["¾", "75"], ["1/2", "5"], ["1/4", "25"], ["3/4", "75"]];
  const [BEFORE, BEHIND] = ["(^|[^\\p{Alphabetic}\\p{N}./])(\\d+)", "(?![\\p{Alphabetic}\\p{N}/])"];
  const withDecimals = (text) => PARTS.reduce((own, [part, decimals]) => {
    if (!own.includes(part)) return own;
    const isSign = !part.includes("/");
    const counted = own.replace(new RegExp(BEFORE + (isSign ? ` *${part}` : ` +${part}${BEHIND}`), "gu"), `$1$2.${decimals}`);
    return isSign ? counted.replaceAll(part, `0.${decimals}`) : counted;
  }, text.replace(/[\uff10-\uff19]/g, (digit) => digit.charCodeAt(0) - 0xff10));
  /** The words of a text; the sign of a number belongs to it. What is denied by a verb has a word of its own for that: `it isn't dry` is
   * `it is not dry`, but `isn't it dry` is no denial. */
  const wordsOf = (text) => {
    const counting = new Counting();
    let [begins, isWhy, denies] = [true, false, false];
    for (const [, written, mark] of withDecimals(text.toLowerCase()).matchAll(/([\p{Alphabetic}\p{N}.'`\u00b4\u2018\u2019]*)([^\p{Alphabetic}\p{N}.'`\u00b4\u2018\u2019]*)/gu)) {
      const own = bare(written);
      if (own) {
        if (denies && !ASKED_OF.includes(own)) counting.take("not");
        const verb = Object.hasOwn(DENYING, own) ? DENYING[own] : null;
        for (const word of verb ? [verb] : counted(own)) counting.take(word);
        [begins, isWhy, denies] = [false, own === "why", Boolean(verb) && !begins && !isWhy];
      }
      begins ||= /[,;:?!()\n-]/.test(mark) || written.endsWith(".");
      // A sign that stands alone belongs to the number right after it.
      counting.isBelow = /[-\u2212]$/.test(mark) && (!written || mark.length > 1);
      if (/[,;:?!()\n]/.test(mark) || written.endsWith(".")) counting.part();
    }
    if (denies) counting.take("not");
    counting.part();
    return counting.words;
  };
  /** A number in digits, however it is written. */
  const digits = (word) => (Walker.readNumber(word) ? word : NUMBERS.includes(word) ? String(NUMBERS.indexOf(word) + 1)
    : TENS.includes(word) ? String(10 * (TENS.indexOf(word) + 1)) : null);

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

  /** How many letters stand between two words, a swap of neighbours counted once, whatever stands between them. */
  const distance = (one, other) => {
    const most = one.length + other.length;
    const rows = Array.from({ length: one.length + 2 }, () => Array(other.length + 2).fill(most));
    for (let row = 0; row <= one.length; row += 1) rows[row + 1][1] = row;
    for (let column = 0; column <= other.length; column += 1) rows[1][column + 1] = column;
    const lastRow = new Map();
    for (let row = 1; row <= one.length; row += 1) {
      let lastColumn = 0;
      for (let column = 1; column <= other.length; column += 1) {
        const [above, before] = [lastRow.get(other[column - 1]) ?? 0, lastColumn];
        const isSame = one[row - 1] === other[column - 1];
        if (isSame) lastColumn = column;
        rows[row + 1][column + 1] = Math.min(rows[row][column] + (isSame ? 0 : 1), rows[row + 1][column] + 1, rows[row][column + 1] + 1,
          rows[above][before] + (row - above - 1) + 1 + (column - before - 1));
      }
      lastRow.set(one[row - 1], row);
    }
    return rows[one.length + 1][other.length + 1];
  };

  return { wordsOf, withDecimals, digits, stem, distance };
})());
