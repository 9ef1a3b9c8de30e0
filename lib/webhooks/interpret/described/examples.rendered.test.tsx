import { readFileSync } from "node:fs";
import path from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { EmbedCard } from "@/components/chat/message/card/embed-card";
import { Markdown } from "@/components/chat/message/markdown/markdown";
import { toneOf } from "@/lib/messages/cards/tones";
import type { CardFacts, EmbedTool } from "@/lib/messages/dto";
import { withShownImages } from "@/lib/messages/read/to-dto";
import { maskPayload } from "@/lib/secrets/mask-secrets";
import { exampleFiles } from "@/lib/testing/examples";
import { outcomeText } from "@/lib/webhooks/interpret/described/card-text";
import { compileSender } from "@/lib/webhooks/interpret/described/compile";
import { payloadOf, readExample, withCard } from "@/lib/webhooks/interpret/described/example";
import { makeMessages, type ToolMessage, templateHeaders } from "@/lib/webhooks/interpret/described/make-messages";
import { makeRecognizer } from "@/lib/webhooks/interpret/described/recognize";
import { reportsText } from "@/lib/webhooks/interpret/described/report-text";
import { contextOf, Patience } from "@/lib/webhooks/interpret/described/templates";
import { descriptions } from "@/lib/webhooks/senders/descriptions";
import { toolOf, toPost } from "@/lib/webhooks/senders/tool-sender";
import { loadMarkdown } from "@/server/testing/markdown";

const recognize = makeRecognizer(descriptions());

beforeAll(async () => {
  // Signs image URLs.
  vi.stubEnv("NEXTAUTH_SECRET", "the same each time");
  await loadMarkdown();
  return () => vi.unstubAllEnvs();
});

/** Returns the text of a message on the page. */
function page(message: ToolMessage, tool: EmbedTool): string {
  const { content, embeds } = toPost(message, tool, false);
  const html = renderToStaticMarkup(
    <>
      {content && <Markdown source={content} />}
      {withShownImages(embeds, [], null).map((embed, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once.
        <EmbedCard key={index} embed={embed} />
      ))}
    </>,
  );
  return html.replace(/<wbr\/?>/g, "").replace(/<[^>]*>/g, " ");
}

/** Returns the words that a message shows, without where its links lead and the numbers of its lists. */
function words({ content, embeds }: ToolMessage): string[] {
  const texts = embeds.flatMap(({ description, author, footer, fields = [], card = {} }) => {
    const { place = [], state, event, subject } = card;
    // All but a few labels are folded.
    const rows = fields.flatMap(({ name, value, kind }) => (kind === "labels" ? [] : [name, value]));
    return [...place, state?.word, event, subject, description, author?.name, footer?.text, ...rows];
  });
  return [content, ...texts].flatMap(
    (text = "") => text.replace(/\]\([^)]*\)|^\d+\./gm, "] ").match(/[\p{L}\p{N}]+/gu) ?? [],
  );
}

test("no two tools can have the same key", () => {
  const names = [...descriptions().values()].map(({ name }) => name);
  for (const name of names) expect(names.filter((other) => `${other} `.startsWith(`${name} `))).toEqual([name]);
});

// Flaws in a fact: punctuation at its ends, Markdown, gaps, empty brackets, or an address instead of words.
const FLAWS = /^[\s,:;.·–—→|-]|[\s,:;·–—→|(#]$|\*\*|\][[(]|\s\s|\[\W*\]|\(\s*\)|^\w+:\/\/\S*$|^[^\s@]+@\S+$|[#!](\s|$)/;

function factsOf(messages: readonly ToolMessage[]): CardFacts[] {
  return messages.flatMap(({ embeds }) => embeds.flatMap(({ card }) => card ?? []));
}

function headsOf(messages: readonly ToolMessage[]): string[] {
  return factsOf(messages).flatMap(({ place = [], state, event, subject }) =>
    [...place, state?.word, event, subject].flatMap((text) => text || []),
  );
}

function valuesOf(messages: readonly ToolMessage[]): string[] {
  return messages.flatMap(({ embeds }) => embeds.flatMap(({ fields = [] }) => fields.map(({ value }) => value)));
}

/** Returns the payload, and the payload without each of its keys, because tools sometimes leave keys out. */
function shortened(payload: unknown): unknown[] {
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) return [payload];
  return [
    payload,
    ...Object.keys(payload).map((key) => Object.fromEntries(Object.entries(payload).filter(([each]) => each !== key))),
  ];
}

describe.each([...descriptions()])("%s", (name, description) => {
  const sender = compileSender(description);
  const files = exampleFiles(name).map((file) => [path.basename(file, ".md"), file] as const);

  const interpreted = new Map<string, ReturnType<typeof interpretOnce>>();
  afterAll(() => interpreted.clear());

  /** Returns an example's text and source, and what its request becomes. */
  function interpret(file: string): ReturnType<typeof interpretOnce> {
    const made = interpreted.get(file) ?? interpretOnce(file);
    interpreted.set(file, made);
    return made;
  }

  async function interpretOnce(file: string) {
    const text = readFileSync(file, "utf8");
    const example = readExample(text);
    const headers = (header: string) => example.headers[header] ?? null;
    const request = { payload: payloadOf(example), headers: templateHeaders(description, headers) };
    const masked = await maskPayload(request);
    const outcome = makeMessages(sender, masked, request);
    const inLines = makeMessages(sender, { ...masked, oneLine: true }, { ...request, oneLine: true });
    return { text, source: example.source, headers, request, outcome, inLines };
  }

  test("has examples, steps with the URL, and no problems", () => {
    expect(sender.problems).toEqual([]);
    expect(files.length).toBeGreaterThan(0);
    expect(description.steps.join(" ")).toContain("{url}");
  });

  test("has no key for an event without an id", () => {
    const context = () => contextOf({ payload: {}, headers: {}, request: { event: "" }, item: {} }, new Patience());
    for (const { parts } of sender.events.values()) {
      expect([parts.thread_key?.(context()) ?? "", parts.update_key?.(context()) ?? ""]).toEqual(["", ""]);
    }
  });

  test.each(files)("%s is recognized, has a known event and becomes its card (-u writes it)", async (_, file) => {
    const { text, source, headers, request, outcome, inLines } = await interpret(file);
    expect(source).toMatch(/^https:\/\//);
    expect(recognize({ payload: request.payload, headers })).toBe(name);
    expect(outcome.result.kind).not.toBe("unknown");
    for (const payload of outcome.result.kind === "messages" ? shortened(request.payload) : []) {
      const { result } = makeMessages(sender, { ...request, payload });
      const cards = result.kind === "messages" ? result.messages : [];
      for (const text of headsOf(cards)) expect(text).not.toMatch(FLAWS);
      for (const value of valuesOf(cards)) expect(value).not.toMatch(/^[→,·]|[→,·]$|^#$/);
    }
    const card = withCard(text, outcomeText(outcome));
    const whole = text.includes("```thing") ? withCard(card, reportsText(inLines), "thing") : card;
    await expect(whole).toMatchFileSnapshot(file);
  });

  test("shows every word of its cards", async () => {
    for (const [, file] of files) {
      const { tool, result } = (await interpret(file)).outcome;
      for (const message of result.kind === "messages" ? result.messages : []) {
        const shownTool = toolOf(description, tool);
        const shown = page(message, shownTool).toLowerCase();
        for (const word of words(message)) expect(shown, file).toContain(word.toLowerCase());
      }
    }
  });
  /** Returns all cards of the examples, with the files they come from and the texts in their payloads. */
  async function cardsOf() {
    const made = files.map(async ([file, whole]) => {
      const { request, outcome } = await interpret(whole);
      const { result } = outcome;
      const texts = [...textsIn(request.payload)];
      return result.kind === "messages" ? result.messages.map((message) => ({ file, texts, ...message })) : [];
    });
    return (await Promise.all(made)).flat();
  }

  test("says each fact of its cards once: a subject has neither its state nor its place", async () => {
    for (const { file, texts, embeds } of await cardsOf()) {
      for (const { card = {} } of embeds) {
        const { place = [], state, event = "", subject = "" } = card;
        expect(`${subject}${event}`, file).not.toBe("");
        for (const where of place) {
          // "Booking API answers with 502" is what the tool calls it.
          const isPayloads = texts.some(
            (text) => (subject.includes(text) || text.includes(subject)) && text !== where && hasWord(text, where),
          );
          if (hasWord(subject, where)) expect(isPayloads, `${file}: ${where}`).toBe(true);
        }
        if (state) expect(hasWord(`${event} · ${subject}`, state.word), `${file}: ${state.word}`).toBe(false);
      }
    }
  });

  test("names the state of what is an incident until it changes", async () => {
    for (const { file, embeds, update_key } of await cardsOf()) {
      for (const { color, card = {} } of embeds) {
        const isBad = toneOf(color) === "danger" || toneOf(color) === "warning";
        if (update_key !== undefined && isBad) expect(card.state, file).toBeDefined();
      }
    }
  });

  // A tone may depend on how severe the payload says it is.
  test("means the same by the same state", async () => {
    const tones = new Map<string, string>();
    for (const { file, embeds } of await cardsOf()) {
      for (const { card: { state, severity } = {} } of embeds) {
        if (!state) continue;
        const said = `${state.word} ${severity ?? ""}`;
        expect(`${said}: ${state.tone}`, file).toBe(`${said}: ${tones.get(said) ?? state.tone}`);
        tones.set(said, state.tone);
      }
    }
  });
});

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null) for (const each of Object.values(value)) yield* textsIn(each);
}

/** Returns whether a text has these words, whatever their case. */
function hasWord(text: string, words: string): boolean {
  const folded = words.toLowerCase().replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${folded}(?![\\p{L}\\p{N}])`, "u").test(text.toLowerCase());
}
