"use strict";
/**
 * The walker answers the questions of a rulebook from its compiled diagrams. It knows no page: it runs wherever scripts do.
 *
 * Values come first: exact numbers, words, sets, and what stands where there is no value.
 */
const Walker = (() => {
  /** What is no value, in the order of how bad it is; what is a value stands at `VALUE`, what is lost after it. */
  const VALUE = 2;
  const GAP = 3;
  const RANKS = { silent: 0, cancelled: 1, nothing: 4, conflict: 5, outside: 6, overflow: 7 };
  const KINDS = ["bool", "number", "word", "set"];

  const gcd = (one, other) => (other === 0 ? Math.abs(one) : gcd(other, one % other));

  /** A number as numerator and denominator; nothing where it cannot be told exactly. */
  const ratio = (above, below = 1) => {
    if (!Number.isSafeInteger(above) || !Number.isSafeInteger(below) || below === 0) return null;
    const by = (gcd(above, below) || 1) * (below < 0 ? -1 : 1);
    return { above: above / by + 0, below: below / by };
  };
  /** Up to here two products of two parts are added exactly. */
  const MOST_PART = 2 ** 26;
  /** What a calculation makes of the parts of two numbers; with large parts in whole numbers of any size. */
  const ofParts = (one, other, calculate) => {
    const parts = [one.above, one.below, other.above, other.below];
    const areSmall = parts.every((part) => Math.abs(part) < MOST_PART);
    return areSmall ? calculate(...parts) : calculate(...parts.map(BigInt));
  };
  /** A fraction in its lowest terms, of whole numbers of any size; nothing where it grows too large. */
  const lowest = ([above, below]) => {
    if (typeof above === "number") return ratio(above, below);
    let [by, rest] = [above, below];
    while (rest !== 0n) [by, rest] = [rest, by % rest];
    return by === 0n ? null : ratio(Number(above / by), Number(below / by));
  };
  const less = (one, other) => {
    const [left, right] = ofParts(one, other, (a, b, c, d) => [a * d, c * b]);
    return left < right ? -1 : left > right ? 1 : 0;
  };
  const floor = (number) => {
    const rest = number.above % number.below;
    return ratio((number.above - rest) / number.below - (rest < 0 ? 1 : 0));
  };
  const ceil = (number) => {
    const down = floor({ above: -number.above, below: number.below });
    return ratio(-down.above);
  };
  const ROUND = { up: ceil, down: floor, exact: (number) => number };

  const calculated = (calculate) => (one, other) => lowest(ofParts(one, other, calculate));
  const divide = calculated((a, b, c, d) => [a * d, b * c]);
  const ARITHMETIC = {
    "+": calculated((a, b, c, d) => [a * d + c * b, b * d]),
    "-": calculated((a, b, c, d) => [a * d - c * b, b * d]),
    "*": calculated((a, b, c, d) => [a * c, b * d]),
    least: (one, other) => (less(one, other) <= 0 ? one : other),
    greatest: (one, other) => (less(one, other) > 0 ? one : other),
  };
  for (const [name, round] of Object.entries(ROUND)) {
    ARITHMETIC[name] = (one, other) => {
      const quotient = divide(one, other);
      return quotient && round(quotient);
    };
  }
  const COMPARE = {
    "<": (order) => order < 0,
    "<=": (order) => order <= 0,
    ">": (order) => order > 0,
    ">=": (order) => order >= 0,
  };

  /** A number as people write it: `12`, `-3`, `1/2`, `2 1/2`; with its sign where it is a modifier. */
  const shownNumber = ({ above, below }, signed) => {
    const sign = above < 0 ? "-" : signed ? "+" : "";
    const size = Math.abs(above);
    const part = size % below;
    const whole = (size - part) / below;
    if (part === 0) return `${sign}${whole}`;
    return whole === 0 ? `${sign}${part}/${below}` : `${sign}${whole} ${part}/${below}`;
  };

  /** Leaves of diagrams, each stored once, so that equal ones are the same object. */
  class Leaves {
    /** The leaves as they are written, with the words and gaps that they name, and the order of the words where it is another. */
    constructor(written, words, gaps, order) {
      this.words = words;
      this.places = new Map(order.map((word, place) => [word, place]));
      this.gaps = gaps;
      this.known = new Map();
      this.all = [];
      for (const leaf of written) this.read(leaf);
      this.yes = this.bool(true);
      this.no = this.bool(false);
      for (const name of Object.keys(RANKS)) this[name] = this.none(name);
    }

    add(key, rank, kind, value) {
      const known = this.known.get(key);
      if (known) return known;
      const leaf = { rank, kind, value, place: this.all.length };
      this.known.set(key, leaf);
      this.all.push(leaf);
      return leaf;
    }

    read(written) {
      if (typeof written === "boolean") return this.bool(written);
      if (typeof written === "number") return this.number(ratio(written));
      if (typeof written === "string") return this.none(written);
      if (Array.isArray(written)) return this.number(ratio(written[0], written[1]));
      if ("w" in written) return this.word(written.w);
      if ("s" in written) return this.set(written.s);
      return this.add(`g${written.g}`, GAP, "gap", written.g);
    }

    placeOf(word) {
      return this.places.get(word) ?? word;
    }

    bool(truth) {
      return this.add(truth ? "yes" : "no", VALUE, "bool", truth);
    }

    /** A number; what could not be calculated is told so. */
    number(number) {
      if (!number) return this.overflow;
      return this.add(`${number.above}/${number.below}`, VALUE, "number", number);
    }

    word(word) {
      return this.add(`w${word}`, VALUE, "word", word);
    }

    set(words) {
      const sorted = [...new Set(words)].sort((one, other) => this.placeOf(one) - this.placeOf(other));
      return this.add(`s${sorted}`, VALUE, "set", sorted);
    }

    none(name) {
      return this.add(name, RANKS[name], name, null);
    }

    /** The order in which answers are told. */
    order(one, other) {
      if (one.rank !== other.rank || one.rank > GAP) return one.rank - other.rank;
      if (one.kind !== other.kind) return KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind);
      if (one.kind === "number") return less(one.value, other.value);
      if (one.kind === "word") return this.placeOf(one.value) - this.placeOf(other.value);
      if (one.kind !== "set") return Number(one.value) - Number(other.value);
      const differs = one.value.findIndex((word, place) => word !== other.value[place]);
      if (differs < 0 || differs >= other.value.length) return one.value.length - other.value.length;
      return this.placeOf(one.value[differs]) - this.placeOf(other.value[differs]);
    }

    /** A value as the packs write it. */
    show(leaf, signed) {
      switch (leaf.kind) {
        case "bool": return leaf.value ? "yes" : "no";
        case "number": return shownNumber(leaf.value, signed);
        case "word": return this.words[leaf.value][0];
        case "set": return leaf.value.length ? `{${leaf.value.map((word) => this.words[word][0]).join(", ")}}` : "none of them";
        default: return NO_VALUE[leaf.kind];
      }
    }
  }

  /** The words for what is no value. */
  const NO_VALUE = {
    gap: "gap", outside: "not asked", cancelled: "no such fact or value", conflict: "two answers",
    overflow: "cannot be calculated", nothing: "no answer", silent: "no answer",
  };

  /** Of two leaves one of which is no value, the one that the whole then is. */
  const worse = (leaves, one, other) => {
    if (one.rank === VALUE) return other;
    return other.rank === VALUE || leaves.order(one, other) > 0 ? one : other;
  };

  /** The words of a set; a single word is the set of it alone. */
  const members = (leaf) => (leaf.kind === "set" ? leaf.value : leaf.kind === "word" ? [leaf.value] : []);

  const ofValues = (leaves, operation, one, other) => {
    const areNumbers = one.kind === "number" && other.kind === "number";
    if (operation === "=") return leaves.bool(one === other);
    if (operation === "!=") return leaves.bool(one !== other);
    if (operation === "includes") {
      return leaves.bool(one.kind === "set" && other.kind === "word" && one.value.includes(other.value));
    }
    if (operation === "union") return leaves.set([...members(one), ...members(other)]);
    if (operation === "without") return leaves.set(members(one).filter((word) => !members(other).includes(word)));
    if (!areNumbers) return leaves.overflow;
    if (operation in COMPARE) return leaves.bool(COMPARE[operation](less(one.value, other.value)));
    return leaves.number(ARITHMETIC[operation](one.value, other.value));
  };

  /** An operation of two operands. What settles `and` or `or` alone does so, whatever the other is. */
  const operate = (leaves, operation, one, other) => {
    if (operation === "and" || operation === "or") {
      const settling = leaves.bool(operation === "or");
      return one === settling || other === settling ? settling : worse(leaves, one, other);
    }
    if (one.rank === VALUE && other.rank === VALUE) return ofValues(leaves, operation, one, other);
    return worse(leaves, one, other);
  };

  const agree = (leaves, one, other) => {
    const stands = (leaf) => leaf.rank > 0 && leaf.rank <= GAP;
    if (one === other) return one;
    if (stands(one) && stands(other)) return leaves.conflict;
    return leaves.order(one, other) > 0 ? one : other;
  };

  const extreme = (leaves, scale, one, other, least) => {
    if (one.rank !== VALUE || other.rank !== VALUE) return worse(leaves, one, other);
    const place = (leaf) => (leaf.kind === "word" ? scale.indexOf(leaf.value) : -1);
    const [first, second] = [place(one), place(other)];
    const isFirstLeast = first >= 0 && second >= 0 ? first <= second : leaves.order(one, other) <= 0;
    return isFirstLeast === least ? one : other;
  };

  const union = (leaves, one, other) => {
    if (one.rank !== VALUE || other.rank !== VALUE) return worse(leaves, one, other);
    return leaves.set([...members(one), ...members(other)]);
  };

  /** What two contributions to a question make together; `scale` orders its words. */
  const combine = (leaves, how, scale, one, other) => {
    if (one === leaves.silent) return other;
    if (other === leaves.silent) return one;
    switch (how) {
      case "sum": return operate(leaves, "+", one, other);
      case "any": return operate(leaves, "or", one, other);
      case "all": return operate(leaves, "and", one, other);
      case "least": return extreme(leaves, scale, one, other, true);
      case "greatest": return extreme(leaves, scale, one, other, false);
      case "union": return union(leaves, one, other);
      default: return agree(leaves, one, other);
    }
  };

  /** What a question answers where no rule applies and it does not say so itself. */
  const whereNoneApplies = (leaves, how) => {
    switch (how) {
      case "sum": return leaves.number(ratio(0));
      case "any": return leaves.no;
      case "all": return leaves.yes;
      case "union": return leaves.set([]);
      default: return null;
    }
  };

  const within = (number, [low, high]) => {
    const end = (written) => (Array.isArray(written) ? ratio(...written) : ratio(written));
    return (low === null || less(end(low), number) <= 0) && (high === null || less(number, end(high)) <= 0);
  };

  const unrank = (leaves, words, wraps, number) => {
    const count = Math.max(words.length, 1);
    if (number.below !== 1) return leaves.overflow;
    const whole = number.above;
    const place = wraps ? ((whole % count) + count) % count : Math.min(Math.max(whole, 0), count - 1);
    return place < words.length ? leaves.word(words[place]) : leaves.outside;
  };

  /** What an expression of one operand makes of its value. */
  const mapValue = (leaves, [kind, , ...rest], leaf) => {
    const isNumber = leaf.kind === "number";
    switch (kind) {
      case 5: return leaf.kind === "bool" ? leaves.bool(!leaf.value) : leaves.overflow;
      case 6: return isNumber ? leaves.number(ROUND[rest[0]](leaf.value)) : leaves.overflow;
      case 7: {
        if (leaf.kind !== "word") return leaves.overflow;
        const place = rest[0].indexOf(leaf.value);
        return place < 0 ? leaves.outside : leaves.number(ratio(place));
      }
      case 8: return isNumber ? unrank(leaves, rest[0], rest[1], leaf.value) : leaves.overflow;
      case 9: return leaves.bool(rest[0].includes(leaf.place));
      default: return leaves.bool(isNumber && rest[0].some((range) => within(leaf.value, range)));
    }
  };

  /** The values that a fact can have, numbered from 0. */
  class Domain {
    constructor(leaves, [kind, ...rest]) {
      this.leaves = leaves;
      this.kind = kind;
      this.isNumber = kind === "numbers";
      this.words = kind === "words" || kind === "sets" || kind === "text" ? rest[0] : [];
      if (kind === "words") [, this.ordered, this.cyclic, this.older = []] = rest;
      if (kind === "numbers") {
        const read = (written) => (Array.isArray(written) ? ratio(...written) : ratio(written));
        [this.low, this.step, this.size] = [read(rest[0]), read(rest[1]), rest[2]];
        this.listed = rest[3]?.map(read);
      } else {
        this.size = kind === "bool" ? 2 : kind === "sets" ? 2 ** this.words.length : this.words.length;
      }
    }

    value(index) {
      const { leaves, words } = this;
      switch (this.kind) {
        case "bool": return leaves.bool(index === 1);
        case "sets": return leaves.set(words.filter((_, bit) => (index >> bit) & 1));
        case "numbers": return this.listed ? leaves.number(this.listed[index]) : leaves.number(ARITHMETIC["+"](this.low, ARITHMETIC["*"](this.step, ratio(index))));
        default: return leaves.word(words[index] ?? 0);
      }
    }

    /** The index of a value; -1 where the domain does not have it. */
    index(leaf) {
      if (this.kind === "bool") return leaf.kind === "bool" ? Number(leaf.value) : -1;
      if (this.kind === "numbers") {
        if (leaf.kind !== "number") return -1;
        if (this.listed) return this.listed.findIndex((own) => less(own, leaf.value) === 0);
        const length = ARITHMETIC["-"](leaf.value, this.low);
        const steps = length && divide(length, this.step);
        return steps?.below === 1 && steps.above >= 0 && steps.above < this.size ? steps.above : -1;
      }
      if (this.kind === "sets") {
        if (leaf.kind !== "set") return -1;
        const bits = leaf.value.map((word) => this.words.indexOf(word));
        return bits.includes(-1) ? -1 : bits.reduce((mask, bit) => mask | (1 << bit), 0);
      }
      if (leaf.kind !== "word") return -1;
      const index = this.words.indexOf(leaf.value);
      if (index >= 0) return index;
      const renamed = this.older?.find(([old]) => old === leaf.value);
      return renamed ? this.words.indexOf(renamed[1]) : -1;
    }
  }

  return { VALUE, GAP, Leaves, Domain, ratio, operate, combine, mapValue, whereNoneApplies, NO_VALUE };
})();
