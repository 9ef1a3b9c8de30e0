import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { TONE_COLORS } from "@/lib/messages/cards/tones";
import { STATE_TONES } from "@/lib/messages/dto";
import { Budget } from "@/lib/text/budget";
import { embedText } from "@/lib/webhooks/interpret/described/card-text";
import type { ToolMessage } from "@/lib/webhooks/interpret/described/make-messages";
import { plainCard, plainText } from "@/lib/webhooks/interpret/plain/card";
import { plainBudget } from "@/lib/webhooks/interpret/plain/parts";
import { TEXT_BUDGET } from "@/lib/webhooks/interpret/plain/structure";
import { objectOfText } from "@/lib/webhooks/interpret/plain/text";
import { bodyBudget } from "@/lib/webhooks/payload/json-object";
import { type BodyKind, readBody } from "@/lib/webhooks/request/read-body";

// Requests of tools that have no description, in the shape that `source` documents, with what a reader wants to see:
// the parts of the title ("a|b": one of them), the tone of the state and the link (null: the request has none).
const fixture = z
  .strictObject({
    tool: z.string(),
    event: z.string(),
    source: z.url(),
    title: z.array(z.string()).min(1),
    state: z.enum(STATE_TONES).nullable(),
    link: z.url().nullable(),
    body: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional(),
    form: z.record(z.string(), z.string()).optional(),
    raw: z.string().optional(),
    contentType: z.string().optional(),
  })
  .refine(({ body, form, raw }) => [body, form, raw].filter((one) => one !== undefined).length === 1);
type Fixture = z.infer<typeof fixture>;

const SHARE = 85;
const folder = path.join(import.meta.dirname, "fixtures");
const fixtures = readdirSync(folder).flatMap((file) =>
  z.array(fixture).parse(JSON.parse(readFileSync(path.join(folder, file), "utf8"))),
);
const toneNames = new Map(STATE_TONES.map((tone) => [TONE_COLORS[tone], tone]));

function bodyOf({ body, form, raw, contentType = "" }: Fixture): readonly [text: string, kind: BodyKind] {
  if (form) return [new URLSearchParams(form).toString(), "form"];
  if (raw === undefined) return [JSON.stringify(body), "json"];
  return [raw, contentType.startsWith("text/") ? "text" : "other"];
}

function cardOf(one: Fixture): ToolMessage {
  const { payload } = readBody(...bodyOf(one), bodyBudget());
  if (typeof payload !== "string") return plainCard(payload, plainBudget());
  const structure = objectOfText(payload, new Budget(TEXT_BUDGET));
  return structure ? plainCard(structure, plainBudget()) : plainText(payload);
}

/** A message without an embed has its first line as the title. */
function shownOf({ content, embeds }: ToolMessage) {
  const [embed] = embeds;
  const { event = "", subject = "", state } = embed?.card ?? {};
  const all = [content, embed?.title, embed?.description, ...(embed?.fields ?? []).flatMap((f) => [f.name, f.value])];
  return {
    title: embed?.title ?? content.split("\n")[0] ?? "",
    // The state is before what it's the state of.
    said: [embed?.title ?? content.split("\n")[0], event, state?.word, subject, state?.word].filter(Boolean).join(" "),
    tone: embed?.color === undefined ? null : toneNames.get(embed.color),
    link: embed?.url ?? null,
    text: all.filter(Boolean).join(" "),
  };
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");
const address = (url: string | null) => url && new URL(url).href;

function isRightTone(tone: string | null | undefined, wanted: string | null): boolean {
  // New and in progress may have no tone, and only tones that warn are wrong where there is no state.
  if (wanted === "progress") return tone === "progress" || tone === null;
  return wanted === null ? tone !== "bad" && tone !== "warning" : tone === wanted;
}

/** Says what is wrong on a fixture's card, or returns null. */
function wrongOn(one: Fixture): string | null {
  const { title, said: all, tone, link } = shownOf(cardOf(one));
  const said = letters(all);
  const missing = one.title.filter((part) => !part.split("|").some((words) => said.includes(letters(words).trim())));
  const wrong = [
    missing.length > 0 && `title "${title}" lacks ${missing.map((part) => `"${part}"`).join(" and ")}`,
    !isRightTone(tone, one.state) && `tone ${tone}, wanted ${one.state}`,
    address(link) !== address(one.link) && `link ${link}, wanted ${one.link}`,
  ].filter((problem) => problem !== false);
  return wrong.length === 0 ? null : `${one.tool}, ${one.event}: ${wrong.join("; ")}`;
}

test("the fixtures cover many tools, forms and texts", () => {
  expect(fixtures.length).toBeGreaterThanOrEqual(110);
  expect(new Set(fixtures.map(({ tool }) => tool)).size).toBeGreaterThanOrEqual(95);
  expect(fixtures.filter(({ form, raw }) => form ?? raw).length).toBeGreaterThanOrEqual(12);
  expect(new Set(fixtures.map(({ tool, event }) => `${tool} ${event}`)).size).toBe(fixtures.length);
});

test(`title, tone and link are right on at least ${SHARE} % of the cards`, () => {
  const wrong = fixtures.map(wrongOn).filter((problem) => problem !== null);
  const right = fixtures.length - wrong.length;
  expect(
    (100 * right) / fixtures.length,
    `${right} of ${fixtures.length} are right.\n${wrong.join("\n")}`,
  ).toBeGreaterThanOrEqual(SHARE);
});

test("half of the cards have at most 300 characters", () => {
  const lengths = fixtures.map((one) => shownOf(cardOf(one)).text.length).sort((a, b) => a - b);
  expect(lengths[lengths.length >> 1]).toBeLessThanOrEqual(300);
});

test("no card shows JSON or is called New message", () => {
  const bad = fixtures.filter((one) => {
    const { title, text } = shownOf(cardOf(one));
    return title === "New message" || /\{\\?"|\[\\?\{|```(json|\s*[{[])/.test(text);
  });
  expect(bad.map(({ tool, event }) => `${tool}, ${event}`)).toEqual([]);
});

test("every card says its facts (-u writes them)", async () => {
  const said = fixtures.map((one) => {
    const { content, embeds } = cardOf(one);
    return [`${one.tool}, ${one.event}`, ...(content ? [`  Message: ${content}`] : []), ...embeds.flatMap(embedText)];
  });
  await expect(`${said.map((lines) => lines.join("\n")).join("\n\n")}\n`).toMatchFileSnapshot(
    "__snapshots__/fixtures.txt",
  );
});

test("no card says its state or place twice", () => {
  const twice = fixtures.flatMap((one) =>
    cardOf(one).embeds.flatMap(({ card, fields = [] }) => {
      const { subject = "", event = "", state, place = [] } = card ?? {};
      const said = ` ${letters(`${event} ${subject}`)} `;
      const repeated = [state?.word ?? "", ...place].filter(
        (each) => each && said.includes(` ${letters(each).trim()} `),
      );
      const shown = fields.filter(({ value }) => place.includes(value)).map(({ name }) => name);
      return repeated.length + shown.length > 0
        ? [`${one.tool}, ${one.event}: ${[...repeated, ...shown].join(", ")}`]
        : [];
    }),
  );
  expect(twice).toEqual([]);
});
