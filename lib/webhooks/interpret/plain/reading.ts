import type { Budget } from "@/lib/text/budget";
import { type Fact, type List, type PayloadPart, readParts, word } from "@/lib/webhooks/interpret/plain/parts";

/** A payload that becomes a card, with what the card shows already, so that nothing appears twice. */
export class PlainReading {
  readonly root: PayloadPart;
  /** All parts: the event's own first, then things, surroundings and people. */
  readonly parts: readonly PayloadPart[];
  /** The parts that are the event itself. */
  readonly own: readonly PayloadPart[];
  /** The parts that the event can be about. */
  readonly things: readonly PayloadPart[];
  readonly lists: readonly List[];
  /** Facts by the last word of their key, in the order of `parts`. */
  readonly #byName = new Map<string, Fact[]>();
  readonly #used = new Set<Fact>();
  readonly #shown = new Set<string>();

  constructor(
    payload: object,
    readonly budget: Budget,
  ) {
    this.root = readParts(payload, budget);
    this.parts = inOrder(this.root);
    this.own = this.parts.filter(({ kind }) => kind === "event");
    this.things = this.parts.filter(({ kind }) => kind === "thing");
    this.lists = this.parts.flatMap(({ lists }) => lists);
    for (const { facts } of this.parts) {
      for (const fact of facts) {
        const named = this.#byName.get(fact.last);
        if (named) named.push(fact);
        else this.#byName.set(fact.last, [fact]);
      }
    }
  }

  /** Returns the facts whose key ends with this word: the event's own first, then those of things and the rest. */
  named(name: string): readonly Fact[] {
    return this.#byName.get(name) ?? [];
  }

  /** Returns the first unused fact of the event or of a thing that `fits`, the names in order of preference. */
  find(names: readonly string[], fits: (fact: Fact) => boolean): Fact | undefined {
    for (const name of names) {
      const fact = this.named(name).find((each) => isAbout(each) && !this.isUsed(each) && fits(each));
      if (fact) return fact;
    }
    return undefined;
  }

  /** Marks a fact as shown. */
  use(fact: Fact | undefined): void {
    if (fact === undefined) return;
    this.#used.add(fact);
    this.show(`${fact.value}`);
  }

  isUsed(fact: Fact): boolean {
    return this.#used.has(fact);
  }

  /** Marks a text as shown. */
  show(text: string): void {
    this.#shown.add(folded(text));
  }

  isShown(text: string): boolean {
    return this.#shown.has(folded(text));
  }
}

/** Whether a fact is the event's own or of a thing that it can be about. */
function isAbout({ part: { kind } }: Fact): boolean {
  return kind === "event" || kind === "thing";
}

/** Returns the letters and digits of a text in lower case, to compare it with others. */
export function folded(text: string): string {
  return text
    .slice(0, 300)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Returns whether one text says what the other does. */
export function says(text: string, what: string): boolean {
  return folded(text).includes(folded(what));
}

/** Returns a fact's text as one line, or undefined if it isn't short text. */
export function lineOf(fact: Fact, longest?: number): string | undefined {
  return typeof fact.value === "string" ? word(fact.value, longest) : undefined;
}

const ORDER = ["event", "thing", "surroundings", "actor"];

function inOrder(root: PayloadPart): PayloadPart[] {
  const all = (part: PayloadPart): PayloadPart[] => [part, ...part.parts.flatMap(all)];
  return all(root).sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || a.depth - b.depth);
}
