"use strict";
/** What a player says in words of his own, read as values of facts: `mortar, truck at 14 hexes, raining`. */
Object.assign(Walker, (() => {
  const { NO, MOST_WORDS, Denials, wordsOf, digits, fold } = Walker;

  /** How often words may be said by others, which may be said by others again, and the most numbers in what players say. */
  const [MOST_STEPS, MOST_NUMBERS] = [3, 3];
  /** Words that join what is said to what was. */
  const JOINING = ["and", "but", "or", "so", "then"];
  /** How far from a number the words stand that say of which roll it is. */
  const NEAR = 5;
  /** How many figures a number has that stands for itself. */
  const LONG = 4;
  /** Words that say nothing of a fact without its name, though they are values; words that say of one thing what it is. */
  const BARE = ["all", "no", "normal", "other", "some", "yes"];
  const BEING = ["are", "is", "was"];
  /** Words that say of hardly anything which it is, and only of what is spoken of how it is: `deep sand` is no deep Snow. */
  const DEGREES = ["deep", "extreme", "heavy", "high", "intense", "light", "low", "mild", "moderate", "thick", "thin"];
  /** Words beside which a number is what dice show. */
  const DICE = ["roll", "rolls", "rolled", "dr", "die", "dice", "threw", "thrown", "throw", "cdr"];

  /** All that words can mean in a game. `units`, `sayings` and `takes` are by names; `stem` makes the stem of a word. */
  class Listener {
    constructor(game, { units, sayings, takes }, stem, fillers) {
      Object.assign(this, { game, stem, fillers, takes, senses: new Map() });
      this.units = new Map(units.map(([name, one, counts, anyOf]) => [name, { name, one, counts, anyOf }]));
      const number = ([fact, index]) => [game.fact(fact).number, index];
      this.sayings = sayings.map(([words, meanings, like, counted]) => ({ words, like, counted: counted.map((names) => names.map((name) => game.fact(name).number)), meanings: meanings.map((meaning) => meaning.map(number)) }));
      const facts = game.ordered().filter(({ role }) => role === "");
      const names = facts.flatMap((own) => [own.name, ...own.alias].map((name) => [name, own]));
      for (const [name, { number: fact }] of inOrder(names, ([name]) => name)) this.learn(name, { kind: "fact", fact });
      for (const own of inOrder(facts, ({ name }) => name)) this.learnFact(own);
      for (const { words, counted } of this.sayings) {
        for (const told of this.meanings(words, MOST_STEPS)) this.learn(words, { kind: "said", told });
        for (const counts of counted) this.learn(words, { kind: "counted", counts });
      }
      for (const unit of this.units.values()) {
        for (const name of [unit.name, unit.one]) if (name) this.learn(name, { kind: "unit", unit });
      }
    }

    learnFact({ number: fact, title, domain, labels }) {
      this.learn(title, { kind: "fact", fact });
      if (domain.kind !== "words") return;
      domain.words.forEach((word, index) => {
        for (const text of [this.game.shared.words[word][0], labels[index]]) {
          if (text) this.learn(text, { kind: "value", told: [[fact, index]] });
        }
      });
    }

    learn(text, sense) {
      const key = this.key(wordsOf(text));
      if (!key) return;
      const known = this.senses.get(key) ?? [];
      const exact = wordsOf(text).join(" ");
      const said = JSON.stringify([exact, sense.kind, sense.fact, sense.told, sense.counts, sense.unit?.name]);
      if (!known.some((own) => own.text === said)) this.senses.set(key, [...known, { ...sense, text: said, exact }]);
    }

    key(words) {
      return words.map(this.stem).join(" ");
    }

    /** All that words of players can mean. */
    meanings(words, steps) {
      return this.sayings.filter((own) => own.words === words).flatMap(({ meanings, like }) =>
        [...meanings, ...(steps ? like.flatMap((other) => this.meanings(other, steps - 1)) : [])]);
    }

    /** What is said of a fact by a value of it: the value, and then what goes with it. */
    toldBy(fact, value) {
      const index = this.game.read(fact, value);
      if (index >= 0) return [[fact, index]];
      const { name } = this.game.variables[fact];
      const all = [value, `${value} ${name}`, `${name} ${value}`].flatMap((words) => this.meanings(fold(words), MOST_STEPS));
      const meaning = all.find((told) => told.some(([own]) => own === fact));
      return meaning && [...meaning.filter(([own]) => own === fact), ...meaning.filter(([own]) => own !== fact)];
    }

    /** A question and all others of which an answer can come, as the texts of the rules name them: rather too many than too few. */
    takesIn(question) {
      const seen = new Set([question]);
      for (const own of seen) for (const other of this.takes[own]?.[1] ?? []) seen.add(other);
      return seen;
    }

    /** The facts of which it can come. */
    factsOf(question) {
      const named = [...this.takesIn(question)].flatMap((own) => this.takes[own]?.[0] ?? []);
      return new Set(named.map((name) => this.game.fact(name)).filter(Boolean).map(({ number }) => number));
    }

    /** What some words say of some facts: those told, what goes with them, and which of the words say something, be it what players
     * do not mean by them first. */
    hear(words, facts) {
      return new Hearing(this, words, facts).heard();
    }
  }

  /** Whether what is said are the verbs of which words are made that name things: `built` is no building. */
  const isVerbOf = (words, said) => words.some((word, at) => word.includes("ing") && !said[at].includes("ing"));
  const inOrder = (all, of) => [...all].sort((one, other) => (of(one) < of(other) ? -1 : of(one) > of(other) ? 1 : 0));

  /** Words while they are read. */
  class Hearing extends Denials {
    constructor(listener, words, facts) {
      super();
      // The number of the clause in which each word stands.
      const clauses = words.clauses ?? words.map(() => 0);
      Object.assign(this, { listener, game: listener.game, words: [...words], clauses, taken: facts, numbers: [] });
      // Then each number can be that of dice.
      this.isThrown = words.some((word) => DICE.includes(word));
      [this.facts, this.along] = [[], []];
      // By which words each fact is told, and whether the words that are read are such as players say for what they mean.
      [this.places, this.isSaying] = [new Map(), false];
      // Which of the words say something otherwise than others.
      this.contested = words.map(() => false);
      // Which of the words say something, which something else than players mean by them first, and which of these only what goes
      // along with it.
      [this.used, this.elseMeant, this.missed] = [words.map(() => false), words.map(() => false), words.map(() => false)];
    }

    heard() {
      for (let at = 0; at < this.words.length;) at += Math.max(this.read(at), 1);
      const numbers = this.numbers.filter((number) => !this.rollBeside(number) && !this.long(number));
      if (numbers.length === 1) this.roll(numbers[0]);
      const { used, elseMeant, missed, contested, lost } = this;
      const facts = this.facts.map((told) => [...told]);
      for (const [fact, index] of this.along) {
        const own = facts.find(([other]) => other === fact);
        if (!own) facts.push([fact, index]);
        else {
          const both = this.both(fact, own[1], index);
          if (both >= 0) own[1] = both;
        }
      }
      return { facts, used, elseMeant, missed, contested, lost, own: this.facts.length };
    }

    isTold(fact) {
      return this.facts.some(([own]) => own === fact);
    }

    /** All that some words can mean: what is said in these very words, or else in other forms of them. */
    meant(at, count) {
      const words = this.words.slice(at, at + count);
      const all = words.length === count ? this.listener.senses.get(this.listener.key(words)) ?? [] : [];
      const very = all.filter(({ exact }) => exact === words.join(" "));
      const isVerb = ({ kind, exact }) => kind === "value" && isVerbOf(exact.split(" "), words);
      return very.length ? very : all.filter((sense) => !isVerb(sense) && !this.isState(sense.exact.split(" ")));
    }

    /** Whether words tell a state by an irregular form with a word after it that says nothing: who digs in is not `dug in` yet. */
    isState(words) {
      const { stem, fillers } = this.listener;
      return stem(words[0]) !== Walker.stem(words[0]) && fillers.has(words.at(-1));
    }

    /** The facts of the longest name that begins at a word, and how many words it has. */
    namedAt(at) {
      for (let count = Math.min(MOST_WORDS, this.words.length - at); count > 0; count -= 1) {
        const facts = this.meant(at, count).filter(({ kind }) => kind === "fact").map(({ fact }) => fact);
        if (facts.length) return [facts, count];
      }
      return [[], 0];
    }

    /** What some words can mean of the facts that matter. */
    senses(at, count) {
      const own = ([fact]) => this.taken.has(fact);
      return this.meant(at, count).map((sense) => (sense.kind === "said" ? { ...sense, told: sense.told.filter(own) } : sense)).filter((sense) =>
        (sense.told ? sense.told.some(own) : sense.kind === "unit" || (sense.kind === "fact" && this.taken.has(sense.fact))));
    }

    /** Reads what begins at a word; how many words that is. */
    read(at) {
      const word = this.words[at];
      const counted = this.counted(at);
      if (counted) return counted;
      const number = digits(word);
      if (number) {
        if (this.isThrown) this.words[at] = number;
        const read = this.number(at, number);
        if (read > 1 || number === this.words[at]) return Math.max(read, 1);
      }
      for (let count = Math.min(MOST_WORDS, this.words.length - at); count; count -= 1) {
        // A word that denies can be a value, too: `neither rain nor mist`.
        if (count === 1 && NO.includes(word) && this.denies(at)) break;
        const senses = this.senses(at, count);
        const denied = this.deniedAfter(at, count, senses);
        if (denied) return denied;
        const read = this.sense(at, count, senses);
        if (read) return NO.includes(word) ? this.deniedOn(at, read) : read;
        // Words that together say something of another fact say nothing one by one.
        const telling = this.words.slice(at, at + count).filter((own) => !this.listener.fillers.has(own));
        if (telling.length > 1 && !NO.includes(word) && this.meant(at, count).length) return count;
      }
      return NO.includes(word) ? this.deniedOn(at, this.denied(at)) : this.excluded(at);
    }

    /** How many words there are from one to the end of its clause. */
    leftOfClause(at) {
      const end = this.clauses.findIndex((own, place) => place >= at && own !== this.clauses[at]);
      return (end < 0 ? this.words.length : end) - at;
    }

    /** `12 against 4`, `a 3 at 4 to 1`: numbers that stand where players say them, some of which are words themselves; how many words that is.
     * Numbers with words that say something of another fact say nothing here. */
    counted(at) {
      let ofOthers = 0;
      const ones = (bits) => [...bits.toString(2)].filter((bit) => bit === "1").length;
      for (let count = Math.min(MOST_WORDS, this.leftOfClause(at)); count > 1; count -= 1) {
        const words = this.words.slice(at, at + count);
        const numbers = words.flatMap((word, place) => (digits(word) ? [[place, digits(word)]] : [])).slice(0, MOST_NUMBERS);
        const ways = [...Array(2 ** numbers.length).keys()].slice(1).sort((one, other) => ones(one) - ones(other) || one - other);
        for (const way of ways) {
          const counting = numbers.filter((_, bit) => (way >> bit) % 2);
          const meant = this.meantByNumbers(words, counting);
          const told = this.toldByNumbers(meant, counting);
          for (const one of told ?? []) this.tell(at, count, one);
          if (told) return count;
          if (meant.length && !meant.some((facts) => facts.some((fact) => this.taken.has(fact)))) ofOthers = Math.max(ofOthers, count);
        }
      }
      return ofOthers;
    }

    /** The facts that some words tell with so many of their numbers. */
    meantByNumbers(words, counting) {
      const pattern = words.map((word, at) => (counting.some(([place]) => place === at) ? "0" : word));
      const senses = (this.listener.senses.get(this.listener.key(pattern)) ?? []).filter(({ kind }) => kind === "counted");
      return senses.map(({ counts }) => counts).filter((counts) => counts.length === counting.length);
    }

    /** What numbers tell, of the facts that they can be of. */
    toldByNumbers(meant, counting) {
      const all = meant.map((facts) => facts.map((fact, place) => [fact, this.taken.has(fact) ? this.game.read(fact, counting[place][1]) : -1]));
      return all.find((told) => told.every(([, index]) => index >= 0));
    }

    /** Takes the likeliest of some senses; how many words it takes. */
    sense(at, count, senses) {
      const of = (wanted) => senses.filter(({ kind }) => kind === wanted);
      const said = [...new Map(of("said").map(({ told }) => [JSON.stringify(told), told])).values()];
      if (said.length) {
        // What players mean by a name alone is not meant where its value follows: `heat haze is intense`.
        for (const { fact } of of("fact")) {
          const read = this.valued(at, count, fact, true);
          if (read) return read;
        }
        this.isSaying = true;
        this.say(at, count, said);
        this.isSaying = false;
        const first = this.notTakenOf(at, count);
        if (first) {
          this.elseMeant.fill(true, at, at + count);
          this.missed.fill(this.isMissed(first, said.flat()), at, at + count);
        }
        return count;
      }
      for (const { fact } of of("fact")) {
        const read = this.valueAfter(at, count, fact);
        if (read) return read;
      }
      let values = of("value").map((sense) => sense.told);
      if (values.length) {
        // `normal ground pressure`: the value belongs to the fact named after it.
        const [named, length] = this.namedAt(at + count);
        const text = this.words.slice(at, at + count).join("-");
        // Any words would be a value of a text.
        if (named.some((fact) => this.game.variables[fact].domain.kind !== "text" && this.game.read(fact, text) >= 0)) {
          values = values.filter((told) => told.some(([fact]) => named.includes(fact)));
          if (!values.length) return count + length;
          this.useUp(at + count, length);
        } else if (this.saysNothing(at, count)) return 0;
        if (count === 1 && DEGREES.includes(this.words[at])) values = values.filter((told) => told.some(([fact]) => this.isSpokenOf(fact)));
        if (!values.length) return 0;
        this.say(at, count, values);
        return count;
      }
      for (const { fact } of of("fact")) {
        const isYesOrNo = this.game.variables[fact].domain.kind === "bool";
        if (this.isTold(fact)) this.useUp(at, count);
        else if (isYesOrNo) this.tell(at, count, [fact, 1]);
        else continue;
        return count;
      }
      return 0;
    }

    /** What players mean first by some words, where it does not matter: its first fact, for what goes along says less. */
    notTakenOf(at, count) {
      const first = this.meant(at, count).find(({ kind }) => kind === "said")?.told;
      return first && !this.taken.has(first[0][0]) ? first : null;
    }

    /** Whether what is said is only what goes along with what is meant first; the same word said of another fact is meant: `in mud`. */
    isMissed([meant, ...along], said) {
      const word = ([fact, index]) => { const { kind, words } = this.game.variables[fact].domain; return kind === "words" ? words[index] : undefined; };
      const isSame = (told) => word(meant) !== undefined && word(told) === word(meant);
      return said.some((told) => !isSame(told) && [meant, ...along].some((own) => own.join() === told.join()));
    }

    /** Whether values say nothing where their fact is not named beside them: `some men`; or `ground is wet`, where the words name
     * another fact of which they say nothing either, for they name what is wet. */
    saysNothing(at, count) {
      const isName = this.meant(at, count).some(({ kind }) => kind === "fact");
      const isOther = isName && BEING.includes(this.words[at + count]) && this.senses(at + count + 1, 1).length;
      return (count === 1 && BARE.includes(this.words[at])) || isOther;
    }

    /** Whether a word that says something stands in the words and in a name of a fact. */
    isSpokenOf(fact) {
      const { stem, fillers } = this.listener;
      const { name, alias, title } = this.game.variables[fact];
      const own = [...alias, title ?? "", name].flatMap(wordsOf).filter((word) => !fillers.has(word)).map(stem);
      return this.words.some((word) => own.includes(stem(word)));
    }

    /** A fact with its value after it, or with a number before it in its clause; how many words that is. */
    valueAfter(at, count, fact) {
      const read = this.valued(at, count, fact, false);
      if (read) return read;
      if (!this.numbers.length) return 0;
      const number = this.numbers.at(-1);
      const index = this.game.read(fact, this.words[number]);
      if (index < 0 || this.clauses[number] !== this.clauses[at]) return 0;
      this.numbers.pop();
      this.tell(number, 1, [fact, index]);
      this.useUp(at, count);
      return count;
    }

    /** A fact with its value after it, words between them that say nothing; how many words that is. Of what players say for another thing
     * besides, the value stands in the same clause or is one by itself. */
    valued(at, count, fact, isSaid) {
      // Any words would be a value of a text.
      if (this.game.variables[fact].domain.kind === "text") return 0;
      for (let from = at + count; ; from += 1) {
        for (let length = Math.min(MOST_WORDS, this.words.length - from); length > 0; length -= 1) {
          const told = this.valueAt(from, length, fact);
          if (!told) continue;
          const isNear = this.clauses[from] === this.clauses[at]
            || (this.clauses[from] !== this.clauses[from - 1] && this.leftOfClause(from) === length);
          // `gusts, no rain` says nothing of the gusts.
          if ((isSaid && !isNear) || (length === 1 && NO.includes(this.words[from]) && this.meansMore(from))) continue;
          const read = from + length - at;
          this.tellAll(at, read, told);
          return read;
        }
        if (!this.listener.fillers.has(this.words[from]) || JOINING.includes(this.words[from])) return 0;
      }
    }

    /** What some words tell as a value of a fact; a number may be a word. */
    valueAt(from, length, fact) {
      const words = this.words.slice(from, from + length);
      const told = this.listener.toldBy(fact, words.join("-"));
      if (told) return told;
      const number = length === 1 ? digits(words[0]) : null;
      const index = number ? this.game.read(fact, number) : -1;
      return index >= 0 ? [[fact, index]] : null;
    }

    /** A number, with its unit if it has one; how many words that is. */
    number(at, number) {
      const { game, listener } = this;
      for (const count of [2, 1].filter((many) => many < this.leftOfClause(at))) {
        for (const { kind, unit } of this.senses(at + 1, count)) {
          if (kind !== "unit") continue;
          const counts = unit.counts && game.fact(unit.counts);
          // It counts something that does not matter here: `two hexes of it` are no distance.
          if (counts && (this.words[at + count + 1] === "of" || !this.taken.has(counts.number))) return count + 1;
          const fits = [...this.taken].flatMap((fact) => {
            const own = game.variables[fact].unit;
            const isOfUnit = own === unit.name || listener.units.get(own)?.anyOf.includes(unit.name);
            const index = isOfUnit ? game.read(fact, number) : -1;
            return index < 0 ? [] : [[[fact, index]]];
          });
          if (!fits.length) continue;
          const counted = fits.find(([[fact]]) => game.variables[fact].name === unit.counts);
          this.say(at, count + 1, counted ? [counted] : fits);
          return count + 1;
        }
      }
      if (this.words[at] === number) this.numbers.push(at);
      return 1;
    }

    /** Takes one of several meanings: the one about what people tell first, if there is such a one. */
    say(at, count, meanings) {
      const place = (told) => Math.min(...told.map(([fact]) => this.game.toldAt(fact)));
      const first = Math.min(...meanings.map(place));
      const likeliest = meanings.filter((told) => place(told) === first);
      if (likeliest.length === 1) this.tellAll(at, count, likeliest[0]);
      else this.useUp(at, count);
    }

    tellAll(at, count, [first, ...along]) {
      this.tell(at, count, first);
      this.along.push(...along);
    }

    /** What is said twice counts as it was said first, or in more of the players' words: `tank fires at a squad`. */
    tell(at, count, [fact, index]) {
      const told = this.facts.find(([other]) => other === fact);
      const place = [at, count];
      if (!told) {
        this.facts.push([fact, index]);
        this.places.set(fact, place);
      } else if (told[1] !== index) {
        const both = this.both(fact, told[1], index);
        const isMore = this.isSaying && count > this.places.get(fact)[1];
        const [lostAt, lost] = isMore ? this.places.get(fact) : place;
        if (both >= 0) told[1] = both;
        else this.contested.fill(true, lostAt, lostAt + lost);
        if (both < 0 && isMore) {
          told[1] = index;
          this.places.set(fact, place);
        }
      }
      this.useUp(at, count);
    }

    /** The value that is two others at once: `ground-and-falling`; -1 if there is none. */
    both(fact, ...values) {
      const [one, other] = values.map((index) => this.game.showIndex(fact, index));
      return Math.max(...[`${one}-and-${other}`, `${other}-and-${one}`].map((name) => this.game.read(fact, name)));
    }

    useUp(at, count) {
      this.used.fill(true, at, at + count);
    }

    /** Where among some places the words of a roll's name are said. */
    namedAmong(roll, places) {
      const { stem, fillers } = this.listener;
      const name = wordsOf(this.game.variables[roll].name).filter((word) => !DICE.includes(word) && !fillers.has(word)).map(stem);
      return places.filter((at) => name.includes(stem(this.words[at])));
    }

    /** The facts not told for which a number can stand: the rolls, and the others. */
    openAt(number) {
      const { game, words } = this;
      const open = [...this.taken].filter((fact) => game.variables[fact].domain.isNumber && !game.variables[fact].domain.listed && !this.isTold(fact))
        .map((fact) => [fact, game.read(fact, words[number])]).filter(([, index]) => index >= 0);
      const isRoll = ([fact]) => game.rollOf(fact) === fact;
      return [open.filter(isRoll), open.filter((own) => !isRoll(own))];
    }

    /** Takes a number that stands with dice for that of the roll whose name stands there too: `dust roll 3`. Whether there is one such roll. */
    rollBeside(number) {
      const near = [...this.words.keys()].slice(Math.max(0, number - NEAR), number + NEAR + 1);
      if (!near.some((at) => DICE.includes(this.words[at]))) return false;
      const rolls = this.openAt(number)[0].map((roll) => [roll, this.namedAmong(roll[0], near)]);
      const most = Math.max(1, ...rolls.map(([, named]) => named.length));
      const best = rolls.filter(([, named]) => named.length === most);
      if (best.length !== 1) return false;
      const [[roll, named]] = best;
      for (const at of named) this.useUp(at, 1);
      this.tell(number, 1, roll);
      this.useUpDice(near);
      return true;
    }

    /** Takes a long number for that of the one fact that it can be: `1941` is a year. Whether there is one such fact. */
    long(number) {
      const [rolls, others] = this.openAt(number);
      if (this.words[number].length < LONG || rolls.length || others.length !== 1) return false;
      this.tell(number, 1, others[0]);
      return true;
    }

    /** Takes a number for that of the one roll which is not told and whose name is said, if it stands beside dice or can be nothing else that people tell. */
    roll(number) {
      const { game, words } = this;
      const [open, others] = this.openAt(number);
      const rolls = open.filter(([fact]) => this.namedAmong(fact, [...words.keys()]).length);
      const isOther = others.some(([fact]) => game.toldAt(fact) < Infinity);
      if (rolls.length !== 1 || (isOther && !words.some((word) => DICE.includes(word)))) return;
      this.tell(number, 1, rolls[0]);
      this.useUpDice([...words.keys()]);
    }

    useUpDice(places) {
      for (const at of places) if (DICE.includes(this.words[at])) this.used[at] = true;
    }
  }

  return { DICE, Listener };
})());
