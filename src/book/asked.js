"use strict";
/** What words ask, clause by clause, and what they tell. */
const Asked = (() => {
  const { wordsOf } = Walker;
  let filling = null;
  /** The words that say nothing by themselves. */
  const fillers = () => filling ??= new Set(Page.content().words.fillers);
  const split = new Map();
  /** The words of a text of the book: they are looked at in every search. */
  const wordsIn = (text) => {
    if (!split.has(text)) split.set(text, wordsOf(text));
    return split.get(text);
  };

  /** The clauses of a text, sentence by sentence, and whether each sentence ends with a question mark. */
  const sentences = (text) => {
    const all = [];
    let [clauses, from] = [[], 0];
    for (let at = 0; at <= text.length; at += 1) {
      const mark = text[at];
      const isLast = at + 1 >= text.length || /\s/.test(text[at + 1]);
      const isEnd = at === text.length || "?!;\n".includes(mark) || (".:".includes(mark) && isLast);
      const isDash = "–—".includes(mark) || (mark === "-" && isLast && /\s/.test(text[at - 1] ?? ""));
      if (!isEnd && !isDash && !",()".includes(mark)) continue;
      clauses.push(wordsOf(text.slice(from, at)));
      from = at + 1;
      if (isEnd) { all.push([clauses, mark === "?"]); clauses = []; }
    }
    return all;
  };
  const TAGGED = ["he", "it", "she", "there", "they"];
  /** Whether a clause only wants to be told so: `it rains, does it not` asks nothing. */
  const isTag = (clause) => {
    const [does, it, ...more] = clause.filter((word) => word !== "not");
    return !more.length && Page.content().words.whether.includes(does) && TAGGED.includes(it);
  };
  const asksBy = (word) => { const { whether, what } = Page.content().words; return whether.includes(word) || what.includes(word); };
  /** A clause without the word that joins it to what was said. */
  const bare = (clause) => (Page.content().words.joining.includes(clause[0]) ? clause.slice(1) : clause);
  /** `when it rains`, but not `when does it rain`. */
  const tells = (clause) => {
    const [[first, second], { telling, whether }] = [bare(clause), Page.content().words];
    return telling.includes(first) && !(first === "when" && whether.includes(second));
  };
  /** `does it`, `at which` */
  const asks = (clause) => {
    const [own, { whether, what }] = [bare(clause), Page.content().words];
    return !tells(clause) && (whether.includes(own[0]) || own.slice(0, 3).some((word) => what.includes(word)));
  };
  /** `what about rain`, `what if it rains`: it only says what is otherwise. */
  const isOtherwise = (clause) => {
    const [[first, second], { what, telling, otherwise }] = [bare(clause), Page.content().words];
    return what.includes(first) && (telling.includes(second) || otherwise.includes(second));
  };
  /** A clause in two where it goes on to ask: `what is it and to what does it apply`. */
  const joined = (words) => {
    const { what, whether } = Page.content().words;
    const again = words.findIndex((word, at) => at > 0 && word === "and" && asks(words.slice(0, at))
      && (whether.includes(words[at + 1]) || words.slice(at + 1, at + 3).some((next) => what.includes(next))));
    return again < 0 ? [words] : [words.slice(0, again), words.slice(again)];
  };
  /** The clauses of a text: the number of its sentence, whether it asks, and whether it does or one before it does. */
  const clauses = (text) => sentences(text).flatMap(([pieces, isQuestion], sentence) => {
    const all = pieces.flatMap(joined).filter((words, at) => !at || !isTag(words));
    const first = all.findIndex(asks);
    const from = first < 0 && isQuestion ? all.length - 1 : first;
    return all.map((words, at) => ({
      words, sentence, isQuestion, asks: asks(words), isAsking: from >= 0 && at >= from && !tells(words),
      asksLater: all.slice(at + 1).some(asks), isJoined: bare(words).length < words.length,
    }));
  });
  /** `may I` is no month, `in May the` is. */
  const isHelping = (words, place) => {
    const { whether, otherwise } = Page.content().words;
    return whether.includes(words[place]) && !otherwise.includes(words[place - 1]) && fillers().has(words[place + 1]);
  };
  /** What some clauses say: its words, which of them ask, with which it begins to ask, which are its own, and by which it asks first. */
  const said = (all, goesOn) => {
    const asked = { words: [], asks: [], begins: [], own: [], clauses: [], by: null, goesOn };
    for (const [number, [{ words, isAsking }, mayAsk, isOwn]] of all.entries()) {
      let asking = isAsking && mayAsk;
      words.forEach((word, place) => {
        asking &&= place < 3 || !Page.content().words.telling.includes(word);
        if (asking && asked.by === null && asksBy(word)) asked.by = word;
        asked.words.push(word);
        asked.asks.push(asking);
        asked.own.push(isOwn);
        asked.clauses.push(number);
        // With what it begins to ask, or what helps another word, it tells nothing.
        const first = words.length - bare(words).length;
        const begins = isAsking && place >= first && words.slice(first, place + 1).every(asksBy);
        asked.begins.push(begins || isHelping(words, place));
      });
    }
    return asked;
  };
  /** What a player writes, read clause by clause. */
  const read = (text) => said(clauses(text).map((clause) => [clause, true, true]), false);
  /** Each question of a text by itself, with all that was told before it; one that only says what is otherwise asks what the first did. */
  const readEach = (text) => {
    const parts = [[]];
    let was = -1;
    for (const clause of clauses(text)) {
      const isFirst = clause.sentence !== was;
      was = clause.sentence;
      const begins = (isFirst && (clause.asks || clause.asksLater || clause.isQuestion)) || (clause.asks && clause.isJoined);
      if (begins && parts.at(-1).some((own) => own.asks)) parts.push([]);
      parts.at(-1).push(clause);
    }
    return parts.map((own, at) => {
      const asking = own.find((clause) => clause.asks);
      const goesOn = at > 0 && (!asking || isOtherwise(asking.words));
      const before = parts.slice(0, at).flatMap((part, place) => part.map((clause) => [clause, goesOn && place === 0, false]));
      return said([...own.map((clause) => [clause, !goesOn, true]), ...before], goesOn);
    });
  };
  /** What is asked without some of its words. */
  const without = (asked, isLeftOut) => {
    const kept = (all) => all.filter((_, at) => !isLeftOut(asked.words[at], at));
    return { ...asked, words: kept(asked.words), asks: kept(asked.asks), begins: kept(asked.begins), own: kept(asked.own), clauses: kept(asked.clauses) };
  };
  /** Whether a word stands where a text asks; every word does, where nothing that says something stands there. */
  const asksWith = ({ words, asks }) => {
    const asking = words.filter((_, at) => asks[at]);
    const filling = fillers();
    return asking.every((word) => filling.has(word)) ? () => true : (word) => asking.includes(word);
  };
  /** How much counts that a question asks in the way in which it is asked here. */
  const likeness = (thing, by) => {
    const own = thing.kind === "question" ? wordsIn(thing.says).find(asksBy) : null;
    if (!own || !by) return 4;
    const { what } = Page.content().words;
    return own === by ? 5 : what.includes(own) === what.includes(by) ? 4 : 3;
  };

  /** Marks after which something else is said. */
  const MARKS = /\. |[,;:?!()\n/]/;
  /** The words of a text that say something and are not used, those that stand together together: a number with the word before it,
   * `no` with the word after it. */
  const unused = (text, isUsed) => [...new Set(text.split(MARKS).flatMap((clause) => unusedOf(wordsOf(clause), isUsed)))];
  const unusedOf = (words, isUsed) => {
    const filling = fillers();
    const telling = words.filter((word) => !filling.has(word));
    const saysNo = (at) => Walker.NO.includes(telling[at]);
    const isIdle = (at) => at < telling.length && !isUsed(telling[at]);
    // What is denied in vain takes the word with it by which it is denied.
    const isLeft = (at) => isIdle(at) || (saysNo(at) && isIdle(at + 1));
    const counts = (at) => at < telling.length && Walker.digits(telling[at]) !== null;
    // A unit after the number says what it counts.
    const isBefore = (at) => isLeft(at + 1) && counts(at + 1) && !counts(at) && !isLeft(at + 2);
    const isAfter = (at) => at > 0 && isLeft(at - 1) && saysNo(at - 1);
    const phrases = [[]];
    telling.forEach((word, at) => (isLeft(at) || isBefore(at) || isAfter(at) ? phrases.at(-1).push(word) : phrases.push([])));
    return phrases.filter((phrase) => phrase.length).map((phrase) => phrase.join(" "));
  };

  return { asksBy, fillers, wordsIn, read, readEach, without, asksWith, likeness, unused };
})();
