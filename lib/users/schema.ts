import { z } from "zod";
import { hidesSomething, typedName } from "@/lib/names";
import { codePoints, storableText } from "@/lib/text";

const atMost = (limit: number, what: string) => (text: string, context: z.RefinementCtx) => {
  if (codePoints(text) > limit)
    context.addIssue({ code: "custom", message: `${what} can have at most ${limit} characters.` });
};

/** A person's, workspace's or webhook's name: one line of 1 to 80 characters, none of them invisible. */
export const nameSchema = (what: string) =>
  z
    .string()
    .transform(typedName)
    .pipe(
      z
        .string()
        .min(1, `Enter ${what}.`)
        .refine((name) => !hidesSomething(name), `${capital(what)} can't have invisible characters. Type it anew.`)
        .superRefine(atMost(80, capital(what))),
    );

const capital = (what: string) => `${what.charAt(0).toUpperCase()}${what.slice(1)}`;

const passwordSchema = z
  .string()
  .min(8, "A password needs at least 8 characters.")
  .max(256, "A password can have at most 256 characters.");

const emailSchema = z
  .string()
  .transform(normaliseEmail)
  .pipe(z.email("Enter an email address such as ada@example.com.").max(254, "That email address is too long."));

/** An http(s) URL, or nothing. */
export const avatarUrlSchema = z
  .string()
  .trim()
  .max(2048, "The avatar URL can have at most 2048 characters.")
  .refine((text) => text === "" || isHttpUrl(text), "The avatar URL must start with http:// or https://.")
  .transform((text) => text || null);

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

/** What a new invite is made with; what is left out is as usual. */
export const inviteTermsSchema = z.object({
  maxUses: z.coerce
    .number("Choose for how many people the link is.")
    .int("Choose for how many people the link is.")
    .min(1, "An invite link lets at least one person in.")
    .max(1_000, "An invite link can let at most 1000 people in.")
    .optional(),
  days: z.coerce
    .number("Choose how long the link works.")
    .int("Choose how long the link works.")
    .min(1, "An invite link works for at least a day.")
    .max(30, "An invite link works for at most 30 days.")
    .optional(),
});

export const profileSchema = z.object({ name: nameSchema("your name"), avatarUrl: avatarUrlSchema });

export const changePasswordSchema = z.object({ currentPassword: z.string(), newPassword: passwordSchema });

/** Whether `text` is an absolute http:// or https:// URL. */
export function isHttpUrl(text: string): boolean {
  // The parser by itself also takes "https:here", "ht\ntp://x" and leading spaces, which browsers read relative to our own pages.
  return /^https?:\/\/[^\s/\\]/i.test(text) && !/[\t\n\r]/.test(text) && URL.canParse(text);
}

/** E-mail addresses are stored and compared in lower case. */
export function normaliseEmail(email: string): string {
  return storableText(email).trim().toLowerCase();
}
