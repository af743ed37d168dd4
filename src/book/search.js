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
  const { asksBy, fillers, wordsIn, read, readEach, without, asksWith, likeness, unused } = Asked;
  const { stemOf, ownName, listener, only, heardBy, withFacts, forAsking, givenBy } = Telling;
  const { content, isNumber, sayings, sayingsOf, otherWords, namedIn, calledIn } = Naming;
  /** How many questions are looked into for the facts that they take, besides those that are asked most; among how many of the
   * things found there is a question to ask, and one as good as what is only read; how many of these are meant; what a word counts that tells such a fact. */
  const [MOST_QUESTIONS, MOST_ASKED, AS_GOOD, MOST_MEANT, SAID] = [40, 8, 5, 3, 60];
  /** How many are, where one is looked for that gives what is asked how likely it is: few say of what they give what it is. */
  const MOST_LIKELY = 200;
  /** What a word counts that stands where the question asks; in percent what counts for a thing besides the words that it has, how
   * many times so much the words of its own count that are said, how many of these are where it does not answer; and how many times
   * less counts what has none of the words that ask. */
  const [ASKING, BASE, OWN, OTHER, BESIDE] = [2, 30, 3, 20, 2];
  /** So many words are no whole question, though they ask; how many halves of it count what has all words of one. */
  const [FEW, WHOLLY, NAMED] = [2, 3, 100];
  /** How many words of one game alone tell that it is meant, and how many times as many as those of another. */
  const MANY = 2;

  /** The index, made when it is first needed. */
  const made = () => {
    if (index) return index;
    const words = [];
    const places = new Map();
    const things = Page.content().find.map((packed) => {
      const [kind, name, game, says, cite, texts, weight, isAskedMost, askedAs, values] = Page.unpacked(packed);
      const weights = new Map();
      for (const [text, weight] of texts) {
        for (const word of wordsOf(text)) {
          if (!places.has(word)) { places.set(word, words.length); words.push({ text: word, stem: stemOf(word) }); }
          const place = places.get(word);
          weights.set(place, Math.max(weight, weights.get(place) ?? 0));
        }
      }
      return { kind, name, game, says, cite, weights, weight, isAskedMost, askedAs, values };
    });
    const having = new Map();
    for (const { weights } of things) {
      for (const stem of new Set([...weights.keys()].map((place) => words[place].stem))) having.set(stem, (having.get(stem) ?? 0) + 1);
    }
    index = { words, things, having };
    for (const thing of things) {
      const own = (text) => (answers(thing) ? content(wordsOf(text)).filter((word) => !isNumber(word)).map(stemOf) : []);
      thing.own = [own(ownName(thing.name)), own(thing.says)];
    }
    return index;
  };

  const answers = ({ kind }) => ["question", "procedure", "process"].includes(kind);
  /** How rare something is which so many things have. */
  const rarityOf = (having) => 1 + Math.floor(Math.log2(Math.max(1, having ? Math.floor(made().things.length / having) : 1)));

  const isNumberOf = (number, word) => word.includes(".") && /^[0-9]/.test(word) && number.replace(/^[a-zA-Z]+/, "") === word;
  /** Whether a word stands for a longer one that begins with it; one of a script without spaces, for what it stands within. */
  const isBeginning = (word, whole) => (word > "\u2e7f" && whole.includes(word)) || ([...word].length >= 4 && whole.startsWith(word));
  const like = (word) => {
    const root = stemOf(word);
    const fits = new Map();
    made().words.forEach((own, place) => {
      if (own.text === word || isNumberOf(own.text, word)) fits.set(place, WHOLE);
      else if (own.stem === root) fits.set(place, STEM);
      else if (isBeginning(word, own.text)) fits.set(place, BEGINNING);
    });
    return fits;
  };

  /** Whether one word can be a slip for another: short ones, those that begin otherwise, and those of a middling length with another
   * letter in place of one are words of their own. */
  const isSlip = (word, near) => {
    const isMiddling = [...word].length < 7 && [...word].length === [...near].length;
    const sorted = (text) => [...text].sort().join("");
    const isFar = () => [...word].length <= 7 && distance(word, near) > 1;
    // Another number is another thing, and no slip: `F11.63` is not `F11.3`.
    return [...word].length >= 4 && !/[0-9]/.test(word + near) && word[0] === near[0] && (sorted(word) === sorted(near) || (!isMiddling && !isFar()));
  };
  const nearest = (word) => {
    const limit = Math.max(1, Math.floor(word.length / 3));
    let best = null;
    for (const { text } of made().words) {
      if (Math.abs(text.length - word.length) > limit || !isSlip(word, text)) continue;
      const far = distance(word, text);
      if (far <= limit && (!best || far < best.far || (far === best.far && text < best.text))) best = { far, text };
    }
    return best?.text;
  };

  const isCalled = (thing, name) => {
    const titled = ["paragraph", "chart", "procedure"].includes(thing.kind);
    return [ownName(thing.name), ...(titled ? [thing.says] : [])].some((own) => content(wordsIn(own)).join("-") === name);
  };

  let unitStems = null;
  /** The stems of the units in which a fact is counted. */
  const units = () => {
    const all = () => Object.values(Page.content().words.heard).flatMap((heard) => Page.unpacked(heard).units);
    return unitStems ??= new Set(all().filter(([, , counts]) => counts).map(([name]) => stemOf(name)));
  };
  /** A number by itself, or with its unit, is in many a chart: it counts where it is all that is said. */
  const countedBy = (all, wanted) => {
    const isUnit = (word) => units().has(stemOf(word)) && all.every((own, at) => own !== word || isNumber(all[at - 1] ?? ""));
    const isCounting = (word) => isNumber(word) || isUnit(word);
    return wanted.every(isCounting) ? () => true : (word) => !isCounting(word);
  };

  /** Whether a word says a number, a half or a quarter be among it; other decimals would be paragraphs. */
  const saysNumber = (word) => Walker.digits(word) && (!word.includes(".") || /\.(?:5|25|75)$/.test(word));

  /** What has which of the words looked for, each thing with the places of its words; and the words that nothing has. */
  const search = (asked) => {
    const { things } = made();
    const all = asked.words;
    const wanted = content(all);
    const isAsking = asksWith(asked);
    const shares = wanted.map((word) => (isAsking(word) ? ASKING : 1));
    const counted = wanted.map(() => 0);
    const counts = countedBy(all, wanted);
    const hits = things.map((thing) => ({ thing, words: new Set(), score: 0 }));
    const unknown = [];
    wanted.forEach((word, at) => {
      let fits = like(word);
      for (const other of otherWords(all, word)) {
        for (const [place, fit] of like(other)) fits.set(place, Math.max(fits.get(place) ?? 0, Math.min(fit, STEM)));
      }
      if (!fits.size && !saysNumber(word)) {
        const near = nearest(word);
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
      const rarity = rarityOf(having);
      counted[at] = counts(word) ? shares[at] * rarity : shares[at];
      best.forEach((own, place) => { if (own && counts(word)) { hits[place].words.add(at); hits[place].score += own * rarity * shares[at]; } });
    });
    return { said: telling(respelt(asked, unknown)), wanted, hits, unknown, shares, counted, isAsking, counts };
  };

  /** The questions of a game that may be meant: those that are asked most, and so many of those that have most of the words. */
  const questions = (hits, game, most) => {
    const own = hits.filter(({ thing }) => thing.kind === "question" && thing.game === game);
    const others = own.filter(({ thing, words }) => !thing.isAskedMost && words.size);
    others.sort((one, other) => other.score * other.words.size - one.score * one.words.size);
    return [...own.filter(({ thing }) => thing.isAskedMost), ...others.slice(0, most)];
  };

  /** For each question that may be meant the words that tell a fact which it takes, by their places; those by which players mean this
   * first; whether they tell something of the moment; and where a chance is asked for, what its odds are to be asked with. */
  const told = ({ said, wanted, hits }, isLikely) => {
    const all = new Map();
    for (const { id } of Walker.book?.games ?? []) {
      const own = listener(id);
      const facts = own?.game.ordered().filter(({ role }) => role === "").map(({ number }) => number);
      if (!own || !(isLikely || own.hear(said.words, new Set(facts)).facts.length)) continue;
      for (const { thing } of questions(hits, id, isLikely ? MOST_LIKELY : MOST_QUESTIONS)) {
        const [{ facts, used, elseMeant }, words] = heardBy(own, said, thing, own.factsOf(ownName(thing.name)));
        const told = (isSuch) => wanted.flatMap((word, place) => (words.some((other, at) => isSuch(at) && other === word) ? [place] : []));
        const isOfMoment = facts.some(([fact]) => own.game.toldAt(fact) < Infinity && own.game.stageOf(fact) === "moment");
        const given = facts.filter(([fact]) => own.game.variables[fact].name !== ownName(thing.name));
        const chance = isLikely ? Likely.ofQuestion(own, thing, [wanted, said.all], given) : null;
        const places = (at) => [...new Set([...at, ...chance?.places ?? []])];
        all.set(thing, Object.assign(places(told((at) => used[at])), { first: places(told((at) => used[at] && !elseMeant[at])), isOfMoment, chance }));
      }
    }
    return all;
  };

  /** What to go on with: the first thing found; where that answers nothing, the first question that has the words as well; with the facts told. */
  const next = (things, whole, said, by, composed, most) => {
    const [first] = things;
    if (!first) return null;
    const answers = ({ kind }) => !["fact", "reading", "card"].includes(kind);
    const best = (most) => things.slice(0, Math.min(most, MOST_ASKED));
    const asked = (most) => best(most).find(({ kind }) => kind === "question");
    const near = by && ["paragraph", "chart"].includes(first.kind) ? things.slice(0, AS_GOOD).find(({ kind }) => kind === "question") : null;
    const [thing, before] = composed(near ?? (answers(first) ? first : asked(whole) ?? best(whole).find(answers) ?? asked(MOST_ASKED) ?? first));
    const others = [...new Set([before, ...things])].filter((other) => other.kind === "question" && other !== thing);
    const meant = thing.kind === "question" ? most([thing, ...others].slice(0, MOST_QUESTIONS)).map((one) => withFacts(one, said)) : [withFacts(thing, said)];
    return Object.assign(meant.find(({ isAsked }) => isAsked) ?? meant[0], { meant });
  };
  /** What is asked most in place of a part of it that is found first, has no words that it has not, and is not named. */
  const composed = (best, things, having, names, says, tells, by) => {
    // What is asked otherwise is not named, though all words of its name are said.
    const isNamed = (says(best) && likeness(best, by) > 3) || names.has(ownName(best.name));
    const own = best.kind === "question" && !best.isAskedMost && !isNamed ? listener(best.game) : null;
    const isAsGood = (other) => other.kind === "question" && other.isAskedMost && other.game === best.game && likeness(other, by) > 3
      && [...having.get(best)].every((at) => tells(other, at)) && own.takesIn(ownName(other.name)).has(ownName(best.name));
    return (own && things.find(isAsGood)) ?? best;
  };
  /** Where all words only tell how things stand in a moment: what is asked most, if that takes all of it as players mean it first, and
   * the best is not named by a word besides. `truck on a road in mud` is what a truck pays, for as a target it is meant only where
   * something is fired. */
  const situation = (best, things, all, tells, isNamed) => {
    const isWhole = (told) => told?.isOfMoment && all.every((at) => told.first.includes(at));
    const isTold = (thing) => thing.kind === "question" && thing.isAskedMost && isWhole(tells.get(thing));
    const isBest = all.some((at) => isNamed(at) && !tells.get(best)?.includes(at)) || isTold(best) || all.length < 2;
    return (!isBest && things.find(isTold)) || best;
  };
  /** Where nothing is asked but what happens, and all words tell how things stand in a scenario or turn: the card asked most, with what
   * they tell. What is named by a word besides is asked. */
  const cardFor = (best, asked, { said, wanted }, isNamed) => {
    const own = Walker.book ? listener(best.game) : null;
    const { happens, rolled } = Page.content().words;
    const most = Page.content().games.find(({ id }) => id === best.game)?.asked ?? [];
    const card = own?.game.cards.find(({ name }) => most.includes(name));
    if (!card || (asked.by !== null && !asked.words.some((word) => happens.includes(word))) || isNamed || wanted.length < 2) return null;
    const stands = own.game.variables.filter(({ number, role }) => role === "" && own.game.toldAt(number) < Infinity && own.game.stageOf(number) !== "moment");
    const heard = own.hear(said.words, new Set(stands.map(({ number }) => number)));
    const isTold = (word) => rolled.includes(word) || said.words.some((other, at) => heard.used[at] && other === word);
    if (heard.facts.length < 2 || !wanted.every(isTold)) return null;
    const told = heard.facts.map(([fact, index]) => [own.game.variables[fact].name, own.game.showIndex(fact, index)]);
    return { thing: { kind: "card", name: card.name, game: best.game }, facts: told, used: said.words, isAsked: true,
      words: heard.facts.map(([fact, index]) => Walker.factText(own.game, fact, index)) };
  };
  /** Of the questions found, the first to which all words say something that say something to the best, and others tell a fact
   * besides; the best itself, where it is named. */
  const fuller = (best, things, [naming, names], tells, uses, by) => {
    const isNamed = names.has(ownName(best.name)) || content(wordsIn(ownName(best.name))).every((word) => naming.has(stemOf(word)));
    if (best.kind !== "question" || isNamed) return best;
    const own = uses(best);
    const isFuller = (other) => {
      if (other.kind !== "question" || likeness(other, by) < likeness(best, by)) return false;
      const others = uses(other);
      return own.every((at) => others.includes(at)) && tells(other).some((at) => !own.includes(at));
    };
    return things.slice(0, MOST_ASKED).find(isFuller) ?? best;
  };
  /** The questions that are meant most likely; the last of them is told most by words that tell the others nothing. */
  const likeliest = (all, tells, uses) => {
    const [first, others] = [all.slice(0, MOST_MEANT - 1), all.slice(MOST_MEANT - 1)];
    const used = new Set(first.flatMap(uses));
    const more = others.map((thing) => (tells.get(thing) ?? []).filter((at) => !used.has(at)).length);
    return [...first, ...others.filter((_, at) => at === more.indexOf(Math.max(...more)))];
  };
  /** What is asked for that no pack holds: something is held of it all the same where what is asked next has its words, and besides
   * is told a fact or has two others. */
  const notHeld = (asked, { next, named }) => {
    // What was asked before it is told there.
    const words = asked.words.filter((_, at) => asked.own[at]);
    const filling = fillers();
    const telling = words.filter((word) => !filling.has(word));
    const isSaid = (own) => [words, telling].some((all) => all.some((_, at) => own.every((one, place) => all[at + place] && stemOf(all[at + place]) === stemOf(one))));
    const said = Page.content().words.notHeld.filter(([own]) => isSaid(own));
    const asking = new Set(said.flatMap(([own]) => own.map(stemOf)));
    const used = new Set([...(next?.used ?? []), ...named].map(stemOf));
    const others = (all) => new Set(all.filter((word) => !filling.has(word) && !asking.has(stemOf(word)))).size;
    const isAboutMore = others(next?.used ?? []) > 0 || others([...(next?.used ?? []), ...named]) > 1;
    const isHeld = ([own]) => isAboutMore && own.filter((word) => !filling.has(word)).every((word) => used.has(stemOf(word)));
    return [...new Set(said.filter((own) => !isHeld(own)).map(([, is]) => is))];
  };
  /** In percent, how much is said of some words of a thing. */
  const part = (own, said) => {
    const sum = (stems) => stems.reduce((all, stem) => all + rarityOf(made().having.get(stem)), 0);
    return own.length ? Math.floor(100 * sum(own.filter((stem) => said.has(stem))) / sum(own)) : 0;
  };

  /** The one game that some words call, by its name or by words of its title. */
  const called = (words) => {
    const told = words.filter((word) => !fillers().has(word) && word !== "game");
    const own = titles().filter(([id, title]) => id === words.join("-") || told.every((word) => title.includes(word)));
    return told.length && own.length === 1 ? own[0][0] : null;
  };
  const titles = () => Page.content().games.map(({ id, title }) => [id, wordsOf((title ?? "").split(":")[0])]).filter(([, title]) => title.length);
  /** The game by which a text is headed, and the rest of it: `Moscow: how far …`. */
  const headed = (text) => {
    const at = text.indexOf(":");
    const game = at < 0 || !text.slice(at + 1).trim() ? null : called(wordsOf(text.slice(0, at)));
    return game ? [game, text.slice(at + 1)] : [null, text];
  };
  /** The game whose title stands in what is asked, or a word of it before `game`, and the rest of it. */
  const ofGame = (asked) => {
    const { words } = asked;
    let found = null;
    for (const [id, title] of titles()) {
      const at = words.findIndex((_, from) => title.every((word, place) => words[from + place] === word));
      if (title.length > 1 && at >= 0) found ??= [id, at, title.length];
    }
    const named = words.indexOf("game", 1);
    const game = !found && named > 0 ? called(words.slice(named - 1, named)) : null;
    const [id, at, count] = found ?? (game ? [game, named - 1, 2] : []);
    if (!id) return [null, asked];
    const rest = without(asked, (_, place) => place >= at && place < at + count);
    return [rest.words.length ? id : null, rest];
  };

  /** Whether things of this game have a word, and no others. */
  const isOnlyOf = (id, word) => {
    const { things, words } = made();
    const place = words.findIndex(({ text }) => text === word);
    const having = things.filter(({ weights }) => weights.has(place));
    return having.length && having.every(({ game }) => game === id);
  };
  /** Whether a thing of a game has a word, or players say something of it with the word. */
  const isIn = (id, word) => {
    const { things, words } = made();
    const stem = stemOf(word);
    const places = [...words.keys()].filter((place) => words[place].stem === stem);
    return things.some(({ game, weights }) => game === id && places.some((place) => weights.has(place)))
      || sayings().some(([own, , , , game]) => game === id && own.includes(stem));
  };
  /** The game that alone has some of the words, if no other alone has more than half as many. */
  const spoken = (asked) => {
    const telling = [...new Set(asked)].filter((word) => !fillers().has(word));
    const games = [...new Set(titles().map(([id]) => id))];
    const counted = games.map((id) => [telling.filter((word) => isOnlyOf(id, word) && !games.some((other) => other !== id && isIn(other, word))).length, id]);
    const [most, id] = counted.reduce((best, one) => (one[0] >= best[0] ? one : best), [0, null]);
    return most >= MANY && counted.every(([count, other]) => other === id || MANY * count <= most) ? id : null;
  };
  /** The game of whose title a word is asked about that no other game has: `near Moscow`. */
  const about = (asked) => {
    const isOwn = (id, word) => word !== "game" && !fillers().has(word) && asked.includes(word) && isOnlyOf(id, word);
    return titles().find(([id, title]) => title.some((word) => isOwn(id, word)))?.[0] ?? null;
  };

  /** The key of the figures that show how often what comes of something played; nothing, where there are none. */
  const oddsOf = ({ kind, name, game }) => (["process", "procedure"].includes(kind) && Page.thing(game, `o${ownName(name)}`) ? `s${ownName(name)}` : null);

  /** What has the words of a question, best first; how many have all; the words that nothing has; and what to go on with: who asks
   * how likely something is goes on to its chances, but where the words for that are those of the game. Of several questions each
   * goes on by itself: the others are `besides`. `unused` are the words from which nothing came, `doubted` those for which something
   * else may be asked. Where it is to be asked, the one of the questions that are meant comes first for which matters what is told. */
  const find = (wanted, { isToAsk = false } = {}) => {
    // Letters that are not seen and come along where words are copied from a page part no word.
    const [head, text] = headed(wanted.replace(/[\u00ad\u200b-\u200d\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu, ""));
    const whole = read(text);
    const game = head ?? ofGame(whole)[0] ?? about(whole.words) ?? spoken(whole.words);
    const paragraphs = made().things.filter(({ kind }) => kind === "paragraph");
    const cites = whole.words.length === 1 || whole.words.some((word) => Page.content().words.citing.includes(word));
    // A plain number among other words is more likely a value.
    const isCalled = (name) => whole.words.some((word) => (name === word && (cites || !/^\d+$/.test(word))) || (cites && isNumberOf(name, word)));
    const shown = paragraphs.filter(({ name }) => isCalled(ownName(name).toLowerCase()));
    const [asked, ...others] = shown.length ? [whole] : readEach(text);
    const turns = shown.length ? null : Successive.played(game, text);
    const modifiers = Likely.modifiers(text);
    const plain = findOne(game, asked, modifiers);
    const next = isToAsk && plain.leadTo ? forAsking(plain) : plain.next;
    const first = next === plain.next || next.odds ? { ...plain, next } : { ...plain, ...plain.leadTo(next) };
    // Who names a paragraph is shown it: that of the game that is meant.
    const show = () => ({ thing: shown.find((own) => own.game === first.next?.thing.game) ?? shown[0], facts: [], isAsked: true });
    const found = { ...first };
    if (shown.length) Object.assign(found, { next: show(), used: first.next && first.having ? first.having(first.next.thing) : first.used, notHeld: [] });
    // What is played is all that is asked.
    if (turns) Object.assign(found, { next: turns, used: turns.used, notHeld: [] });
    const rest = (turns ? [] : others).map((other) => {
      const next = other.goesOn ? otherwise(found.next, respelt(asked, found.unknown), other) : undefined;
      return next ? { next, notHeld: [], used: next.isSame ? [] : [...next.used, ...found.named], asked: ofGame(other)[1].words } : findOne(game, other, modifiers);
    });
    // Whether something came of a word, be it only what is told of it already; what named the game is not asked.
    const parts = [found, ...rest];
    const isUsed = (word) => found.unknown.some(([lost]) => lost === word) || !parts.some(({ asked: all }) => all.includes(word)) || parts.some(({ used }) => used.includes(word));
    const idle = unused(text, isUsed).filter((phrase) => !units().has(stemOf(phrase)));
    const doubted = doubtsOf(wanted, parts, idle.flatMap(wordsOf).filter((word) => !isUsed(word) || Doubt.throwsDice(word)));
    const besides = rest.map((own) => (own.notHeld.length ? null : own.next));
    const lacking = [...new Set([found, ...rest].flatMap((own) => own.notHeld))];
    const isFirstHeld = !found.notHeld.length;
    // What leads where another does is not gone on with again.
    const way = (next) => next && `${next.thing.kind} ${next.thing.name} ${next.facts}`;
    const led = new Set([way(found.next)]);
    const isNew = (next) => !led.has(way(next)) && led.add(way(next));
    return { ...found, unused: idle, doubted, notHeld: isFirstHeld ? [] : lacking, notHeldBesides: isFirstHeld ? lacking : [], besides: besides.filter((next) => next && !next.isSame && isNew(next)) };
  };
  /** The words for which something else may be asked than what is gone on with, of those from which nothing came. */
  const doubtsOf = (wanted, [found, ...rest], idle) => {
    const { read: asked, next, named } = found;
    const words = { ...made(), stemOf, sayings: sayings(), rarityOf, isIn };
    const answered = (next?.odds ? next.meant : [next]).find((one) => one?.question && one.isAsked);
    const called = next?.odds && answered ? found.namedBy(answered.thing) : named;
    const meant = [...next?.meant ?? [], ...rest.flatMap(({ next: other }) => other?.meant?.find(({ isAsked }) => isAsked) ?? other ?? [])].filter(({ question }) => question);
    return Doubt.of({ words, asked, sought: next?.odds ? Likely.soughtIn(read(wanted)) : [], idle, offered: meant.map(({ thing }) => ownName(thing.name)) }, answered ? givenBy(answered, called) : null);
  };
  /** The question that was asked first, with what is said to be otherwise. */
  const otherwise = (first, asked, other) => {
    if (first?.thing.kind !== "question" || first.odds) return null;
    const [told, now] = [asked, other].map((one) => withFacts(first.thing, telling(ofGame(one)[1])));
    const isSame = now.facts.every((fact) => told.facts.some((own) => own.join("=") === fact.join("=")));
    return { ...now, isSame };
  };
  /** The same, each word that nothing has in the spelling in which something has it. */
  const respelt = (asked, unknown) => ({ ...asked, words: asked.words.map((word) => unknown.find(([lost]) => lost === word)?.[1] ?? word) });
  /** What a text tells: all but the words with which it begins to ask; and whether a word of it asks. */
  const telling = (asked) => ({ words: only(Object.assign([...asked.words], { clauses: asked.clauses }), (_, at) => !asked.begins[at]), asks: asksWith(asked), all: asked.words });
  const findOne = (game, text, modifiers) => {
    const [, asked] = ofGame(text);
    const plain = ranked(game, asked);
    const rest = Likely.withoutChance(asked);
    const first = [plain.next?.thing, ...plain.things].find((thing) => thing?.kind === "question");
    if (!rest || (first && Likely.isCalled(ownName(first.name), asked))) return plain;
    // A number with a sign is what comes out, and tells nothing.
    const found = ranked(game, without(rest, (word) => modifiers.includes(word)), true);
    const best = Likely.best(found, asked, modifiers, oddsOf);
    if (!best) return plain;
    const used = [...asked.words.filter((word) => !found.read.words.includes(word)), ...found.having(best.thing)];
    return { ...found, used, named: [], next: { ...best, isAsked: true, meant: found.meant() }, notHeld: [] };
  };
  const ranked = (game, asked, isLikely = false) => {
    const own = search(asked);
    const { said, wanted, hits, unknown, shares, counted, isAsking, counts } = own;
    const tells = told(own, isLikely);
    const name = wanted.join("-");
    const naming = new Set(wanted.flatMap((word) => [word, ...sayingsOf(wanted, word).flatMap(([, , own]) => own)]).map(stemOf));
    // The questions that players name in words of their own.
    const ownWords = asked.words.filter((_, at) => asked.own[at]);
    const names = new Map();
    for (const word of ownWords) {
      for (const name of sayingsOf(ownWords, word).flatMap(([, , , names]) => names)) names.set(name, new Set([...(names.get(name) ?? []), word]));
    }
    const isMeant = (word) => counts(word) && !unknown.some(([lost, near]) => lost === word && !near);
    const meant = [...wanted.keys()].filter((at) => isMeant(wanted[at]));
    // Whether a name of several words is said, word by word.
    const filling = fillers();
    const inOrder = asked.words.filter((word) => !filling.has(word)).map(stemOf);
    const saysName = (own) => own.length > FEW && inOrder.some((_, at) => own.every((stem, place) => inOrder[at + place] === stem));
    const sum = (all, places) => [...places].reduce((sum, at) => sum + all[at], 0);
    const most = Math.max(1, sum(counted, wanted.keys()));
    const asking = meant.filter((at) => isAsking(wanted[at]));
    // No whole question: what is looked for has all of the words.
    const namesThings = wanted.length <= (asked.by === null ? 2 * FEW : FEW);
    const all = hits.map(({ thing, words: having, score: text }) => {
      const words = new Set([...having, ...(tells.get(thing) ?? [])]);
      const covered = BASE + Math.floor(100 * sum(counted, words) / most);
      const besides = (told) => sum(shares, told.filter((at) => !having.has(at)));
      const tellsMore = Math.floor((SAID * (besides(tells.get(thing) ?? []) + besides(tells.get(thing)?.first ?? []))) / 2);
      const ownPart = answers(thing) ? Math.max(...thing.own.map((own) => part(own, naming))) : OTHER;
      const full = (text + tellsMore) * covered ** 2 * (100 + OWN * ownPart) * thing.weight * likeness(thing, asked.by);
      const score = asking.length && !asking.some((at) => words.has(at)) ? Math.floor(full / BESIDE) : full;
      const called = isCalled(thing, name) || (thing.kind === "paragraph" && isNumberOf(ownName(thing.name).toLowerCase(), name));
      const isNamed = thing.kind === "question" && names.has(ownName(thing.name));
      const hasAll = meant.every((at) => words.has(at));
      const isWhole = isNamed || hasAll;
      const half = (is, score) => (is ? Math.floor(WHOLLY * score / 2) : score);
      const ranked = half(answers(thing) && saysName(thing.own[0]), half(isWhole, score)) * (isNamed ? NAMED : 1);
      return { thing, words, score: ranked, isWhole: called || hasAll || (isWhole && namesThings), first: 2 * called + (isWhole && namesThings) };
    }).filter(({ words, thing }) => words.size && (!game || thing.game === game));
    all.sort((one, other) => other.first - one.first || other.score - one.score
      || KINDS.indexOf(one.thing.kind) - KINDS.indexOf(other.thing.kind) || one.thing.name.length - other.thing.name.length);
    const things = all.map(({ thing }) => thing);
    const firsts = all.filter(({ first }) => first > 0).length;
    const whole = all.filter(({ isWhole }) => isWhole).length;
    const having = new Map(all.map(({ thing, words }) => [thing, words]));
    const uses = (thing) => [...wanted.keys()].filter((at) => isTold(thing, at));
    const saying = new Set(wanted.map(stemOf));
    // The name of a thing, what it asks, and those of the phrases with which players ask it that are said.
    const saysPhrase = (phrase) => {
      const words = content(wordsIn(phrase)).map(stemOf);
      return (words.length > 1 || words.every((stem) => made().having.get(stem) === 1)) && words.every((stem) => saying.has(stem));
    };
    const texts = (thing) => [ownName(thing.name), thing.says, ...thing.askedAs.filter(saysPhrase)].join(" ");
    // Whether a word tells a fact of a thing, or stands in its name or in what it asks.
    const isTold = (thing, at) => tells.get(thing)?.includes(at) || isNamed(thing, at);
    const isFirst = (thing, at) => tells.get(thing)?.first.includes(at) || isNamed(thing, at);
    const isNamed = (thing, at) => namedIn(texts(thing), wanted[at], wanted);
    const says = (thing) => content(wordsIn(ownName(thing.name))).every((word) => saying.has(stemOf(word)));
    const best = (thing) => {
      const whole = composed(thing, things, having, names, says, isFirst, asked.by);
      const first = asked.by === null ? situation(whole, things, [...wanted.keys()], tells, (at) => isNamed(whole, at)) : whole;
      return [fuller(first, things, [naming, names], (one) => (tells.get(one) ?? []).filter((at) => counts(wanted[at])), uses, asked.by), first];
    };
    const led = next(things, firsts, said, asked.by, best, (all) => likeliest(all, tells, uses));
    const isNamedBesides = led && [...wanted.keys()].some((at) => isNamed(led.thing, at) && !tells.get(led.thing)?.includes(at));
    const card = !isLikely && led && cardFor(led.thing, asked, own, isNamedBesides);
    const read = respelt(asked, unknown);
    if (card) return { things, whole, unknown, firsts, used: wanted, named: [], asked: said.all, read, next: card, notHeld: [] };
    const isNamedBy = (thing) => (word, at) => (thing.kind === "question" ? calledIn(texts(thing), word, wanted) || names.get(ownName(thing.name))?.has(word) : having.get(thing).has(at));
    const namedBy = (thing) => wanted.filter(isNamedBy(thing));
    const has = (thing) => wanted.filter((_, at) => having.get(thing).has(at));
    /** What comes of going on with something. */
    const leadTo = (led) => {
      const named = led ? namedBy(led.thing) : [];
      const isWhole = led?.isAsked && led.thing.kind === "question";
      const used = led ? [...named, ...((isWhole && led.used) || has(led.thing))] : [];
      return { used, named, next: led, notHeld: notHeld(asked, { next: led, named }) };
    };
    /** The questions that may be meant where none of them is gone on with. */
    const mayBe = () => likeliest(things.filter(({ kind }) => kind === "question").slice(0, MOST_QUESTIONS), tells, uses).map((one) => withFacts(one, said));
    const namedAt = (thing) => [...wanted.keys()].filter((at) => isNamed(thing, at));
    const isNamedByPlayers = (thing) => thing.kind === "question" && names.has(ownName(thing.name));
    return { things, whole, unknown, firsts, having: has, asked: said.all, read, wanted, tells, namedBy, namedAt, isNamedByPlayers, meant: mayBe, leadTo, ...leadTo(led) };
  };

  return { find };
})();
