"use strict";
/** A game at the table, kept as text: a head, and a journal of what was told, rolled and played, as the program keeps it. */
Object.assign(Walker, (() => {
  const { Asker, Run, Refused, readRoll, rollProcedure, rollText, UNKNOWN, NONE } = Walker;
  const JOURNAL = "--- journal ---";
  const NO_VALUE = "?";

  /** The words of a line; what stands in double quotes is within one word. */
  const words = (text) => {
    if ((text.match(/"/g) ?? []).length % 2) throw new Refused("a quotation mark has no other");
    const found = text.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
    return found.map((word) => word.replaceAll('"', ""));
  };
  const pairs = (all) => all.map((word) => {
    const at = word.indexOf("=");
    if (at < 1) throw new Refused(`\`${word}\` is no \`fact=value\``);
    return [word.slice(0, at), word.slice(at + 1)];
  });
  const pairsText = (all) => all.map(([name, value]) => {
    const own = value.replace(/["\n\r]/g, " ");
    return ` ${name}=${/[ \t]/.test(own) ? `"${own}"` : own}`;
  }).join("");

  /** Whether one of the steps of a process finds a state. */
  const hasState = (process, fact) => (process.steps ?? []).some(([state]) => state === fact);

  /** An event of a journal. */
  const readEvent = (text) => {
    const [verb, ...rest] = words(text);
    if (verb === "set" && rest.length) return { verb, facts: pairs(rest) };
    if ((verb === "undo" || verb === "redo") && !rest.length) return { verb };
    if ((verb !== "roll" && verb !== "play") || !rest.length) throw new Refused(`\`${verb ?? ""}\` is no event`);
    const [name, ...parts] = rest;
    const came = parts.indexOf(">");
    const before = came < 0 ? parts : parts.slice(0, came);
    const isJoined = name.endsWith(":");
    const colon = isJoined ? 0 : before.indexOf(":");
    return {
      verb,
      name: isJoined ? name.slice(0, -1) : name,
      given: pairs(isJoined ? [] : colon < 0 ? before : before.slice(0, colon)),
      rolls: pairs(isJoined ? before : colon < 0 ? [] : before.slice(colon + 1)),
      came: pairs(came < 0 ? [] : parts.slice(came + 1)),
    };
  };
  const eventText = ({ verb, name, facts, given, rolls, came }) => {
    if (verb === "set") return `set${pairsText(facts)}`;
    return name ? `${verb} ${name}${pairsText(given)} :${pairsText(rolls)} >${pairsText(came)}` : verb;
  };

  /** A game: its head as text, and its lines. */
  class Journal {
    constructor(text) {
      const lines = text.split("\n");
      const at = lines.findIndex((line) => line.trimEnd() === JOURNAL);
      if (at < 0) throw new Refused(`it is no game: no line says ${JOURNAL}`);
      this.head = lines.slice(0, at + 1).join("\n");
      this.lines = lines.slice(at + 1);
      if (this.lines.at(-1) === "") this.lines.pop();
      this.game = /^game\s*=\s*"([^"]*)"/m.exec(this.head)?.[1];
      this.errata = /^errata\s*=\s*"([^"]*)"/m.exec(this.head)?.[1] ?? "official";
      [this.ownRules] = /^\s*\[[^]*/m.exec(this.head) ?? [""];
      const rules = /^rules\s*=\s*\[([^\]]*)\]/m.exec(this.head)?.[1] ?? "";
      this.rules = [...rules.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g)].map(([, text, plain]) => plain ?? JSON.parse(`"${text}"`));
      const readings = /^readings\s*=\s*\[([^\]]*)\]/m.exec(this.head)?.[1] ?? "";
      this.readings = [...readings.matchAll(/"([^"]*)=([^"]*)"/g)].map(([, name, option]) => [name, option]);
      this.read();
    }

    /** The text of a game that begins. */
    static begin(game, errata, rules) {
      return "# A game of chartroom. All of it may be corrected by hand; `chartroom game show` tells what does not fit.\n" +
        `game   = "${game}"\nrules  = [${rules.map((place) => JSON.stringify(place)).join(", ")}]\nerrata = "${errata}"\n\n` +
        "# The scenario's own rules may stand here, as in a pack: [erratum.ssr-1], [[rule]], [question.…].\n" +
        `\n${JOURNAL}\n`;
    }

    /** Reads its lines: the events that hold, those that were taken back, and the lines that are no events. */
    read() {
      [this.done, this.undone, this.misfits] = [[], [], []];
      this.lines.forEach((line, place) => {
        const text = line.trim();
        if (!text || text.startsWith("#") || text.endsWith("# not finished")) return;
        try {
          this.take(readEvent(text.replace(/^\d\S* /, "")), place);
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          this.misfits.push({ text, says: error.message });
        }
      });
    }

    take(event, place) {
      const [from, to] = event.verb === "undo" ? [this.done, this.undone] : [this.undone, this.done];
      if (event.verb === "undo" || event.verb === "redo") {
        if (!from.length) throw new Refused("there is nothing that it could take back or bring again");
        to.push(from.pop());
        return;
      }
      this.undone = [];
      this.done.push({ ...event, place });
    }

    /** Adds an event, with the time at which it is written. */
    write(event, time = new Date()) {
      this.lines.push(`${time.toISOString().slice(0, 19)}Z ${eventText(event)}`);
      this.read();
    }

    /** Leaves out its last line, where that tells one fact alone, and this one: it is told again. */
    unsay(name) {
      const last = this.done.at(-1);
      const isThat = last?.verb === "set" && last.facts.length === 1 && last.facts[0][0] === name;
      if (!isThat || last.place !== this.lines.length - 1) return;
      this.lines.pop();
      this.read();
    }

    get text() {
      return [this.head, ...this.lines, ""].join("\n");
    }
  }

  /** What is known in a game now: what its journal says. */
  class Seat {
    constructor(game, journal) {
      Object.assign(this, { game, journal });
      this.known = game.situation();
      /** Of what is known, what a process alone looks at: it sets it for its own next steps, and shows nobody. */
      this.inside = new Map();
      /** The states that a process came to without a value, and the texts that were told. */
      this.lost = new Set();
      this.texts = new Map();
      this.turns = new Map();
      /** What the last turn of each process was told and rolled: to that process, in its next turn, it is what was. */
      this.last = new Map();
      this.misfits = [...journal.misfits];
      for (const [name, option] of journal.readings) this.tell(null, name, option);
      for (const event of journal.done) this.apply(event);
    }

    apply(event) {
      const process = event.verb === "play" ? this.process(event.name) : null;
      const isKnown = event.verb === "set" || process || (event.verb === "roll" && this.procedure(event.name));
      if (!isKnown) {
        this.misfits.push({ text: eventText(event), says: `nothing is called \`${event.name}\`` });
        return;
      }
      if (process) this.pass(process, event);
      for (const [name, value] of event.facts ?? event.came) this.tell(process, name, value);
    }

    /** Takes in what a turn was told and rolled. */
    pass(process, { name, given, rolls }) {
      const { game, known, inside } = this;
      this.turns.set(name, (this.turns.get(name) ?? 0) + 1);
      const facts = (pairs) => {
        try {
          return pairs.flatMap(([own, value]) => {
            const variable = game.fact(own);
            if (!variable) throw new Refused();
            return this.told(variable, value).map(([fact, index]) => [fact, index, value]);
          });
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          return [];
        }
      };
      const told = facts(given).filter(([fact]) => (process.turn ?? []).includes(fact));
      // What was known to be otherwise is so from now on; what is of the turn alone is not known beyond it.
      for (const [fact, index, value] of told) {
        if (known[fact] >= 0) known[fact] = index;
        else if (inside.has(fact)) inside.set(fact, [inside.get(fact)[0], index]);
        else continue;
        if (game.variables[fact].domain.kind === "text") this.texts.set(fact, value);
      }
      const lost = rolls.filter(([, value]) => value === NO_VALUE).flatMap(([own]) => (game.fact(own) ? [[game.fact(own).number, NONE]] : []));
      this.last.set(name, [...told, ...facts(rolls.filter(([, value]) => value !== NO_VALUE)), ...lost]);
    }

    process(name) {
      return this.game.processes.find((own) => own.name === name);
    }

    procedure(name) {
      return this.game.procedures.find((own) => own.name === name);
    }

    /** Makes a fact known by name and value, or, by an empty value, unknown. */
    tell(process, name, value) {
      const { game, known } = this;
      const variable = (process && this.kept(process, name)) ?? game.fact(name);
      try {
        if (!variable) throw new Refused(`no pack declares a fact \`${name}\``);
        const told = value === "" || value === NO_VALUE ? [[variable.number, UNKNOWN]] : this.told(variable, value);
        for (const [fact, index] of told) {
          this.lost.delete(fact);
          if (value === NO_VALUE && process && hasState(process, fact)) this.lost.add(fact);
          this.texts.delete(fact);
          if (index >= 0 && game.variables[fact].domain.kind === "text") this.texts.set(fact, value);
          const isInside = process && index >= 0 && hasState(process, fact) && !process.state.some(([, shown]) => shown === fact);
          known[fact] = isInside ? UNKNOWN : index;
          this.inside.delete(fact);
          if (isInside) this.inside.set(fact, [process, index]);
        }
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        this.misfits.push({ text: `${name}=${value}`, says: error.message });
      }
    }

    /** What a value told makes known: of a roll die by die, its single dice too. */
    told({ number, name }, value) {
      if (this.game.rollOf(number) === number && value.includes("+")) {
        const { index, dice } = readRoll(this.game, number, value);
        return [[number, index], ...dice];
      }
      const index = this.game.read(number, value);
      if (index < 0) throw new Refused(`\`${value}\` is not a value of \`${name}\``);
      return [[number, index]];
    }

    /** A state that a process keeps for itself. */
    kept(process, name) {
      const states = [...(process.steps ?? []), ...(process.initially ?? [])].map(([state]) => this.game.variables[state]);
      return states.find((state) => state.role === "keep" && state.name === name);
    }

    pair([variable, slot]) {
      return [this.game.variables[variable].name, slot >= 0 ? this.game.showIndex(variable, slot) : NO_VALUE];
    }

    rolls(thrown) {
      return thrown.map((own) => [this.game.variables[own.fact].name, rollText(this.game, own)]);
    }

    /** Tells facts: names and values; an empty value takes one back. */
    set(facts) {
      this.journal.write({ verb: "set", facts });
    }

    /** Rolls a procedure; what comes of it is known from then on. */
    roll(name, hand) {
      const { game } = this;
      const procedure = this.procedure(name);
      const known = this.known.slice();
      const own = procedure.steps.filter(({ fact }) => fact !== undefined).flatMap(({ fact }) => [fact, ...game.diceOf(fact)]);
      for (const fact of own) if (!(procedure.start ?? []).includes(fact)) known[fact] = UNKNOWN;
      const rolled = rollProcedure(game, procedure, known, hand);
      const thrown = rolled.steps.flatMap((step) => (step.thrown ? [step.thrown] : []));
      const came = rolled.outcome.map((pair) => this.pair(pair));
      this.journal.write({ verb: "roll", name, given: [], rolls: this.rolls(thrown), came });
      return rolled;
    }

    /** The facts of the next turn of a process: those given for it, and those of the scenario that are known. */
    given(process, facts = new Map()) {
      return (process.turn ?? []).flatMap((fact) => {
        const ofScenario = this.game.stageOf(fact) === "scenario" && this.known[fact] >= 0 ? this.known[fact] : undefined;
        const index = facts.get(fact) ?? ofScenario;
        return index === undefined ? [] : [[fact, index]];
      });
    }

    /** A process as it stands at the table, for a turn with what is given. */
    run(process, given) {
      const known = this.known.slice();
      for (const [fact, [of, index]] of this.inside) if (of === process) known[fact] = index;
      for (const fact of this.lost) if (hasState(process, fact)) known[fact] = NONE;
      const last = this.last.get(process.name);
      if (last) {
        for (const fact of process.turn ?? []) known[fact] = UNKNOWN;
        for (const [fact, index] of last) known[fact] = index;
      }
      // Where nobody knows what was before the first turn, it was as it is in it.
      for (const [fact, index] of given) if (known[fact] === UNKNOWN) known[fact] = index;
      return new Run(this.game, process, known, (fact) => given.some(([own]) => own === fact));
    }

    /** Plays a turn of a process. */
    play(name, facts, hand) {
      const process = this.process(name);
      const given = this.given(process, facts);
      const run = this.run(process, given);
      const [missing] = run.missing;
      if (missing !== undefined) throw new Walker.Missing(missing);
      const turn = run.turn(given, hand);
      run.refuseOutgrown();
      const told = turn.given.map((pair) => this.pair(pair));
      const came = turn.came.map((pair) => this.pair(pair));
      // With what the next turn looks at, and was found or taken in this one.
      const isFound = (fact) => (process.turn ?? []).includes(fact) && this.game.rollOf(fact) === undefined && turn.given.every(([own]) => own !== fact);
      const handedOn = run.handedOn.filter((fact) => isFound(fact) && run.slots[fact] !== UNKNOWN);
      const rolls = [...this.rolls(turn.thrown), ...handedOn.map((fact) => this.pair([fact, run.slots[fact]]))];
      const event = { verb: "play", name, given: told, rolls, came };
      for (const own of this.follows(process, event)) {
        const { fact, index } = own;
        came.push(this.pair([fact, index]));
        const [from, to] = [this.known[fact], index].map((own) => Walker.leafOf(this.game, fact, own));
        turn.changes.push({ state: this.game.variables[fact].name, variable: fact, from, to, cites: Asker.cites(own) });
      }
      this.journal.write(event);
      return turn;
    }

    /** What a turn makes of the facts that it is not about: those that the rules find otherwise since. */
    follows(process, event) {
      const { game, known } = this;
      const later = Object.assign(Object.create(Seat.prototype), this, {
        known: known.slice(), inside: new Map(this.inside), lost: new Set(this.lost), texts: new Map(this.texts), turns: new Map(this.turns), last: new Map(this.last), misfits: [],
      });
      later.apply(event);
      const otherwise = (own) => new Asker(game).otherwise(own);
      const follows = otherwise(later.known).filter(({ fact }) => known[fact] >= 0 && !hasState(process, fact));
      const before = follows.length ? otherwise(known) : [];
      return follows.filter(({ fact }) => before.every((own) => own.fact !== fact));
    }
  }

  return { Journal, Seat };
})());
