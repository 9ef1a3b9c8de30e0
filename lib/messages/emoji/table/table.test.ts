import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { emojiSchema } from "@/lib/messages/schema";
import { ROOT } from "@/server/root";
import { fetchedPackage } from "@/server/testing/fetched-package";
import { emojiNamed } from "./emoji-named";
import { withTone } from "./skin-tone";
import { EMOJI_TABLE, NOT_OFFERED, OFFERED_EMOJI, type TableEmoji } from "./table";

const FONT = path.join(ROOT, "components/emoji/font/emoji.woff2");
const CATEGORIES = new Map([
  [0, "Smileys and Emotion"],
  [1, "People and Body"],
  [3, "Animals and Nature"],
  [4, "Food and Drink"],
  [5, "Travel and Places"],
  [6, "Activities"],
  [7, "Objects"],
  [8, "Symbols"],
  [9, "Flags"],
]);
const TONES = ["🏻", "🏼", "🏽", "🏾", "🏿"];

type Fontkit = { create(file: Buffer): { layout(text: string): { glyphs: { id: number; advanceWidth: number }[] } } };
const givenSchema = z.array(
  z.looseObject({
    hexcode: z.string(),
    emoji: z.string(),
    label: z.string(),
    tags: z.array(z.string()).default([]),
    group: z.number().optional(),
    order: z.number().optional(),
    skins: z.array(z.object({ emoji: z.string() })).default([]),
  }),
);
const namesSchema = z.record(z.string(), z.union([z.string().transform((name) => [name]), z.array(z.string())]));

let data: string;
let draws: (emoji: string) => boolean;
beforeAll(async () => {
  data = path.join(await fetchedPackage("emojibase-data"), "en");
  const fontkit: Fontkit = createRequire(import.meta.url)(await fetchedPackage("fontkit"));
  const font = fontkit.create(readFileSync(FONT));
  draws = (emoji) => {
    // As in Chromium, which removes the selectors before it looks for ligatures.
    const glyphs = font.layout(emoji.replaceAll("\uFE0F", "")).glyphs.filter(({ advanceWidth }) => advanceWidth > 0);
    return glyphs.length === 1 && glyphs[0]?.id !== 0;
  };
});

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(data, file), "utf8"));
const namesIn = (set: string) => namesSchema.parse(read(`shortcodes/${set}.json`));

/** Returns the emoji as Unicode recommends to write it: emojibase also has selectors where they change nothing. */
const usual = (emoji: string) => emoji.replace(/(\p{Emoji_Presentation})\uFE0F/gu, "$1");

/** Returns emojibase's emoji in Unicode's order, without the letters of flags. */
function given() {
  return givenSchema
    .parse(read("data.json"))
    .filter(({ group }) => group !== undefined)
    .map((each) => ({ ...each, emoji: usual(each.emoji), skins: new Set(each.skins.map(({ emoji }) => usual(emoji))) }))
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
}

/** Returns the table with what emojibase has and the table hasn't. A name stays with its emoji for good. */
function completed(before: ReadonlyMap<string, readonly TableEmoji[]>): Map<string, TableEmoji[]> {
  const known = new Map([...before.values()].flat().map((each) => [each.emoji, each]));
  const all = given().map((each) => ({ ...each, names: new Set(known.get(each.emoji)?.names) }));
  const taken = new Set(all.flatMap(({ names }) => [...names]));
  for (const set of ["github", "iamcal", "joypixels", "cldr"]) {
    const names = namesIn(set);
    // Slack and Mattermost don't know the latter two. A short name such as :gg: is more likely a custom emoji there.
    const isFree = (name: string) => !taken.has(name) && (set === "github" || set === "iamcal" || name.includes("_"));
    for (const each of all)
      for (const name of names[each.hexcode]?.filter(isFree) ?? []) {
        each.names.add(name);
        taken.add(name);
      }
  }
  const table = new Map([...CATEGORIES.values(), NOT_OFFERED].map((category) => [category, Array.of<TableEmoji>()]));
  for (const { emoji, label, names, tags, group, skins } of all) {
    const category = (draws(emoji) && CATEGORIES.get(group ?? -1)) || NOT_OFFERED;
    const toned = TONES.map((tone) => withTone(emoji, tone));
    const hasTones = toned.every((each) => skins.has(each) && (category === NOT_OFFERED || draws(each)));
    const more = tags.map((tag) => tag.toLowerCase()).filter((tag) => !tag.includes(" ") && !names.has(tag));
    const allTags = [...new Set([...(known.get(emoji)?.tags ?? []), ...more])];
    table.get(category)?.push({ emoji, label, names: [...names], tags: allTags, hasTones });
  }
  return table;
}

function asFile(table: ReadonlyMap<string, readonly TableEmoji[]>): string {
  const sections = [...table].map(([category, rows]) => {
    const lines = rows.map(({ emoji, label, names, tags, hasTones }) => [
      ...[emoji, label, names.join(" "), tags.join(" ")],
      ...(hasTones ? ["toned"] : []),
    ]);
    return `${JSON.stringify(category)}: [\n${lines.map((line) => JSON.stringify(line)).join(",\n")}\n]`;
  });
  return `{\n${sections.join(",\n")}\n}\n`;
}

// After an update of emojibase or of the font, `npx vitest run --project unit lib/messages/emoji/table --update` writes the table.
test("the table has all emoji and names of emojibase, and offers those that the shipped font draws", async () => {
  await expect(asFile(completed(EMOJI_TABLE))).toMatchFileSnapshot("./table.json");
});

test("everything that the table offers is drawn by the font and accepted by the server, in all its skin tones", () => {
  const variants = [...OFFERED_EMOJI.values()]
    .flat()
    .flatMap(({ emoji, hasTones }) => ["", ...(hasTones ? TONES : [])].map((tone) => withTone(emoji, tone)));
  expect(variants.length).toBeGreaterThan(3000);
  expect(variants.filter((emoji) => !draws(emoji) || !emojiSchema.safeParse(emoji).success)).toEqual([]);
});

test("every name that Slack, Mattermost and GitHub use has its emoji, except those that another emoji has", () => {
  const emojiOf = new Map(given().map(({ hexcode, emoji }) => [hexcode, emoji]));
  const others = ["github", "iamcal"].flatMap((set) =>
    Object.entries(namesIn(set)).flatMap(([hexcode, names]) =>
      names.filter((name) => emojiOf.has(hexcode) && emojiNamed(name) !== emojiOf.get(hexcode)),
    ),
  );
  // GitHub's meaning of them is older here than Slack's.
  const known = ["bride_with_veil", "email", "guardsman", "man_with_turban", "ok_woman", "satellite", "snowman"];
  expect(others.sort()).toEqual([...known, "umbrella"]);
});

test.each([
  ["+1", "skin-tone-3", "👍🏼"],
  ["+1", "skin-tone-1", "👍"],
  ["rocket", "skin-tone-3", "🚀"],
  ["v", "skin-tone-6", "✌🏿"],
  ["male-technologist", "skin-tone-2", "👨🏻‍💻"],
  ["people_holding_hands", "skin-tone-2-6", "🧑🏻‍🤝‍🧑🏿"],
  ["people_holding_hands", "skin-tone-4", "🧑🏽‍🤝‍🧑🏽"],
  ["thumbsup_tone5", undefined, "👍🏿"],
  ["wave_medium_light_skin_tone", undefined, "👋🏼"],
  ["man_in_motorized_wheelchair_medium_light_skin_tone", undefined, "👨🏼‍🦼"],
  ["people_holding_hands_tone1_tone5", undefined, "🧑🏻‍🤝‍🧑🏿"],
  ["rocket_tone2", undefined, "🚀"],
  ["skin-tone-2", undefined, "🏻"],
  ["flag-us", undefined, "🇺🇸"],
  ["flag_us", undefined, "🇺🇸"],
  ["large_red_circle", undefined, "🔴"],
  ["face_with_bags_under_eyes", undefined, "🫩"],
  ["wave_tone9", undefined, undefined],
  ["gg", undefined, undefined],
  ["constructor", undefined, undefined],
])("the name %s with %s is %s", (name, tone, emoji) => {
  expect(emojiNamed(name, tone)).toBe(emoji);
});
