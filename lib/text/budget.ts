/** Thrown by readers of foreign text that needs more than its budget. */
export class OverBudget extends Error {
  override readonly name = "OverBudget";

  constructor(readonly what: "nodes" | "depth" | "characters") {
    super(`The text has more ${what} than its budget.`);
  }
}

/** What may be read of a foreign text: nodes are objects, lists, keys' values and list items, characters UTF-16 units. */
export type BudgetLimits = { nodes: number; depth: number; characters: number };

/**
 * What is left of the limits of a foreign text. Every reader of such text takes one, and all that read one payload share
 * it, so no text grows by being read in parts or again.
 */
export class Budget {
  readonly #left: BudgetLimits;

  constructor(limits: BudgetLimits) {
    this.#left = { ...limits };
  }

  /** How deep values may still nest, for parsers that have an option for it. */
  get depth(): number {
    return this.#left.depth;
  }

  /** How many nodes may still be read, for parsers that have an option for it. */
  get nodes(): number {
    return this.#left.nodes;
  }

  /** Takes a node. Returns false, from then on always, if none is left: for readers that stop there and keep what they have. */
  take(count = 1): boolean {
    if (this.#left.nodes < count) {
      this.#left.nodes = 0;
      return false;
    }
    this.#left.nodes -= count;
    return true;
  }

  /** Takes nodes. Throws OverBudget if too few are left: for readers whose result is all or nothing. */
  spend(count = 1): void {
    if (!this.take(count)) throw new OverBudget("nodes");
  }

  /** Takes a text's characters. Throws OverBudget if too few are left. */
  spendCharacters(count: number): void {
    if (this.#left.characters < count) throw new OverBudget("characters");
    this.#left.characters -= count;
  }

  /** Runs `read` one level deeper. Throws OverBudget if that is too deep. */
  deeper<T>(read: () => T): T {
    if (this.#left.depth <= 0) throw new OverBudget("depth");
    this.#left.depth -= 1;
    try {
      return read();
    } finally {
      this.#left.depth += 1;
    }
  }
}
