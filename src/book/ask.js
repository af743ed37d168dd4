"use strict";
/** A question as a form: the facts that still matter, the answer as soon as it stands, and all that made it. */
const Ask = (() => {
  const { h } = Page;
  const { control, chip, drawn, waits, excluded, minus, random } = Controls;
  /** How many open facts have controls at once, how many changes are told, and how deep reasons of other questions go. */
  const [MOST_OPEN, MOST_CHANGES, MOST_DEEP, MOST_USUAL] = [6, 9, 3, 12];
  /** For how many milliseconds at once it looks for what would change an answer. */
  const AT_ONCE = 12;
  /** Marks of an address: nothing is known but what stands in it; what is known at the table goes with it. */
  const [ALONE, WITH_TABLE] = [".alone", ".table"];
  /** Those for words that led here: the words, those of them from which nothing came, those for which something else may be asked, and the
   * answers of which they ask how likely they are. */
  const MARKS = { said: ".said", unused: ".unused", doubted: ".doubted", sum: ".sum" };
  const doubted = (...says) => [h("b", {}, "Perhaps not what you ask: "), ...says];
  /** What is to be said of what may be asked else; what stands in several words was understood, and is nothing to look for. */
  const doubts = (words) => doubted(`this answer says nothing of ${words.join(", ")} `,
    words.some((word) => word.includes(" ")) ? null : h("a", { href: Page.address(["find"], { q: words.join(" ") }) }, "Find it"));
  /** Of how many values at most each can be told by one tap. */
  const MOST_TAPPED = 6;

  /** What is asked: a game, a question, and the facts told by their names. */
  class Form {
    constructor(game, question, query) {
      Object.assign(this, { game, question, told: new Map(), fromTable: new Set(), strange: [] });
      this.asker = new Walker.Asker(game);
      const own = [...query].filter(([name]) => !name.startsWith("."));
      for (const [name, value] of own) {
        const fact = game.fact(name);
        const index = fact ? game.read(fact.number, value) : -1;
        if (index >= 0) this.told.set(fact.number, { index, text: value });
        else this.strange.push(`${name}=${value}`);
      }
      if (query.has(WITH_TABLE) || (!own.length && !query.has(ALONE))) this.takeTable();
      this.taken = game.sources(({ questions }) => questions.push(question.number));
      this.led = Object.fromEntries(Object.entries(MARKS).map(([kind, mark]) => [kind, query.get(mark)]));
      this.node = h("div", {});
    }

    /** Takes what is known at the table, where nothing else is said. */
    takeTable() {
      const known = Laid.known(this.game);
      for (const [fact, index, text] of known ?? []) {
        if (this.told.has(fact)) continue;
        this.told.set(fact, { index, text });
        this.fromTable.add(fact);
      }
    }

    get answer() {
      const given = this.game.situation();
      const texts = new Map();
      for (const [fact, { index, text }] of this.told) {
        given[fact] = index;
        if (this.game.variables[fact].domain.kind === "text") texts.set(fact, text ?? this.game.showIndex(fact, index));
      }
      return new Walker.Answer(this.asker, this.question, given, texts);
    }

    /** Tells a fact, or takes it back, and draws all anew. */
    tell(fact, index, text) {
      if (index < 0) this.told.delete(fact);
      else this.told.set(fact, { index, text });
      this.fromTable.delete(fact);
      history.replaceState(history.state, "", this.address);
      Page.say("");
      this.draw();
    }

    /** The address that holds the situation. */
    get address() {
      const { game, question, told } = this;
      const facts = [...told].filter(([fact]) => this.matters(fact)).map(([fact, { index, text }]) => [game.variables[fact].name, text ?? game.showIndex(fact, index)]);
      return Page.address(["ask", game.id, question.name], facts.length ? facts : [[ALONE, ""]]);
    }

    /** Whether the question may look at a fact, or at how a reading is taken. */
    matters(fact) {
      return this.taken.has(fact) || this.game.variables[fact].role === "reading";
    }

    draw() {
      if (waits(() => this.draw())) return;
      const { answer } = this;
      const isWhole = drawn(() => this.node.replaceChildren(h("div.ask", {}, this.form(answer), this.reply(answer), this.charts(answer))));
      if (!isWhole) {
        this.node.querySelector(".reply").replaceWith(this.reply(answer));
        this.node.querySelector(".charts").replaceWith(this.charts(answer));
      }
      if (this.isDrawn) Page.hear(this.node.querySelector("#answer"));
      this.isDrawn = true;
    }

    /* The facts */

    form(answer) {
      const { game, question, told } = this;
      const { ruling, found } = answer;
      const open = ruling.kind === "needs" ? ruling.facts : [];
      const own = [...told.keys()].filter((fact) => this.taken.has(fact) && !this.fromTable.has(fact));
      const usual = found.filter(({ assumed }) => assumed);
      const asked = open.slice(0, MOST_OPEN);
      const shown = new Set(asked);
      const items = [...own.map((fact) => this.item(fact, answer)), ...asked.flatMap((fact, place) => [this.item(fact, answer, place === 0), this.sources(fact, shown, answer)])];
      const more = open.length - asked.length;
      return h("form.form", { "aria-label": "Facts", submit: (event) => event.preventDefault() },
        h("div.top", {}, h("h1", {}, question.asks || question.title), Page.cite(question.cite.join(", "), game.id)),
        this.strange.length ? h("p.state.gap", { id: "strange" }, `Not known here, and not counted: ${this.strange.join(", ")}`) : null,
        this.led.unused ? h("p.state.unused", {}, `Not used of what you said: ${this.led.unused}`) : null,
        this.led.doubted ? h("p.state.doubted", { id: "doubted" }, doubts(this.led.doubted.split(", "))) : null,
        this.tableNote(),
        h("ol.facts.block", {}, items,
          more > 0 ? h("li.note", {}, `and perhaps ${more} more`) : null,
          this.usual(usual),
          this.foundList(found),
          this.another(answer, new Set([...own, ...shown, ...usual.map(({ fact }) => fact)]))),
        own.length ? h("div.row", {}, h("button", { type: "button", id: "anew", click: () => this.anew() }, "Begin anew")) : null);
    }

    /** Beside a fact that the rules could find: what it follows from, unless that stands in the form already. */
    sources(fact, shown, answer) {
      const why = answer.ruling.unfound.find((own) => own.fact === fact)?.why;
      const facts = why?.kind === "needs" ? why.facts.filter((own) => !shown.has(own)) : [];
      for (const own of facts) shown.add(own);
      return facts.length ? [h("li.note", {}, `or tell what ${this.game.variables[fact].title} follows from`), facts.slice(0, MOST_OPEN).map((own) => this.item(own, answer))] : [];
    }

    /** What is taken as usual: the first of it at hand, the rest behind a fold. */
    usual(all) {
      const { game } = this;
      if (!all.length) return null;
      const chips = all.map(({ fact, index }) => chip({ game, fact, index, id: this.id(fact), tell: (value) => this.tell(fact, value) }));
      const more = chips.slice(MOST_USUAL);
      const toggle = (event) => { this.isWide = event.target.open; };
      return h("li", {}, h("p.lab", {}, "Taken as usual; tap to change"), h("div.chips", {}, chips.slice(0, MOST_USUAL)),
        more.length ? h("details", { open: this.isWide, toggle }, h("summary", { id: "usual-rest" }, `${more.length} more`), h("div.chips", {}, more)) : null);
    }

    anew() {
      this.told.clear();
      [this.led, this.strange] = [{}, []];
      this.fromTable.clear();
      this.takeTable();
      history.replaceState(history.state, "", Page.address(["ask", this.game.id, this.question.name]));
      this.draw();
    }

    id(fact) {
      return `fact-${this.game.variables[fact].name}`;
    }

    /** A fact told or to be told, with its control. */
    item(fact, answer, isFirst = false) {
      const { game, question, told } = this;
      const { means, roll } = game.variables[fact];
      const index = told.get(fact)?.index ?? -1;
      const only = question.only.find(([own]) => own === fact)?.[1];
      const isMade = control({
        game, fact, index, only, id: this.id(fact), text: told.get(fact)?.text,
        tell: (value, text) => this.tell(fact, value, text),
        excluded: (value) => excluded(this.asker, fact, value, answer.given),
        roll: roll && !roll.dieOf ? () => this.roll(fact) : null,
      });
      return h("li", { class: isFirst ? "missing" : null }, isMade, index < 0 && means ? h("p.note", {}, means) : null);
    }

    roll(fact) {
      const thrown = Walker.throwDice(this.game, fact, random);
      for (const [die, index] of thrown.dice) this.told.set(die, { index });
      this.tell(fact, thrown.index);
      Page.say(`${this.game.variables[fact].title}: ${Walker.rollText(this.game, thrown)}`);
    }

    tableNote() {
      const { game, told, taken } = this;
      const own = [...this.fromTable].filter((fact) => taken.has(fact));
      if (!own.length) return null;
      const words = own.map((fact) => Walker.factText(game, fact, told.get(fact).index));
      return [h("p.note", {}, "From the table: ", words.join(", "), ". ", h("a", { href: Laid.address(game) }, "Change")),
        Laid.otherRules(game).map((own) => h("p.state.gap", {}, own))];
    }

    /** Any other fact that the question takes may be told too: one that the rules find otherwise, or one that others follow from. */
    another(answer, shown) {
      const { game } = this;
      const others = [...this.taken].filter((fact) => !shown.has(fact) && game.variables[fact].role === "").map((fact) => [game.variables[fact].title, fact]);
      others.sort(([one], [other]) => Page.inOrder(one, other));
      const choose = (event) => {
        this.other = event.target.value === "" ? null : Number(event.target.value);
        this.draw();
      };
      const isOpen = others.some(([, fact]) => fact === this.other);
      return others.length ? h("li", {}, h("label.lab", { for: "another" }, "Tell another fact"),
        h("select", { id: "another", change: choose }, h("option", { value: "" }, "\u2013"), others.map(([title, fact]) => h("option", { value: fact, selected: fact === this.other }, title))),
        isOpen ? h("ul.plain", {}, this.item(this.other, answer)) : null) : null;
    }

    /** What the rules found. */
    foundList(found) {
      const { game } = this;
      const told = found.filter(({ assumed }) => !assumed);
      if (!told.length) return null;
      return h("li", {}, h("p.lab", {}, "Found by the rules"), h("ul.hence", {}, told.map((own) =>
        h("li", {}, game.variables[own.fact].title, " ", h("b", {}, minus(Walker.valueText(game, own.fact, own.index))), " ",
          Page.cite(Walker.Asker.cites(own).join(", "), game.id)))));
    }

    /* The answer */

    reply(answer) {
      const odd = this.oddRoll(answer);
      if (odd !== undefined) return h("div.reply", {}, this.refused(odd));
      this.drawing = {};
      return h("div.reply", {}, this.paper(answer), h("div", { id: "doubt" }), this.head(answer), this.cases(answer), this.chances(answer), this.ledger(answer), this.buttons(answer), this.later(answer), this.reasons(answer));
    }

    /** A roll that cannot fall as is told. */
    oddRoll({ given }) {
      const { game } = this;
      return [...this.told.keys()].flatMap((fact) => game.variables[fact].roll?.dieOf?.[0] ?? []).find((roll) => !Walker.canFall(game, roll, given));
    }

    refused(roll) {
      return h("div.answer", { id: "answer", "data-question": this.question.name, "data-kind": "refused" },
        h("span.big.long", {}, "no answer"), h("p", {}, `No roll of ${this.game.variables[roll].title} falls as is told.`));
    }

    /** What is asked and for what, on paper, where the form does not stand. */
    paper({ found }) {
      const { game, told } = this;
      const own = [...told].filter(([fact]) => this.matters(fact)).map(([fact, { index, text }]) => (text ? `${game.variables[fact].title} ${text}` : Walker.factText(game, fact, index)));
      const usual = found.filter(({ assumed }) => assumed).map(({ fact, index }) => Walker.factText(game, fact, index));
      return h("div.paper", {}, h("h2", {}, this.question.asks || this.question.title), h("p", {}, own.join(", ") || "Nothing is told."),
        usual.length ? h("p", {}, `Taken as usual: ${usual.join(", ")}`) : null);
    }

    head(answer) {
      const { game, question } = this;
      const { ruling, impossible } = answer;
      const excluded = impossible ? h("p.state", {}, h("b", {}, "Impossible: "), impossible.says, " ", Page.cite(impossible.cite, game.id)) : null;
      const warned = answer.beware.map(({ question: { title }, parts: { all: [by] } }) =>
        h("p.state", {}, h("b", {}, `Beware: ${title}`), by ? [`: ${by.says} `, Page.cite(by.cite, game.id)] : null));
      const notes = answer.notes.map((own) => h("p.note", {}, `the rules make ${game.variables[own.fact].title} ${game.label(own.fact, own.index)}; it stays as told `,
        Page.cite(Walker.Asker.cites(own).join(", "), game.id)));
      const said = {
        value: () => this.value(answer),
        gap: () => [h("span.big.long", {}, h("span.gaptag", {}, "gap")), h("p", {}, answer.lost[0], " is missing from ", Page.cite(answer.lost[1], game.id), this.rest(answer), this.instead(answer))],
        needs: () => [h("span.big", { "aria-hidden": "true" }, "?"), h("p", {}, this.openWords(answer))],
        notAsked: () => [h("span.big.long", {}, "not asked here"), h("p", {}, ruling.limits.map(([fact, asked]) =>
          `only for ${game.variables[fact].title} ${asked.slice(0, 12).map((index) => game.label(fact, index)).join(", ")}`).join("; "))],
      }[ruling.kind] ?? (() => [h("span.big.long", {}, "no answer"), h("p", {}, ruling.message)]);
      return h("div.answer", { id: "answer", "data-question": question.name, "data-kind": ruling.kind, class: impossible ? "impossible" : null }, excluded, warned, said(), notes);
    }

    value(answer) {
      const { ruling: { leaf }, unit, filled } = answer;
      const text = minus(filled ?? this.game.answerText(this.question, leaf));
      const isNumber = leaf.kind === "number";
      return [
        h("span.big", { class: text.length > 5 ? "long" : null }, isNumber ? text : Page.capital(text), isNumber && unit ? h("small", {}, unit) : null),
        h("p", {}, this.question.title),
      ];
    }

    rest(answer) {
      const rest = answer.parts.rest();
      return rest ? [h("br", {}), `${minus(this.game.answerText(this.question, rest))} ${answer.unit}, and what is lost`] : null;
    }

    /** The fact to tell in place of what is lost. */
    instead({ toldInstead: fact }) {
      if (fact === undefined) return null;
      const values = this.game.variables[fact].domain.size > 6 ? "" : `: ${[...Array(this.game.variables[fact].domain.size).keys()].map((index) => this.game.label(fact, index)).join(" or ")}`;
      return [h("br", {}), h("span.note", {}, "Tell it, where you see it: ", this.game.variables[fact].title, values)];
    }

    /** What may still come out, where that does not stand below by cases. */
    openWords({ ruling: { possible, facts }, cases, leads }) {
      const { game, question } = this;
      const all = possible.map((leaf) => (leaf.rank === Walker.VALUE ? minus(game.answerText(question, leaf)) : Walker.NO_VALUE[leaf.kind]));
      const few = all.length > 24 ? `${all.slice(0, 20).join(", ")}, \u2026 ${all.at(-1)} (${all.length} in all)` : all.join(", ");
      const first = facts.length ? game.variables[facts[0]].title : "";
      return [first ? h("b", {}, `Tell first: ${first}`) : "It depends on more facts", few && !cases.length && !leads.length ? [h("br", {}), h("span.note", {}, "Still possible: ", few)] : null];
    }

    /** What each value of the first fact that is open leads to. */
    cases({ ruling: { facts }, cases, leads }) {
      const { game, question } = this;
      if (!cases.length && !leads.length) return null;
      const [fact] = facts;
      const either = (texts) => (texts.length > 3 ? `${texts[0]} \u2026 ${texts.at(-1)}` : texts.join(" or "));
      const lead = ({ texts, values }) => h("tr", {}, h("td.amt", {}, minus(either(texts))), h("th", { scope: "row" }, Page.capital(Walker.valuesText(game, fact, values))));
      const row = ({ ruling, values, added }) => h("tr", {},
        h("td.amt", {}, added === undefined ? minus(Walker.rulingText(game, question, ruling)) : `${game.variables[fact].title}${added ? minus(added) : ""}`),
        h("th", { scope: "row" }, Page.capital(Walker.valuesText(game, fact, values))));
      return h("table.ledger.words", { "aria-label": "What each value leads to" }, h("tbody", {}, cases.map(row), leads.map(lead)));
    }

    ledger(answer) {
      const { game, question } = this;
      if (!answer.isAnswered) return null;
      const { excepted, parts: { all, isSum } } = answer;
      const parts = all.filter((part) => !Walker.isNothing(part));
      const isLong = (part) => part.leaf.rank === Walker.VALUE && part.leaf.kind !== "number" && game.answerText(part.question, part.leaf).length > 4;
      const row = (part) => h("tr", {},
        h("td.amt", {}, part.leaf.kind === "gap" ? "lost" : minus(game.answerText(part.question, part.leaf))),
        h("th", { scope: "row" }, Page.capital(part.says), part.exceptionTo && part.exceptionTo !== part.cite ? h("span.note", {}, ` in place of ${part.exceptionTo}`) : null, this.errata(part.errata)),
        h("td.p", {}, Page.cite(part.cite, game.id)));
      const madeOf = (part) => h("tr.of", {},
        h("td.amt", {}),
        h("th", { scope: "row" }, `${part.leaf.kind === "gap" ? "lost:" : minus(game.answerText(part.question, part.leaf))} ${part.says}`, this.errata(part.errata)),
        h("td.p", {}, Page.cite(part.cite, game.id)));
      const rows = parts.flatMap((part) => [row(part), ...(part.of ?? []).map(madeOf)]);
      const total = isSum && parts.length > 1 && answer.ruling.kind === "value"
        ? h("tfoot", {}, h("tr", {}, h("td.amt", {}, minus(game.answerText(question, answer.ruling.leaf))), h("td", {}, answer.unit), h("td", {}))) : null;
      return [
        parts.length ? h("table.ledger", { class: parts.some(isLong) ? "words" : null, "aria-label": "Parts of the answer" }, h("tbody", {}, rows), total) : null,
        excepted.length ? h("ul.plain", { "aria-label": "Excepted" }, excepted.map(({ says, cite, by, when }) => h("li", {}, h("span", {}, h("b", {}, "excepted: "), `${says} ${cite}, by `), Page.cite(by, game.id), when ? `: ${when}` : ""))) : null,
        this.readings(answer),
      ];
    }

    errata(numbers = []) {
      return numbers.map((number) => {
        const [id, source, date] = this.game.shared.errata[number];
        return h("a.para", { href: Page.address(["errata", this.game.id, id]) }, ` erratum: ${source}, ${date}`);
      });
    }

    /** The readings of which another would change the answer. */
    readings(answer) {
      const { game } = this;
      const taken = new Map();
      const visit = (why) => {
        for (const own of why.readings) if (!taken.has(own.variable)) taken.set(own.variable, own);
        why.because.forEach(visit);
      };
      visit(answer.why);
      return [...taken.values()].map(({ variable, index, reading, others }) => h("section.state.reading", { "aria-label": "Reading" },
        h("h2", {}, "Reading: ", reading.asks),
        h("fieldset", {}, h("legend.vh", {}, reading.asks), reading.options.map((words, option) => {
          const other = others.find((own) => own.option === option);
          return h("label", {}, h("input", { type: "radio", name: `reading-${reading.name}`, id: `reading-${variable}-${option}`, checked: option === index, change: () => this.tell(variable, option) }),
            " ", h("span", {}, words, other ? h("b", {}, ` ${minus(game.answerText(answer.question, other.leaf))}`) : null));
        })),
        Page.cite(reading.cite.join(", "), game.id)));
    }

    buttons(answer) {
      const copy = async (text, words) => {
        try {
          await navigator.clipboard.writeText(text);
          Page.say(`${words} copied`);
        } catch {
          prompt(words, text);
        }
      };
      const link = () => `${location.href.split("#")[0]}${this.address}`;
      return h("div.row", {},
        h("button", { type: "button", id: "chat", click: () => copy(Walker.chat(answer), "Line for a chat") }, "Copy for chat"),
        h("button", { type: "button", id: "link", click: () => copy(link(), "Link") }, "Copy link"));
    }

    /** The place for what would change the answer, which is looked for while the page stays at hand; where words led here, it tells
     * whether something else may be asked, too. */
    later(answer) {
      const place = h("div", { id: "changes" });
      this.make(place, this.led.said ? Unsaid.mattering(answer) : answer.changing(), (found) => {
        if (this.led.said) this.node.querySelector("#doubt").replaceChildren(...this.doubt(answer, found));
        return this.changes(found.filter(({ isOpen }) => !isOpen));
      });
      return place;
    }

    /** Fills a place with what is shown of that which is made step by step, as long as nothing else is drawn; it is busy until then. */
    make(place, work, show) {
      place.ariaBusy = "true";
      const [{ drawing }, found] = [this, []];
      const go = () => {
        if (this.drawing !== drawing) return;
        const until = performance.now() + AT_ONCE;
        for (;;) {
          const { done, value } = work.next();
          if (value) found.push(value);
          if (done) {
            place.replaceChildren(...show(found));
            place.ariaBusy = null;
            return;
          }
          if (performance.now() > until) break;
        }
        setTimeout(go);
      };
      setTimeout(go);
    }

    /** The place for how often dice come to which answer, where nothing else is open. */
    chances(answer) {
      const { game, question, led } = this;
      if (answer.ruling.kind !== "needs") return null;
      const place = h("div", { id: "chances" });
      const text = ({ kind, leaf }) => (kind === "value" ? Page.capital(game.answerText(question, leaf)) : Walker.NO_VALUE[kind]);
      this.make(place, Walker.chances(answer), ([found]) => {
        if (!found) return [];
        const sought = led.sum?.split(",") ?? [];
        const isSought = ({ ruling: { leaf } }) => leaf && sought.includes(game.leaves.show(leaf, question.signed));
        const rows = found.all.map(({ ruling, chance }) => [text(ruling), ruling.kind === "value" ? "" : "none", [Charts.shareOf(chance)]]);
        const own = found.all.filter(isSought);
        const [fraction, share] = Charts.shareOf(own.reduce((sum, { chance }) => Walker.plus(sum, chance), [0, 1]));
        return [h("section.block", {}, h("div.top", {}, h("h2", {}, "Chances"), h("span.note", {}, `by ${found.rolls.map((roll) => game.variables[roll].title).join(", ")}`)),
          own.length ? h("p", { id: "sought" }, `${own.map(({ ruling }) => text(ruling)).join(" or ")}: `, h("b", {}, fraction), ` ${Charts.percent(share)}`) : null,
          Charts.picture({ title: question.title, columns: [""], rows }, undefined, true))];
      });
      return place;
    }

    /** What leaves a doubt whether this is what the words ask. */
    doubt(answer, matters) {
      const { game, told, led } = this;
      const own = [...told.keys()].filter((fact) => !this.fromTable.has(fact));
      const found = Unsaid.doubt(answer, matters, { words: led.said, idle: Walker.wordsOf(led.unused ?? ""), told: own });
      if (!found) return [];
      const [{ fact, taken, instead = [] }, title] = [found, (own) => game.variables[own].title];
      const words = found.told ? `nothing told changes this answer by itself (${found.told.map(title).join(", ")})` : `${title(fact)} is taken as ${game.label(fact, taken)}`;
      const few = instead.length <= MOST_TAPPED ? instead : [];
      return [h("p.state.doubted", {}, doubted(words), few.map((index) => [" ",
        h("button", { type: "button", click: () => this.tell(fact, index) }, Walker.factText(game, fact, index))]))];
    }

    /** What would change the answer: of each fact, neighbouring values with one answer together. */
    changes(found) {
      const { game, question } = this;
      if (!found.length) return [];
      const groups = [];
      for (const own of found) {
        const last = groups.at(-1);
        const isSame = last && last.fact === own.fact && last.ruling.kind === own.ruling.kind && last.ruling.leaf === own.ruling.leaf;
        // A value between two of them that changes nothing, or cannot be, is none of them.
        if (isSame && (own.index === last.to + 1 || !game.variables[own.fact].domain.isNumber)) last.to = own.index;
        else groups.push({ ...own, to: own.index });
      }
      const words = ({ fact, index, to }) => {
        const isRange = to !== index && game.variables[fact].domain.isNumber;
        return isRange ? `${Walker.factText(game, fact, index)} to ${game.label(fact, to)}` : Walker.factText(game, fact, index);
      };
      const line = (own) => h("li", {}, h("button", { type: "button", click: () => this.tell(own.fact, own.index) },
        own.ruling.kind === "gap" ? h("span", {}, h("span.gaptag", {}, "gap")) : h("b", {}, minus(Walker.rulingText(game, question, own.ruling))), h("u", {}, words(own)), h("i", {})));
      const more = groups.slice(MOST_CHANGES);
      return [h("section.block", {}, h("div.top", {}, h("h2", {}, "Would change it"), h("span.note", {}, "tap to try")),
        h("ul.would", {}, groups.slice(0, MOST_CHANGES).map(line)),
        more.length ? h("details", {}, h("summary", {}, `${more.length} more`), h("ul.would", {}, more.map(line))) : null)];
    }

    /** What did not apply, and why; and what the questions used rest on. */
    reasons(answer) {
      if (!answer.isAnswered) return null;
      const [passed, cites] = [[], new Set()];
      const visit = (why, depth) => {
        const withInner = (own) => [own, ...own.notExceptedBy.flatMap(withInner)];
        for (const own of [...why.passed, ...why.applied.flatMap(({ notExceptedBy }) => notExceptedBy)].flatMap(withInner)) {
          passed.push(this.passed(own));
          cites.add(own.cite);
        }
        if (depth < MOST_DEEP) why.because.forEach((inner) => visit(inner, depth + 1));
      };
      visit(answer.why, 0);
      return [
        passed.length ? h("details.block", { id: "not-by" }, h("summary", {}, "Did not apply ", h("span.note", {}, `${cites.size} ${cites.size === 1 ? "paragraph" : "paragraphs"}`)), h("ul.plain", {}, passed)) : null,
        h("details.block", { id: "by" }, h("summary", {}, "All rules that made it"), h("ul.tree", {}, this.made(answer.why, 0))),
      ];
    }

    conditions(all) {
      const { game } = this;
      return all.map(({ says, facts }) => {
        const told = Object.entries(facts).map(([name, value]) => `${Walker.inWords(game, name)} ${Walker.inWords(game, value)}`);
        return `${Walker.inWords(game, says)}${told.length ? ` (${told.join(", ")})` : ""}`;
      }).join(" and ");
    }

    passed({ cite, says, why }) {
      const { game } = this;
      const words = "exception" in why ? [`excepted by ${why.exception}: `, this.conditions(why.condition)]
        : why.condition ? ["needs ", this.conditions(why.condition)]
          : why.unknown ? "depends on a fact that is not known; the answer does not"
            : `gave way to ${why.rule} of ${why.gaveWayTo}, by ${why.by}`;
      return h("li", {}, h("span", {}, says ? [h("b", {}, minus(Walker.inWords(game, says))), ": "] : null, words), Page.cite(cite, game.id));
    }

    /** A question used, with the rules that made its answer, and below them those of the questions that these use. */
    made(why, depth) {
      const { game } = this;
      const { question, leaf } = why;
      const says = leaf === null ? "not known" : leaf.rank === Walker.VALUE ? minus(game.answerText(question, leaf)) : Walker.NO_VALUE[leaf.kind];
      const bound = Object.entries(why.bound).map(([name, value]) => `${Walker.inWords(game, name)} ${Walker.inWords(game, value)}`);
      const rules = why.applied.map((own) => h("li", {}, h("b", {}, minus(game.leaves.show(own.leaf, question.signed))), " ", own.says ? Walker.inWords(game, own.says) : "",
        own.exceptionTo ? `, an exception to ${own.exceptionTo.cite}: ${this.conditions(own.exceptionTo.condition)}` : "", " ", Page.cite(own.cite, game.id), this.errata(own.errata)));
      if (why.otherwise !== null) rules.push(h("li", {}, h("b", {}, says), ", where no rule applies ", Page.cite(why.otherwise, game.id)));
      return h("li", {}, Page.link(game.id, question.name, question.title), bound.length ? ` with ${bound.join(", ")}` : "", ": ", h("b", {}, says),
        h("ul.tree", {}, rules, depth < MOST_DEEP ? why.because.map((inner) => this.made(inner, depth + 1)) : null));
    }

    /** The charts that the answer comes from, with the cells lit. */
    charts(answer) {
      const { game } = this;
      const cells = new Map();
      const visit = (why) => {
        for (const { rule } of why.applied) {
          if (!rule.cell) continue;
          const [chart, row, column] = rule.cell;
          const { id } = game.shared.charts[chart];
          cells.set(id, [...(cells.get(id) ?? []), { row, column }]);
        }
        why.because.forEach(visit);
      };
      if (answer.isAnswered && this.oddRoll(answer) === undefined) visit(answer.why);
      return h("div.charts", {}, [...cells].map(([id, own]) => Page.chart(game.id, id, own)));
    }
  }

  const view = ([id, ...name], query) => {
    const game = Walker.book.game(id, Page.state());
    const question = game?.question(name.join("/"));
    if (!question) return { node: h("section.body", {}, h("h1", {}, "No such question"), h("p", {}, name.join("/"), " ", h("a", { href: Page.address(["find"], { q: name.join(" ").replaceAll("-", " ") }) }, "Find it"))), title: "Ask" };
    const form = new Form(game, question, query);
    form.draw();
    const about = Page.about?.(id, `q${question.name}`);
    const inBook = about ? h("details.body", {}, h("summary", {}, "In the book"), about) : null;
    return { node: h("div", {}, form.node, inBook), title: question.title };
  };

  Page.view("ask", view, { asks: true });
  return { Form, MARKS };
})();
