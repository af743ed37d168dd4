"use strict";
/** The parts of an answer, each by the rule that gives it. */
Object.assign(Walker, (() => {
  const { Explainer, VALUE, operate, whereNoneApplies } = Walker;

  /** How deep it goes through questions that pass on what others answer. */
  const MOST_DEEP = 20;

  /** Whether a part adds nothing. */
  const isNothing = ({ leaf: { kind, value } }) => (kind === "number" && value.above === 0) || (kind === "set" && !value.length);

  /** What an answer is made of: the rules that made it, down to those that do more than pass on what another answers. */
  class Parts {
    constructor(game, question, known) {
      this.game = game;
      this.all = [];
      [this.isSum, this.isOpen] = [false, false];
      // Whether only their paragraphs are wanted: the words for each would be made of those for all that it rests on.
      this.isBare = false;
      // The questions into whose conditions it looks: none of them is told of again.
      this.within = [];
      if (question) this.add(new Explainer(game, known), question, MOST_DEEP, question);
    }

    /** The same, where what cannot matter was taken to be something: what makes the answer so alone is told as an example of it. */
    beside(known) {
      for (const part of this.all) {
        const isSame = (own) => ["question", "cite", "exceptionTo", "leaf"].every((key) => own[key] === part[key]);
        if (part.says !== part.question.title && !known.all.some(isSame)) part.says = `for example, ${part.says}`;
      }
      return this;
    }

    /** Adds what makes an answer on the way to the one that is `asked`; whether anything does. */
    add(scene, question, depth, asked) {
      const { leaves } = this.game;
      const { combine: how } = question;
      const byOne = how === "least" || how === "greatest";
      const addsUp = how === "only-one" || byOne || how === "sum" || how === "union";
      // What it answers is one of its parts, not all of them together.
      if (depth === 0 || (!addsUp && depth < MOST_DEEP)) return false;
      const isAsked = depth === MOST_DEEP;
      const only = byOne ? scene.answer(question) : undefined;
      const deciding = only === null && isAsked ? undefined : only;
      this.isSum ||= how === "sum";
      const given = scene.contributions(question);
      let any = false;
      for (const own of given) {
        const holds = own.rule.when ? scene.expr(own.rule.when[0]) : leaves.yes;
        if (scene.givesWay(own.rule, given)) continue;
        if (holds === null || holds === leaves.no) continue;
        if (deciding !== undefined && ((any && !isAsked) || own.leaf !== deciding)) continue;
        const exception = scene.biting(own.rule.except);
        if (own.leaf === leaves.silent) continue;
        any = true;
        const [expr] = exception?.gives ?? own.rule.gives;
        // Where one question answers for another, its own words say why.
        const askedOf = (inner) => (how === "only-one" && question === asked ? inner : asked);
        if (!this.passOn(scene, expr, depth, askedOf, (exception ?? own.rule).cite ?? "")) this.part(scene, this.holder(expr, question), own, exception, asked);
      }
      // Where a rule may apply or not, it is not what holds in any other case.
      const isOpen = given.some(({ leaf }) => leaf === null);
      this.isOpen ||= isOpen;
      any ||= this.addOtherwise(scene, question, any || isOpen, depth);
      // A sum of nothing is 0, and that is an answer too.
      return any || whereNoneApplies(leaves, how) !== null;
    }

    addOtherwise(scene, question, any, depth) {
      const leaf = any || !question.otherwise ? null : scene.expr(question.otherwise.gives);
      if (leaf === null) return false;
      const says = depth === MOST_DEEP ? "in any other case" : question.title;
      const { cite = "", errata = [] } = question.otherwise;
      this.all.push({ leaf, says, cite, question, errata });
      return true;
    }

    holder(expr, question) {
      const own = expr === null ? null : this.game.exprs[expr];
      return own && own[0] === 2 ? this.game.questions[own[1]] : question;
    }

    /** Adds the parts of the question whose answer an expression passes on, where that is all it does. */
    passOn(scene, expr, depth, askedOf, cite) {
      const [of, inner] = this.passedOn(scene, expr) ?? [];
      if (!inner) return false;
      const before = this.all.length;
      const isTold = this.add(of, inner, depth - 1, askedOf(inner));
      // Of the paragraphs of what is passed on, the one that is named is meant, and not the first.
      const isMeant = (part) => part.question === inner && part.cite === inner.cite[0];
      if (inner.cite.includes(cite)) for (const part of this.all.slice(before).filter(isMeant)) part.cite = cite;
      return isTold;
    }

    /** The question whose answer an expression passes on, where that is all it does, and where that is asked. */
    passedOn(scene, expr) {
      if (expr === null) return null;
      const [kind, own, bound] = this.game.exprs[expr];
      if (kind === 2) return [scene.inner(own, bound), this.game.questions[own]];
      const question = kind === 1 ? this.game.question(this.game.variables[own].name) : undefined;
      if (!question) return null;
      // A fact that is given otherwise than a question finds it is not found by it.
      const given = scene.variable(own);
      return given === null || given === scene.answer(question) ? [scene, question] : null;
    }

    part(scene, question, { rule, leaf }, exception, asked) {
      if (leaf === null) return;
      const cited = { leaf, question, rule, cite: (exception ?? rule).cite ?? "" };
      if (this.isBare) {
        this.all.push({ ...cited, says: "", errata: [], of: [] });
        return;
      }
      const { leaves, shared } = this.game;
      const gives = leaves.show(leaf, question.signed);
      // What holds without a condition is told by the note on the question.
      const note = (!rule.when && !exception && question.note) || null;
      const ownWords = () => (question === asked ? this.ownWords(scene, rule, exception, gives) ?? note : null);
      const says = leaf.kind === "gap" ? shared.gaps[leaf.value][0] : this.cellWords(rule, exception) ?? ownWords();
      this.all.push({
        ...cited,
        says: says ?? question.title,
        exceptionTo: exception && (rule.cite ?? ""),
        errata: scene.errataOf(rule, exception),
        of: rule.when && question === asked ? this.modifiersIn(scene, rule.when[0], asked) : [],
      });
    }

    /** What the modifiers that a condition looks at are made of. */
    modifiersIn(scene, when, asked) {
      const parts = new Parts(this.game);
      parts.within = [...this.within, asked];
      this.game.walk(when, (_, number) => {
        const isNew = () => !parts.within.includes(this.passedOn(scene, number)?.[1]);
        if (scene.isSigned(number) && isNew()) parts.passOn(scene, number, MOST_DEEP + 1, (inner) => inner, "");
      });
      return parts.all.filter((part) => !isNothing(part));
    }

    /** A cell of a chart, or a line of a list; and where the exception applies that took its place. */
    cellWords({ cell }, exception) {
      if (!cell) return null;
      const { list, title, rows, columns = [] } = this.game.shared.charts[cell[0]];
      const column = cell[2] < columns.length ? `, ${columns[cell[2]]}` : "";
      const words = list ? rows[cell[1]] : `${title} [${rows[cell[1]]}${column}]`;
      return exception?.when ? `${words}, where ${exception.when[1]}` : words;
    }

    /** The condition of one of the asked question's own rules, or how it comes to its amount. */
    ownWords(scene, rule, exception, gives) {
      const { when } = exception ?? rule;
      const [expr, , says, words] = exception?.gives ?? rule.gives;
      const numbers = typeof expr === "number" ? this.amounts(scene, expr) : [];
      if (numbers.length) return `${words} (${numbers.join(", ")})`;
      if (when) {
        const amounts = this.lookedAt(scene, when[0]);
        const isTold = amounts.length && (gives === "yes" || gives === "no");
        return isTold ? `${when[1]} (${amounts.join(" and ")})` : when[1];
      }
      if (exception) return "always";
      return says === gives ? null : words;
    }

    /** The numbers from which an amount is calculated, with the paragraphs that give them; none where it is one of them. */
    amounts(scene, gives) {
      const amounts = new Set();
      const { game } = this;
      if (game.exprs[gives][0] === 1) return [];
      game.walk(gives, ([kind, own, bound], number) => {
        if (kind !== 1 && (kind !== 2 || bound.length)) return;
        const leaf = scene.expr(number);
        if (leaf?.kind !== "number") return;
        const { title, within = title } = (kind === 1 ? game.variables : game.questions)[own];
        const by = this.paragraphOf(scene, number);
        amounts.add(`${within} ${game.leaves.show(leaf, scene.isSigned(number))}${by ? ` by ${by}` : ""}`);
      });
      return [...amounts];
    }

    /** The one paragraph that makes what an expression passes on; the first of its question, where several do or none is told. */
    paragraphOf(scene, expr) {
      const [of, question] = this.passedOn(scene, expr) ?? [];
      if (!question) return undefined;
      const parts = new Parts(this.game);
      parts.isBare = true;
      parts.add(of, question, MOST_DEEP, question);
      const [first, ...others] = parts.all.filter((part) => !isNothing(part)).map(({ cite }) => cite);
      return first !== undefined && others.every((cite) => cite === first) ? first : question.cite[0];
    }

    /** What a condition looks at, as it is: modifiers, and what is one of several words. */
    lookedAt(scene, when) {
      const seen = [];
      const { exprs, variables, leaves } = this.game;
      this.game.walk(when, ([kind, inner, values], number) => {
        const leaf = scene.isSigned(number) ? scene.expr(number) : null;
        if (leaf !== null) seen.push(leaves.show(leaf, true));
        if (kind !== 9 || values.length < 2 || exprs[inner][0] !== 1) return;
        const [, fact] = exprs[inner];
        const own = scene.variable(fact);
        if (own?.kind !== "word" || !values.includes(own.place)) return;
        seen.push(this.game.label(fact, variables[fact].domain.index(own)));
      });
      return seen;
    }

    /** Whether they come to an answer: a sum to that of all, a set to all of their words, anything else to some part. */
    make(leaf) {
      const { leaves } = this.game;
      const nothing = leaves.number(Walker.ratio(0));
      const [first = nothing, ...known] = this.all.map((part) => part.leaf);
      if (this.isSum) return known.reduce((total, own) => operate(leaves, "+", total, own), first) === leaf;
      if (leaf.kind === "set") {
        const sets = this.all.map((part) => part.leaf).filter(({ kind }) => kind === "set");
        return sets.length ? sets.reduce((all, own) => operate(leaves, "union", all, own)) === leaf : !leaf.value.length;
      }
      return this.all.some((part) => part.leaf === leaf) || (!this.all.length && leaf === nothing);
    }

    /** Of a sum of which a part is lost, or whether there is one: the sum of the others. */
    rest() {
      const { leaves } = this.game;
      const known = this.all.filter(({ leaf }) => leaf.kind !== "gap");
      if (!this.isSum || (known.length === this.all.length && !this.isOpen)) return null;
      const sum = known.reduce((total, { leaf }) => operate(leaves, "+", total, leaf), leaves.number(Walker.ratio(0)));
      return sum.rank === VALUE ? sum : null;
    }
  }

  return { Parts, isNothing };
})());
