"use strict";
/** Reasons: the rules read one by one, each with why it applied or did not. Where nothing is known, there is no leaf: `null`. */
Object.assign(Walker, (() => {
  const { VALUE, operate, combine, mapValue, whereNoneApplies } = Walker;

  /** The most questions that one explanation goes into. */
  const MOST_EXPLAINED = 1000;

  /** What is known where something is evaluated: a situation, what callers bound, and what was answered so already. */
  class Scene {
    constructor(game, known, bound = new Map(), answered = new Map(), trial = {}) {
      this.game = game;
      this.leaves = game.leaves;
      this.known = known;
      this.bound = bound;
      this.answered = answered;
      // Which rules exceptions cancelled, the rule to which nothing is an exception, and what is found again, where anybody wants to
      // know.
      this.trial = trial;
    }

    variable(number) {
      const own = this.bound.get(number);
      if (own !== undefined) return own;
      const by = this.trial.found?.get(number);
      if (by && !this.trial.asked.has(number)) return this.foundAgain(number, by);
      const { settled, domain } = this.game.variables[number];
      const index = settled ?? this.known[number];
      return index < 0 ? null : domain.value(index);
    }

    /** What a question finds a fact to be, whatever it was found to be before. */
    foundAgain(number, by) {
      this.trial.asked.add(number);
      const leaf = this.with(new Map()).answerOnce(by);
      this.trial.asked.delete(number);
      return leaf === null || leaf.rank !== VALUE || this.game.variables[number].domain.index(leaf) >= 0 ? leaf : this.leaves.outside;
    }

    expr(number) {
      const { leaves } = this;
      const expr = this.game.exprs[number];
      const [kind, first, second, third] = expr;
      switch (kind) {
        case 0: return leaves.all[first];
        case 1: return this.variable(first);
        case 2: return this.inner(first, second).answerOnce(this.game.questions[first]);
        case 3: return this.both(first, this.expr(second), this.expr(third));
        case 4: return this.choice(first, second, third);
        default: {
          const leaf = this.expr(first);
          return leaf === null || leaf.rank !== VALUE ? leaf : mapValue(leaves, expr, leaf);
        }
      }
    }

    both(operation, one, other) {
      const { leaves } = this;
      const settling = operation === "and" ? leaves.no : operation === "or" ? leaves.yes : null;
      if (settling && (one === settling || other === settling)) return settling;
      return one === null || other === null ? null : operate(leaves, operation, one, other);
    }

    choice(condition, then, other) {
      const { leaves } = this;
      const leaf = this.expr(condition);
      if (leaf === leaves.yes) return this.expr(then);
      if (leaf === leaves.no) return this.expr(other);
      if (leaf !== null) return leaf;
      const [first, second] = [this.expr(then), this.expr(other)];
      return first === second ? first : null;
    }

    /** Where a question is called with these facts bound: of what is bound, only what it takes. */
    inner(question, bound) {
      if (!bound.length && !this.bound.size) return this;
      const { variables, questions, rank } = this.game;
      const all = new Map(this.bound);
      for (const [fact, expr] of bound) {
        const leaf = this.expr(expr);
        const fits = leaf === null || leaf.rank !== VALUE || variables[fact].domain.index(leaf) >= 0;
        all.set(fact, fits ? leaf : this.leaves.outside);
      }
      const { from } = questions[question];
      const taken = [...all].filter(([fact]) => variables[fact].role !== "" || from.includes(fact));
      return this.with(new Map(taken.sort(([one], [other]) => rank[one] - rank[other])));
    }

    with(bound) {
      return new Scene(this.game, this.known, bound, this.answered, this.trial);
    }

    /** A question as it is called here: the same text for all that bind the same. */
    called({ number }) {
      return `${number} ${[...this.bound].map(([fact, leaf]) => `${fact}=${leaf ? leaf.place : "?"}`)}`;
    }

    /** The answer to a question that another one asks, found once for all that bind the same. */
    answerOnce(question) {
      const called = this.called(question);
      let leaf = this.answered.get(called);
      if (leaf === undefined) {
        leaf = this.answer(question);
        this.answered.set(called, leaf);
      }
      return leaf;
    }

    /** The answer to a question, if what is known settles it. */
    answer(question) {
      const { leaves } = this;
      for (const [fact, asked] of question.only) {
        const leaf = this.variable(fact);
        if (leaf === null || leaf.rank !== VALUE) return leaf;
        if (!asked.includes(this.game.variables[fact].domain.index(leaf))) return leaves.outside;
      }
      let leaf = this.combined(question);
      if (leaf === leaves.silent) {
        leaf = question.otherwise ? this.expr(question.otherwise.gives) : whereNoneApplies(leaves, question.combine) ?? leaves.nothing;
      }
      return leaf?.kind === "word" && question.combine === "union" ? leaves.set([leaf.value]) : leaf;
    }

    /** What each rule of a question contributes: silent where it does not apply. */
    contributions(question) {
      return question.rules.map((rule) => {
        const leaf = this.block(rule === this.trial.without ? { ...rule, except: [] } : rule);
        if (this.trial.cancelled && (leaf === null || leaf === this.leaves.silent)) this.noteCancelled(question, rule, leaf);
        return { rule, leaf };
      });
    }

    /** Notes a rule that would apply, or may, but for an exception. */
    noteCancelled(question, rule, leaf) {
      if (!rule.except?.length || (rule.when && this.isSo(rule.when[0], false))) return;
      // Another exception may hold where other facts are bound.
      const by = this.biting(rule.except);
      // Whatever that is which is not known, an exception that gives nothing stands.
      if (by && (leaf !== null || !by.gives)) this.trial.cancelled.push({ rule, says: question.title, cite: rule.cite ?? "", by: by.cite ?? "", when: by.when && (asItIs(this, by.when[0]) ?? by.when[1]) });
    }

    combined(question) {
      const { leaves } = this;
      const given = this.contributions(question);
      const settling = question.combine === "any" ? leaves.yes : question.combine === "all" ? leaves.no : null;
      if (settling && given.some((own) => own.leaf === settling && this.mustStand(own.rule, given))) return settling;
      let whole = leaves.silent;
      for (const { rule, leaf } of given) {
        if (leaf === null) return null;
        if (!this.givesWay(rule, given)) whole = combine(leaves, question.combine, question.scale, whole, leaf);
      }
      return whole;
    }

    /** Whether it is known that no rule silences this one. */
    mustStand(rule, given) {
      return !given.some((own) => own.leaf !== this.leaves.silent && this.winsOver(own.rule, rule) !== undefined);
    }

    /** By which paragraph a rule silences another wherever it applies. */
    winsOver(upper, lower) {
      if (upper.pack === lower.pack || upper.beside) return undefined;
      return this.game.over.get(`${upper.pack} ${lower.pack}`);
    }

    /** The first rule that applies and silences this one, with its pack, and by which paragraph it does. */
    givesWay(rule, given) {
      for (const own of given) {
        if (own.leaf === null || own.leaf === this.leaves.silent) continue;
        const by = this.winsOver(own.rule, rule);
        if (by !== undefined) return { pack: own.rule.pack, rule: own.rule.cite ?? "", by };
      }
      return null;
    }

    /** What a rule or an exception makes where its condition holds and no exception to it does. */
    block({ when, gives, except = [] }) {
      const { leaves } = this;
      if (when) {
        const holds = this.expr(when[0]);
        if (holds === null) return null;
        if (holds === leaves.no) return leaves.silent;
        if (holds !== leaves.yes) return holds;
      }
      let whole = leaves.silent;
      for (const exception of except) {
        const leaf = this.block(exception);
        if (leaf === null) return null;
        whole = combine(leaves, "only-one", [], whole, leaf);
      }
      if (whole === leaves.cancelled) return leaves.silent;
      if (whole !== leaves.silent) return whole;
      if (!gives) return leaves.cancelled;
      return gives[0] === null ? leaves.all[gives[1]] : this.expr(gives[0]);
    }

    isSo(expr, truth) {
      return this.expr(expr) === this.leaves.bool(truth);
    }

    /** The exception that takes the rule's place, if one does; the innermost. */
    biting(except = []) {
      const bites = (exception) => {
        const leaf = this.block(exception);
        return leaf !== null && leaf !== this.leaves.silent;
      };
      const exception = except.find(bites);
      return exception && (this.biting(exception.except) ?? exception);
    }
  }

  /** Which expressions of a question's rules an explanation goes on to explain. */
  class Used {
    constructor() {
      this.lookedAt = [];
      this.passedOver = [];
    }

    ofApplied(rule, biting) {
      if (rule.when) this.lookedAt.push(rule.when[0]);
      this.outcome(rule.gives, !biting);
      this.exceptions(rule.except, biting);
    }

    exceptions(except = [], biting) {
      for (const exception of except) {
        if (exception.when) this.lookedAt.push(exception.when[0]);
        this.outcome(exception.gives, exception === biting);
        this.exceptions(exception.except, biting);
      }
    }

    outcome(gives, tookPart) {
      if (gives && gives[0] !== null) (tookPart ? this.lookedAt : this.passedOver).push(gives[0]);
    }
  }

  const exprsOf = ({ when, gives, except = [] }) => [
    ...(when ? [when[0]] : []),
    ...(gives && gives[0] !== null ? [gives[0]] : []),
    ...except.flatMap(exprsOf),
  ];

  const isWithin = (exception, wanted) =>
    exception === wanted || (exception.except ?? []).some((inner) => isWithin(inner, wanted));

  /** The paragraph of what an exception is an exception to. */
  const outer = (cite, except = [], wanted) => {
    if (except.includes(wanted)) return cite;
    for (const inner of except) {
      const found = outer(inner.cite ?? "", inner.except, wanted);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  /** Tells of each rule of a question whether it applied, and why not, down to the questions that it uses. */
  class Explainer extends Scene {
    /** `finders` are the questions that found facts: by another reading, they may find something else. */
    constructor(game, known, bound, answered, seen = new Set(), finders = new Map()) {
      super(game, known, bound, answered);
      Object.assign(this, { seen, finders });
    }

    with(bound) {
      return new Explainer(this.game, this.known, bound, this.answered, this.seen, this.finders);
    }

    shown(number, isSigned = this.isSigned(number)) {
      const leaf = this.expr(number);
      return leaf === null ? "not known" : this.leaves.show(leaf, isSigned);
    }

    isSigned(number) {
      const [kind, own] = this.game.exprs[number];
      if (kind === 1) return Boolean(this.game.variables[own].signed);
      return kind === 2 && Boolean(this.game.questions[own].signed);
    }

    explain(question, bound = {}) {
      const why = {
        question, leaf: this.answer(question), applied: [], passed: [], readings: [], because: [], bound,
        otherwise: null, isCut: false, errata: [],
      };
      const used = this.tellRules(why);
      this.tellUsed(why, used);
      return why;
    }

    tellRules(why) {
      const { question } = why;
      const given = this.contributions(question);
      const used = new Used();
      for (const own of given) {
        const biting = this.biting(own.rule.except);
        if (own.leaf !== null && own.leaf !== this.leaves.silent) {
          const way = this.givesWay(own.rule, given);
          if (way) {
            used.passedOver.push(...exprsOf(own.rule));
            why.passed.push(this.passed(own.rule, { gaveWayTo: way.pack, rule: way.rule, by: way.by }));
          } else {
            used.ofApplied(own.rule, biting);
            why.applied.push(this.applied(question, own, biting));
          }
        } else if (!own.rule.cell || this.chart(own.rule).list) {
          this.tellPassed(why, used, own, biting);
        }
      }
      // Where a rule may apply or not, it is not what holds where none does.
      if (!why.applied.length && question.otherwise && given.every(({ leaf }) => leaf !== null)) {
        why.otherwise = question.otherwise.cite ?? "";
        why.errata = question.otherwise.errata ?? [];
        used.lookedAt.push(question.otherwise.gives);
      }
      return used;
    }

    tellPassed(why, used, { rule, leaf }, biting) {
      // Where it gives nothing whatever that is which is not known, its exception tells why.
      const open = () => (biting && !biting.gives ? this.exceptedBy(biting) : { unknown: true });
      const cause = leaf === null ? open() : this.whyNot(rule, biting);
      if (cause.condition && !("exception" in cause)) {
        used.lookedAt.push(...this.failed(rule.when).map(([expr]) => expr));
        used.passedOver.push(...exprsOf(rule));
      } else used.ofApplied(rule, biting);
      why.passed.push(this.passed(rule, cause, "exception" in cause ? biting : undefined));
    }

    chart(rule) {
      return this.game.shared.charts[rule.cell[0]];
    }

    applied(question, { rule, leaf }, biting) {
      const by = biting ?? rule;
      return {
        rule, leaf, exception: biting,
        cite: by.cite ?? "",
        says: by.gives ? by.gives[2] : "",
        notExceptedBy: this.spared(rule.except, biting),
        exceptionTo: biting && {
          cite: outer(rule.cite ?? "", rule.except, biting) ?? rule.cite ?? "",
          condition: this.holding(biting),
        },
        errata: this.errataOf(rule, biting),
        question,
      };
    }

    /** The errata from which a rule, and the exception that bites, come. */
    errataOf(rule, biting) {
      return (biting ?? rule).errata ?? [];
    }

    passed(rule, why, biting) {
      const around = biting ? rule.except.filter((exception) => isWithin(exception, biting)) : [];
      const notExceptedBy = this.spared(around, biting);
      return { rule, cite: rule.cite ?? "", says: rule.gives[2], why, notExceptedBy, errata: this.errataOf(rule, biting) };
    }

    whyNot(rule, biting) {
      const condition = this.failedParts(rule.when);
      return biting && !condition.length ? this.exceptedBy(biting) : { condition };
    }

    exceptedBy(exception) {
      return { exception: exception.cite ?? "", condition: this.holding(exception) };
    }

    holding({ when }) {
      return [when ? this.condition(when[0], when[3]) : { says: "always", facts: {} }];
    }

    /** The exceptions that did not take the place of what they are exceptions to. */
    spared(except = [], biting) {
      return except.flatMap((exception) => {
        if (biting && isWithin(exception, biting)) return this.spared(exception.except, biting);
        const condition = this.failedParts(exception.when);
        const holds = ({ when }) => !when || this.isSo(when[0], true);
        const inner = (exception.except ?? []).find(holds);
        if (!condition.length && !inner) return [];
        const why = condition.length ? { condition } : this.exceptedBy(inner);
        const notExceptedBy = condition.length ? [] : this.spared(inner.except);
        return [{ cite: exception.cite ?? "", says: exception.gives ? exception.gives[2] : "", why, notExceptedBy, errata: [] }];
      });
    }

    /** The parts of a condition that do not hold: expressions and words. */
    failed(when) {
      return when ? when[2].filter(([expr]) => this.isSo(expr, false)) : [];
    }

    failedParts(when) {
      return this.failed(when).map(([expr, says]) => this.condition(expr, says));
    }

    /** A condition with the facts and questions in it, each with its value. */
    condition(expr, says) {
      const facts = {};
      this.game.walk(expr, ([kind, own], number) => {
        if (kind !== 1 && kind !== 2) return;
        const { name } = kind === 1 ? this.game.variables[own] : this.game.questions[own];
        if (!Object.hasOwn(facts, name)) facts[name] = this.shown(number);
      });
      return { says, facts };
    }

    /** The questions and readings that the rules looked at. */
    tellUsed(why, used) {
      for (const expr of used.lookedAt) {
        this.game.walk(expr, ([kind, own, bound]) => {
          if (kind !== 2) return;
          const question = this.game.questions[own];
          const inner = this.inner(own, bound);
          const called = inner.called(question);
          // What is explained once, wherever it was used, is not explained again.
          if (this.seen.has(called)) return;
          if (this.seen.size >= MOST_EXPLAINED) {
            why.isCut = true;
            return;
          }
          this.seen.add(called);
          const told = bound.map(([fact, value]) => [this.game.variables[fact].name, this.shown(value, this.game.variables[fact].signed)]);
          why.because.push(inner.explain(question, Object.fromEntries(told)));
        });
      }
      for (const expr of [...used.lookedAt, ...used.passedOver]) {
        this.game.walk(expr, ([kind, own]) => {
          if (kind !== 1 || why.readings.some(({ variable }) => variable === own)) return;
          const taken = this.reading(why, own);
          if (taken) why.readings.push(taken);
        });
      }
    }

    /** A reading, where another option of it would change the answer. */
    reading(why, variable) {
      const { reading, role, domain } = this.game.variables[variable];
      const index = this.known[variable];
      if (!reading || role !== "reading" || index < 0) return null;
      const known = this.known.slice();
      const others = [];
      for (let option = 0; option < domain.size; option += 1) {
        if (option === index) continue;
        known[variable] = option;
        const leaf = new Scene(this.game, known, this.bound, undefined, { found: this.finders, asked: new Set() }).answer(why.question);
        if (leaf !== null && leaf !== why.leaf) others.push({ option, leaf });
      }
      return others.length ? { variable, index, reading, others } : null;
    }
  }

  /** What facts alone decide a condition of several words, as they are. */
  const asItIs = (scene, when) => {
    const { game } = scene;
    const facts = new Set();
    let [isMany, asks] = [false, false];
    game.walk(when, ([kind, own, values]) => {
      if (kind === 1) facts.add(own);
      asks ||= kind === 2;
      isMany ||= kind === 9 && values.length > 1;
    });
    if (!isMany || asks) return null;
    const told = [...facts].map((fact) => {
      const leaf = scene.variable(fact);
      const { title, within = title, domain } = game.variables[fact];
      return leaf?.kind === "word" ? `${within} ${game.label(fact, domain.index(leaf))}` : null;
    });
    return told.includes(null) ? null : told.join(", ");
  };

  /** The questions that found facts, by these. */
  const findersOf = (found) => new Map(found.filter(({ by, assumed }) => by && !assumed).map(({ fact, by }) => [fact, by]));

  /** The exceptions that hold by what is known and without which an answer would be another one in a whole situation, in the order in
   * which they are come to. */
  const excepted = (game, asked, known, whole, finders) => {
    const cancelled = [];
    const found = findersOf(finders);
    const trial = (own, more) => new Scene(game, own, undefined, undefined, { found, asked: new Set(), ...more });
    trial(known, { cancelled }).answer(asked);
    const answer = trial(whole, {}).answer(asked);
    const all = new Map();
    const matters = new Map();
    for (const { rule, ...own } of cancelled) {
      if (!matters.has(rule)) {
        const other = trial(whole, { without: rule }).answer(asked);
        matters.set(rule, other !== null && other !== answer && (other.rank === VALUE || other.kind === "gap"));
      }
      if (matters.get(rule)) all.set(JSON.stringify(own), own);
    }
    return [...all.values()];
  };

  return { Scene, Explainer, excepted, findersOf };
})());
