import { z } from "zod";
import { addressesIn, MOST_IN_GROUP, PLAIN_STATUS } from "@/lib/people/dto";
import { cursorParameter } from "@/lib/text/cursor";
import { foldText } from "@/lib/text/fold-text";
import { idSchema } from "@/lib/text/id-schema";
import { hidesSomething, typedName } from "@/lib/text/names";
import { codePoints, oneLine, storableText } from "@/lib/text/text";

/** How many keywords someone can have, and how long each can be. */
const KEYWORD_LIMITS = { count: 20, length: 50 } as const;
const TOO_MANY_KEYWORDS = `You can have at most ${KEYWORD_LIMITS.count} keywords of at most ${KEYWORD_LIMITS.length} characters each.`;

const atMost = (limit: number, what: string) => (text: string, context: z.RefinementCtx) => {
  if (codePoints(text) > limit)
    context.addIssue({ code: "custom", message: `${what} can have at most ${limit} characters.` });
};

/** The name of a person, workspace or webhook: one line of 1 to 80 characters, without invisible ones. */
export const nameSchema = (what: string) =>
  z
    .string()
    .transform(typedName)
    .pipe(
      z
        .string()
        .min(1, `Enter ${what}.`)
        .refine((name) => !hidesSomething(name), `${capital(what)} can't contain invisible characters. Type it again.`)
        .superRefine(atMost(80, capital(what))),
    );

const capital = (what: string) => `${what.charAt(0).toUpperCase()}${what.slice(1)}`;

const passwordSchema = z
  .string()
  .min(8, "Use at least 8 characters for the password.")
  .max(256, "Use at most 256 characters for the password.");

/** An email address, normalized as accounts store it. */
export const emailSchema = z
  .string()
  .transform(normalizeEmail)
  .pipe(
    z
      .email("Enter an email address such as ada@example.com.")
      .max(254, "The email address can have at most 254 characters."),
  );

/** An http(s) URL, or nothing. */
export const avatarUrlSchema = z
  .string()
  .trim()
  .max(2048, "The avatar URL can have at most 2048 characters.")
  .refine((text) => text === "" || isHttpUrl(text), "The avatar URL must start with http:// or https://.")
  .transform((text) => text || null);

/** The query parameters of the list of people. They never fail: invalid ones are ignored. */
export const peopleSchema = z.object({
  q: z.string().catch(""),
  role: z.enum(["owner", "admin", "member"]).optional().catch(undefined),
  sort: z.enum(["name", "role", "joined", "active", "two-step"]).catch("name"),
  order: z.enum(["", "reversed"]).catch(""),
  deactivated: z.boolean().catch(false),
  after: cursorParameter,
});

export const setupSchema = z.object({
  code: z.string().optional(),
  workspaceName: nameSchema("a workspace name"),
  name: nameSchema("your name"),
  email: emailSchema,
  password: passwordSchema,
});

export const joinSchema = z.object({
  code: z.string(),
  name: nameSchema("your name"),
  email: emailSchema,
  password: passwordSchema,
});

/** The most people who can be invited by email at once. */
const MOST_INVITED = 50;

/** Email addresses as people paste them, in any order and separated by anything, as in "Ada <ada@example.com>, …". */
export const inviteMailsSchema = z.object({
  addresses: z
    .string()
    .max(10_000, "Invite fewer people at once. At most 10,000 characters fit.")
    .transform(addressesIn)
    .pipe(
      z
        .array(
          z.string().transform((address, context) => {
            const email = emailSchema.safeParse(address);
            if (email.success) return email.data;
            context.addIssue(`“${address.slice(0, 100)}” isn't an email address.`);
            return z.NEVER;
          }),
        )
        .min(1, "Enter at least one email address.")
        .max(MOST_INVITED, `Invite at most ${MOST_INVITED} people at once.`),
    ),
});

/** The terms of a new invite, with defaults. */
export const inviteTermsSchema = z.object({
  maxUses: z.coerce
    .number("Choose how many people can use the link.")
    .int("Choose how many people can use the link.")
    .min(1, "An invite link must allow at least 1 person.")
    .max(1_000, "An invite link can allow at most 1000 people.")
    .optional(),
  days: z.coerce
    .number("Choose how long the link works.")
    .int("Choose how long the link works.")
    .min(1, "An invite link must work for at least 1 day.")
    .max(30, "An invite link can work for at most 30 days.")
    .optional(),
});

/** A line that may be empty, cleaned up like names. */
const optionalLine = (what: string, limit: number) =>
  z
    .string()
    .transform(typedName)
    .pipe(
      z
        .string()
        .refine((line) => !hidesSomething(line), `${capital(what)} can't contain invisible characters. Type it again.`)
        .superRefine(atMost(limit, capital(what))),
    );

/** Someone's own profile. Missing fields keep their value. */
export const profileSchema = z.object({
  name: nameSchema("your name").optional(),
  avatarUrl: avatarUrlSchema.optional(),
  title: optionalLine("a title", 80).optional(),
});

export type ProfileChange = z.output<typeof profileSchema>;

// Or the name of a custom emoji, which `setStatus` looks up.
const ONE_EMOJI = /^(?:\p{RGI_Emoji}|:[^:\s]{2,32}:)$/v;
const LONGEST_STATUS_MS = 366 * 86_400_000;

/** A status and when it ends; null means never. Without an emoji it gets a speech balloon. */
export const statusSchema = z
  .object({
    emoji: z
      .string()
      .max(64, "Choose a single emoji for your status.")
      .refine((emoji) => emoji === "" || ONE_EMOJI.test(emoji), "Choose a single emoji for your status."),
    text: optionalLine("a status", 100),
    endsAt: z.iso.datetime("Choose when the status ends.").nullable(),
  })
  .refine(({ emoji, text }) => emoji !== "" || text !== "", "Choose an emoji or enter a status.")
  .transform(({ emoji, text, endsAt }) => ({
    emoji: emoji || PLAIN_STATUS,
    text,
    endsAt: endsAt === null ? null : new Date(endsAt),
  }))
  .refine(
    ({ endsAt }) => !endsAt || (endsAt.getTime() > Date.now() && endsAt.getTime() < Date.now() + LONGEST_STATUS_MS),
    "Choose an end time within the next year.",
  );

/** The ids of the passkeys to keep with a new password. */
const keptPasskeys = z.array(z.string().max(20)).max(100);

export const changePasswordSchema = z.object({
  currentPassword: z.string(),
  newPassword: passwordSchema,
  keepPasskeys: keptPasskeys,
});

export const setPasswordSchema = z.object({ newPassword: passwordSchema });

export const askForResetSchema = z.object({ email: emailSchema });

/** Any string: the token is looked up, not validated. */
export const resetTokenSchema = z.object({ token: z.string() });

export const resetPasswordSchema = z.object({
  token: z.string(),
  password: passwordSchema,
  keepPasskeys: keptPasskeys,
});

/** Returns whether `text` is an absolute http:// or https:// URL. */
export function isHttpUrl(text: string): boolean {
  // The parser alone also accepts "https:here", "ht\ntp://x" and leading spaces, which browsers resolve relative to
  // our own pages.
  return /^https?:\/\/[^\s/\\]/i.test(text) && !/[\t\n\r]/.test(text) && urlSchema.safeParse(text).success;
}

const urlSchema = z.url();

/** Returns an email address in lower case, as it's stored and compared. */
export function normalizeEmail(email: string): string {
  return storableText(email).trim().toLowerCase();
}

/** Someone's notification preferences for all channels. Missing fields keep their value. */
export const notificationPreferencesSchema = z.object({
  keywords: z
    .string()
    .max(4_000, TOO_MANY_KEYWORDS)
    .transform(toKeywords)
    .refine(areFewAndShort, TOO_MANY_KEYWORDS)
    .optional(),
  newChannels: z.enum(["all", "mentions", "none"], "Choose what new channels notify you about.").optional(),
});

export type NotificationPreferencesChange = z.output<typeof notificationPreferencesSchema>;

/** Splits keywords at commas and line breaks, without duplicates (ignoring case). */
export function toKeywords(text: string): string[] {
  const keywords = text
    .split(/[,\n]/)
    .map(oneLine)
    .filter((keyword) => /[\p{L}\p{N}]/u.test(keyword));
  const folded = keywords.map(foldText);
  return keywords.filter((_, index) => folded.indexOf(folded[index] ?? "") === index);
}

/** Returns whether the keywords are within the limits. */
export function areFewAndShort(keywords: readonly string[]): boolean {
  const { count, length } = KEYWORD_LIMITS;
  return keywords.length <= count && keywords.every((keyword) => codePoints(keyword) <= length);
}

// Names that mean something else after an "@".
const RESERVED = ["everyone", "here", "channel", "all"];

/** A user group: its handle without the "@", in any case, a description and its members. */
export const userGroupSchema = z.object({
  handle: z
    .string("Enter a handle.")
    .transform((text) => text.trim().replace(/^@/, "").toLowerCase())
    .refine((text) => /^[a-z0-9][a-z0-9_-]{1,31}$/.test(text), "Use 2 to 32 letters, digits, - and _.")
    .refine((text) => !RESERVED.includes(text), "This handle has another meaning. Choose a different one."),
  description: z
    .string("description must be a string.")
    .max(1_000, "A description can have at most 250 characters.")
    .transform(oneLine)
    .refine((text) => codePoints(text) <= 250, "A description can have at most 250 characters."),
  memberIds: z
    .array(idSchema("memberIds must be IDs."))
    .max(MOST_IN_GROUP, `A group can have at most ${MOST_IN_GROUP} members.`),
});

export type UserGroupInput = z.output<typeof userGroupSchema>;

const fate = z.enum(["keep", "remove"]);

/** A `DeletionChoice`. */
export const deletionSchema = z.object({
  messages: fate,
  files: fate,
  name: z.string().max(400),
  proof: z.string().max(1024),
});
