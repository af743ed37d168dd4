"use strict";
/** Diagrams: those that the book carries, and those that are made of them where something is known. */
Object.assign(Walker, (() => {
  /** A diagram that is made would be too large. */
  class TooLarge extends Error {}

  const isSame = (one, other) => {
    if (one === other) return true;
    if (one.length !== other.length) return false;
    for (let place = 0; place < one.length; place += 1) if (one[place] !== other[place]) return false;
    return true;
  };

  /** Edges, those of neighbours that lead to the same place as one. */
  const merged = (ends, to) => {
    let place = 1;
    while (place < to.length && to[place] !== to[place - 1]) place += 1;
    if (place >= to.length) return [ends, to];
    const [own, children] = [[], []];
    for (let at = 0; at < to.length; at += 1) {
      if (children.length && children[children.length - 1] === to[at]) own[own.length - 1] = ends[at];
      else {
        own.push(ends[at]);
        children.push(to[at]);
      }
    }
    return [own, children];
  };

  /** The diagrams of a game as the book carries them. A node is a number from 0; a leaf is below 0: -1 is the first. */
  class Carried {
    constructor({ variables, of_shape: ofShape, shapes, to }) {
      Object.assign(this, { variables, ofShape, shapes, supports: new Map(), seen: new Uint32Array(variables.length), round: 0 });
      this.to = new Int32Array(to.length);
      let last = 0;
      for (let place = 0; place < to.length; place += 1) this.to[place] = last += to[place];
      this.starts = new Int32Array(variables.length + 1);
      for (let node = 0; node < variables.length; node += 1) {
        this.starts[node + 1] = this.starts[node] + shapes[ofShape[node]].length;
      }
    }

    /** Where a node leads for a value of its variable. */
    child(node, index) {
      const ends = this.shapes[this.ofShape[node]];
      let [low, high] = [0, ends.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (ends[middle] <= index) low = middle + 1;
        else high = middle;
      }
      return this.to[this.starts[node] + low];
    }

    /** The variables on which a diagram depends. */
    support(root) {
      if (this.supports.has(root)) return this.supports.get(root);
      const { seen, starts, to } = this;
      const found = new Set();
      const waiting = [root];
      this.round += 1;
      while (waiting.length) {
        const at = waiting.pop();
        if (at < 0 || seen[at] === this.round) continue;
        seen[at] = this.round;
        found.add(this.variables[at]);
        for (let place = starts[at]; place < starts[at + 1]; place += 1) if (to[place] >= 0) waiting.push(to[place]);
      }
      this.supports.set(root, found);
      return found;
    }
  }

  /** How many choices are remembered. */
  const MOST_CHOSEN = 300_000;

  /** Diagrams made while questions are answered: equal ones are the same number. They lead to no carried node. */
  class Store {
    /** `rank` is the place of each variable in the order of the diagrams, `sizes` how many values it has. */
    constructor(carried, leaves, rank, sizes) {
      Object.assign(this, { carried, leaves, rank, sizes });
      this.nodes = [];
      /** By the hash of a node, the last one that has it; it tells the one before. */
      this.heads = new Map();
      this.supports = new Map();
      /** Of a carried diagram with what is known put in, what was made. */
      this.parts = new Map();
      /** Of three diagrams, what if-then-else made of them. */
      this.chosen = new Map();
      this.count = 0;
      /** Of each carried node, what was made of it, and in which round. */
      this.made = new Int32Array(carried.variables.length);
      this.rounds = new Uint32Array(carried.variables.length);
      this.round = 0;
      this.most = Infinity;
    }

    leaf(leaf) {
      return -1 - leaf.place;
    }

    leafAt(code) {
      return this.leaves.all[-1 - code];
    }

    /** The node with these edges; where they all lead to one place, that. Neighbours that lead to the same place are one. */
    node(variable, ends, to) {
      const [own, children] = merged(ends, to);
      if (children.length === 1) return children[0];
      let hash = variable;
      for (let place = 0; place < children.length; place += 1) {
        hash = Math.imul(Math.imul(hash ^ children[place], 0x01000193) ^ own[place], 0x01000193);
      }
      for (let at = this.heads.get(hash) ?? -1; at >= 0; at = this.nodes[at].next) {
        const node = this.nodes[at];
        if (node.variable === variable && isSame(node.to, children) && isSame(node.ends, own)) return at;
      }
      this.count += 1;
      if (this.count > this.most) throw new TooLarge();
      this.nodes.push({ variable, ends: own, to: children, next: this.heads.get(hash) ?? -1 });
      this.heads.set(hash, this.nodes.length - 1);
      return this.nodes.length - 1;
    }

    child(node, index) {
      const { ends, to } = this.nodes[node];
      const at = ends.findIndex((end) => end > index);
      return to[at < 0 ? to.length - 1 : at];
    }

    /** Where a carried diagram leads with what is known: a leaf, or the first variable on the way that is not known. */
    reach(code, known) {
      let at = code;
      while (at >= 0) {
        const index = known[this.carried.variables[at]];
        if (index < 0) return { missing: this.carried.variables[at] };
        at = this.carried.child(at, index);
      }
      return { leaf: at };
    }

    /** A carried diagram with all that is known put in. */
    restricted(code, known) {
      let key = `${code}`;
      for (const variable of this.carried.support(code)) key += ` ${known[variable]}`;
      let own = this.parts.get(key);
      if (own === undefined) {
        this.round += 1;
        own = this.restrictedAt(code, known);
        this.parts.set(key, own);
      }
      return own;
    }

    restrictedAt(code, known) {
      const { carried, rounds, made } = this;
      let at = code;
      while (at >= 0 && known[carried.variables[at]] >= 0) {
        at = carried.child(at, known[carried.variables[at]]);
      }
      if (at < 0 || rounds[at] === this.round) return at < 0 ? at : made[at];
      const [from, to] = [carried.starts[at], carried.starts[at + 1]];
      const children = new Array(to - from);
      for (let place = from; place < to; place += 1) {
        const child = carried.to[place];
        children[place - from] = child < 0 ? child : rounds[child] === this.round ? made[child] : this.restrictedAt(child, known);
      }
      made[at] = this.node(carried.variables[at], carried.shapes[carried.ofShape[at]], children);
      rounds[at] = this.round;
      return made[at];
    }

    /** What `leaf` makes of the leaves of several diagrams, wherever they lead; `settle` may tell it of whole diagrams. */
    apply(codes, settle, leaf, done = new Map()) {
      const settled = settle(codes);
      if (settled !== undefined) return settled;
      if (codes.every((code) => code < 0)) return this.leaf(leaf(codes.map((code) => this.leafAt(code))));
      const key = codes.length === 1 ? codes[0] : codes.join();
      const known = done.get(key);
      if (known !== undefined) return known;
      const variable = this.first(codes);
      const [ends, to] = [[], []];
      const own = codes.map((code) => (code >= 0 && this.nodes[code].variable === variable ? this.nodes[code] : null));
      const places = codes.map(() => 0);
      for (let start = 0; start < this.sizes[variable]; ) {
        const until = own.map((node, at) => (node ? node.ends[places[at]] : Infinity));
        const end = Math.min(this.sizes[variable], ...until);
        const children = own.map((node, at) => (node ? node.to[places[at]] : codes[at]));
        ends.push(end);
        to.push(this.apply(children, settle, leaf, done));
        own.forEach((node, at) => {
          if (node && node.ends[places[at]] === end) places[at] += 1;
        });
        start = end;
      }
      const made = this.node(variable, ends, to);
      done.set(key, made);
      return made;
    }

    /** The first variable that one of some diagrams tests. */
    first(codes) {
      const variables = codes.filter((code) => code >= 0).map((code) => this.nodes[code].variable);
      return variables.reduce((one, other) => (this.rank[other] < this.rank[one] ? other : one));
    }

    map(code, change) {
      return this.apply([code], () => undefined, ([leaf]) => change(leaf));
    }

    /** If-then-else: where the condition is neither yes nor no, what it is. */
    ite(condition, then, other) {
      const { yes, no } = this.leaves;
      const settle = ([own, first, second]) => {
        if (own >= 0) return undefined;
        const leaf = this.leafAt(own);
        return leaf === yes ? first : leaf === no ? second : own;
      };
      if (this.chosen.size > MOST_CHOSEN) this.chosen.clear();
      return this.apply([condition, then, other], settle, ([leaf]) => leaf, this.chosen);
    }

    restrict(code, variable, index) {
      const settle = ([own]) => {
        if (own < 0 || this.rank[this.nodes[own].variable] > this.rank[variable]) return own;
        return this.nodes[own].variable === variable ? this.child(own, index) : undefined;
      };
      return this.apply([code], settle, ([leaf]) => leaf);
    }

    /** The diagram where variables are what the diagrams of questions say, and what they are where these are not asked; `indexOf` tells
     * the index of a leaf for a variable, or -1. */
    compose(code, bound, indexOf) {
      if (!bound.length) return code;
      const [[variable, by], ...rest] = bound;
      if (!this.support(code).includes(variable)) return this.compose(code, rest, indexOf);
      let result = this.map(by, (leaf) => (leaf.rank === Walker.VALUE ? this.leaves.outside : leaf));
      for (const leaf of this.leavesOf(by)) {
        const index = leaf.rank === Walker.VALUE ? indexOf(variable, leaf) : -1;
        if (index < 0 && leaf !== this.leaves.outside) continue;
        const part = this.compose(index < 0 ? code : this.restrict(code, variable, index), rest, indexOf);
        const here = this.map(by, (own) => this.leaves.bool(own === leaf));
        result = this.ite(here, part, result);
      }
      return result;
    }

    /** All nodes and leaves to which a diagram leads. */
    reachable(code) {
      const seen = new Set([code]);
      for (const at of seen) {
        if (at >= 0) for (const child of this.nodes[at].to) seen.add(child);
      }
      return [...seen];
    }

    /** The variables on which a diagram depends, in order. */
    support(code) {
      let known = this.supports.get(code);
      if (!known) {
        const inner = this.reachable(code).filter((at) => at >= 0);
        const variables = new Set(inner.map((at) => this.nodes[at].variable));
        known = [...variables].sort((one, other) => this.rank[one] - this.rank[other]);
        this.supports.set(code, known);
      }
      return known;
    }

    /** The leaves to which a diagram leads, in order. */
    leavesOf(code) {
      const leaves = this.reachable(code).filter((at) => at < 0).map((at) => this.leafAt(at));
      return leaves.sort((one, other) => this.leaves.order(one, other));
    }
  }

  return { Carried, Store, TooLarge };
})());
