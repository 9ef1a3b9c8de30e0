import { z } from "zod";
import { CARD_SEVERITIES, type CardSeverity, type Embed } from "@/lib/messages/dto";
import { isHttpUrl } from "@/lib/people/schema";
import { codePoints, oneLine, storableText } from "@/lib/text/text";
import { parseTimestamp } from "@/lib/webhooks/payload/timestamp";

/** An embed's limits. Texts are counted in code points. */
export const EMBED_LIMITS = {
  title: 256,
  description: 4096,
  url: 2048,
  color: 0xffffff,
  fields: 25,
  fieldName: 256,
  fieldValue: 1024,
  authorName: 256,
  footerText: 2048,
  allTexts: 6000,
  fact: 80,
} as const;

/**
 * An optional value: missing, null, "" and [] all count as absent. Strings are cleaned first, so that one of only NUL
 * characters is absent too.
 */
export function absentable<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => {
    const cleaned = typeof value === "string" ? storableText(value) : value;
    return cleaned === null || cleaned === "" || (Array.isArray(cleaned) && cleaned.length === 0) ? undefined : cleaned;
  }, schema.optional());
}

// Error messages continue a sentence that starts with the field's path: "embeds[0].title must be a string." The
// documentation and /openapi.json show what `meta` says.
export const limitedText = (limit: number) =>
  z
    .string({ error: "must be a string" })
    .refine((value) => codePoints(value) <= limit, { error: `can have at most ${limit} characters` })
    .meta({ maxLength: limit });

export const httpUrl = limitedText(EMBED_LIMITS.url)
  .refine(isHttpUrl, { error: "must be an http:// or https:// URL" })
  .meta({ format: "uri", maxLength: EMBED_LIMITS.url });

/** Each list schema's items and maximum length, which zod's own conversion can't find. */
export const listsOf = new WeakMap<z.core.$ZodType, { item: z.core.$ZodType; most: number }>();

/** A list without nulls. Its length is checked before its items, so that a hundred thousand of them cost nothing. */
export const list = <S extends z.ZodType>(item: S, most: number, what: string) => {
  const items = z
    .array(z.unknown(), { error: "must be a list" })
    .transform((all): unknown[] => all.filter((each) => each !== null))
    .pipe(z.array(z.unknown()).max(most, { error: `can have at most ${most} ${what}` }))
    .pipe(z.array(item));
  listsOf.set(items, { item, most });
  return items;
};

const object = <S extends z.ZodRawShape>(shape: S) => z.object(shape, { error: "must be an object" });

const color = z.preprocess(
  (value) => (typeof value === "string" && /^\d{1,12}$/.test(value) ? Number(value) : value),
  z
    .number({ error: `must be an integer from 0 to ${EMBED_LIMITS.color}` })
    .int({ error: `must be an integer from 0 to ${EMBED_LIMITS.color}` })
    .min(0, { error: `must be an integer from 0 to ${EMBED_LIMITS.color}` })
    .max(EMBED_LIMITS.color, { error: `must be an integer from 0 to ${EMBED_LIMITS.color}` }),
);

const timestamp = z
  .string({ error: "must be an ISO 8601 date-time" })
  .transform((value, context) => {
    const parsed = parseTimestamp(value);
    if (parsed !== null) return parsed;
    context.addIssue({ code: "custom", message: "must be an ISO 8601 date-time such as 2026-11-21T09:30:00Z" });
    return z.NEVER;
  })
  .meta({ format: "date-time" });

const field = object({
  name: absentable(limitedText(EMBED_LIMITS.fieldName)).meta({
    description: "The field's name.",
    examples: ["Branch"],
  }),
  value: absentable(limitedText(EMBED_LIMITS.fieldValue)).meta({
    description: "The field's text, as Markdown.",
    examples: ["`main`"],
  }),
  inline: absentable(z.boolean({ error: "must be true or false" })).meta({
    description: "Whether to show the field next to other inline fields, up to three in a row.",
    examples: [true],
  }),
})
  .superRefine(({ name, value }, context) => {
    const message = "is required and can't be empty";
    if (name === undefined) context.addIssue({ code: "custom", message, path: ["name"] });
    if (value === undefined) context.addIssue({ code: "custom", message, path: ["value"] });
  })
  .meta({ required: ["name", "value"] });

const iconUrl = (beside: string) =>
  absentable(httpUrl).meta({
    description: `A small icon next to the ${beside}.`,
    examples: ["https://example.com/icon.png"],
  });

const imageUrl = absentable(httpUrl).meta({
  description: "A PNG, JPEG, GIF, WebP or AVIF at a public URL. Parley fetches it when someone views the message.",
  examples: ["https://example.com/graph.png"],
});

/** An object whose parts are all absent counts as absent, such as Gitea's `footer: {"text": ""}`. */
const part = <S extends z.ZodRawShape>(shape: S) =>
  absentable(
    object(shape).transform((value) => (Object.values(value).some((v) => v !== undefined) ? value : undefined)),
  );

const author = part({
  name: absentable(limitedText(EMBED_LIMITS.authorName)).meta({
    description: "The author's name.",
    examples: ["Build pipeline"],
  }),
  url: absentable(httpUrl).meta({
    description: "Makes the author's name a link.",
    examples: ["https://ci.example.com/"],
  }),
  icon_url: iconUrl("name"),
})
  .refine((value) => value === undefined || value.name !== undefined, {
    error: "is required and can't be empty",
    path: ["name"],
  })
  .meta({ description: "A line above the title.", required: ["name"] });

/** Why a fact that doesn't fit is left out. */
type Unfit = { unfit: string };

/** A text that says one of the card's facts. One that doesn't fit is left out, because the card is worth more than it. */
const factText = <T extends string>(wrong: (text: string) => string | null, meta: Record<string, unknown>) =>
  z
    .unknown()
    .optional()
    .transform((value): T | Unfit | undefined => {
      if (value === undefined || value === null) return undefined;
      if (typeof value !== "string") return { unfit: "isn't a string" };
      const text = oneLine(storableText(value));
      if (text === "") return undefined;
      const unfit = wrong(text);
      return unfit === null ? (text as T) : { unfit };
    })
    .meta({ type: "string", ...meta });

const isTooLong = (text: string) =>
  codePoints(text) > EMBED_LIMITS.fact ? `has more than ${EMBED_LIMITS.fact} characters` : null;

const severities: readonly string[] = CARD_SEVERITIES;

const embedShape = {
  title: absentable(limitedText(EMBED_LIMITS.title)).meta({
    description: "The title, as plain text.",
    examples: ["Build 1841 passed"],
  }),
  description: absentable(limitedText(EMBED_LIMITS.description)).meta({
    description: "The text, as Markdown.",
    examples: ["All **412 tests** in 38 seconds."],
  }),
  url: absentable(httpUrl).meta({
    description: "Makes the title a link.",
    examples: ["https://ci.example.com/builds/1841"],
  }),
  color: absentable(color).meta({
    description: "The color of the bar at the side: red × 65536 + green × 256 + blue.",
    examples: [3066993],
  }),
  fields: absentable(list(field, EMBED_LIMITS.fields, "fields")).meta({
    description: "Name and value pairs, shown as a small table.",
  }),
  timestamp: absentable(timestamp).meta({
    description: "When it happened. Read as UTC if it has no time zone.",
    examples: ["2026-11-21T09:30:00Z"],
  }),
  author,
  footer: part({
    text: absentable(limitedText(EMBED_LIMITS.footerText)).meta({
      description: "The footer's text, as plain text.",
      examples: ["Took 38 s"],
    }),
    icon_url: iconUrl("text"),
  }).meta({ description: "A small line at the bottom." }),
  image: part({ url: imageUrl }).meta({ description: "A large image below the text." }),
  thumbnail: part({ url: imageUrl }).meta({ description: "A small image at the top right." }),
  state: factText<string>(isTooLong, {
    description:
      "The state of what the card is about, in a word. The color says what it means: red is bad, amber a warning, green good. One that doesn't fit is left out, and the delivery log says so; the same for `severity` and `place`.",
    examples: ["Firing"],
    maxLength: EMBED_LIMITS.fact,
  }),
  severity: factText<CardSeverity>(
    (text) => (severities.includes(text) ? null : 'isn\'t "critical", "high", "medium" or "low"'),
    { description: "How bad it is.", examples: ["critical"], enum: [...CARD_SEVERITIES] },
  ),
  place: factText<string>(isTooLong, {
    description: "Where it is: a repository, a service, an environment.",
    examples: ["shop"],
    maxLength: EMBED_LIMITS.fact,
  }),
};

/** A fact that a sender said of its card. */
const FACTS = ["state", "severity", "place"] as const;
type SaidFacts = { state?: string; severity?: CardSeverity; place?: string };

/** An embed as it was sent, what its sender said of it, and why the rest of that was left out. */
export type SentEmbed = { embed: Embed; said: SaidFacts; unfit: readonly string[] };

/** An embed, with absent parts left out. */
export const embedSchema = object(embedShape)
  .transform(({ state, severity, place, ...value }, context): SentEmbed => {
    const embed = JSON.parse(JSON.stringify(value)) as Embed;
    if (textsOf(embed) > EMBED_LIMITS.allTexts) {
      context.addIssue({
        code: "custom",
        message: `can have at most ${EMBED_LIMITS.allTexts} characters in total`,
      });
    }
    return { embed, ...saidOf({ state, severity, place }) };
  })
  .meta({
    description: `A card below the text. All its text together can have at most ${EMBED_LIMITS.allTexts} characters.`,
  });

const NOTHING: Omit<SentEmbed, "embed"> = { said: {}, unfit: [] };

function saidOf(facts: { [K in keyof Required<SaidFacts>]: SaidFacts[K] | Unfit }): Omit<SentEmbed, "embed"> {
  if (FACTS.every((name) => facts[name] === undefined)) return NOTHING;
  const { state, severity, place } = facts;
  return {
    said: {
      ...(typeof state === "string" && { state }),
      ...(typeof severity === "string" && { severity }),
      ...(typeof place === "string" && { place }),
    },
    unfit: FACTS.flatMap((name) => {
      const fact = facts[name];
      return typeof fact === "object" ? [`${name} ${fact.unfit}`] : [];
    }),
  };
}

function textsOf(embed: Embed): number {
  const fields = (embed.fields ?? []).flatMap(({ name, value }) => [name, value]);
  return [embed.title, embed.description, embed.author?.name, embed.footer?.text, ...fields]
    .map((text) => codePoints(text ?? ""))
    .reduce((sum, length) => sum + length, 0);
}
