"use strict";
/** What is played: dice, procedures step by step, processes turn by turn. Of a variable is known a value (its index), nothing,
 * that it has no value, or that the source lost it. */
Object.assign(Walker, (() => {
  const { Asker, Explainer, VALUE } = Walker;
  const [UNKNOWN, NONE, LOST] = [-1, -2, -10];

  /** A fact is needed that is not known. */
  class Missing extends Error {
    constructor(fact) {
      super();
      this.fact = fact;
    }
  }
  /** Something that a player can put right. */
  class Refused extends Error {}

  const slotOf = (game, variable, leaf) => {
    if (leaf.kind === "gap") return LOST - leaf.place;
    const index = leaf.rank === VALUE ? game.variables[variable].domain.index(leaf) : -1;
    return index >= 0 ? index : NONE;
  };
  const leafOf = (game, variable, slot) => {
    if (slot >= 0) return game.variables[variable].domain.value(slot);
    return slot <= LOST ? game.leaves.all[LOST - slot] : game.leaves.nothing;
  };
  const situation = (slots) => slots.map((slot) => Math.max(slot, UNKNOWN));

  /** The leaf of a carried diagram, by its number; a slot where what is lost matters. */
  const end = ({ carried }, root, slots) => {
    let at = root;
    while (at >= 0) {
      const slot = slots[carried.variables[at]];
      if (slot === UNKNOWN) {
        const only = onlyLeaf({ carried }, at, slots);
        if (only === null) throw new Missing(carried.variables[at]);
        return { leaf: only };
      }
      if (slot < 0) return endAround({ carried }, at, slots, slot);
      at = carried.child(at, slot);
    }
    return { leaf: at };
  };
  /** The leaf to which a diagram leads whatever that is which is not known, or lost; none where there are several. */
  const onlyLeaf = ({ carried }, root, slots) => {
    const [open, seen] = [[root], new Set()];
    let only = null;
    while (open.length) {
      const at = open.pop();
      if (at < 0) {
        if (only !== null && only !== at) return null;
        only = at;
      } else if (!seen.has(at)) {
        seen.add(at);
        const slot = slots[carried.variables[at]];
        if (slot >= 0) open.push(carried.child(at, slot));
        else for (let place = carried.starts[at]; place < carried.starts[at + 1]; place += 1) open.push(carried.to[place]);
      }
    }
    return only;
  };
  /** What the source lost is no hindrance where the answer is the same whatever it was. */
  const endAround = ({ carried }, at, slots, slot) => {
    let same = null;
    for (let place = carried.starts[at]; place < carried.starts[at + 1]; place += 1) {
      const own = end({ carried }, carried.to[place], slots);
      if (same && (same.leaf !== own.leaf || same.slot !== own.slot)) return { slot };
      same = own;
    }
    return same;
  };
  const leafAt = (game, root, slots) => {
    const { leaf, slot } = end(game, root, slots);
    if (leaf !== undefined) return game.store.leafAt(leaf);
    return slot <= LOST ? game.leaves.all[LOST - slot] : game.leaves.nothing;
  };
  const slotAt = (game, variable, root, slots) => {
    const { leaf, slot } = end(game, root, slots);
    return leaf === undefined ? slot : slotOf(game, variable, game.store.leafAt(leaf));
  };

  /* Dice */

  const total = (game, faces) => faces.reduce((sum, face) => {
    if (face.kind !== "number") return face;
    return Walker.operate(game.leaves, "+", sum, face);
  }, game.leaves.number(Walker.ratio(0)));

  /** A roll of some faces: the facts that it makes known. */
  const thrown = (game, fact, faces) => {
    const index = game.variables[fact].domain.index(total(game, faces));
    if (index < 0) return null;
    const dice = game.diceOf(fact).map((die) => {
      const { roll: { dieOf }, domain } = game.variables[die];
      return [die, domain.index(faces[dieOf[1]])];
    });
    return { fact, faces, index, dice };
  };

  const facesOf = (game, fact) => game.variables[fact].roll.dice.map(([, faces]) => faces.map((face) => game.leaves.all[face]));

  /** Throws the dice of a fact; `random` gives a number below another. */
  const throwDice = (game, fact, random) =>
    thrown(game, fact, facesOf(game, fact).map((faces) => faces[random(faces.length)]));

  /** A roll as players tell it: its total (`7`) or die by die (`3+4`). */
  const readRoll = (game, fact, text) => {
    const { name, domain } = game.variables[fact];
    const parts = text.split("+").map((part) => part.trim());
    const dice = facesOf(game, fact);
    const wrong = new Refused(`${text || "nothing"} is not a roll of ${name.replaceAll("-", " ")}`);
    if (parts.length === dice.length) {
      const faces = parts.map((part, at) => dice[at].find((face) => game.leaves.show(face, false) === part));
      const roll = faces.includes(undefined) ? null : thrown(game, fact, faces);
      if (!roll) throw wrong;
      return roll;
    }
    const index = parts.length === 1 ? game.read(fact, text) : -1;
    if (index < 0 || index >= domain.size) throw wrong;
    return { fact, faces: null, index, dice: [] };
  };

  const rollText = (game, { fact, faces, index }) =>
    faces ? faces.map((face) => game.leaves.show(face, false)).join("+") : game.showIndex(fact, index);

  /** Whether a roll can fall so that it agrees with the total and the single dice of it that are known. */
  const canFall = (game, roll, known) => game.diceOf(roll).every((die) => known[die] < 0) || !falls(game, roll, known).next().done;
  /** All ways in which it can. */
  const fallsOf = (game, roll, known) => [...falls(game, roll, known)];

  function* falls(game, roll, known) {
    const dice = game.diceOf(roll);
    const own = dice.map((die) => game.variables[die].roll.dieOf[1]);
    const agrees = ({ index, dice: shown }) => (known[roll] < 0 || index === known[roll]) && shown.every(([die, at]) => known[die] < 0 || known[die] === at);
    const fits = (face, at) => own.every((place, die) => place !== at || known[dice[die]] < 0 || game.variables[dice[die]].domain.index(face) === known[dice[die]]);
    function* after(faces, [next, ...more]) {
      if (next) {
        for (const face of next) if (fits(face, faces.length)) yield* after([...faces, face], more);
        return;
      }
      const fall = thrown(game, roll, faces);
      if (fall !== null && agrees(fall)) yield fall;
    }
    yield* after([], facesOf(game, roll));
  }

  const factsOf = ({ fact, index, dice }) => [[fact, index], ...dice];

  /* Procedures */

  /** Rolls a procedure from what is known; `hand` makes a roll of a fact. Each step tells what it did. */
  const rollProcedure = (game, procedure, given, hand) => {
    const known = given.slice();
    const asker = new Asker(game);
    const found = (procedure.start ?? []).flatMap((fact) => asker.fill(fact, known));
    const slots = known.slice();
    const steps = [];
    let impossible = null;
    for (const step of procedure.steps) {
      const done = stepDone(game, step, slots, known, hand);
      if (!done) continue;
      steps.push({ step, ...done });
      for (const [fact, slot] of done.thrown ? factsOf(done.thrown) : done.slot === undefined ? [] : [[step.fact, done.slot]]) slots[fact] = slot;
      impossible ??= asker.impossible(situation(slots));
    }
    const outcome = [...(procedure.outcome ?? []), ...(procedure.sometimes ?? [])].map((fact) => [fact, slots[fact]]);
    return { procedure, steps, found, impossible, outcome: outcome.filter(([, slot]) => slot !== UNKNOWN) };
  };

  const stepDone = (game, step, slots, known, hand) => {
    const when = step.conditional ? leafAt(game, step.whenRoot, slots) : game.leaves.yes;
    const { yes, no } = game.leaves;
    if (step.words !== undefined) return when === yes ? { words: step.words } : null;
    if (step.gives === undefined && when === yes) return { thrown: known[step.fact] >= 0 ? told(game, step.fact, known) : hand(step.fact) };
    if (when === yes) {
      const why = new Explainer(game, situation(slots));
      return { slot: slotAt(game, step.fact, step.root, slots), reasons: reasonsOf(game, step.gives, why) };
    }
    if (when === no) return step.otherwise === undefined ? null : { slot: slotAt(game, step.fact, step.otherwise, slots), isOtherwise: true };
    // Whether the step is done is lost, and the fact with it.
    return { slot: slotOf(game, step.fact, when) };
  };

  const told = (game, fact, known) => {
    const dice = game.diceOf(fact).filter((die) => known[die] >= 0).map((die) => [die, known[die]]);
    return { fact, faces: null, index: known[fact], dice };
  };

  /** The paragraphs of the rules that an expression's questions go by. */
  const reasonsOf = (game, expr, scene) => {
    const cites = [];
    game.walk(expr, ([kind, own, bound]) => {
      if (kind === 2) cites.push(...citesOf(scene.inner(own, bound).explain(game.questions[own])));
    });
    return [...new Set(cites)];
  };

  /** The paragraphs of the rules that made an answer; where it is only another's answer, of those that made that. */
  const citesOf = (why) => {
    const cites = why.applied.map(({ cite }) => cite);
    if (cites.length) return cites.filter((cite, at) => cite !== cites[at - 1]);
    const inner = why.because.find(({ leaf }) => leaf === why.leaf);
    if (inner) return citesOf(inner);
    return why.otherwise === null ? [] : [why.otherwise];
  };

  /* Processes */

  const lookedAt = (game, roots) => new Set(roots.flatMap((root) => [...game.supportOf(root)]));

  /** A process under way. */
  class Run {
    /** `known` is what is known before the next turn, `given` tells of each fact of the turn whether it is given. */
    constructor(game, process, known, given, last = new Map()) {
      Object.assign(this, { game, process, last });
      this.slots = known.slice();
      this.plan(given);
      for (const fact of [...(process.steps ?? []).map(([state]) => state), ...(process.turn ?? [])]) {
        if (this.slots[fact] === NONE) this.slots[fact] = this.lostAs(fact);
      }
      this.before = this.slots.slice();
      for (const [variable, index] of process.initially ?? []) {
        if (this.slots[variable] === UNKNOWN) this.slots[variable] = index;
      }
      this.fillStart();
    }

    /** Which facts of the turn and states are found, in order, by which diagrams; and what must be known first. */
    plan(given) {
      const { game, process: { turn = [], steps = [], state, before = [], initially = [] } } = this;
      const finder = (fact) => {
        const { role, roll, name } = game.variables[fact];
        const by = role === "" && !roll && !given(fact) ? game.question(name) : undefined;
        return by ? [{ fact, root: by.root }] : [];
      };
      const ofTurn = turn.flatMap(finder);
      const isBehind = ({ fact, root }) => ofTurn.some((other) => other.fact !== fact && game.supportOf(root).has(other.fact));
      const inOrder = [];
      // What goes by another of them is found after it.
      while (ofTurn.length) inOrder.push(...ofTurn.splice(Math.max(0, ofTurn.findIndex((own) => !isBehind(own))), 1));
      const bySteps = steps.map(([fact, by]) => ({ fact, root: game.questions[by].root }));
      const findings = [...inOrder, ...bySteps];
      const ends = state.filter(([, , question]) => question !== null).map(([, , question]) => game.questions[question].root);
      const needed = lookedAt(game, ends);
      for (const [, variable] of state) if (variable !== null) needed.add(variable);
      const isUntold = (fact) => turn.includes(fact) && !given(fact) && game.rollOf(fact) === undefined && findings.every((own) => own.fact !== fact);
      const isState = (fact) => steps.some(([state]) => state === fact);
      for (const fact of needed) {
        for (const [of, copy] of before) if (copy === fact) needed.add(of);
        // By which states it goes what a fact of a turn is that nobody tells, and no question finds.
        if (isUntold(fact)) for (const own of game.sources(({ fact: add }) => add(fact))) if (isState(own)) needed.add(own);
        for (const own of findings) if (own.fact === fact) game.supportOf(own.root).forEach((one) => needed.add(one));
      }
      this.findings = findings.filter(({ fact }) => needed.has(fact));
      const looked = lookedAt(game, [...this.findings.map(({ root }) => root), ...ends]);
      const isFound = (fact) => this.findings.some((own) => own.fact === fact);
      const isCopy = (fact) => before.some(([, copy]) => copy === fact);
      const isSettled = (fact) => initially.some(([own]) => own === fact) || game.variables[fact].role === "reading";
      // What finds a fact of a turn looks at a state as the turn before left it.
      const byState = this.findings.filter(({ fact }) => turn.includes(fact)).flatMap(({ root }) => [...game.supportOf(root)]).filter((fact) => isState(fact) && isFound(fact));
      const handedOn = this.handedOn = [...new Set([...before.filter(([, copy]) => looked.has(copy)).map(([of]) => of), ...byState])];
      const first = [...looked].filter((fact) => !turn.includes(fact) && !isFound(fact) && !isCopy(fact));
      this.neededFirst = [...new Set([...first, ...handedOn])].filter((fact) => !isSettled(fact));
      this.neededFirst.sort((one, other) => game.rank[one] - game.rank[other]);
    }

    /** How a state is lost of which it is known only that a turn gave it no value: by what is lost of itself, or else of another. */
    lostAs(state) {
      const { game, game: { carried } } = this;
      const gaps = (root, seen = new Set()) => {
        if (root < 0) return game.store.leafAt(root).kind === "gap" ? [LOST - game.store.leafAt(root).place] : [];
        if (seen.has(root)) return [];
        seen.add(root);
        const all = [];
        for (let place = carried.starts[root]; place < carried.starts[root + 1]; place += 1) all.push(...gaps(carried.to[place], seen));
        return all;
      };
      const own = this.findings.filter(({ fact }) => fact === state).flatMap(({ root }) => gaps(root));
      const lost = own.length ? own : this.findings.flatMap(({ root }) => gaps(root));
      return lost.length ? Math.max(...lost) : NONE;
    }

    get missing() {
      return this.neededFirst.filter((fact) => this.slots[fact] === UNKNOWN);
    }

    fillStart() {
      this.found = [];
      const { game, slots, process: { turn = [] } } = this;
      // Nothing follows from what is rolled in the turns to come.
      const before = slots.slice();
      for (const roll of turn.map((fact) => game.rollOf(fact)).filter((roll) => roll !== undefined)) {
        for (const part of [roll, ...game.diceOf(roll)]) before[part] = UNKNOWN;
      }
      let open = this.missing.length + 1;
      // What is found of one can make another one known that was not before.
      while (this.missing.length < open) {
        open = this.missing.length;
        for (const fact of this.missing) {
          const found = this.fill(fact, before);
          for (const own of found) slots[own.fact] = own.index;
          this.found.push(...found);
        }
      }
    }

    fill(fact, slots) {
      const found = new Asker(this.game).fillOrAsk(fact, situation(slots));
      for (const own of found) slots[own.fact] = own.index;
      return found;
    }

    /** Fills in a fact of a turn: by the states that it began with, as if it had been told, and by what is rolled in it. */
    fillIn(fact, slots, roll) {
      const { game, process: { turn = [], steps = [] } } = this;
      if (game.rollOf(fact) !== undefined) return [];
      const behind = game.sources(({ fact: add }) => add(fact));
      for (const of of turn.map((own) => game.rollOf(own))) {
        if (of !== undefined && slots[of] === UNKNOWN && [of, ...game.diceOf(of)].some((part) => behind.has(part))) roll(of);
      }
      const known = slots.slice();
      for (const [state] of steps) known[state] = this.slots[state];
      const found = this.fill(fact, known);
      for (const own of found) slots[own.fact] = own.index;
      return found;
    }

    /** Plays a turn with some facts given; `hand` makes a roll of a fact. The first roll of a turn is made in any case. */
    turn(given, hand) {
      const { game, process } = this;
      const slots = this.slots.slice();
      const taken = { given, thrown: [], found: [] };
      for (const [of, copy] of process.before ?? []) slots[copy] = slots[of];
      for (const fact of process.turn ?? []) slots[fact] = UNKNOWN;
      for (const [fact, index] of given) slots[fact] = index;
      const roll = (fact) => {
        const own = hand(fact);
        taken.thrown.push(own);
        for (const [part, index] of factsOf(own)) slots[part] = index;
      };
      const first = (process.turn ?? []).find((fact) => game.rollOf(fact) === fact);
      if (first !== undefined && slots[first] === UNKNOWN) roll(first);
      const states = this.states(slots, taken, roll);
      // The next turn looks at them: what nobody told and the rules did not look at is rolled, or taken, as well.
      for (const fact of this.handedOn) {
        if (!(process.turn ?? []).includes(fact) || slots[fact] !== UNKNOWN) continue;
        if (game.rollOf(fact) === undefined) taken.found.push(...this.fillIn(fact, slots, roll));
        else this.throwFor(fact, slots, roll);
      }
      const changes = this.changes(slots, states);
      const came = (process.steps ?? []).filter(([state]) => this.before[state] !== slots[state]);
      this.slots = slots;
      this.before = slots;
      this.last = new Map(states);
      return { ...taken, states, changes, impossible: new Asker(game).impossible(situation(slots)), came: came.map(([state]) => [state, slots[state]]) };
    }

    /** Tells of a state that the last turn made a number of which its domain has none. */
    refuseOutgrown() {
      const { game, process, slots } = this;
      for (const { fact, root } of this.findings) {
        if (slots[fact] !== NONE || !(process.steps ?? []).some(([state]) => state === fact)) continue;
        const leaf = leafAt(game, root, slots);
        if (leaf.rank === VALUE) throw new Refused(`this turn would bring ${game.variables[fact].title} to ${game.leaves.show(leaf, false)}, beyond its end`);
      }
    }

    /** Goes through the findings until nothing is missing. */
    states(slots, taken, roll) {
      const { game, process: { turn = [] } } = this;
      // What was told for the turn is not found.
      const isTold = (fact) => turn.includes(fact) && taken.given.some(([own]) => own === fact);
      let done = 0;
      for (;;) {
        try {
          for (; done < this.findings.length; done += 1) {
            const { fact, root } = this.findings[done];
            if (!isTold(fact)) slots[fact] = slotAt(game, fact, root, slots);
          }
          return this.process.state.map(([name, variable, question]) => {
            const leaf = variable === null ? leafAt(game, game.questions[question].root, slots) : leafOf(game, variable, slots[variable]);
            return [name, leaf];
          });
        } catch (error) {
          if (!(error instanceof Missing)) throw error;
          const found = this.fillIn(error.fact, slots, roll);
          if (!found.length) this.throwFor(error.fact, slots, roll);
          taken.found.push(...found);
        }
      }
    }

    /** Throws the dice that a fact needed comes from. */
    throwFor(fact, slots, roll) {
      const { game, process } = this;
      const of = (process.turn ?? []).includes(fact) ? game.rollOf(fact) : undefined;
      if (of === undefined) throw new Missing(fact);
      if (slots[of] !== UNKNOWN) throw new Refused(`each die of ${game.variables[of].title} matters: tell them as 3+4`);
      roll(of);
    }

    /** What became of each state that is shown, with the paragraphs of the rules that applied. */
    changes(slots, states) {
      const { game, process } = this;
      const known = situation(slots);
      return states.flatMap(([name, to], place) => {
        const [, variable, question] = process.state[place];
        const before = this.last.get(name) ?? (variable === null || this.slots[variable] === UNKNOWN ? null : leafOf(game, variable, this.slots[variable]));
        if (before === null || before === to) return [];
        const step = question ?? (process.steps ?? []).find(([state]) => state === variable)?.[1];
        const cites = step === undefined ? [] : citesOf(new Explainer(game, known).explain(game.questions[step]));
        return [{ state: name, variable, from: before, to, cites }];
      });
    }

    /** What the first roll of the next turn would change: the totals that change the same, in how many ways they fall. */
    next(given) {
      const { game, process } = this;
      const roll = (process.turn ?? []).find((fact) => game.rollOf(fact) === fact);
      if (roll === undefined || given.some(([fact]) => game.rollOf(fact) === roll)) return null;
      const prospects = [];
      for (let index = 0; index < game.variables[roll].domain.size; index += 1) {
        const copy = Object.assign(Object.create(Run.prototype), this, { slots: this.slots.slice() });
        let changes = null;
        try {
          ({ changes } = copy.turn([...given, [roll, index]], () => { throw new Refused(); }));
        } catch (error) {
          if (!(error instanceof Refused || error instanceof Missing)) throw error;
        }
        const key = changes && JSON.stringify(changes.map(({ state, to, cites }) => [state, to.place, cites]));
        const same = prospects.find((own) => own.key === key);
        if (same) same.indices.push(index);
        else prospects.push({ key, changes, indices: [index] });
      }
      return { roll, prospects };
    }
  }

  /* Cards */

  /** The paragraphs of the rules that made an answer; of a rule that only passes on another's answer, those too. */
  const paragraphs = (why, cites) => {
    const isZero = (leaf) => leaf?.kind === "number" && leaf.value.above === 0;
    const counting = why.applied.filter(({ leaf }) => isZero(why.leaf) || !isZero(leaf));
    for (const cite of [...counting.map((own) => own.cite), ...(why.otherwise === null ? [] : [why.otherwise])]) {
      if (cite && !cites.includes(cite)) cites.push(cite);
    }
    for (const inner of why.because) {
      if (counting.some(({ says }) => says === inner.question.name)) paragraphs(inner, cites);
    }
    return cites;
  };

  const isNothing = ({ leaves }, leaf) => {
    if (leaf.kind === "word") return leaves.words[leaf.value][0] === "none";
    if (leaf.kind === "number") return leaf.value.above === 0;
    return leaf.kind === "set" ? !leaf.value.length : !leaf.value;
  };

  /** A card in a situation: only the lines whose answers matter there. */
  class CardPage {
    constructor(game, card, given) {
      this.game = game;
      this.asker = new Asker(game);
      this.known = given.slice();
      this.found = [];
      for (const { number, usually } of game.ordered()) {
        if (usually.some(({ rule }) => rule)) this.note(this.asker.fill(number, this.known));
      }
      this.open = new Map();
      /** What the source lost, with the labels of the lines that it leaves out. */
      this.lost = new Map();
      this.sections = card.sections.map(([title, lines]) => ({ title, lines: lines.flatMap((line) => this.line(line)) }));
      this.sections = this.sections.filter(({ lines }) => lines.length);
    }

    note(found) {
      for (const own of found) {
        if (own.usual && !this.found.some(({ fact }) => fact === own.fact)) this.found.push(own);
      }
    }

    /** Notes the facts for which a line waits. */
    waits({ label = "" }, { facts, unfound }) {
      const own = facts.flatMap((fact) => {
        const why = unfound.find((one) => one.fact === fact)?.why;
        return why?.kind === "needs" ? why.facts : [fact];
      });
      for (const fact of new Set(own)) this.open.set(fact, [...new Set([...(this.open.get(fact) ?? []), label])]);
      return [];
    }

    /** Notes what is lost of what a line asks. */
    loses(line, leaf) {
      const label = line.label ?? this.game.questions[line.question].title;
      this.lost.set(leaf, [...(this.lost.get(leaf) ?? []), label]);
      return [];
    }

    line(line) {
      const { game, asker, known } = this;
      const question = game.questions[line.question];
      const says = (leaf) => line.conditional || !isNothing(game, leaf);
      const shown = (leaf, cite, situation) => [{ label: line.label ?? question.title, question, leaf, cite, unit: asker.unitMeant(question, situation), bound: line.bound ?? [] }];
      if (line.conditional) {
        const ruling = asker.valueOf(line.whenRoot, known);
        if (ruling.kind === "needs") return this.waits(line, ruling);
        if (ruling.kind === "gap") return this.loses(line, ruling.leaf);
        if (ruling.leaf !== game.leaves.yes) return [];
      }
      const { finds } = question;
      if (finds !== undefined && !line.bound && known[finds] >= 0) {
        const leaf = game.variables[finds].domain.value(known[finds]);
        return says(leaf) ? shown(leaf, [], known) : [];
      }
      const own = known.slice();
      for (const [fact, root] of line.bound ?? []) {
        const ruling = asker.valueOf(root, known);
        if (ruling.kind === "needs") return this.waits(line, ruling);
        if (ruling.kind === "gap") return this.loses(line, ruling.leaf);
        const index = ruling.kind === "value" ? game.variables[fact].domain.index(ruling.leaf) : -1;
        if (index < 0) return [];
        own[fact] = index;
      }
      const given = own.slice();
      const { ruling, found } = asker.ask(question, own);
      if (ruling.kind === "needs") {
        const { possible } = Walker.lookAhead({ asker, question, given, ruling, found }) ?? ruling;
        const maySay = (leaf) => (leaf.rank === VALUE ? says(leaf) : line.conditional);
        return !possible.length || possible.some(maySay) ? this.waits(line, ruling) : [];
      }
      if (ruling.kind === "gap" && !line.conditional) return this.loses(line, ruling.leaf);
      const isShown = ruling.kind === "value" ? says(ruling.leaf) : ruling.kind === "gap" && line.conditional;
      if (!isShown) return [];
      this.note(found);
      const why = new Explainer(game, own).explain(question);
      for (const { by } of found) if (by) why.because.push(new Explainer(game, own).explain(by));
      const cites = paragraphs(why, []);
      return shown(ruling.leaf, cites.length ? cites : question.cite, own);
    }
  }

  return { Missing, Refused, Run, CardPage, rollProcedure, readRoll, canFall, fallsOf, throwDice, rollText, leafOf, UNKNOWN, NONE };
})());
