import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test, vi } from "vitest";
import { EmbedCard } from "@/components/message/embed/embed-card";
import { loadParser } from "@/components/message/markdown/late-parser";
import { Markdown } from "@/components/message/markdown/markdown";
import { withShownImages } from "@/lib/messages/to-dto";
import { discord } from "@/lib/webhooks/senders/discord/parse";

beforeAll(async () => {
  // Signs image URLs.
  vi.stubEnv("NEXTAUTH_SECRET", "the same each time");
  await loadParser();
  return () => vi.unstubAllEnvs();
});

const folder = join(import.meta.dirname, "fixtures");
const fixtures = readdirSync(folder).map((name): [string, unknown] => [
  name,
  JSON.parse(readFileSync(join(folder, name), "utf8")),
]);

function rendered(payload: unknown): string {
  const { content, embeds } = discord(payload).post;
  return renderToStaticMarkup(
    <>
      <Markdown source={content} />
      {withShownImages(embeds, [], null).map((embed, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once.
        <EmbedCard key={index} embed={embed} />
      ))}
    </>,
  );
}

const VISIBLE = ["content", "title", "description", "name", "value", "text", "label", "thread_name"];

/** What isn't shown as it's written. */
const MARKUP = /\]\([^)]*\)|```(?:md|sh)|<t:[^>]*>|<\/|:\d+>/g;

/** Returns every visible word of the payload. */
function words(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]: [string, unknown]) => {
    if (typeof inside !== "string") return words(inside);
    return VISIBLE.includes(key) ? (inside.replace(MARKUP, " ").match(/[\p{L}\p{N}%]+/gu) ?? []) : [];
  });
}

test.each(fixtures)("every word of %s is on the page", (_, payload) => {
  const html = rendered(payload);
  const page = html.replace(/<[^>]*>/g, " ");
  for (const word of words(payload)) expect(page).toContain(word);
});

test.each(fixtures)("%s matches its snapshot", (name, payload) => {
  const bare = rendered(payload)
    .replace(/ class="[^"]*"|<svg.*?<\/svg>/gs, "")
    .replaceAll("><", ">\n<");
  return expect(bare).toMatchFileSnapshot(`__snapshots__/${name.replace(".json", ".txt")}`);
});
