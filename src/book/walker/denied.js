"use strict";
/** What players say is not so. */
Object.assign(Walker, (() => {
  /** The most words that stand for one thing. */
  const MOST_WORDS = 6;
  /** Words that turn what follows into its contrary. */
  const NO = ["no", "non", "not", "without", "never", "neither", "nor", "hardly", "barely", "scarcely"];
  /** Words with which something that is named before them is denied; words that say what something does: what is denied with them is not
   * what stands behind them, `smoke does not help in rain`. */
  const DENIED_BY = ["are", "did", "do", "does", "has", "have", "is", "was"];
  const DOING = ["change", "changes", "give", "gives", "happen", "help", "helps", "know", "let", "like", "look", "make", "makes", "mean", "means",
    "need", "needs", "say", "says", "tell", "want"];
  /** Words with which something that is named before them is denied by themselves, and such that may stand behind one that denies. */
  const DENYING = ["not", "never"];
  const ENDING = ["longer", "more"];
  /** Words that take out what follows, and how many words before `but` one says that it takes something out of all. */
  const EXCLUDING = ["besides", "except", "excepting", "excluding", "outside", "unless"];
  const ALL = ["all", "any", "anything", "each", "every", "everything"];
  const NEAR_ALL = 3;
  /** Words that do so before `than`: `in a month other than May`. */
  const OTHER = ["other", "rather"];

  /** The value of a fact that says that there is no such thing: no, none, or 0 of what is no roll; -1 if there is none. */
  const nothing = (game, fact) => {
    const { domain } = game.variables[fact];
    if (domain.kind === "bool") return 0;
    const none = game.read(fact, "none");
    return none < 0 && domain.isNumber && game.rollOf(fact) === undefined ? game.read(fact, "0") : none;
  };

  /** How words that are heard deny; `Hearing` hears them. */
  class Denials {
    /** What is denied and tells nothing, by its places. */
    lost = [];

    /** How many words that is with what is denied besides: `no rain or mud`. */
    deniedOn(at, first) {
      let read = first;
      while (read && ["or", "nor"].includes(this.words[at + read])) {
        const more = this.denied(at + read);
        if (!more) break;
        read += more;
      }
      return read;
    }

    /** The place of the next word that says something. */
    telling(from) {
      let at = from;
      while (this.listener.fillers.has(this.words[at])) at += 1;
      return at;
    }

    /** All numbers of words that can stand for one thing at a place, the largest first. */
    lengths(from) {
      return Array.from({ length: Math.max(0, Math.min(MOST_WORDS, this.words.length - from)) }, (_, at) => at + 1).reverse();
    }

    /** Whether a word that denies stands before what it can deny. */
    denies(at) {
      const from = this.telling(at + 1);
      return this.lengths(from).some((count) => this.speaksOfFact(from, count));
    }

    /** Whether some words say something of a fact. */
    speaksOfFact(from, count) {
      return this.senses(from, count).some(({ kind }) => kind !== "unit");
    }

    /** What is not so where words that say something are denied: of a fact that is yes or no, that it is not. */
    noMore({ kind, fact, told }) {
      const own = kind === "fact" ? fact : kind === "said" && told.length === 1 ? told[0][0] : undefined;
      return own !== undefined && this.game.variables[own].domain.kind === "bool" ? [own, 0] : null;
    }

    /** What a denied sense tells, if it tells anything; of two values that a fact has, the other one. */
    contraryOf(sense, isOnly) {
      const { kind, fact, told } = sense;
      if (kind === "fact" && this.game.variables[fact].domain.kind !== "text") {
        const none = nothing(this.game, fact);
        return none >= 0 ? [fact, none] : null;
      }
      if (kind !== "value" || !isOnly) return this.noMore(sense);
      const [[own, index]] = told;
      return this.game.variables[own].domain.words.length === 2 ? [own, 1 - index] : null;
    }

    /** `no gusts`, `not on the road`, `not towing`; how many words that is. What cannot be denied as a fact says nothing: `no track` is no track. */
    denied(at) {
      let [from, denied, lost] = [at + 1, 0, 0];
      if (ENDING.includes(this.words[from])) from += 1;
      // What is denied may begin with a word that says nothing by itself: `not in season`.
      for (; this.listener.fillers.has(this.words[from]); from += 1) {
        if (DOING.includes(this.words[from])) return 0;
        for (const count of this.lengths(from)) {
          const no = count > 1 ? this.contrary(from, count) : null;
          if (!no) continue;
          this.tell(at, from + count - at, no);
          return from + count - at;
        }
      }
      for (const count of this.lengths(from)) {
        const read = from + count - at;
        const no = this.contrary(from, count);
        if (no) {
          this.tell(at, read, no);
          return read;
        }
        if (this.speaksOfFact(from, count)) [denied, lost] = [Math.max(denied, read), Math.max(lost, read)];
        // What is denied of what is not asked says nothing either.
        if (!denied && this.meant(from, count).length) denied = read;
      }
      // `not 7`
      if (!denied && DENYING.includes(this.words[at]) && Walker.readNumber(this.words[from] ?? "")) [denied, lost] = [from + 1 - at, from + 1 - at];
      if (lost) this.lost.push([at, at + lost]);
      return denied;
    }

    /** What is so where some words are denied, if that tells anything. */
    contrary(from, count) {
      const senses = this.senses(from, count);
      for (const sense of senses) {
        const no = sense.kind === "unit" ? null : this.contraryOf(sense, senses.length === 1);
        if (no) return no;
      }
      return null;
    }

    /** `unless it rains`, `every month but March`: what is taken out, of which nothing is taken; how many words that is. */
    excluded(at) {
      const isOfAll = () => this.words.slice(Math.max(0, at - NEAR_ALL), at).some((word) => ALL.includes(word));
      const isOther = OTHER.includes(this.words[at]) && this.words[at + 1] === "than";
      if (!isOther && !EXCLUDING.includes(this.words[at]) && !(this.words[at] === "but" && isOfAll())) return 0;
      const from = this.telling(at + (isOther ? 2 : 1));
      const count = this.lengths(from).find((many) => this.speaksOfFact(from, many));
      if (!count) return 0;
      // `not May`
      this.lost.push([at + isOther, from + count]);
      return from + count - at;
    }

    /** `extreme winter is not in effect`: what is denied after it, and not to be something; how many words that is. */
    deniedAfter(at, count, senses) {
      // What players say for a fact is that fact, whatever goes with it.
      const all = senses.map(({ kind, fact, told }) => (kind === "fact" ? fact : kind === "said" ? told[0][0] : -1));
      const no = all[0] >= 0 && all.every((fact) => fact === all[0]) ? this.noMore({ kind: "fact", fact: all[0] }) : null;
      const after = at + count;
      const isBeing = DENIED_BY.includes(this.words[after]) && this.words[after + 1] === "not";
      if (!no || !(isBeing || DENYING.includes(this.words[after]))) return 0;
      const read = count + (isBeing ? 2 : 1);
      const from = this.telling(at + read);
      if (this.clauses[from] === this.clauses[at] && this.meansAnything(from)) return 0;
      this.tell(at, read, no);
      return read;
    }

    /** Whether words behind one mean anything in its clause. */
    meansMore(at) {
      const from = this.telling(at + 1);
      return this.clauses[from] === this.clauses[at] && this.meansAnything(from);
    }

    /** Whether words from one on mean anything. */
    meansAnything(from) {
      return this.lengths(from).some((count) => this.meant(from, count).length);
    }
  }

  return { NO, MOST_WORDS, nothing, Denials };
})());
