import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { EmbedCard } from "@/components/message/embed/embed-card";
import { loadParser } from "@/components/message/markdown/late-parser";
import { Markdown } from "@/components/message/markdown/markdown";
import type { EmbedTool } from "@/lib/messages/dto";
import { withShownImages } from "@/lib/messages/to-dto";
import { maskPayload } from "@/lib/secrets/mask-secrets";
import { bodyBudget } from "@/lib/webhooks/format/json-object";
import { madeBy, readPayload } from "@/lib/webhooks/format/read-payload";
import { readBody, readFields } from "@/lib/webhooks/request/read-body";
import { compileSender } from "@/lib/webhooks/senders/described/compile";
import { makeMessages, type ToolMessage, templateHeaders } from "@/lib/webhooks/senders/described/make-messages";
import { makeRecognizer } from "@/lib/webhooks/senders/described/recognize";
import { contextOf, Patience } from "@/lib/webhooks/senders/described/templates";
import { descriptions } from "@/lib/webhooks/senders/descriptions";
import { toolOf } from "@/lib/webhooks/senders/tool-sender";

/** A tool's request. Its shape comes from the tool's documentation or test suite (`source`); the values are made up. */
type Fixture = {
  source: string;
  headers: Record<string, string>;
  body?: object;
  form?: Record<string, string>;
  raw?: string;
  skipped?: string;
};

const recognize = makeRecognizer(descriptions());

beforeAll(async () => {
  // Signs image URLs.
  vi.stubEnv("NEXTAUTH_SECRET", "the same each time");
  await loadParser();
  return () => vi.unstubAllEnvs();
});

function html({ content, embeds }: ToolMessage, tool: EmbedTool): string {
  const post = readPayload({ content, embeds });
  const cards = madeBy(tool, post.embeds);
  return renderToStaticMarkup(
    <>
      {post.content && <Markdown source={post.content} />}
      {withShownImages(cards, [], null).map((embed, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once.
        <EmbedCard key={index} embed={embed} />
      ))}
    </>,
  )
    .replace(/ class="[^"]*"|<svg.*?<\/svg>|<wbr\/>/gs, "")
    .replaceAll("><", ">\n<");
}

test("no two tools can have the same key", () => {
  const names = [...descriptions().values()].map(({ name }) => name);
  for (const name of names) expect(names.filter((other) => `${other} `.startsWith(`${name} `))).toEqual([name]);
});

// Flaws in a title: punctuation at its ends, Markdown, gaps, empty brackets, or an address instead of words.
const FLAWS = /^[\s,:;.·–—→|-]|[\s,:;·–—→|(#]$|\*\*|\][[(]|\s\s|\[\W*\]|\(\s*\)|^\w+:\/\/\S*$|^[^\s@]+@\S+$|[#!](\s|$)/;

function titlesOf(messages: readonly ToolMessage[]): string[] {
  return messages.flatMap(({ embeds }) => embeds.flatMap(({ title }) => title || []));
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
  const folder = join(import.meta.dirname, "..", name, "fixtures");
  const files = existsSync(folder) ? readdirSync(folder) : [];

  test("has fixtures, steps with the URL, and no problems", () => {
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

  test.each(files)("%s is recognized, has a known event and matches its snapshot", async (file) => {
    const fixture: Fixture = JSON.parse(readFileSync(join(folder, file), "utf8"));
    expect(fixture.source).toMatch(/^https:\/\//);
    const { body, form, raw = "" } = fixture;
    const payload =
      body ?? (form ? readFields(Object.entries(form), bodyBudget()) : readBody(raw, "json", bodyBudget())).payload;
    const headers = (header: string) => fixture.headers[header] ?? null;
    expect(recognize({ payload, headers })).toBe(name);
    const shown = templateHeaders(description, headers);
    const sent = { payload, headers: shown };
    const { event, tool, result } = makeMessages(sender, await maskPayload(sent), sent);
    if (fixture.skipped !== undefined) return expect(result).toEqual({ kind: "skipped", rule: fixture.skipped });
    expect({ event, kind: result.kind }).toEqual({ event, kind: "messages" });
    const messages = result.kind === "messages" ? result.messages : [];
    for (const less of shortened(payload)) {
      const { result: made } = makeMessages(sender, { payload: less, headers: shown });
      const cards = made.kind === "messages" ? made.messages : [];
      for (const title of titlesOf(cards)) expect(title).not.toMatch(FLAWS);
      for (const value of valuesOf(cards)) expect(value).not.toMatch(/^[→,·]|[→,·]$|^#$/);
    }
    const keys = messages.map(({ thread_key = "–", update_key = "–" }) => `thread ${thread_key}, update ${update_key}`);
    const page = messages
      .map((message, index) => `${keys[index]}\n${html(message, toolOf(description, tool))}`)
      .join("\n\n");
    return expect(`${page}\n`).toMatchFileSnapshot(join("..", name, "__snapshots__", file.replace(".json", ".txt")));
  });
});
