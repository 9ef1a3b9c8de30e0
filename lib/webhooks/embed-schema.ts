import { z } from "zod";
import type { Embed } from "@/lib/messages/dto";
import { codePoints } from "@/lib/text";
import { isHttpUrl } from "@/lib/users/schema";
import { absentable, isBlank } from "@/lib/webhooks/absent";
import { parseTimestamp } from "@/lib/webhooks/timestamp";

/** The limits of one embed; texts are counted in code points. */
const EMBED_LIMITS = {
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
} as const;

// Messages are the rest of a sentence that begins with the field's path: "embeds[0].title must be a string."
export const text = (limit: number) =>
  z
    .string({ error: "must be a string" })
    .refine((value) => codePoints(value) <= limit, { error: `can have at most ${limit} characters` });

export const httpUrl = text(EMBED_LIMITS.url).refine(isHttpUrl, { error: "must be an http:// or https:// URL" });

/** A list without its nulls, counted before its items are looked at, so that a hundred thousand of them cost nothing. */
export const list = <S extends z.ZodType>(item: S, most: number, what: string) =>
  z
    .array(z.unknown(), { error: "must be a list" })
    .transform((items): unknown[] => items.filter((each) => each !== null))
    .pipe(z.array(z.unknown()).max(most, { error: `can hold at most ${most} ${what}` }))
    .pipe(z.array(item));

const object = <S extends z.ZodRawShape>(shape: S) => z.object(shape, { error: "must be an object" });

const color = z.preprocess(
  (value) => (typeof value === "string" && /^\d{1,12}$/.test(value) ? Number(value) : value),
  z
    .number({ error: `must be an integer from 0 to ${EMBED_LIMITS.color}` })
    .int({ error: `must be an integer from 0 to ${EMBED_LIMITS.color}` })
    .min(0, { error: `must be an integer from 0 to ${EMBED_LIMITS.color}` })
    .max(EMBED_LIMITS.color, { error: `must be an integer from 0 to ${EMBED_LIMITS.color}` }),
);

const timestamp = z.string({ error: "must be an ISO 8601 date-time" }).transform((value, context) => {
  const parsed = parseTimestamp(value);
  if (parsed !== null) return parsed;
  context.addIssue({ code: "custom", message: "must be an ISO 8601 date-time such as 2026-11-21T09:30:00Z" });
  return z.NEVER;
});

const field = object({
  name: absentable(text(EMBED_LIMITS.fieldName)),
  value: absentable(text(EMBED_LIMITS.fieldValue)),
  inline: absentable(z.boolean({ error: "must be true or false" })),
}).superRefine(({ name, value }, context) => {
  const message = "is required and can't be empty";
  if (name === undefined) context.addIssue({ code: "custom", message, path: ["name"] });
  if (value === undefined) context.addIssue({ code: "custom", message, path: ["value"] });
});

/** An object of which every part is absent is itself absent, as Gitea's `footer: {"text": ""}`. */
const part = <S extends z.ZodRawShape>(shape: S) =>
  absentable(
    object(shape).transform((value) => (Object.values(value).some((v) => v !== undefined) ? value : undefined)),
  );

const author = part({
  name: absentable(text(EMBED_LIMITS.authorName)),
  url: absentable(httpUrl),
  icon_url: absentable(httpUrl),
}).refine((value) => value === undefined || value.name !== undefined, {
  error: "is required and can't be empty",
  path: ["name"],
});

const embedShape = {
  title: absentable(text(EMBED_LIMITS.title)),
  description: absentable(text(EMBED_LIMITS.description)),
  url: absentable(httpUrl),
  color: absentable(color),
  fields: absentable(list(field, EMBED_LIMITS.fields, "fields")),
  timestamp: absentable(timestamp),
  author,
  footer: part({ text: absentable(text(EMBED_LIMITS.footerText)), icon_url: absentable(httpUrl) }),
  image: part({ url: absentable(httpUrl) }),
  thumbnail: part({ url: absentable(httpUrl) }),
};

/** One embed of a webhook's message, with everything absent left out. */
export const embedSchema = object(embedShape).transform((value, context): Embed => {
  const embed = JSON.parse(JSON.stringify(value)) as Embed;
  if (textsOf(embed) > EMBED_LIMITS.allTexts) {
    context.addIssue({
      code: "custom",
      message: `can have at most ${EMBED_LIMITS.allTexts} characters in all its texts together`,
    });
  }
  return embed;
});

/** Whether a reader would see anything of the embed; a colour alone is nothing to show. */
export function showsSomething(embed: Embed): boolean {
  const texts = [embed.title, embed.description, embed.author?.name, embed.footer?.text];
  const fields = (embed.fields ?? []).flatMap(({ name, value }) => [name, value]);
  const visible = embed.url ?? embed.timestamp ?? embed.image ?? embed.thumbnail ?? embed.footer?.icon_url;
  return visible !== undefined || [...texts, ...fields].some((text) => !isBlank(text));
}

function textsOf(embed: Embed): number {
  const fields = (embed.fields ?? []).flatMap(({ name, value }) => [name, value]);
  return [embed.title, embed.description, embed.author?.name, embed.footer?.text, ...fields]
    .map((text) => codePoints(text ?? ""))
    .reduce((sum, length) => sum + length, 0);
}
