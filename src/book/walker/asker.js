"use strict";
/** Asking: where a diagram leads with what is known, what the rules find for it, what is usual, and what is still open. */
Object.assign(Walker, (() => {
  const { VALUE, TooLarge } = Walker;

  /** How many nodes may be made to see through subtotals. */
  const MOST_SEEN = 50000;
  /** How many values of a fact are tried to tell how much it settles: of small diagrams, and of large ones. */
  const [MANY, FEW] = [64, 4];

  /** How many nodes are looked at to tell how much the facts settle; where it would be more, they stand as they are declared. */
  const MOST_RANKED = 5_000_000;

  /** What is wanted of an answer that is open: what to tell and where it leads; whether it is open once what cannot be is left out;
   * and the same at a glance, where what cannot be may leave one answer alone. */
  const [WHOLE, WHETHER_OPEN, GLANCE] = ["whole", "whether open", "glance"];

  const broken = (message) => ({ kind: "broken", message });

  /** What is being looked for, and what was found on the way. */
  class Trail {
    constructor(known) {
      this.known = known;
      this.facts = [];
      // How many of the facts, the first, are not looked for at all: what the question asked finds.
      this.given = 0;
      this.questions = [];
      this.found = [];
    }
  }

  /** What is known of facts that are looked for, and of the circles in which they go by each other. */
  class Sought {
    constructor() {
      // The facts that are not to be had in this situation, whatever asks for them.
      this.missing = new Set();
      // The facts that are not to be had before another one is, for which something looks already: with its place on the trail.
      this.waiting = new Map();
      // The first place on the trail of a fact that was looked for within itself, since the last one was begun with.
      this.circle = Infinity;
      // From which place on nothing waits: where all that is left in a circle wait for each other, some must be as they usually are.
      this.hasty = Infinity;
    }

    waitFor(place) {
      this.circle = Math.min(this.circle, place);
    }

    /** Nothing waits any longer for what stands from a place of the trail on. */
    stopWaiting(from) {
      for (const [fact, place] of this.waiting) if (place >= from) this.waiting.delete(fact);
    }
  }

  class Asker {
    constructor(game, { strict = false } = {}) {
      this.game = game;
      this.takesUsual = !strict;
      this.wanted = WHOLE;
      this.cameFrom = new Map();
      this.begin();
    }

    begin() {
      this.sought = new Sought();
      this.game.store.most = Infinity;
    }

    /** What the rules answer to a question; what is found on the way stands in `known` afterwards. */
    ask(question, known) {
      this.begin();
      if (question.broken) return { ruling: broken("it has an error"), found: [] };
      const trail = new Trail(known);
      if (question.finds !== undefined) trail.facts.push(question.finds);
      trail.given = trail.facts.length;
      trail.questions.push(question);
      const ruling = this.ruled(question, question.root, trail);
      // In which order they were looked for depends on the order of facts in diagrams.
      return { ruling, found: trail.found.sort((one, other) => one.fact - other.fact) };
    }

    /** What a diagram says in a situation. */
    valueOf(root, known) {
      this.begin();
      if (root === undefined) return broken("it has an error");
      return this.ruled(null, root, new Trail(known));
    }

    ruled(question, root, trail) {
      try {
        if (root === undefined) throw new TooLarge();
        const { leaf, open } = this.settle(root, trail);
        return leaf === undefined ? this.open(open, trail.known) : this.ruling(question, leaf, trail.known);
      } catch (error) {
        if (!(error instanceof TooLarge)) throw error;
        return broken("the question needs too large a decision diagram");
      }
    }

    /** What a leaf says of the question asked. */
    ruling(question, leaf, known) {
      if (leaf.rank === VALUE) return { kind: "value", leaf };
      if (leaf.kind === "gap") return { kind: "gap", leaf };
      if (leaf.kind === "conflict") return broken("two rules give different answers");
      if (leaf.kind === "overflow") return broken("the answer cannot be calculated");
      if (leaf.kind !== "outside") return broken("no rule gives an answer");
      const only = question ? question.only : [];
      const limits = only.filter(([fact, asked]) => known[fact] >= 0 && !asked.includes(known[fact]));
      return { kind: "notAsked", limits };
    }

    /** Where a diagram leads: to a leaf, or to what is open there. */
    settle(root, trail) {
      const { store } = this.game;
      for (;;) {
        const { leaf, missing } = store.reach(root, trail.known);
        if (leaf !== undefined) return { leaf: store.leafAt(leaf) };
        if (this.find(missing, trail)) continue;
        const open = store.restricted(root, trail.known);
        if (open < 0) return { leaf: store.leafAt(open) };
        let any = false;
        for (const fact of store.support(open)) any = this.find(fact, trail) || any;
        if (!any) return { open };
      }
    }

    /** The question that finds a fact, if there is one that is sound. */
    finder(fact) {
      const { name, role } = this.game.variables[fact];
      const question = this.game.question(name);
      return question && role === "" && !question.broken ? question : undefined;
    }

    /** Tries to find a missing fact, by the question of its name or as it usually is. */
    find(fact, trail) {
      if (trail.known[fact] >= 0) return true;
      const { sought } = this;
      if (sought.missing.has(fact)) return false;
      const beingSought = trail.facts.indexOf(fact);
      const around = beingSought >= 0 ? beingSought : sought.waiting.get(fact) ?? -1;
      if (around >= 0) {
        // What the question itself finds is not found, however long one waits.
        if (around >= trail.given) sought.waitFor(around);
        return false;
      }
      const outer = sought.circle;
      sought.circle = Infinity;
      const place = trail.facts.length;
      trail.facts.push(fact);
      const found = this.foundBy(fact, trail);
      trail.facts.pop();
      const own = sought.circle < place ? sought.circle : Infinity;
      if (found) {
        trail.known[fact] = found.index;
        trail.found.push({ fact, ...found });
        sought.waiting.clear();
      } else {
        sought.stopWaiting(place);
        if (own === Infinity) sought.missing.add(fact);
        else sought.waiting.set(fact, own);
      }
      sought.circle = outer;
      sought.waitFor(own);
      return Boolean(found);
    }

    /** Where a diagram leads from which the innermost fact on the trail comes. Where it hangs on facts that wait for that one, each
     * of them is what it can be without it, be it as it usually is. */
    settleWithin(root, trail) {
      const settled = this.settle(root, trail);
      const innermost = trail.facts.length - 1;
      const { sought } = this;
      const isForIt = (fact) => sought.waiting.get(fact) === innermost;
      if (settled.open === undefined || sought.hasty <= innermost || !this.game.store.support(settled.open).some(isForIt)) return settled;
      sought.stopWaiting(innermost);
      const { hasty } = sought;
      sought.hasty = innermost;
      const again = this.settle(root, trail);
      sought.hasty = hasty;
      return again;
    }

    /** Whether what is open hangs on a fact that is looked for around the innermost one, or waits for one of those. */
    waits(open, trail) {
      const innermost = Math.min(trail.facts.length - 1, this.sought.hasty);
      const isAround = (place) => place >= trail.given && place < innermost;
      return this.game.store.support(open).some((fact) => isAround(trail.facts.indexOf(fact)) || isAround(this.sought.waiting.get(fact) ?? -1));
    }

    foundBy(fact, trail) {
      const by = this.finder(fact);
      if (by) {
        if (by.root === undefined) throw new TooLarge();
        trail.questions.push(by);
        const { leaf, open } = this.settleWithin(by.root, trail);
        trail.questions.pop();
        const index = this.indexOf(fact, leaf);
        if (index >= 0) return { by, index, assumed: false };
        // Where the source lost it, what is usual is no better.
        if (leaf?.kind === "gap" || (open !== undefined && this.waits(open, trail))) return null;
      }
      return this.byUsual(fact, trail);
    }

    indexOf(fact, leaf) {
      return leaf?.rank === VALUE ? this.game.variables[fact].domain.index(leaf) : -1;
    }

    byUsual(fact, trail) {
      for (const usual of this.game.variables[fact].usually) {
        if (!usual.rule && !this.takesUsual) continue;
        const { index, open } = this.usualIndex(fact, usual, trail);
        // To take it as usual then would be to guess at what is found in a moment.
        if (open !== undefined && this.waits(open, trail)) return null;
        if (index < 0) continue;
        const mayBe = usual.rule || (this.mayBe(fact, index, trail) && !this.makesImpossible(fact, index, trail.known));
        if (mayBe) return { by: this.questionOf(usual), usual, index, assumed: !usual.rule };
      }
      return null;
    }

    /** The question whose answer a usual value is, if it is one. */
    questionOf({ is }) {
      const [kind, question, bound] = this.game.exprs[is];
      return kind === 2 && !bound.length ? this.game.questions[question] : undefined;
    }

    /** What a fact usually is in a situation, whatever a question makes of it; -1 where that is not known. */
    usually(fact, given) {
      this.begin();
      for (const usual of this.game.variables[fact].usually.filter((own) => !own.rule)) {
        const { index } = this.usualIndex(fact, usual, new Trail(given.slice()));
        if (index >= 0) return index;
      }
      return -1;
    }

    /** Whether the question asked is asked for this value, and the one that wants it to find something. */
    mayBe(fact, index, { questions }) {
      const limits = [questions[0], questions.at(-1)].flatMap((own) => own?.only ?? []);
      return limits.every(([own, asked]) => own !== fact || asked.includes(index));
    }

    /** The index of a usual value where it holds, -1 where not; or what is open. */
    usualIndex(fact, usual, trail) {
      const settled = (root) => (root === undefined ? {} : this.settleWithin(root, trail));
      if (usual.when !== undefined) {
        const { leaf, open } = settled(usual.whenRoot);
        if (leaf !== this.game.leaves.yes) return { index: -1, open };
      }
      const { leaf, open } = settled(usual.root);
      return { index: this.indexOf(fact, leaf), open };
    }

    /** Fills in a fact that is missing, where it can be known; for a question nothing as usual for which it is not asked. */
    fill(fact, known, asked) {
      this.begin();
      const trail = new Trail(known);
      if (asked) trail.questions.push(asked);
      try {
        if (known[fact] < 0) this.find(fact, trail);
      } catch (error) {
        if (!(error instanceof TooLarge)) throw error;
      }
      return trail.found;
    }

    /** The same, or else as the question of its name answers where what cannot be is left out. */
    fillOrAsk(fact, known) {
      const found = this.fill(fact, known);
      const by = known[fact] < 0 ? this.finder(fact) : undefined;
      // Only where it is asked whatever that is which is not known.
      const isAsked = by && by.only.every(([own, asked]) => known[own] >= 0 && asked.includes(known[own]));
      const ruling = isAsked && this.ask(by, known.slice()).ruling;
      const index = ruling?.kind === "value" ? this.game.variables[fact].domain.index(ruling.leaf) : -1;
      if (index < 0) return found;
      known[fact] = index;
      return [...found, { fact, by, index, assumed: false }];
    }

    /** Why a situation cannot be, if it cannot. */
    impossible(known) {
      this.begin();
      return this.game.impossible.find((_, place) => this.isExcluded(place, known));
    }

    /** The facts that the rules find otherwise than they are given, each as they find it from the others that are given. */
    otherwise(given) {
      return this.withoutUsual(() => this.game.order.filter((fact) => given[fact] >= 0).flatMap((fact) => {
        const others = given.slice();
        others[fact] = -1;
        const own = this.fill(fact, others).at(-1);
        return own && own.fact === fact && own.index !== given[fact] ? [own] : [];
      }));
    }

    /** The paragraphs by which the rules find a fact. */
    static cites({ usual, by }) {
      return usual?.cite ? [usual.cite] : by?.cite ?? [];
    }

    /** Whether a value of a fact would make the situation impossible, which it is not without it. */
    makesImpossible(fact, index, known) {
      const { impossible, excludedBy } = this.game;
      return impossible.some((_, place) => {
        if (!excludedBy[place].has(fact)) return false;
        const own = known.slice();
        own[fact] = index;
        return this.isExcluded(place, own) && !this.isExcluded(place, known);
      });
    }

    isExcluded(place, known) {
      const { game: { impossible, store, leaves } } = this;
      const { root } = impossible[place];
      if (root === undefined) return false;
      const { leaf } = store.reach(root, known);
      if (leaf !== undefined) return store.leafAt(leaf) === leaves.yes;
      // What is not to be had without usual values may be had with them.
      const { sought } = this;
      this.sought = new Sought();
      const settled = this.withoutUsual(() => this.settle(root, new Trail(known.slice())).leaf);
      this.sought = sought;
      return settled === leaves.yes;
    }

    withoutUsual(work) {
      const { takesUsual } = this;
      this.takesUsual = false;
      try {
        return work();
      } finally {
        this.takesUsual = takesUsual;
      }
    }

    /** What would change an answer: of what was only taken as usual, each value that gives another answer. It can take long, so it
     * is told step by step: nothing where a value changes nothing. */
    *changing(question, given, { ruling, found }) {
      const isImpossible = this.impossible(given) !== undefined;
      for (const own of found.filter(({ assumed }) => assumed)) {
        const rest = this.without(own.fact, given, found);
        for (let index = 0; index < this.game.variables[own.fact].domain.size; index += 1) {
          const other = (known, wanted) => {
            const found = index === own.index ? null : this.withValue(question, known, own.fact, index, wanted);
            return found && found.ruling.leaf !== ruling.leaf ? found : null;
          };
          const atGlance = other(rest, GLANCE);
          // Where it is open, what the rules answer to what is given with this value alone may be another one.
          const isOpen = atGlance?.ruling.kind === "needs";
          const told = isOpen ? other(given, WHETHER_OPEN) : atGlance;
          // What was known before is known still.
          if (isOpen && told) for (const { fact } of found) this.fill(fact, told.known, question);
          const mayBe = told && (isImpossible || this.impossible(told.known) === undefined);
          yield mayBe ? { fact: own.fact, index, ruling: told.ruling } : null;
        }
      }
    }

    /** A situation with all that was found in it, but for a fact and what may follow from it, and from that in turn. */
    without(fact, given, found) {
      const open = new Set([fact]);
      for (const from of open) {
        for (const own of found) if (!open.has(own.fact) && this.mayFollow(own, from)) open.add(own.fact);
      }
      const known = given.slice();
      for (const own of found) if (!open.has(own.fact)) known[own.fact] = own.index;
      return known;
    }

    mayFollow(found, from) {
      const { game } = this;
      if (!this.cameFrom.has(found.fact)) {
        this.cameFrom.set(found.fact, game.sources(({ fact }) => fact(found.fact)));
      }
      const excludeEachOther = () => game.excludedBy.some((facts) => facts.has(found.fact) && facts.has(from));
      return this.cameFrom.get(found.fact).has(from) || (found.assumed && excludeEachOther());
    }

    /** What is answered, where it does not matter what to tell next. */
    atGlance(question, known) {
      this.wanted = GLANCE;
      const { ruling } = this.ask(question, known);
      this.wanted = WHOLE;
      return ruling;
    }

    withValue(question, rest, fact, index, wanted) {
      const known = rest.slice();
      known[fact] = index;
      this.wanted = wanted;
      const { ruling } = this.ask(question, known);
      this.wanted = WHOLE;
      const isAnswer = ruling.kind !== "notAsked" && ruling.kind !== "broken";
      return isAnswer && !this.makesImpossible(fact, index, known) ? { known, ruling } : null;
    }

    /** What to tell where a diagram is open: never a subtotal, but what it comes from. */
    open(code, known) {
      const { game: { store } } = this;
      const sight = { known, through: [], lost: new Map(), ends: [], circles: [], mayBeLost: false };
      let root;
      store.most = store.count + MOST_SEEN;
      try {
        root = this.seeThrough(code, sight);
      } catch (error) {
        if (!(error instanceof TooLarge)) throw error;
        return this.many(code, sight);
      } finally {
        store.most = Infinity;
      }
      const facts = store.support(root);
      const only = this.onlyOne(root);
      if (only) return only;
      if (facts.length && facts.every((fact) => sight.lost.has(fact))) {
        return { kind: "gap", leaf: sight.lost.get(facts[0]) };
      }
      if (this.wanted === GLANCE) return this.many(root, sight);
      const possible = this.withoutImpossible(root, known);
      const one = this.onlyOne(possible);
      if (one) return one;
      if (this.wanted === WHETHER_OPEN) return this.many(root, sight);
      const needs = this.needs(possible, known);
      needs.facts = needs.facts.filter((fact) => facts.includes(fact));
      return { ...needs, root: possible, mayBeLost: sight.mayBeLost || sight.lost.size > 0 };
    }

    /** The answer where no other is possible, wherever the question is asked. */
    onlyOne(code) {
      const [leaf, ...others] = this.possible(code);
      if (!leaf || others.length) return null;
      return leaf.rank === VALUE || leaf.kind === "gap" ? this.ruling(null, leaf) : null;
    }

    seeThrough(code, sight) {
      const { game: { store } } = this;
      const bound = [];
      for (const fact of store.support(code)) {
        const part = this.followsFrom(fact, sight);
        const leaves = part === undefined ? [] : store.leavesOf(part);
        // Where it is not asked, the fact is told itself.
        if (part === undefined || leaves.includes(this.game.leaves.outside)) sight.ends.push(fact);
        sight.mayBeLost ||= leaves.some(({ kind }) => kind === "gap");
        if (part !== undefined) bound.push([fact, part]);
      }
      return store.compose(code, bound, (fact, leaf) => this.indexOf(fact, leaf));
    }

    /** The diagram of what a fact follows from, where a person would rather tell that. */
    followsFrom(fact, sight) {
      const { game, game: { store } } = this;
      if (sight.through.includes(fact)) return undefined;
      const root = this.rootOf(fact);
      if (root === undefined) return undefined;
      let part = store.restricted(root, sight.known);
      if (part < 0) {
        const leaf = store.leafAt(part);
        if (leaf.kind === "gap" && !sight.lost.has(fact)) sight.lost.set(fact, leaf);
        return undefined;
      }
      const ends = sight.ends.length;
      sight.through.push(fact);
      part = this.seeThrough(part, sight);
      sight.through.pop();
      const facts = store.support(part);
      const circle = facts.find((own) => sight.through.includes(own));
      if (circle !== undefined) sight.circles.push(circle);
      // What follows from the fact itself is no better known than the fact.
      const inCircle = circle !== undefined || facts.includes(fact) || sight.circles.includes(fact);
      const isRolled = facts.some((own) => game.rollOf(own) !== undefined);
      if (inCircle || (isRolled && !this.isSubtotal(fact))) {
        sight.ends.length = ends;
        return undefined;
      }
      return part;
    }

    /** The diagram of the question that finds a fact, or of what the rules say that it always is. */
    rootOf(fact) {
      const finder = this.finder(fact);
      if (finder) {
        if (finder.root === undefined) throw new TooLarge();
        return finder.root;
      }
      const usual = this.game.variables[fact].usually.find((own) => own.rule && own.when === undefined);
      return usual?.root;
    }

    /** Whether a fact is a sum of modifiers, which nobody can see on the map. */
    isSubtotal(fact) {
      return Boolean(this.game.variables[fact].signed);
    }

    /** What is open where it is too much to be told apart. */
    many(code, sight) {
      const facts = sight.ends.length ? sight.ends : this.game.store.support(code);
      const sorted = this.game.inOrder(new Set(facts));
      const told = sorted.filter((fact) => !this.isSubtotal(fact) || this.finder(fact) === undefined);
      return { kind: "needs", facts: told, possible: [], unfound: [] };
    }

    /** A diagram that is not asked where what is known is impossible, whatever else is. */
    withoutImpossible(code, known) {
      const { game: { store, leaves, order } } = this;
      const lookedAt = new Set([...store.support(code), ...order.filter((fact) => known[fact] >= 0)]);
      const excluded = this.excludedFor(lookedAt, known);
      // All of it is impossible: that is told, and what it would be is told all the same.
      if (excluded < 0 && store.leafAt(excluded) === leaves.yes) return code;
      const outside = store.leaf(leaves.outside);
      const left = store.ite(excluded, outside, code);
      // So where the question is asked for nothing that can be.
      return left === outside ? code : left;
    }

    /** Where a situation is excluded, whatever the facts other than these are. */
    excludedFor(facts, known) {
      const { game: { impossible, store, leaves, variables } } = this;
      const [yes, no] = [store.leaf(leaves.yes), store.leaf(leaves.no)];
      let any = no;
      for (const { root } of impossible) {
        if (root === undefined) continue;
        let one = store.restricted(root, NOTHING(known));
        const all = store.support(one);
        const others = all.filter((fact) => !facts.has(fact));
        // What depends on other facts alone does not hold whatever they are.
        if (all.length && others.length === all.length) continue;
        for (const fact of others) {
          let whatever = yes;
          for (let index = 0; index < variables[fact].domain.size; index += 1) {
            whatever = store.ite(store.restrict(one, fact, index), whatever, no);
          }
          one = whatever;
        }
        any = store.ite(any, yes, one);
      }
      for (const fact of store.support(any)) if (known[fact] >= 0) any = store.restrict(any, fact, known[fact]);
      return any;
    }

    /** What is open in a diagram, the fact to ask for first in front. */
    needs(code, known) {
      const { game, game: { store, rank } } = this;
      const [nodes, open] = [store.reachable(code).filter((at) => at >= 0).length, store.support(code)];
      const tried = nodes * open.length > MOST_RANKED ? 0 : nodes < 2000 ? MANY : FEW;
      const ranked = open.map((fact) => ({ fact, ...this.stillOpen(code, fact, tried) }));
      // The fact after which least remains open comes first; of equals, the one with fewer values. But people tell the scenario
      // first, then the turn, then the moment.
      ranked.sort((one, other) => {
        const told = [game.toldAt(one.fact), game.toldAt(other.fact)];
        if (told[0] !== told[1]) return told[0] < told[1] ? -1 : 1;
        return one.open * other.tried - other.open * one.tried || one.size - other.size || rank[one.fact] - rank[other.fact];
      });
      const facts = ranked.map(({ fact }) => fact);
      const unfound = facts.flatMap((fact) => {
        const by = this.finder(fact);
        return by ? [{ fact, by, why: this.whyUnfound(by, known) }] : [];
      });
      return { kind: "needs", facts, possible: this.possible(code), unfound };
    }

    possible(code) {
      return this.game.store.leavesOf(code).filter((leaf) => leaf !== this.game.leaves.outside);
    }

    /** How many facts are open after each value of a fact, added up; and over how many values. */
    stillOpen(code, fact, most) {
      const { game: { store, variables } } = this;
      const { size } = variables[fact].domain;
      if (!most) return { open: 0, tried: 1, size };
      const step = Math.max(Math.floor(size / most), 1);
      let [open, tried] = [0, 0];
      for (let index = 0; index < size; index += step) {
        open += store.support(store.restrict(code, fact, index)).length;
        tried += 1;
      }
      return { open, tried, size };
    }

    /** Why the question that finds a fact did not find it. */
    whyUnfound(by, known) {
      const { game: { store } } = this;
      const part = store.restricted(by.root, known);
      if (part < 0) return this.ruling(by, store.leafAt(part), known);
      return { kind: "needs", facts: store.support(part), possible: this.possible(part), unfound: [] };
    }

    /** The unit in which an answer is meant, where its own stands for several and what is known says which. */
    unitMeant(question, known) {
      if (question.which === undefined) return question.unit ?? "";
      const own = known.slice();
      this.fill(question.which, own);
      const word = this.game.variables[question.which].domain.words[own[question.which]];
      return word === undefined ? question.unit : this.game.shared.words[word][0];
    }
  }

  const NOTHING = (known) => new Int32Array(known.length).fill(-1);

  return { Asker };
})());
