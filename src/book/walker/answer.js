"use strict";
/** An answer with all that there is about it. */
Object.assign(Walker, (() => {
  const { Asker, Scene, Explainer, Parts, excepted } = Walker;
  /** Of how many values at most each is told with what it leads to, and to how many answers. */
  const [MOST_VALUES, MOST_CASES] = [1000, 4];
  /** Of how many values at most the first of several facts that are open is told with what it leads to, and to how many sets of answers. */
  const [MOST_FIRST, MOST_LEADS] = [64, 6];

  /** What a text names in braces. */
  const BRACED = /\{([^{}]*)\}/g;

  /** The answer to a question for what is given; what is costly to tell is told when it is first looked at. */
  class Answer {
    /** `texts` are the words given for facts of free text, by their numbers. */
    constructor(asker, question, given, texts = new Map()) {
      const { game } = asker;
      Object.assign(this, { asker, game, question, given, texts });
      this.known = given.slice();
      this.open = [];
      const { ruling, found } = asker.ask(question, this.known);
      Object.assign(this, { ruling, found });
      this.findNamed();
      this.unit = asker.unitMeant(question, this.known);
      this.impossible = asker.impossible(this.known);
      this.isAnswered = ["value", "gap"].includes(this.ruling.kind);
    }

    /** The answer as people say it: `+2 DRM`, `overcast`; what stands where there is no value. */
    get text() {
      const { kind, leaf } = this.ruling;
      if (kind !== "value") return Walker.NO_VALUE[kind] ?? "";
      const text = this.filled ?? this.game.answerText(this.question, leaf);
      const { one } = this.question;
      const unit = one && /^[+-]?1$/.test(text) && this.unit.startsWith(one) ? one : this.unit;
      return leaf.kind === "number" && unit ? `${text} ${unit}` : text;
    }

    /** A text that is the answer, with what is known of the facts that it names in braces, or of the one fact that it is. */
    get filled() {
      const { game, known, question, texts, ruling: { leaf } } = this;
      if (!question.isText || leaf?.kind !== "word") return null;
      const isAny = ({ domain }, index) => domain.kind === "text" && index === domain.words.length - 1;
      const told = (fact) => texts.get(fact) ?? (known[fact] >= 0 && !isAny(game.variables[fact], known[fact]) ? game.showIndex(fact, known[fact]) : undefined);
      const isOther = ({ domain }) => domain.kind === "text" && domain.words.at(-1) === leaf.value;
      const others = question.from.filter((fact) => isOther(game.variables[fact]));
      if (others.length) return others.length === 1 ? told(others[0]) ?? null : null;
      return game.leaves.show(leaf, false).replace(BRACED, (all, name) => {
        const fact = game.fact(name);
        return fact ? told(fact.number) ?? all : all;
      });
    }

    /** Looks for the facts that a text names in braces, as for any that a rule uses: the answer depends on those that are missing. */
    findNamed() {
      const { asker, game, known, question, found, ruling: { leaf } } = this;
      if (!question.isText || leaf?.kind !== "word") return;
      const named = [...game.leaves.show(leaf, false).matchAll(BRACED)].flatMap(([, name]) => game.fact(name)?.number ?? []);
      for (const fact of named) found.push(...asker.fill(fact, known, question));
      const facts = [...new Set(named)].filter((fact) => !(known[fact] >= 0));
      if (facts.length) this.ruling = { kind: "needs", facts, possible: [leaf], unfound: [] };
    }

    /** What is lost in the source, and in which paragraph. */
    get lost() {
      return this.ruling.kind === "gap" ? this.game.shared.gaps[this.ruling.leaf.value] : null;
    }

    /** The fact that a person can tell in place of what the source lost of the question that would find it, if there is such a one. */
    get toldInstead() {
      const { game, question, ruling } = this;
      if (ruling.kind !== "gap") return undefined;
      const loses = ({ rules }) => rules.some(({ gives }) => gives && gives[0] === null && game.leaves.all[gives[1]] === ruling.leaf);
      const fact = game.questions.find((own) => own.finds !== undefined && loses(own))?.finds;
      return fact === question.finds ? undefined : fact;
    }

    /** What is possible after each value of the fact to tell first, by the index of the value; nothing where these are too many. */
    afterEach(most) {
      const { game, asker, ruling: { facts: [first], root } } = this;
      if (this.ahead) return this.ahead.each;
      const { size } = game.variables[first].domain;
      if (size > most) return [];
      const each = Array.from({ length: size }, (_, index) => ({ possible: asker.possible(game.store.restrict(root, first, index)), index }));
      return each.filter(({ possible }) => possible.length);
    }

    /** What the values of the fact to tell first lead to, where that has to be tried. */
    get ahead() {
      return once(this, "ahead", Walker.lookAhead(this));
    }

    /** Every answer still possible, in order; none where they are too many to be known. */
    get possible() {
      return (this.ahead ?? this.ruling).possible;
    }

    /** What each value of the only fact that is open leads to, where these are few answers, or most are the value and always so
     * much more (`added`): rulings, each with the values that lead to it. */
    get cases() {
      return once(this, "cases", this.casesOf());
    }

    casesOf() {
      const { game, asker, question, ruling: { kind, facts, root } } = this;
      if (kind !== "needs" || facts.length !== 1 || root === undefined) return [];
      const [{ domain }, all] = [game.variables[facts[0]], []];
      for (const { possible: [leaf, ...others], index } of this.afterEach(MOST_VALUES)) {
        if (others.length) return [];
        all.push({ ruling: asker.ruling(question, leaf), index });
      }
      const grouped = (own) => {
        const groups = new Map();
        for (const { ruling, index } of own) {
          if (!groups.has(ruling.leaf)) groups.set(ruling.leaf, { ruling, values: [] });
          groups.get(ruling.leaf).values.push(index);
        }
        return [...groups.values()];
      };
      const cases = grouped(all);
      if (cases.length <= MOST_CASES) return cases;
      const more = ({ ruling: { leaf }, index }) => {
        const own = domain.value(index);
        return leaf.kind === "number" && own.kind === "number" ? leaf.value.above / leaf.value.below - own.value.above / own.value.below : null;
      };
      const counts = new Map();
      for (const own of all) if (more(own) !== null) counts.set(more(own), (counts.get(more(own)) ?? 0) + 1);
      const [most] = [...counts].reduce((one, other) => (other[1] > one[1] || (other[1] === one[1] && other[0] < one[0]) ? other : one), [null, 0]);
      const others = most === null ? [] : grouped(all.filter((own) => more(own) !== most));
      if (most === null || others.length >= MOST_CASES) return [];
      const added = most === 0 ? "" : ` ${most < 0 ? "-" : "+"} ${Math.abs(most)}`;
      return [{ added, values: all.filter((own) => more(own) === most).map(({ index }) => index) }, ...others];
    }

    /** The answers that are possible after each value of the first of several facts that are open, where it settles it for some:
     * leaves, with the values that lead to them. None where they are many. */
    get leads() {
      return once(this, "leads", this.leadsOf());
    }

    leadsOf() {
      const { game, ruling: { kind, facts, root } } = this;
      if (kind !== "needs" || (facts.length < 2 && !this.ahead) || root === undefined) return [];
      const [each, groups] = [this.afterEach(MOST_FIRST), new Map()];
      if (facts.length === 1 && each.every(({ possible }) => possible.length === 1)) return [];
      for (const { possible, index } of each) {
        // What is lost is told as one thing, whatever is lost.
        const texts = [...new Set(possible.map((leaf) => (leaf.rank === Walker.VALUE ? game.answerText(this.question, leaf) : Walker.NO_VALUE[leaf.kind])))];
        const key = JSON.stringify(texts);
        if (!groups.has(key)) groups.set(key, { texts, possible, values: [] });
        groups.get(key).values.push(index);
      }
      const leads = [...groups.values()];
      const settles = leads.some(({ texts }) => texts.length === 1);
      return settles && leads.length > 1 && leads.length <= MOST_LEADS ? leads : [];
    }

    /** What the answer is made of, for what is known after what does not matter is filled in. */
    get parts() {
      const { game, question, whole, complete } = this;
      const known = new Parts(game, question, complete);
      return once(this, "parts", whole === complete ? known : new Parts(game, question, whole).beside(known));
    }

    /** The exceptions that took effect: those without which it would be another one. */
    get excepted() {
      return once(this, "excepted", excepted(this.game, this.question, this.complete, this.whole, this.found));
    }

    /** The reasons, and below them those of the questions that found facts for it. */
    get why() {
      const { game, question, complete } = this;
      const explainer = () => new Explainer(game, complete, undefined, undefined, undefined, Walker.findersOf(this.found));
      const why = explainer().explain(question);
      for (const { by } of this.found) {
        const isTold = ({ question: own, bound }) => own === by && !Object.keys(bound).length;
        if (by && !why.because.some(isTold)) why.because.push(explainer().explain(by));
      }
      return once(this, "why", why);
    }

    /** Of the facts taken as usual, each value that gives another answer, with that answer. */
    get changes() {
      return once(this, "changes", [...this.changing()].filter(Boolean));
    }

    /** The same step by step: nothing where a value changes nothing. */
    changing() {
      return this.isAnswered ? this.asker.changing(this.question, this.given, this) : [].values();
    }

    /** Whether it is the same whatever is told of some facts, one by one, and where nothing is. */
    restsOnNone(facts) {
      const { asker, game, question, given, ruling: { kind, leaf }, isAnswered } = this;
      const other = (known) => {
        const ruling = asker.atGlance(question, known);
        return ruling.kind !== kind || ruling.leaf !== leaf ? ruling.kind : null;
      };
      const rest = given.map((index, fact) => (facts.includes(fact) ? -1 : index));
      const changes = (fact, index) => {
        const known = given.slice();
        known[fact] = index;
        const now = other(known);
        return now && !["notAsked", "broken"].includes(now) && !asker.makesImpossible(fact, index, known);
      };
      const values = (fact) => [...Array(game.variables[fact].domain.size).keys()].filter((index) => index !== given[fact]);
      return isAnswered && !other(rest) && !facts.some((fact) => values(fact).some((index) => changes(fact, index)));
    }

    /** What is to be known beside it: answers of other questions that its own names, where the same situation gives them. */
    get beware() {
      const { asker, game, question, given, texts } = this;
      const others = (question.beware ?? []).flatMap(([own, leaf]) => {
        const other = new Answer(asker, game.questions[own], given, texts);
        return other.ruling.kind === "value" && other.ruling.leaf === game.leaves.all[leaf] ? [other] : [];
      });
      return once(this, "beware", others);
    }

    /** What the rules find otherwise than it is given. */
    get notes() {
      return once(this, "notes", this.asker.otherwise(this.given));
    }

    /** The situation with what does not matter filled in, so that the rules that made the answer can be told one by one. */
    get complete() {
      const known = this.known.slice();
      const finders = this.found.map(({ by }) => by).filter(Boolean);
      // Where it is the same by several rules, which of them applies may be open all the same.
      if (this.isAnswered && !new Parts(this.game, this.question, known).make(this.ruling.leaf)) {
        const taken = this.game.sources(({ questions }) => questions.push(this.question.number));
        for (const fact of [...taken].filter((own) => known[own] < 0).sort((one, other) => one - other)) {
          this.asker.fill(fact, known, this.question);
          this.open.push(fact);
        }
      }
      for (const question of this.isAnswered ? [this.question, ...finders] : []) {
        if (new Scene(this.game, known).answer(question) !== null || question.root === undefined) continue;
        const facts = this.game.inOrder(this.game.supportOf(question.root));
        for (const fact of facts) this.asker.fill(fact, known, question);
        this.open.push(...facts);
      }
      return once(this, "complete", known);
    }

    /** The same with some value for what is still open and cannot matter, and what the rules find from it, where they come to the answer so. */
    get whole() {
      const { asker, game, question, complete } = this;
      const open = this.open.filter((fact) => complete[fact] < 0);
      const whole = complete.slice();
      for (const fact of open) {
        asker.fill(fact, whole, question);
        if (whole[fact] >= 0) continue;
        const by = asker.finder(fact);
        if (by) {
          if (by.root === undefined) return once(this, "whole", complete);
          for (const own of game.inOrder(game.supportOf(by.root))) if (!open.includes(own)) open.push(own);
          continue;
        }
        const asked = question.only.find(([own]) => own === fact)?.[1] ?? [...Array(game.variables[fact].domain.size).keys()];
        whole[fact] = asked.find((index) => !asker.makesImpossible(fact, index, whole)) ?? -1;
      }
      for (const fact of open) asker.fill(fact, whole);
      const isTold = open.length && new Scene(game, whole).answer(question) === this.ruling.leaf;
      return once(this, "whole", isTold ? whole : complete);
    }
  }

  /** Keeps what was made, in the place of what made it. */
  const once = (of, name, value) => {
    Object.defineProperty(of, name, { value });
    return value;
  };

  /** Asks a question by name; `facts` are names and values, as indices or as people write them. */
  const ask = (game, name, facts = {}, { strict = false, asker = new Asker(game, { strict }) } = {}) => {
    const given = game.situation();
    const texts = new Map();
    for (const [fact, value] of Object.entries(facts)) {
      const variable = game.fact(fact);
      if (!variable) throw new Error(`no pack declares a fact \`${fact}\``);
      const index = typeof value === "number" ? value : game.read(variable.number, value);
      if (index < 0) throw new Error(`\`${value}\` is not a value of \`${fact}\``);
      given[variable.number] = index;
      if (variable.domain.kind === "text") texts.set(variable.number, typeof value === "number" ? game.showIndex(variable.number, index) : value);
    }
    return new Answer(asker, game.question(name), given, texts);
  };

  return { Answer, ask };
})());
