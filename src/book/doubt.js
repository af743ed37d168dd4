"use strict";
/** Whether words may ask for something else than what answers them: what came of none of them tells. */
const Doubt = (() => {
  const { wordsOf, digits } = Walker;
  const { asksWith, fillers } = Asked;
  /** The lists of words by which it is told. */
  const all = () => Page.content().words.doubt;

  /** `rolls`, `rolling` as well as `roll`. */
  const throwsDice = (word) => [word, word.replace(/s$/, ""), word.replace(/ing$/, "")].some((root) => Walker.DICE.includes(root));
  const isNumber = (word) => digits(word) !== null;
  /** Whether a word says something by itself, and is no number. */
  const saysSomething = (word) => !all().where.includes(word) && !all().bare.includes(word) && !fillers().has(word) && !isNumber(word) && !/\p{N}/u.test(word);

  /** A value among some words that was used as it is, with the words that say that it is where something begins or ends: `over 12`,
   * `12 or more`, `at least moist`. */
  const bound = (words, isUsed) => {
    const is = (at, list) => list.includes(words[at]);
    for (const at of words.keys()) {
      if (!isUsed(at)) continue;
      const begins = boundBefore(words, at, isUsed);
      const or = [...Array(isNumber(words[at]) ? 2 : 1).keys()].map((step) => at + 1 + step).find((place) => is(place, all().others));
      const after = or !== undefined && is(or + 1, all().excess) && !isUsed(or + 1) ? or + 1 : null;
      if (after !== null) return words.slice(at, after + 1).join(" ");
      if (begins !== null) return words.slice(begins, at + 1).join(" ");
    }
    return null;
  };
  /** The place where words begin that say so before a value: `no more than`, `at least`, `up to`, `prior to`. */
  const boundBefore = (words, at, isUsed) => {
    const is = (place, list) => list.includes(words[place]);
    let before = at - 1;
    while (before >= 0 && is(before, all().leading)) before -= 1;
    if (before < 0 || isUsed(before)) return null;
    const isThan = is(before, ["than"]);
    const isUp = is(before, ["up"]) && is(before + 1, ["to"]);
    const isOfNumber = isNumber(words[at]) && (isUp || is(before, all().bounds));
    const isAt = is(before, all().ends) && is(before - 1, ["at"]);
    const isPrior = is(before, ["prior"]) && is(before + 1, ["to"]);
    const isBound = isThan || isAt || isOfNumber || isPrior || is(before, all().times);
    return isBound ? Math.max(0, before - (isThan || isAt)) : null;
  };

  let named = null;
  /** What is known of words: the things that have them, and what players say. */
  class Words {
    constructor(own) {
      Object.assign(this, own);
    }

    stems(text) {
      return wordsOf(text).map(this.stemOf);
    }

    rarity(word) {
      return this.rarityOf(this.having.get(this.stemOf(word)));
    }

    /** Whether a question is named by a word. */
    isNamedBy(question, word) {
      const isOwn = ({ kind, name }) => kind === "question" && name.split("/").pop() === question;
      return this.things.some((thing) => isOwn(thing) && thing.own[0].includes(this.stemOf(word)));
    }

    /** Whether a word belongs to a name of a question, fact or value, or players say something of a fact with it. */
    isOfTheGame(word) {
      const names = ({ kind, name, values }) => ({ question: [name.split("/").pop()], fact: [name.split("/").pop(), values] }[kind] ?? []);
      named ??= new Set([...this.things.flatMap(names).flatMap((text) => this.stems(text)), ...this.sayings.flatMap(([own]) => own)]);
      return named.has(this.stemOf(word));
    }

    /** Whether a word is a value of a fact of which a text holds another value: `halftrack` of what Infantry pays. */
    saysOtherwise(word, text) {
      const [own, said] = [this.stemOf(word), this.stems(text)];
      return !said.includes(own) && this.things.filter(({ kind }) => kind === "fact").some(({ values }) => {
        const all = values.split("|").map((value) => this.stemOf(value.trim()));
        return all.includes(own) && all.some((value) => value !== own && said.includes(value));
      });
    }
  }

  /** What is looked at: what is asked, the words for what is asked how likely it is, those of which nothing came, the names of the
   * questions that may be meant; `words` tells of a word whose it is. */
  class Look {
    constructor(own) {
      Object.assign(this, own, { all: own.asked.words, words: new Words(own.words) });
    }

    /** The words for which something else may be asked than what is given, in the order in which they tell more. */
    of(given) {
      if (given) this.idle = this.idle.filter((word) => isNumber(word) || !this.answers(given, word));
      const rarest = this.rarest();
      if (rarest) return [rarest];
      // What the rules say is not how likely it is.
      const isChance = (word) => Page.content().words.chance.includes(word);
      const chance = this.idle.find(isChance);
      if (chance) return [chance];
      // What is asked how likely it is, where nothing came of it: `odds of the snowfall stopping`.
      const sought = this.sought.filter((word) => this.idle.includes(word) && saysSomething(word));
      if (sought.length || !given) return sought;
      // What is found only because the words ask is not what they ask for.
      if ([...given.called, ...given.used].every(isChance) && this.telling().length) return this.telling();
      const counted = [this.thrown(), this.several()].find((lost) => lost.length);
      if (counted) return counted;
      const number = bound(this.all, (at) => given.used.includes(this.all[at])) ?? this.number(given) ?? this.subject();
      if (number !== null) return [number];
      const missed = given.missed.find((word) => this.isOffered(word, given.name));
      if (missed) return [missed];
      // What is told holds: that it ended is not taken.
      const ended = this.idle.find((word) => all().ended.includes(word)) ?? this.soughtValue(given);
      return ended ? [ended] : this.besides(given);
    }

    /** What is said in two ways, or not to be so; what stands against what answers; words of the game, where as many say nothing as name
     * what answers; or one that another game alone has. */
    besides(given) {
      // Of what is said in two ways only one is taken, unless the other is what is asked.
      const named = wordsOf(`${given.name} ${given.asks}`);
      const contested = given.contested.filter((word) => !named.includes(word));
      if (contested.length) return contested;
      const telling = this.telling();
      const lost = telling.filter((word) => this.words.isOfTheGame(word));
      const other = lost.find((word) => this.isOther(word, given));
      if (other) return [other];
      const names = given.called.filter((word) => !given.used.includes(word)).length;
      if (telling.length >= Math.max(names, 2) && lost.length) return lost;
      // What is told besides counts too where this game has no such word.
      const told = this.all.filter((_, at) => !this.asked.begins[at]);
      const isForeign = (word) => told.includes(word) && saysSomething(word) && this.words.isOfTheGame(word) && !this.words.isIn(given.game, word);
      const foreign = this.idle.find(isForeign);
      return foreign ? [foreign] : [];
    }

    /** Whether a word is what the answer says, the chapter that gives it, or in the name of what is told of it: no other question is asked
     * by it. */
    answers({ told, value, cites }, word) {
      const isChapter = (cite) => cite.toLowerCase().startsWith(word) && /^[0-9]/.test(cite.slice(word.length));
      return told.some((own) => wordsOf(own.split("=")[0]).includes(word)) || value.includes(word) || cites.some(isChapter);
    }

    /** The rarest of the words with which is asked, if nothing came of it and it names a question that may be meant. */
    rarest() {
      const asks = asksWith(this.asked);
      const isAsking = (word) => !fillers().has(word) && (this.asked.by === null || asks(word));
      const words = [...new Set(this.all.filter(isAsking))];
      const most = Math.max(...words.map((word) => this.words.rarity(word)));
      return words.find((word) => this.words.rarity(word) === most && this.idle.includes(word) && this.isOffered(word));
    }

    /** Whether a word names one of the questions that may be meant, be it but for one. */
    isOffered(word, butFor) {
      return this.offered.some((name) => name !== butFor && this.words.isNamedBy(name, word));
    }

    /** What words are about that ask nothing else, where nothing came of it: `smoke in heavy wind`. */
    subject() {
      const at = this.all.findIndex((word, place) => place + 1 < this.all.length && !fillers().has(word));
      const subject = this.all[at];
      const isLost = at >= 0 && this.idle.includes(subject) && saysSomething(subject);
      return isLost && Page.content().words.placing.includes(this.all[at + 1]) && this.asked.by === null ? subject : null;
    }

    /** What dice showed, where nothing came of it: `we roll a 3`. */
    thrown() {
      const at = this.idle.findIndex((word, place) => throwsDice(word) && isNumber(this.idle[place + 1] ?? ""));
      return at < 0 ? [] : this.idle.slice(at, at + 2);
    }

    /** Several of something, where nothing came of it, or of each alone: `turns two hexsides`, `two 3 PP MGs`. */
    several() {
      const isIdle = (word) => this.idle.includes(word);
      const [few, most] = all().few;
      const at = this.all.findIndex((count, place) => {
        const what = this.all[place + 1];
        if (what === undefined || !isIdle(count) || fillers().has(what)) return false;
        const number = Number(digits(count) ?? NaN);
        const ofEach = isNumber(what) || /^\p{N}/u.test(what);
        return Number.isInteger(number) && number >= few && number <= most && isIdle(what) !== ofEach;
      });
      return at < 0 ? [] : this.all.slice(at, at + 2);
    }

    /** A number from which nothing came, where it is in a unit in which a fact of what answers is, stands beside what it is of, or in the
     * place of one that was taken: `2 hexes from`, `turn 4`, `12, no, 14`. */
    number({ used, units }) {
      const { all: words } = this;
      const last = (at, isSuch) => { for (let place = at - 1; place >= 0; place -= 1) if (isSuch(place)) return place; return null; };
      for (const [at, word] of words.entries()) {
        if (!isNumber(word) || !this.idle.includes(word) || used.includes(word)) continue;
        const isCounted = word !== all().one && units.includes(words[at + 1]);
        const of = last(at, (place) => !all().between.includes(words[place]));
        const isSaid = (own) => !fillers().has(own) && !isNumber(own) && (this.words.isOfTheGame(own) || Walker.DICE.includes(own));
        const isOf = of !== null && at - of <= 2 && /^[0-9]/.test(word) && isSaid(words[of]);
        const other = last(at, (place) => !all().instead.includes(words[place]));
        const isTaken = other !== null && isNumber(words[other]) && used.includes(words[other]);
        const from = isTaken ? other : isOf ? of : isCounted ? at : null;
        if (from !== null) return words.slice(from, (isCounted ? at + 1 : at) + 1).join(" ");
      }
      return null;
    }

    /** What is asked to be so, and was taken as told: `is the EC wet after rain`. */
    soughtValue({ name: own, told }) {
      const { all: words, asked } = this;
      const being = words.findIndex((word, at) => all().being.includes(word) && asked.begins[at]);
      if (being < 0) return null;
      for (const [fact, text] of told.map((each) => each.split("=")).filter(([fact]) => fact !== own)) {
        const [name, value] = [wordsOf(fact), wordsOf(text)];
        const near = words.slice(being + 1, being + 1 + all().near).findIndex((word) => name.includes(word));
        if (near < 0) continue;
        const after = words.findIndex((word, at) => at > being + 1 + near && !name.includes(word));
        if (after < 0) continue;
        const isSo = asked.clauses[being] === asked.clauses[after] && value[0] === words[after];
        if (isSo && words[after + 1] !== all().enough) return words.slice(being, after + 1).join(" ");
      }
      return null;
    }

    /** The words of which nothing came that say something by themselves: no numbers, and not what somebody does (`can I fire`), which says
     * less than what it is done with. What is asked besides is answered by itself. */
    telling() {
      const does = this.all.filter((_, at) => all().who.includes(this.all[at - 1]));
      return [...new Set(this.idle.filter((word) => this.all.includes(word) && !does.includes(word) && saysSomething(word)))];
    }

    /** `what does it cost a halftrack` is not what it costs Infantry; and what begins the name of another question asks for that. */
    isOther(word, { name, told }) {
      const begins = this.offered.filter((own) => own !== name).map((own) => wordsOf(own)[0]);
      return this.words.saysOtherwise(word, `${name} ${told.join(" ")}`) || begins.includes(word);
    }
  }

  return { throwsDice, saysSomething, of: (own, given) => new Look(own).of(given) };
})();
