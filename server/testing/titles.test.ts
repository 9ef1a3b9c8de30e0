import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { importsWithin } from "./rooms";

// Whoever made a card knew its facts. Why: docs/decisions/cards.md
const MAKERS =
  /^lib\/(messages\/(cards\/compose-title|stored-embeds)\.ts|webhooks\/(formats\/|interpret\/described\/older-keys\.ts))/;

const OF_EMBEDS = /\b(embeds?|Embed|MessageDto)\b/;
const TITLE = String.raw`\btitle\b(?: \?\? "")?\)?\??`;
const APART = [
  new RegExp(
    String.raw`${TITLE}\.(match|matchAll|split|replace|replaceAll|search|startsWith|endsWith|includes|indexOf|lastIndexOf|slice|substring|at)\(`,
  ),
  /\.(exec|test|match|split)\((?:[\w.?[\]]*\.)?title\b/,
];
const APART_IN_SQL =
  /->>?\s*'+title'+\)?\s*(~|(NOT )?I?LIKE|SIMILAR)|\b(regexp_\w+|substring|split_part|position|strpos)\([^()]*'+title'+/i;

function filesIn(folders: readonly string[], ending: RegExp): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.posix.join(folder, file)),
    )
    .filter((file) => ending.test(file) && !/\/testing\/|\/db\/generated\/|\.test\./.test(file));
}

/** Returns whether code that handles cards takes a title apart. */
function takesApart(code: string): boolean {
  return OF_EMBEDS.test(code) && code.split("\n").some((line) => APART.some((each) => each.test(line)));
}

test("no code but a title's makers takes it apart", () => {
  const files = filesIn(["app", "components", "lib", "server"], /\.(tsx?|mjs)$/);
  expect(files.length).toBeGreaterThan(1_000);
  const apart = files.filter((file) => !MAKERS.test(file) && takesApart(readFileSync(file, "utf8")));
  expect(apart).toEqual([]);
});

test("no statement reads a state or place out of a title", () => {
  const files = [...filesIn(["lib", "server"], /\.tsx?$/), ...filesIn(["prisma/migrations"], /\.sql$/)];
  expect(files.filter((file) => APART_IN_SQL.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("the list of words for states serves unknown payloads, and two filters of operators' older files", () => {
  const importing = importsWithin("app", "components", "lib", "server").filter(({ to }) =>
    to.endsWith("/words/states"),
  );
  const others = importing.map(({ from }) => from).filter((from) => !from.startsWith("lib/webhooks/interpret/plain/"));
  expect(others).toEqual(["lib/webhooks/interpret/described/filters"]);
});

describe("what is found:", () => {
  test.each([
    "function stateOf(embed: Embed) { return /failed/.exec(embed.title)?.[0]; }",
    'const { title = "" } = embed;\nconst [place] = title.split("] ");',
    "const isOpen = (embeds: Embed[]) => embeds.some((each) => FIRING.test(each.title));",
    'const rest = (message: MessageDto) => (message.embeds[0]?.title ?? "").replace(/^.*\\] /, "");',
    "const embed = cards[0];\nif (embed.title?.startsWith('[')) open();",
  ])("%s", (code) => expect(takesApart(code)).toBe(true));

  test.each([
    "const line = (embed: Embed) => lineOf(embed);",
    "const title = cut(embed.title, 256);",
    "// The title was split. const x: Embed",
    'document.title.split(" · ")',
  ])("not %s", (code) => expect(takesApart(code)).toBe(false));

  test.each([
    "SELECT card->>'title' ~ '^FIRING' FROM cards",
    "WHERE embed->>'title' ILIKE '%failed%'",
    "SELECT split_part(card->>'title', ']', 1)",
    "SELECT (regexp_match(card->>'title', 'x'))[1]",
  ])("%s", (sql) => expect(APART_IN_SQL.test(sql)).toBe(true));

  test.each(["concat_ws(E'\\n', said, card->>'title', card->>'description')", "card - 'title' - 'fields'"])(
    "not %s",
    (sql) => expect(APART_IN_SQL.test(sql)).toBe(false),
  );
});
