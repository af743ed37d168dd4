"use strict";
/** The table: the situation once, what is in effect, the questions asked most, the dice, and the game that is played. */
const Table = (() => {
  const { h } = Page;
  const { control, chip, drawn, waits, excluded, minus, random } = Controls;
  /** What says that there is nothing, of what was not known before. */
  const NOTHING = new Set(["no", "none", "0"]);
  /** Within how many milliseconds a fact that is told again is told for the first time still. */
  const ONE_BY_ONE = 1_500;
  /** How many letters of an answer stand in one line of a card. */
  const MOST_IN_LINE = 24;
  /** How many turns stand on the track, and how many of the last in the log. */
  const [ON_TRACK, IN_LOG] = [12, 5];
  /** Marks of an address: a process whose turns are played at once, and the roll of its turns with what it showed, one after the other. */
  const [PLAY, ROLLS] = [".play", ".rolls"];

  const { linkedTables, key, begun, kept, factsOf, otherRules } = Laid;

  /** What a turn of a process is called. */
  const eachOf = (process) => (process?.each ?? "turn").replaceAll("-", " ");

  class Sheet {
    constructor(game, query) {
      this.game = game;
      this.facts = new Map();
      this.rolls = new Map();
      this.last = new Map();
      const [card] = game.cards;
      this.shown = game.cards.find(({ name }) => name === query.get("card")) ?? card;
      const linked = [...query].filter(([name]) => name !== "card" && !name.startsWith("."));
      this.linkedTo = game.processes.find(({ name }) => name === query.get(PLAY));
      const [roll, rolls] = (query.get(ROLLS) ?? "").split(" ");
      this.isLinked = linked.length > 0 || rolls !== undefined;
      this.at = location.hash;
      const again = this.isLinked ? Page.session.get(this.at) : null;
      this.journal = again ? new Walker.Journal(again) : this.isLinked ? begun(game) : kept(game);
      if (linked.length && !again) this.journal.write({ verb: "set", facts: linked });
      if (this.linkedTo && rolls && !again) this.playAll(game.fact(roll)?.number, rolls.split(","));
      if (this.isLinked) linkedTables.set(game.id, this);
      else linkedTables.delete(game.id);
      this.isOpen = !this.journal.done.length;
      this.node = h("div", {});
    }

    /** Plays turn after turn, each with one roll told; up to where more is to be known. */
    playAll(roll, told) {
      const { game, journal, linkedTo: { name } } = this;
      const hand = (text) => (fact) => {
        if (fact !== roll) throw new Walker.Missing(fact);
        return Walker.readRoll(game, fact, text);
      };
      try {
        for (const text of told) this.last.set(name, new Walker.Seat(game, journal).play(name, this.facts, hand(text)));
      } catch (error) {
        if (error instanceof Walker.Missing) this.wanted = error.fact;
        else if (!(error instanceof Walker.Refused)) throw error;
      }
    }

    /** Draws all anew, after what happened is kept. */
    draw() {
      const { game } = this;
      // What is pressed meanwhile goes by what is known now.
      this.seat = new Walker.Seat(game, this.journal);
      if (waits(() => this.draw())) return;
      this.linkedFacts = this.isLinked ? this.told() : null;
      this.card = this.shown ? new Walker.CardPage(game, this.shown, this.seat.known) : null;
      drawn(() => this.node.replaceChildren(h("h1.vh", {}, `The table: ${game.title}`), ...this.notes(), this.situation(), h("div.tablepage", {}, this.side(), this.effect())));
    }

    /** What happened: it is kept, that of a link as long as the window is open. `by` is what is rolled. */
    write(work, by) {
      try {
        work();
      } catch (error) {
        if (error instanceof Walker.Missing) return this.ask(error.fact, by);
        if (!(error instanceof Walker.Refused)) throw error;
        Page.say(error.message);
        return undefined;
      }
      Page.say("");
      this.keep();
      this.draw();
      if (by) Page.hear(this.node.querySelector(`#result-${CSS.escape(by)}, #rolled`));
      return undefined;
    }

    keep() {
      if (this.isLinked) Page.session.set(this.at, this.journal.text);
      else Page.kept.set(key(this.game), this.journal.text);
    }

    /** A fact that a turn needs is asked for where it is rolled. */
    ask(fact, by) {
      [this.wanted, this.wantedBy] = [fact, by];
      this.draw();
      Page.say(`${this.game.variables[fact].title} is needed first`);
      this.node.querySelector(".wanted input, .wanted select")?.focus();
    }

    tell(fact, index, text) {
      const { name } = this.game.variables[fact];
      // Who goes through values one by one tells the last of them.
      const [before, now] = [this.toldLast, performance.now()];
      this.toldLast = { fact, now };
      if (before?.fact === fact && now - before.now < ONE_BY_ONE) this.journal.unsay(name);
      this.write(() => this.seat.set([[name, index < 0 ? "" : text ?? this.game.showIndex(fact, index)]]));
    }

    /** What stands above the situation: where it comes from, what it does not go by, why it cannot be. */
    notes() {
      const excluded = new Walker.Asker(this.game).impossible(this.seat.known);
      return [this.linkNote(), this.caveats(), this.impossible(excluded, "p")].filter(Boolean);
    }

    linkNote() {
      if (!this.isLinked) return null;
      const keep = () => {
        const before = kept(this.game);
        this.isLinked = false;
        this.setAside(before);
        this.keep();
        location.hash = Page.address(["table", this.game.id]);
      };
      return h("p.sitbar", {}, h("span", {}, "A situation from a link: what happens here is kept only while this window is open. "),
        h("button", { type: "button", id: "keep", click: keep }, "Make it my table"));
    }

    /** Keeps a game beside the one that takes its place. */
    setAside(journal) {
      if (journal.done.length) Page.kept.set(`before ${key(this.game)}`, journal.text);
    }

    /** Brings back the game that another took the place of, and keeps that one in its place. */
    bringBack() {
      const [before, own] = [Page.kept.get(`before ${key(this.game)}`), this.journal.text];
      Page.kept.set(`before ${key(this.game)}`, own);
      this.take(before, true);
    }

    caveats() {
      const all = otherRules(this.game, this.journal);
      return all.length ? h("div.caveats", {}, all.map((words) => h("p.state.gap", {}, words))) : null;
    }

    /* The situation */

    situation() {
      const { game, seat } = this;
      const told = game.state.guide.told.filter(([stage]) => stage !== "moment").map(([, fact]) => fact);
      const facts = told.length ? told : factsOf(game, seat.known).map(([fact]) => fact);
      const now = factsOf(game, seat.known).filter(([fact]) => facts.includes(fact)).map(([fact, index]) => Walker.factText(game, fact, index));
      const isFound = (fact) => seat.known[fact] < 0 && new Walker.Asker(game).fill(fact, seat.known.slice()).length > 0;
      const [asked, found] = [facts.filter((fact) => !isFound(fact)), facts.filter(isFound)];
      const toggle = (name) => (event) => { this[name] = event.target.open; };
      const controls = (all) => h("div.segs", {}, all.map((fact) => this.control(fact)));
      return h("details.sit", { open: this.isOpen, toggle: toggle("isOpen") },
        h("summary", {}, h("span.now", {}, now.length ? now.join(", ") : "The situation: nothing is told yet"), h("span.change", {}, "Change")),
        h("form", { "aria-label": "Situation", submit: (event) => event.preventDefault() }, controls(asked),
          found.length ? h("details.block", { open: this.isWhole, toggle: toggle("isWhole") }, h("summary", {}, "What is usual or follows ", h("span.note", {}, `${found.length} more`)), controls(found)) : null),
        this.hence());
    }

    control(fact) {
      const { game, seat } = this;
      return control({
        game, fact, index: seat.known[fact], id: `table-${game.variables[fact].name}`, text: seat.texts.get(fact),
        tell: (index, text) => this.tell(fact, index, text),
        excluded: (index) => excluded(new Walker.Asker(game), fact, index, seat.known),
      });
    }

    /** What is known here, for an address. */
    told() {
      const { game, seat } = this;
      return factsOf(game, seat.known).map(([fact, index]) => [game.variables[fact].name, seat.texts.get(fact) ?? game.showIndex(fact, index)]);
    }

    /** The address of a question as it is asked here: with the facts of a link, which are kept nowhere. */
    asked(question) {
      return Page.address(["ask", this.game.id, question.name], this.isLinked ? this.linkedFacts : {});
    }

    /** Why what is known cannot be, where it cannot. */
    impossible(excluded, kind) {
      return excluded ? h(kind, { class: "impossible" }, h("b", {}, "Impossible: "), excluded.says, " ", Page.cite(excluded.cite, this.game.id)) : null;
    }

    /** What the rules find. */
    hence() {
      const { game, card } = this;
      const found = (card?.found ?? []).filter(({ assumed }) => !assumed);
      return h("ul.hence", { "aria-label": "Found by the rules" },
        found.map((own) => h("li", {}, game.variables[own.fact].title, " ", h("b", {}, Walker.valueText(game, own.fact, own.index)), " ",
          Page.cite((own.usual?.cite ? [own.usual.cite] : own.by?.cite ?? []).join(", "), game.id))));
    }

    /* Questions and dice */

    side() {
      const { game } = this;
      const asked = game.state.guide.asked ?? [];
      const named = (all) => asked.flatMap((name) => all.filter((own) => own.name === name));
      const processes = named(game.processes).filter((process) => process !== this.linkedTo);
      const procedures = [...new Set([...named(game.procedures), ...game.procedures])];
      return h("div.side", {},
        this.linkedTo ? this.process(this.linkedTo) : null,
        this.questions(asked.flatMap((name) => game.question(name) ?? [])),
        (processes.length || this.linkedTo ? processes : game.processes.slice(0, 1)).map((process) => this.process(process)),
        procedures.length ? this.procedures(procedures) : null,
        this.file());
    }

    questions(all) {
      const { game } = this;
      if (!all.length) return null;
      const line = (question) => {
        const note = h("span.note", {});
        // What is still to tell is counted once the page stands.
        setTimeout(() => { note.textContent = this.still(question); });
        return h("li", {}, h("a", { href: this.asked(question) }, h("b", {}, question.asks || question.title), note));
      };
      return h("section", { "aria-labelledby": "asked" }, h("div.top", {}, h("h2", { id: "asked" }, "Asked most")), h("ul.qs", {}, all.map(line)));
    }

    still(question) {
      const answer = new Walker.Answer(new Walker.Asker(this.game), question, this.seat.known);
      const { ruling } = answer;
      if (ruling.kind === "value") return minus(answer.text);
      return ruling.kind === "needs" ? `${ruling.facts.length} ${ruling.facts.length === 1 ? "fact" : "facts"} to tell` : Walker.NO_VALUE[ruling.kind] ?? "not asked";
    }

    /** A hand that throws the browser's dice, or reads what the players rolled. */
    hand(id) {
      const text = this.rolls.get(id) ?? "";
      const told = text.normalize("NFKC").split(",").map((roll) => roll.trim().replace(/^(\d+) +(\d+)$/, "$1+$2")).filter(Boolean);
      const isOwn = text.trim() !== "";
      const hand = (fact) => {
        if (!isOwn) return Walker.throwDice(this.game, fact, random);
        if (!told.length) throw new Walker.Refused(`${this.game.variables[fact].title} must be rolled too: write it behind a comma, ${text.trim()}, \u2026`);
        return Walker.readRoll(this.game, fact, told.shift());
      };
      const finish = () => {
        if (told.length) throw new Walker.Refused(`${told.length} ${told.length === 1 ? "roll" : "rolls"} too many: ${told.join(", ")}`);
      };
      return { hand, finish, isOwn };
    }

    /** Rolls at the table: where the players tell their own dice, first beside it, for all of them have to be used. */
    byDice(id, work) {
      const own = this.hand(id);
      if (own.isOwn) {
        work(new Walker.Seat(this.game, new Walker.Journal(this.journal.text)), own.hand);
        own.finish();
      }
      const done = work(this.seat, this.hand(id).hand);
      this.rolls.delete(id);
      return done;
    }

    /** The players' own dice for a process or procedure. */
    ownDice(name) {
      const id = `dice-${name}`;
      const read = (event) => this.rolls.set(name, event.target.value);
      return h("div", {}, h("label.lab", { for: id }, "My dice"), h("input", { type: "text", id, value: this.rolls.get(name) ?? "", placeholder: "3+4", autocomplete: "off", input: read }));
    }

    process(process) {
      const { game, seat } = this;
      const { name } = process;
      const turns = seat.turns.get(name) ?? 0;
      const each = eachOf(process);
      const play = () => this.write(() => {
        this.last.set(name, this.byDice(name, (at, hand) => at.play(name, this.facts, hand)));
        this.wanted = undefined;
      }, name);
      const heading = `process-${name}`;
      return h("section", { "aria-labelledby": heading },
        h("div.top", {}, h("h2", { id: heading }, process.title), h("span.note", {}, turns ? `after ${each} ${turns}` : `before the first ${each}`)),
        this.thrown(name),
        this.wantedFact(process.name, process.turn),
        h("form.acts", { submit: (event) => { event.preventDefault(); play(); } },
          h("button.go", { type: "submit", id: `play-${name}` }, `Roll ${each} ${turns + 1}`), this.ownDice(name), this.undo(name)),
        this.track(process), this.log(process), this.next(process));
    }

    /** The fact without which something cannot be rolled, where that is. */
    wantedFact(name, turn = []) {
      const fact = this.wanted;
      if (fact === undefined || (this.wantedBy ?? name) !== name) return null;
      const isOfTurn = turn.includes(fact);
      if (!isOfTurn && this.seat.known[fact] >= 0) return null;
      const tell = (index, text) => {
        if (!isOfTurn) {
          this.wanted = undefined;
          this.tell(fact, index, text);
          return;
        }
        this.facts.set(fact, index);
        this.draw();
      };
      return h("div.wanted", {}, control({ game: this.game, fact, index: isOfTurn ? this.facts.get(fact) ?? -1 : -1, id: `wanted-${name}`, tell }));
    }

    /** What an undo takes back, in a word. */
    lastDone() {
      const { game, journal } = this;
      const last = journal.done.at(-1);
      if (!last) return null;
      const titleOf = (name) => game.fact(name)?.title ?? Walker.inWords(game, name);
      const of = (all) => all.find(({ name }) => name === last.name);
      const words = {
        set: () => `${titleOf(last.facts[0][0])}${last.facts.length > 1 ? ", \u2026" : ""}`,
        play: () => eachOf(of(game.processes)),
        roll: () => of(game.procedures)?.title,
      }[last.verb]?.();
      return words ? h("span.note", {}, ` ${words}`) : null;
    }

    undo(name) {
      const { journal } = this;
      const back = () => this.write(() => { this.last.delete(name); this.rolled = null; journal.write({ verb: "undo" }); });
      const again = () => this.write(() => journal.write({ verb: "redo" }));
      return [
        journal.done.length || journal.undone.length ? h("button", { type: "button", id: `undo-${name}`, disabled: !journal.done.length, click: back }, "Undo", this.lastDone()) : null,
        journal.undone.length ? h("button", { type: "button", id: `redo-${name}`, click: again }, "Redo") : null,
      ];
    }

    /** The dice of the last turn, and what they did. */
    thrown(name) {
      const { game } = this;
      const turn = this.last.get(name);
      if (!turn) return null;
      const sum = turn.thrown.length ? game.showIndex(turn.thrown[0].fact, turn.thrown[0].index) : "";
      return h("div.dice", { id: `result-${name}` }, turn.thrown.flatMap((own) => Dice.of(game, own)), h("span.sum", {}, sum), h("div.said", {}, this.changesText(turn.changes), this.impossible(turn.impossible, "p")));
    }

    changesText(changes, process = { steps: [] }) {
      const { game } = this;
      const isKept = ([state]) => game.variables[state].role === "keep";
      if (!changes.length) return (process.steps ?? []).some(isKept) ? "nothing shown changes" : "nothing changes";
      return changes.map(({ state, variable, to, cites }, at) => {
        const title = variable === null ? Walker.inWords(game, state) : game.variables[variable].title;
        const index = variable === null ? -1 : game.variables[variable].domain.index(to);
        const value = index >= 0 ? game.label(variable, index) : Walker.inWords(game, game.leaves.show(to, false));
        return [at ? ", " : "", h("b", {}, `${title} ${minus(value)} `), Page.cite(cites.join(", "), game.id)];
      });
    }

    /** The turns of a process in the journal. */
    played({ name }) {
      return this.journal.done.filter((event) => event.verb === "play" && event.name === name);
    }

    /** What each turn of the journal changed: facts that are otherwise than before it, and what was not known and is something now. */
    changed() {
      const { game, journal } = this;
      const [known, changed] = [new Map(), new Map()];
      for (const event of journal.done) {
        const all = event.facts ?? event.came;
        // What a process keeps for itself is no fact of the game.
        const isNew = ([name, value]) => game.fact(name) && (known.has(name) ? known.get(name) !== value : !NOTHING.has(this.wordsOf(name, value)));
        changed.set(event, all.filter(isNew));
        all.forEach(([name, value]) => known.set(name, value));
      }
      return changed;
    }

    wordsOf(name, value) {
      const { game } = this;
      const { number } = game.fact(name);
      const index = game.read(number, value);
      return index >= 0 ? game.label(number, index) : Walker.inWords(game, value);
    }

    /** What a roll told in a journal comes to. */
    total([name, text]) {
      const fact = this.game.fact(name);
      try {
        return this.game.showIndex(fact.number, Walker.readRoll(this.game, fact.number, text).index);
      } catch {
        return text;
      }
    }

    track(process) {
      const turns = this.played(process);
      if (!turns.length) return null;
      const first = Math.max(0, turns.length - ON_TRACK + 1);
      const boxes = Array.from({ length: ON_TRACK }, (_, at) => first + at);
      return h("ol.track", { "aria-label": "Turns" }, boxes.map((at) => h("li", { class: at === turns.length - 1 ? "at" : null, "aria-current": at === turns.length - 1 ? "step" : null },
        at + 1, turns[at]?.rolls.length ? h("b", {}, this.total(turns[at].rolls[0])) : null)));
    }

    log(process) {
      const { game } = this;
      const turns = this.played(process);
      if (!turns.length) return null;
      const changed = this.changed();
      const words = ([name, value]) => `${game.fact(name).title} ${minus(this.wordsOf(name, value))}`;
      const rows = turns.map((event, at) => h("tr", {}, h("td", {}, at + 1),
        h("td.n", {}, event.rolls.map((roll) => [roll[1].includes("+") ? `${roll[1]} = ` : "", h("b", {}, this.total(roll)), " "])),
        h("td", {}, changed.get(event).map(words).join(", ") || "nothing")));
      return h("table.log", { "aria-label": "Last turns" }, h("thead", {}, h("tr", {}, h("th", {}, "Turn"), h("th.n", {}, "Roll"), h("th", {}, "What it did"))), h("tbody", {}, rows.slice(-IN_LOG).reverse()));
    }

    /** What the next roll would do. */
    next(process) {
      const { game, seat } = this;
      const given = seat.given(process, this.facts);
      const run = seat.run(process, given);
      const told = run.missing.length ? null : run.next(given);
      if (!told || told.prospects.length < 2) return null;
      const { domain, roll: { dice } } = game.variables[told.roll];
      const ways = this.ways(dice);
      const all = [...ways.values()].reduce((sum, own) => sum + own, 0);
      const show = (index) => game.showIndex(told.roll, index);
      const rows = told.prospects.map(({ indices, changes }) => {
        const count = indices.reduce((sum, index) => sum + (ways.get(domain.value(index)) ?? 0), 0);
        const runs = indices.reduce((own, index) => {
          if (own.length && own.at(-1)[1] === index - 1) own.at(-1)[1] = index;
          else own.push([index, index]);
          return own;
        }, []);
        const words = runs.map(([from, to]) => (from === to ? show(from) : `${show(from)}\u2013${show(to)}`)).join(", ");
        return h("tr", {}, h("td", {}, words), h("td.n", {}, `${count}/${all}`), h("td", {}, changes ? this.changesText(changes, process) : "another roll tells"));
      });
      return h("table.log.block", { "aria-label": "What the next roll would do" }, h("thead", {}, h("tr", {}, h("th", {}, "Next"), h("th.n", {}, "Chance"), h("th", {}, "Would do"))), h("tbody", {}, rows));
    }

    /** In how many ways each total of some dice falls. */
    ways(dice) {
      const { leaves } = this.game;
      let totals = new Map([[leaves.number(Walker.ratio(0)), 1]]);
      for (const [, faces] of dice) {
        const next = new Map();
        for (const [sum, count] of totals) {
          for (const face of faces) {
            const own = leaves.all[face];
            const to = own.kind === "number" ? Walker.operate(leaves, "+", sum, own) : own;
            next.set(to, (next.get(to) ?? 0) + count);
          }
        }
        totals = next;
      }
      return totals;
    }

    procedures(all) {
      const roll = (name) => (event) => {
        event.preventDefault();
        this.write(() => {
          this.rolled = this.byDice(name, (at, hand) => at.roll(name, hand));
          this.wanted = undefined;
        }, name);
        document.getElementById("rolled")?.scrollIntoView({ block: "nearest" });
      };
      const line = (procedure) => [this.wantedFact(procedure.name), h("form.acts", { submit: roll(procedure.name) },
        h("button", { type: "submit", id: `roll-${procedure.name}` }, `Roll: ${procedure.title}`), this.ownDice(procedure.name))];
      return h("section", { "aria-labelledby": "set-ups" }, h("div.top", {}, h("h2", { id: "set-ups" }, "Roll at once")), all.map(line),
        this.rolled ? h("ul.plain", { id: "rolled" }, this.rolled.steps.flatMap((step) => this.stepText(step)), this.impossible(this.rolled.impossible, "li")) : null);
    }

    /** What a step of a procedure did. */
    stepText({ step, thrown, slot, words, reasons }) {
      const { game } = this;
      const cite = Page.cite(step.cite, game.id);
      if (words !== undefined) return [h("li", {}, h("span", {}, words), " ", cite)];
      if (thrown) return [h("li", {}, h("span", {}, game.variables[step.fact].title, " ", h("b", {}, Walker.rollText(game, thrown)), thrown.faces?.length > 1 ? ` = ${game.showIndex(thrown.fact, thrown.index)}` : ""), " ", cite)];
      const value = slot >= 0 ? minus(Walker.valueText(game, step.fact, slot)) : Walker.NO_VALUE[Walker.leafOf(game, step.fact, slot).kind];
      return [h("li", {}, h("span", {}, game.variables[step.fact].title, " ", h("b", {}, value)), " ", reasons?.length ? Page.cite(reasons.join(", "), game.id) : cite)];
    }

    /* The game file */

    file() {
      const { game, journal } = this;
      const save = () => {
        const url = URL.createObjectURL(new Blob([journal.text], { type: "text/plain" }));
        const link = h("a", { href: url, download: `${game.id}.game` });
        link.click();
        setTimeout(() => URL.revokeObjectURL(url), 1000);
      };
      const open = async (event) => {
        const [file] = event.target.files;
        if (file) this.take(await file.text());
      };
      const anew = () => this.take(begun(game).text);
      return h("section", { "aria-labelledby": "file" }, h("div.top", {}, h("h2", { id: "file" }, "The game"), h("span.note", {}, "chartroom --game FILE reads it")),
        h("div.acts", {}, h("button", { type: "button", id: "save", click: save }, "Save as a file"),
          h("label.btn", {}, "Open a file", h("input.vh", { type: "file", id: "open", accept: ".game,text/plain", change: open })),
          h("button", { type: "button", id: "new", click: anew }, "New game"),
          this.isLinked || !Page.kept.get(`before ${key(game)}`) ? null : h("button", { type: "button", id: "back", click: () => this.bringBack() }, "Bring back the game before"),
          h("button", { type: "button", id: "share", click: () => this.share() }, "Copy link")),
        this.seat.misfits.length ? h("ul.plain", { "aria-label": "What does not fit" }, this.seat.misfits.map(({ text, says }) => h("li", {}, h("span", {}, h("code", {}, text), ": ", says)))) : null,
        journal.lines.length ? h("details", {}, h("summary", {}, "Journal"), h("ol.journal", {}, journal.lines.map((line) => h("li", {}, h("code", {}, line))))) : null);
    }

    /** Takes up a game from its text. */
    take(text, isBack = false) {
      this.write(() => {
        const journal = new Walker.Journal(text);
        if (journal.game !== this.game.id) throw new Walker.Refused(`it is a game of ${journal.game}`);
        if (!isBack && !this.isLinked) this.setAside(this.journal);
        this.journal = journal;
        [this.last, this.rolled] = [new Map(), null];
      });
    }

    /** Copies a link that holds the situation. */
    async share() {
      const link = `${location.href.split("#")[0]}${Page.address(["table", this.game.id], this.told())}`;
      try {
        await navigator.clipboard.writeText(link);
        Page.say("Link copied");
      } catch {
        prompt("Link", link);
      }
    }

    /* What is in effect */

    effect() {
      const { game, card } = this;
      if (!card) return h("section.card", {}, h("h2", {}, game.title), h("p.note", {}, "No pack of this game has a card."));
      const section = ({ title, lines }) => h("section", {}, h("h3", {}, title), h("table.eff", {}, h("tbody", {}, lines.map((line) => this.line(line)))));
      return h("section.card", { "aria-labelledby": "effect" },
        this.cards(),
        h("div.top", {}, h("h2", { id: "effect" }, this.shown.title), h("span.note", {}, h("button.clear.noprint", { type: "button", id: "print", click: () => print() }, "Print on A5"))),
        h("p.sub", {}, factsOf(game, this.seat.known).map(([fact, index]) => Walker.factText(game, fact, index)).join(", ")),
        card.sections.length ? h("div.cols", {}, card.sections.map(section)) : h("p.note", {}, card.lost.size ? "Nothing is known to be in effect." : "Nothing that is told has an effect yet."),
        this.lost(), this.usual(), this.open(),
        h("ol.rolls", { "aria-hidden": "true" }, Array.from({ length: ON_TRACK }, (_, at) => h("li", {}, at + 1))),
        h("p.end.note", {}, `Errata: ${game.state.errata}`));
    }

    /** The cards of the game, where there are several. */
    cards() {
      const { game, shown } = this;
      const link = (card) => h("a", { href: Page.address(["table", game.id], { card: card.name }), "aria-current": card === shown ? "page" : null }, card.title);
      return game.cards.length > 1 ? h("nav.tabs.noprint", { "aria-label": "Cards" }, game.cards.map(link)) : null;
    }

    line({ label, question, leaf, cite, unit }) {
      const { game } = this;
      const text = leaf.kind === "gap" ? h("span.gaptag", {}, "gap") : minus(game.answerText(question, leaf));
      return h("tr", {}, h("th", { scope: "row" }, h("a", { href: this.asked(question) }, Page.capital(label))), h("td.v", { class: typeof text === "string" && text.length > MOST_IN_LINE ? "long" : null }, text, leaf.kind === "number" && unit ? ` ${unit}` : ""), h("td.p", {}, Page.cite(cite.slice(0, 2).join(", "), game.id)));
    }

    /** What the source lost, and the lines that it leaves out. */
    lost() {
      const { game, card } = this;
      const row = ([leaf, labels]) => {
        const [words, cite] = game.shared.gaps[leaf.value];
        return h("tr", {}, h("th", { scope: "row" }, words), h("td.v", {}, labels.join(", ")), h("td.p", {}, Page.cite(cite, game.id)));
      };
      return card.lost.size ? h("section", {}, h("h3", {}, "Not known, for the source lost it"), h("table.eff", {}, h("tbody", {}, [...card.lost].map(row)))) : null;
    }

    usual() {
      const { game, card } = this;
      const usual = card.found.filter(({ assumed }) => assumed);
      return usual.length ? h("div", {}, h("h3", {}, "Taken as usual", h("span.noprint", {}, "; tap to change")), h("div.chips", {}, usual.map(({ fact, index }) =>
        chip({ game, fact, index, id: `usual-${game.variables[fact].name}`, tell: (value) => this.tell(fact, value) })))) : null;
    }

    /** The facts for which lines wait, those with most lines first. */
    open() {
      const { game, card } = this;
      const open = [...card.open].sort(([one, labels], [other, others]) => others.length - labels.length || game.rank[one] - game.rank[other]).slice(0, 6);
      return open.length ? h("div.noprint", {}, h("h3", {}, "Tell to see more"), h("ul.plain", {}, open.map(([fact, labels]) =>
        h("li", {}, h("span", {}, h("b", {}, game.variables[fact].title), `: ${labels.slice(0, 3).join(", ")}${labels.length > 3 ? ` and ${labels.length - 3} more` : ""}`))))) : null;
    }
  }

  const view = ([id = Walker.book.games[0]?.id], query) => {
    const game = Walker.book.game(id, Page.state());
    if (!game) return { node: h("section.body", {}, h("h1", {}, "No such game")), title: "Table" };
    const page = new Sheet(game, query);
    page.draw();
    shown = page;
    return { node: page.node, title: `Table: ${game.title}` };
  };

  /** The table that was shown last. What another window does at it is seen here, too. */
  let shown = null;
  addEventListener("storage", (event) => {
    if (!shown || shown.isLinked || event.key !== Page.kept.name(key(shown.game))) return;
    shown.journal = kept(shown.game);
    shown.draw();
    Page.say("Another window went on with this game");
  });

  Page.view("table", view, { asks: true });
  return { PLAY, ROLLS };
})();
