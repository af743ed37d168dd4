"use strict";
/** A game in one state of its errata: its variables, questions and names. */
Object.assign(Walker, (() => {
  const { Leaves, Domain, Carried, Store } = Walker;

  /** The game of some written data and its diagrams, in one of its states. */
  class Game {
    constructor({ id, shared, states }, diagrams, place) {
      const state = states[place];
      Object.assign(this, { id, shared, state, carried: diagrams });
      this.title = state.guide.title || id;
      this.leaves = new Leaves(shared.leaves, shared.words, shared.gaps, state.words ?? []);
      this.exprs = shared.exprs;
      this.takeVariables();
      this.takeQuestions();
      const sizes = this.variables.map((variable) => (variable ? variable.domain.size : 1));
      this.store = new Store(diagrams, this.leaves, this.rank, sizes);
      this.told = new Map(state.guide.told.map(([stage, variable], at) => [variable, { stage, at }]));
      this.over = new Map(state.over.map(([upper, lower, cite]) => [`${upper} ${lower}`, cite]));
      this.processes = state.processes;
      this.procedures = state.procedures;
      this.cards = state.cards;
      this.impossible = state.impossible ?? [];
      this.excludedBy = this.impossible.map(({ root }) => this.supportOf(root));
    }

    takeVariables() {
      const { shared, state } = this;
      this.variables = [];
      this.rank = [];
      this.order = state.variables.map(([number]) => number);
      this.factNames = new Map();
      state.variables.forEach(([number, written], rank) => {
        const own = shared.variables[written];
        const domain = new Domain(this.leaves, own.domain);
        this.variables[number] = { role: "", labels: [], usually: [], alias: [], renamed: [], ...own, number, domain };
        this.rank[number] = rank;
      });
      for (const { name, alias, role, number } of this.ordered()) {
        if (role !== "" && role !== "reading") continue;
        for (const known of [name, ...alias]) if (!this.factNames.has(known)) this.factNames.set(known, number);
      }
    }

    takeQuestions() {
      const { shared, state } = this;
      this.questions = [];
      this.questionNames = new Map();
      for (const [number, written] of state.questions) {
        const own = shared.questions[written];
        const question = { from: [], only: [], cite: [], alias: [], scale: [], ...own, number };
        question.rules = (own.rules ?? []).map((rule) => shared.rules[rule]);
        this.questions[number] = question;
        for (const name of [own.name, ...question.alias]) {
          if (!this.questionNames.has(name)) this.questionNames.set(name, number);
        }
      }
    }

    /** The variables in the order of the diagrams. */
    ordered() {
      return this.order.map((number) => this.variables[number]);
    }

    question(name) {
      return this.questions[this.questionNames.get(name)];
    }

    fact(name) {
      return this.variables[this.factNames.get(name)];
    }

    /** The variables of a carried diagram. */
    supportOf(root) {
      return root === undefined ? new Set() : this.carried.support(root);
    }

    /** Variables in the order in which the packs declare them. */
    inOrder(facts) {
      return [...facts].sort((one, other) => this.rank[one] - this.rank[other]);
    }

    /** A situation in which nothing is known but how the readings are taken. */
    situation() {
      const known = new Int32Array(this.shared.names.length).fill(-1);
      for (const { role, of, number } of this.ordered()) if (role === "reading") known[number] = of;
      return known;
    }

    /** The roll to which a fact belongs: itself, or that of which it is one die. */
    rollOf(fact) {
      const { roll } = this.variables[fact];
      if (!roll) return undefined;
      return roll.dieOf ? roll.dieOf[0] : fact;
    }

    /** The facts that are single dice of a roll. */
    diceOf(roll) {
      const isDie = (variable) => variable.roll && variable.roll.dieOf && variable.roll.dieOf[0] === roll;
      return this.ordered().filter(isDie).map(({ number }) => number);
    }

    stageOf(fact) {
      return this.told.get(fact)?.stage ?? "moment";
    }

    toldAt(fact) {
      return this.told.get(fact)?.at ?? Infinity;
    }

    /** An index of a variable as the packs write it. */
    showIndex(variable, index) {
      return this.leaves.show(this.variables[variable].domain.value(index), false);
    }

    /** The same as people write it, without its unit. */
    label(variable, index) {
      const { domain, labels, signed } = this.variables[variable];
      if (domain.kind === "sets") {
        const held = labels.filter((_, bit) => (index >> bit) & 1);
        return held.length ? `{${held.join(", ")}}` : this.showIndex(variable, index);
      }
      return labels[index] ?? this.leaves.show(domain.value(index), signed);
    }

    /** An answer as people write it, without its unit. */
    answerText(question, leaf) {
      const { labelled, signed, isText } = question;
      if (isText) return this.leaves.show(leaf, signed);
      const word = (own) => {
        const index = labelled === undefined ? -1 : this.variables[labelled].domain.words.indexOf(own);
        const [text, spelt] = this.shared.words[own];
        return this.variables[labelled]?.labels[index] ?? (/[ '{]/.test(text) ? text : spelt);
      };
      if (leaf.kind === "word") return word(leaf.value);
      const of = leaf.kind === "number" ? this.variables[labelled] : undefined;
      if (of) return of.labels[of.domain.index(leaf)] ?? this.leaves.show(leaf, signed);
      if (leaf.kind === "set" && leaf.value.length) return `{${leaf.value.map(word).join(", ")}}`;
      return this.leaves.show(leaf, signed);
    }

    /** The index of a value that a person or an address writes; -1 where it is none of the fact. */
    read(fact, text) {
      const { domain, labels, renamed } = this.variables[fact];
      const wanted = fold(text);
      if (domain.kind === "bool") return ["no", "yes"].indexOf({ true: "yes", false: "no", y: "yes", n: "no" }[wanted] ?? wanted);
      if (domain.isNumber) {
        const number = readNumber(text);
        const labelled = Object.entries(labels).find(([, label]) => foldValue(label) === foldValue(text));
        return number ? domain.index(this.leaves.number(number)) : Number(labelled?.[0] ?? -1);
      }
      const texts = domain.words.map((word) => this.shared.words[word][0]);
      const place = (own) => {
        const exact = texts.indexOf(own.trim());
        const older = exact < 0 ? renamed.find(([name]) => name === own.trim()) : undefined;
        return exact >= 0 ? exact : older ? older[1] : [texts, labels].map((all) => all.findIndex((known) => foldValue(known) === foldValue(own))).find((at) => at >= 0) ?? -1;
      };
      if (domain.kind === "sets") {
        const names = text.replace(/^\s*\{|\}\s*$/g, "").split(/[,|]/).map((name) => name.trim());
        const bits = names.filter((name) => name && name !== "none" && name !== "none of them").map(place);
        return bits.includes(-1) ? -1 : bits.reduce((mask, bit) => mask | (1 << bit), 0);
      }
      const found = domain.kind === "text" ? texts.indexOf(text.trim()) : place(text);
      return domain.kind === "text" && found < 0 ? domain.size - 1 : found;
    }

    /** Visits an expression and all within it, the outermost first. */
    walk(number, visit) {
      const expr = this.exprs[number];
      visit(expr, number);
      const inner = expr[0] === 2 ? expr[2].map(([, value]) => value) : expr[0] === 3 ? expr.slice(2) : expr[0] === 4 ? expr.slice(1) : expr[0] > 4 ? [expr[1]] : [];
      for (const part of inner) this.walk(part, visit);
    }

    /** The facts from which what `begin` adds can come: by the questions that find them, and by what they usually are. */
    sources(begin) {
      const [taken, questions, seen] = [new Set(), [], new Set()];
      const expr = (number) => this.walk(number, ([kind, own]) => {
        if (kind === 1) fact(own);
        if (kind === 2) questions.push(own);
      });
      const fact = (number) => {
        if (taken.has(number)) return;
        taken.add(number);
        const { name, usually } = this.variables[number];
        if (this.questionNames.has(name)) questions.push(this.questionNames.get(name));
        for (const { is, when } of usually) {
          if (when !== undefined) expr(when);
          expr(is);
        }
      };
      begin({ fact, questions });
      while (questions.length) {
        const question = questions.pop();
        if (seen.has(question)) continue;
        seen.add(question);
        this.questions[question].from.forEach(fact);
      }
      return taken;
    }
  }

  /** A name as anybody may write it, in kebab-case. */
  const fold = (text) => text.replaceAll("&", " and ").toLowerCase().split(/[^\p{L}\p{N}/]+/u).filter(Boolean).join("-");

  /** A value as anybody may write it, with the signs that make it another: `<= light` and `A-` are neither `light` nor `A`. */
  const foldValue = (text) => {
    const [, before, bare, behind] = /^([<>=≤≥≠!~+\-−–¬±]*)([^]*?)([+\-−–]*)$/.exec(text.trim());
    return `${before}${inLatin(fold(bare))}${behind}`.replace(/[−–]/g, "-");
  };
  /** A text in small letters as it is typed where a keyboard lacks some: `mäßig` is `maessig`. */
  const [LACKED, TYPED] = ["áàâãéèêëíìîïóòôõúùûýñçłśżźćńęąščžřěůё", "aaaaeeeeiiiioooouuuynclszzcneasczreuе"];
  const TYPED_AS_TWO = { ä: "ae", ö: "oe", ü: "ue", ß: "ss", æ: "ae", ø: "oe", œ: "oe", å: "aa" };
  const inLatin = (text) => text.replace(/[^\x00-\x7f]/g, (letter) => TYPED_AS_TWO[letter] ?? TYPED[LACKED.indexOf(letter)] ?? letter);

  /** Reads `12`, `-3`, `+1`, `1/2`, `2 1/2`, `2½` and the decimal `0.5` exactly. */
  const readNumber = (text) => exactly(text) ?? exactly(Walker.withDecimals(text));
  const exactly = (text) => {
    const found = /^\s*([+-]?)(?:(\d{1,10}) )?(?:(\d{1,10})(?:\/(\d{1,10})|\.(\d{1,9}))?)\s*$/.exec(text);
    if (!found) return null;
    const [, sign, whole, above, below, decimals] = found;
    if (whole !== undefined && below === undefined) return null;
    const scale = decimals === undefined ? Number(below ?? 1) : 10 ** decimals.length;
    const size = decimals === undefined ? Number(above) : Number(above) * scale + Number(decimals);
    const total = Number(whole ?? 0) * scale + size;
    const number = Walker.ratio(sign === "-" ? -total : total, scale);
    return number && Math.abs(number.above) < 10 ** 10 ? number : null;
  };

  /** The games of the data of a book, each made, and its diagrams read, when it is first asked for. */
  const open = (games, diagrams) => {
    const made = new Map();
    const carried = [];
    return {
      /** The sets of errata of its states, as `--errata` has them. */
      states: games.reduce((all, { states }) => (states.length > all.length ? states.map((state, at) => state?.errata ?? all[at]) : all), []),
      games: games.map(({ id, states }) => ({ id, title: states.find(Boolean).guide.title || id })),
      game(id, place = 0) {
        const at = games.findIndex((game) => game.id === id);
        const key = `${id} ${place}`;
        if (at < 0 || !games[at].states[place]) return undefined;
        carried[at] ??= new Carried(JSON.parse(diagrams[at]));
        if (!made.has(key)) made.set(key, new Game(games[at], carried[at], place));
        return made.get(key);
      },
    };
  };

  /** The data of a script element of the page. */
  const unpack = async (id) => {
    const text = document.getElementById(id).textContent;
    // Newer browsers read base 64 themselves.
    const bytes = Uint8Array.fromBase64?.(text) ?? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const { readable, writable } = new DecompressionStream("deflate");
    const writer = writable.getWriter();
    // Where the data is broken, the reader is told.
    Promise.all([writer.write(bytes), writer.close()]).catch(() => {});
    return JSON.parse(await new Response(readable).text());
  };

  return { Game, open, unpack, fold, readNumber };
})());
