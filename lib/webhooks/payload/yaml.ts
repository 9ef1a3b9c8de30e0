import { constructFromEvents, dump, EVENT_ID, type Event, getScalarValue, parseEvents, YAMLException } from "js-yaml";
import type { Budget } from "@/lib/text/budget";

/** A line that can only begin or end a document, even within a text that is quoted or indented (YAML 1.2.2, rule 206). */
const DOCUMENT_MARKER = /^(?:---|\.\.\.)(?=\s|$)/gm;

/** A foreign YAML text. All YAML is read here, so nothing is read without a budget. */
export class Yaml {
  readonly #events: Event[];

  /** Throws OverBudget if the text needs more than the budget, with every alias counted as what it stands for; or YAMLException. */
  constructor(
    readonly text: string,
    budget: Budget,
  ) {
    budget.spendCharacters(text.length);
    // Before parsing, because the parser takes longest for empty documents and has no limit of them.
    budget.spend(text.match(DOCUMENT_MARKER)?.length ?? 0);
    this.#events = parseEvents(text, { maxDepth: budget.depth });
    budget.spend(nodesIn(text, this.#events));
  }

  /** Builds the only document's value, which takes far longer than the constructor. Throws YAMLException. */
  value(mostAliases = 0): unknown {
    const documents = this.#events.filter(({ type }) => type === EVENT_ID.DOCUMENT).length;
    if (documents === 0) throw new YAMLException("expected a document, but the input is empty");
    if (documents > 1) throw new YAMLException("expected a single document in the stream, but found more");
    return constructFromEvents(this.#events, { source: this.text, maxAliases: mostAliases })[0];
  }

  /** Returns the line of the field at this path, or of its closest existing parent. */
  lineOf(path: readonly PropertyKey[]): number {
    const { text } = this;
    const events = this.#events.values();
    const next = () => events.next().value ?? { type: EVENT_ID.POP };
    let found = 0;
    /** Reads one node to its end. `rest` is the path from it to the field, or null if the field isn't inside. */
    const read = (node: Event, rest: readonly PropertyKey[] | null): void => {
      if (node.type !== EVENT_ID.MAPPING && node.type !== EVENT_ID.SEQUENCE) return;
      for (let index = 0, event = next(); event.type !== EVENT_ID.POP; index += 1, event = next()) {
        const isKey = node.type === EVENT_ID.MAPPING;
        const step = !isKey ? index : event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : null;
        const leads = rest !== null && rest[0] === step;
        if (leads) found = "valueStart" in event ? event.valueStart : "start" in event ? event.start : found;
        if (isKey) read(event, null);
        read(isKey ? next() : event, leads ? rest.slice(1) : null);
      }
    };
    next();
    read(next(), path);
    return text.slice(0, found).split("\n").length;
  }
}

/** Counts a text's values as they are once aliases are replaced by what they stand for. */
function nodesIn(text: string, events: readonly Event[]): number {
  const sizes = new Map<string, number>();
  const open: { isMapping: boolean; name: string; from: number; children: number }[] = [];
  let nodes = 0;
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      const closed = open.pop();
      if (closed?.name) sizes.set(closed.name, nodes - closed.from);
      continue;
    }
    const parent = open.at(-1);
    const isKey = parent?.isMapping === true && parent.children % 2 === 0;
    if (parent) parent.children += 1;
    const from = nodes;
    if (event.type === EVENT_ID.DOCUMENT) {
      open.push({ isMapping: false, name: "", from, children: 0 });
      continue;
    }
    const name = event.anchorStart < 0 ? "" : text.slice(event.anchorStart, event.anchorEnd);
    if (event.type === EVENT_ID.ALIAS) nodes += sizes.get(name) ?? 1;
    else if (event.type === EVENT_ID.SCALAR) {
      nodes += isKey ? 0 : 1;
      if (name) sizes.set(name, 1);
    } else {
      nodes += 1;
      open.push({ isMapping: event.type === EVENT_ID.MAPPING, name, from, children: 0 });
      // A value that contains itself has no end.
      if (name) sizes.set(name, Number.POSITIVE_INFINITY);
    }
  }
  return nodes;
}

/** Writes a value as YAML, without aliases. */
export function writeYaml(value: unknown): string {
  return dump(value, { lineWidth: -1, noRefs: true });
}

/** Returns the line and the reason if an error says why a text isn't YAML, otherwise null. */
export function yamlMistake(error: unknown): { line: number; reason: string } | null {
  return error instanceof YAMLException ? { line: (error.mark?.line ?? 0) + 1, reason: error.reason } : null;
}
