import type {
  CardOfModel,
  Chip,
  ChipFilter,
  Path,
  Template,
  TemplatePart,
  Value,
} from "@/lib/webhooks/interpret/own-cards/model";

// This file also runs in browsers, so it can't use Node.

/** Returns a card that shows nothing yet. */
export function emptyCard(name: string): CardOfModel {
  return {
    name,
    when: [],
    each: null,
    skip: [],
    place: [],
    subject: [],
    event: [],
    state: { value: null, rules: [], others: "word" },
    severity: [],
    summary: [],
    body: [],
    url: [],
    links: [],
    person: { name: [], url: [], icon: [] },
    image: [],
    thumbnail: [],
    footer: [],
    at: [],
    startedAt: [],
    endedAt: [],
    fields: [],
    threadKey: [],
    updateKey: [],
    keepsFields: false,
  };
}

/** Returns a template of one text, or of none. */
export function plainTemplate(text: string): Template {
  return tidied<TemplatePart>([{ kind: "text", text }]);
}

/** Joins neighboring texts and leaves out empty ones. */
export function tidied<P extends TemplatePart>(parts: readonly P[]): P[] {
  const tidy: P[] = [];
  for (const part of parts) {
    const last = tidy.at(-1);
    if (part.kind !== "text") tidy.push(part);
    else if (part.text === "") continue;
    else if (last?.kind === "text") tidy.splice(-1, 1, { ...last, text: last.text + part.text });
    else tidy.push(part);
  }
  return tidy;
}

/** Returns the value at a path of the payload. */
export function inPayload(path: Path): Value {
  return { root: "payload", path };
}

/** Returns a chip for the value at a path of the payload. */
export function chipAt(path: Path, ...filters: ChipFilter[]): Chip {
  return { kind: "chip", value: inPayload(path), filters };
}
