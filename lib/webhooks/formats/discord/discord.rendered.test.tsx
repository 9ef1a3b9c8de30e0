import { readFileSync } from "node:fs";
import path from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test, vi } from "vitest";
import { EmbedCard } from "@/components/chat/message/card/embed-card";
import { Markdown } from "@/components/chat/message/markdown/markdown";
import { withShownImages } from "@/lib/messages/read/to-dto";
import { exampleFiles } from "@/lib/testing/examples";
import { postText } from "@/lib/testing/post-text";
import { discord } from "@/lib/webhooks/formats/discord/parse";
import { payloadOf, readExample, withCard } from "@/lib/webhooks/interpret/described/example";
import { loadMarkdown } from "@/server/testing/markdown";

beforeAll(async () => {
  // Signs image URLs.
  vi.stubEnv("NEXTAUTH_SECRET", "the same each time");
  await loadMarkdown();
  return () => vi.unstubAllEnvs();
});

const examples = exampleFiles("discord").map((file) => {
  const text = readFileSync(file, "utf8");
  return [path.basename(file, ".md"), { file, text, payload: payloadOf(readExample(text)) }] as const;
});

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

test.each(examples)("every word of %s is on the page", (_, { payload }) => {
  const html = rendered(payload);
  const page = html.replace(/<[^>]*>/g, " ");
  for (const word of words(payload)) expect(page).toContain(word);
});

test.each(examples)("%s becomes its card (-u writes it)", async (_, { file, text, payload }) => {
  await expect(withCard(text, postText(discord(payload).post))).toMatchFileSnapshot(file);
});
