"use strict";
/** The game that is laid out: what this browser keeps, what the book was made for, or what a link holds; and what is known by it. */
const Laid = (() => {
  const key = (game) => `game ${game.id}`;
  /** The game for which this book was made, if it was made for one. */
  const own = (game) => {
    const text = Page.content().game;
    const journal = text ? new Walker.Journal(text) : null;
    return journal?.game === game.id ? journal : null;
  };
  /** The tables of links that stand in the place of those that are kept, as long as no other is shown: by game. */
  const linkedTables = new Map();
  /** Whether a game is kept in this browser, or the book was made for one, or a link leads to one. */
  const isLaid = (id) => Boolean(linkedTables.has(id) || Page.kept.get(key({ id })) || own({ id }));
  /** A game that begins. */
  const begun = (game) => {
    const made = own(game);
    if (!made) return new Walker.Journal(Walker.Journal.begin(game.id, game.state.errata, Page.content().rules));
    return new Walker.Journal(`${made.head}\n`);
  };
  /** The game that this browser keeps, if it goes by the rules for which this book was made; or one that begins. */
  const kept = (game) => {
    const made = own(game);
    try {
      const journal = new Walker.Journal(Page.kept.get(key(game)) ?? "");
      if (journal.game === game.id && (!made || journal.head === made.head)) return journal;
    } catch (error) {
      if (!(error instanceof Walker.Refused)) throw error;
    }
    return made ?? begun(game);
  };

  const journalOf = (game) => linkedTables.get(game.id)?.journal ?? kept(game);
  /** The address of the table from which facts are taken. */
  const address = (game) => linkedTables.get(game.id)?.at ?? Page.address(["table", game.id]);

  /** The facts that are known at the table, and the readings that its game takes another way: numbers, indices and texts. */
  const known = (game) => {
    const journal = journalOf(game);
    const seat = new Walker.Seat(game, journal);
    const readings = journal.readings.flatMap(([name]) => game.fact(name)?.number ?? []);
    return [...factsOf(game, seat.known).map(([fact, index]) => [fact, index, seat.texts.get(fact)]), ...readings.map((fact) => [fact, seat.known[fact]])];
  };
  /** By what other rules a game goes than this book shows: it answers all the same, but not for that game. */
  const otherRules = (game, journal = journalOf(game)) => {
    if (journal.head === own(game)?.head) return [];
    const { rules } = Page.content();
    return [
      journal.errata !== game.state.errata && `The game goes by the errata ${journal.errata}; this page shows ${game.state.errata}.`,
      journal.rules.join() !== rules.join() && `The game goes by the packs ${journal.rules.join(", ")}; this book holds ${rules.join(", ")}.`,
      journal.ownRules && "Its scenario has rules of its own, which this book does not know: chartroom book --game makes one that does.",
    ].filter(Boolean);
  };
  /** The facts of a situation, as one tells them. */
  const factsOf = (game, situation) => {
    const facts = game.order.filter((fact) => situation[fact] >= 0 && game.variables[fact].role === "");
    facts.sort((one, other) => (game.toldAt(one) === game.toldAt(other) ? 0 : game.toldAt(one) < game.toldAt(other) ? -1 : 1));
    return facts.map((fact) => [fact, situation[fact]]);
  };

  return { linkedTables, key, begun, kept, known, factsOf, isLaid, otherRules, address };
})();
