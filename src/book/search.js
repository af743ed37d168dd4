"use strict";
/**
 * Finding things by words, as `chartroom find` does: whole words, their stems, their beginnings, paragraph numbers; and what the
 * words tell of the facts that a question takes.
 */
const Search = (() => {
  const [WHOLE, STEM, BEGINNING] = [6, 4, 2];
  const KINDS = ["card", "question", "procedure", "process", "chart", "paragraph", "fact", "reading", "erratum"];
  let index = null;

  const { wordsOf, distance } = Walker;
  /** How many questions are looked into for the facts that they take, besides those that are asked most; among how many of the
   * things found there is a question to ask; what a word counts that tells such a fact. */
  const [MOST_QUESTIONS, MOST_ASKED, SAID] = [24, 8, 40];

  const stems = new Map();
  const stemOf = (word) => {
    if (!stems.has(word)) stems.set(word, Walker.stem(Page.content().words.forms[word] ?? word));
    return stems.get(word);
  };
  const fillers = () => new Set(Page.content().words.fillers);
  /** Each of some words that says something, once; all, where none does. */
  const content = (words) => {
    const [all, filling] = [[...new Set(words)], fillers()];
    const telling = all.filter((word) => !filling.has(word));
    return telling.length ? telling : all;
  };

  /** The index, made when it is first needed. */
  const made = () => {
    if (index) return index;
    const words = [];
    const places = new Map();
    const things = Page.content().find.map((packed) => {
      const [kind, name, game, says, cite, texts, weight, isAskedMost] = Page.unpacked(packed);
      const weights = new Map();
      for (const [text, weight] of texts) {
        for (const word of wordsOf(text)) {
          if (!places.has(word)) { places.set(word, words.length); words.push({ text: word, stem: stemOf(word) }); }
          const place = places.get(word);
          weights.set(place, Math.max(weight, weights.get(place) ?? 0));
        }
      }
      return { kind, name, game, says, cite, weights, weight, isAskedMost };
    });
    index = { words, things };
    return index;
  };

  const isNumberOf = (number, word) => word.includes(".") && /^[0-9]/.test(word) && number.replace(/^[a-zA-Z]+/, "") === word;
  const like = (word) => {
    const root = stemOf(word);
    const fits = new Map();
    made().words.forEach((own, place) => {
      if (own.text === word || isNumberOf(own.text, word)) fits.set(place, WHOLE);
      else if (own.stem === root) fits.set(place, STEM);
      else if (word.length >= 4 && own.text.startsWith(word)) fits.set(place, BEGINNING);
    });
    return fits;
  };

  const nearest = (word) => {
    const limit = Math.max(1, Math.floor(word.length / 3));
    let best = null;
    for (const { text } of made().words) {
      if (Math.abs(text.length - word.length) > limit) continue;
      const far = distance(word, text);
      if (far <= limit && (!best || far < best.far || (far === best.far && text < best.text))) best = { far, text };
    }
    return best?.text;
  };

  const ownName = (name) => name.split("/").pop();
  const isCalled = (thing, name) => {
    const titled = ["paragraph", "chart", "procedure"].includes(thing.kind);
    return [ownName(thing.name), ...(titled ? [thing.says] : [])].some((own) => wordsOf(own).join("-") === name);
  };

  /** The words that a player may mean who says one, be it together with others. */
  const otherWords = (said, word) => {
    const [stem, stems] = [stemOf(word), said.map(stemOf)];
    return Page.content().words.sayings.map(([own, other]) => [own.map(stemOf), other])
      .filter(([own]) => own.includes(stem) && stems.some((_, at) => own.every((one, place) => stems[at + place] === one)))
      .flatMap(([, other]) => other);
  };
  const isNumber = (word) => /^[0-9]+$/.test(word);
  /** A number by itself is in many a chart: it counts where it is all that is said. */
  const counts = (word, wanted) => !isNumber(word) || wanted.every(isNumber);

  /** What has which of the words looked for, each thing with the places of its words; and the words that nothing has. */
  const search = (question) => {
    const { things } = made();
    const said = wordsOf(question);
    const wanted = content(said);
    const hits = things.map((thing) => ({ thing, words: new Set(), score: 0 }));
    const unknown = [];
    wanted.forEach((word, at) => {
      let fits = like(word);
      for (const other of otherWords(said, word)) {
        for (const [place, fit] of like(other)) fits.set(place, Math.max(fits.get(place) ?? 0, Math.min(fit, STEM)));
      }
      if (!fits.size && !isNumber(word)) {
        const nearby = nearest(word);
        // Short words, and those that begin otherwise, are words of their own.
        const near = nearby && word.length >= 4 && nearby[0] === word[0] ? nearby : undefined;
        if (near) fits = like(near);
        unknown.push([word, near]);
      }
      const best = things.map(({ weights }) => {
        let most = 0;
        for (const [place, fit] of fits) most = Math.max(most, fit * (weights.get(place) ?? 0));
        return most;
      });
      const having = best.filter(Boolean).length;
      if (!having) return;
      const rarity = 1 + Math.floor(Math.log2(Math.max(1, Math.floor(things.length / having))));
      best.forEach((own, place) => { if (own) { if (counts(word, wanted)) hits[place].words.add(at); hits[place].score += own * rarity; } });
    });
    return { said, wanted, hits, unknown };
  };

  const listeners = new Map();
  /** What listens to the words of a player in a game, once its rules are there. */
  const listener = (game) => {
    if (!listeners.has(game)) {
      const own = Walker.book.game(game, Page.content().chosen);
      listeners.set(game, own ? new Walker.Listener(own, Page.unpacked(Page.content().words.heard[game]), stemOf, fillers()) : null);
    }
    return listeners.get(game);
  };

  /** The questions of a game that may be meant: those that are asked most, and those that have most of the words. */
  const questions = (hits, game) => {
    const own = hits.filter(({ thing }) => thing.kind === "question" && thing.game === game);
    const others = own.filter(({ thing, words }) => !thing.isAskedMost && words.size);
    others.sort((one, other) => other.score * other.words.size - one.score * one.words.size);
    return [...own.filter(({ thing }) => thing.isAskedMost), ...others.slice(0, MOST_QUESTIONS)];
  };

  /** For each question that may be meant the words that tell a fact which it takes, by their places. */
  const told = ({ said, wanted, hits }) => {
    const all = new Map();
    for (const { id } of Walker.book?.games ?? []) {
      const own = listener(id);
      const facts = own?.game.ordered().filter(({ role }) => role === "").map(({ number }) => number);
      if (!own || !own.hear(said, new Set(facts)).facts.length) continue;
      for (const { thing } of questions(hits, id)) {
        const { used } = own.hear(said, own.factsOf(ownName(thing.name)));
        all.set(thing, wanted.flatMap((word, place) => (said.some((other, at) => used[at] && other === word) ? [place] : [])));
      }
    }
    return all;
  };

  /** What to go on with: the first thing found; where that answers nothing, the first question that has the words as well; with the facts told. */
  const next = (things, whole, said) => {
    const [first] = things;
    if (!first) return null;
    const answers = ({ kind }) => !["fact", "reading", "card"].includes(kind);
    const best = (most) => things.slice(0, Math.min(most, MOST_ASKED));
    const asked = (most) => best(most).find(({ kind }) => kind === "question");
    const thing = answers(first) ? first : asked(whole) ?? best(whole).find(answers) ?? asked(MOST_ASKED) ?? first;
    const own = thing.kind === "question" && Walker.book ? listener(thing.game) : null;
    const question = own?.game.question(ownName(thing.name));
    if (!question) return { thing, facts: [] };
    const taken = own.game.sources(({ questions: asked }) => asked.push(question.number));
    // What it finds itself is asked, and not given.
    const facts = own.hear(said, taken).facts.filter(([fact]) => own.game.variables[fact].name !== ownName(thing.name));
    return { thing, facts: facts.map(([fact, index]) => [own.game.variables[fact].name, own.game.showIndex(fact, index)]), words: facts.map(([fact, index]) => Walker.factText(own.game, fact, index)) };
  };

  /** Whether all words of the name of something that answers are said; a single word names too much. */
  const inName = (thing, said) => {
    const words = content(wordsOf(ownName(thing.name)));
    return ["card", "question", "procedure", "process"].includes(thing.kind) && words.length > 1 && words.every((word) => said.has(stemOf(word)));
  };

  /** The game whose title stands in some words, and the words without it. */
  const ofGame = (question) => {
    const words = wordsOf(question);
    for (const { id, title } of Page.content().games) {
      const own = wordsOf((title ?? "").split(":")[0]);
      const at = words.findIndex((_, from) => own.every((word, place) => words[from + place] === word));
      if (own.length < 2 || at < 0) continue;
      const rest = [...words.slice(0, at), ...words.slice(at + own.length)];
      return [rest.length ? id : null, rest.join(" ")];
    }
    return [null, question];
  };

  /** The key of the chart or of the figures that show how often what comes: of the thing itself, or of a chart that answers it. */
  const oddsOf = ({ kind, name, game }) => {
    const own = ownName(name);
    const charts = { chart: [own], question: Page.thing(game, `q${own}`)?.[6] ?? [] }[kind] ?? [];
    const chart = charts.find((id) => Page.thing(game, `c${id}`)?.odds);
    return chart ? `c${chart}` : ["process", "procedure"].includes(kind) && Page.thing(game, `o${own}`) ? `s${own}` : null;
  };
  /** The words without those that ask for a chance; nothing, where none does or nothing else is said. */
  const withoutChance = (text) => {
    const { chance } = Page.content().words;
    const [all, rest] = [wordsOf(text), wordsOf(text).filter((word) => !chance.includes(word))];
    return rest.length < all.length && rest.some((word) => !fillers().has(word)) ? rest.join(" ") : null;
  };

  /** What has the words of a question, best first; how many have all; the words that nothing has; and what to go on with: who asks
   * how likely something is goes on to its chances. */
  const find = (text) => {
    const rest = withoutChance(text);
    const found = rest ? ranked(rest) : null;
    const thing = found?.things.slice(0, Math.max(found.whole, MOST_ASKED)).find(oddsOf);
    return thing ? { ...found, next: { thing, facts: [], odds: oddsOf(thing) } } : ranked(text);
  };
  const ranked = (text) => {
    const [game, question] = ofGame(text);
    const own = search(question);
    const { said, wanted, hits, unknown } = own;
    const tells = told(own);
    const name = wanted.join("-");
    const naming = new Set(wanted.flatMap((word) => [word, ...otherWords(wanted, word)]).map(stemOf));
    const isMeant = (word) => counts(word, wanted) && !unknown.some(([lost, near]) => lost === word && !near);
    const meant = [...wanted.keys()].filter((at) => isMeant(wanted[at]));
    const all = hits.map(({ thing, words: having, score: counted }) => {
      const words = new Set([...having, ...(tells.get(thing) ?? [])]);
      const score = (counted + SAID * (words.size - having.size)) * words.size ** 2 * thing.weight * (inName(thing, naming) ? 2 : 1);
      const called = isCalled(thing, name) || (thing.kind === "paragraph" && isNumberOf(ownName(thing.name).toLowerCase(), name));
      return { thing, words, score, first: 2 * called + meant.every((at) => words.has(at)) };
    }).filter(({ words, thing }) => words.size && (!game || thing.game === game));
    all.sort((one, other) => other.first - one.first || other.score - one.score
      || KINDS.indexOf(one.thing.kind) - KINDS.indexOf(other.thing.kind) || one.thing.name.length - other.thing.name.length);
    const things = all.map(({ thing }) => thing);
    const whole = all.filter(({ first }) => first > 0).length;
    return { things, whole, unknown, next: next(things, whole, said) };
  };

  return { find, ownName };
})();
