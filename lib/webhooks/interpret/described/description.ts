import { z } from "zod";
import type { SignatureScheme } from "@/lib/webhooks/request/context";

const text = z.string();
const template = z.string();
const header = text.regex(/^[a-z0-9-]+$/, "Write the header's name in lower case");
const alias = text.regex(/^[a-z0-9]+([-.][a-z0-9]+)*$/, "Use lower-case letters, digits, hyphens and dots");
const pattern = text.refine(isPattern, "Not a regular expression");

function isPattern(source: string): boolean {
  try {
    return Boolean(new RegExp(source));
  } catch {
    return false;
  }
}

const fieldTemplate = z.strictObject({
  each: text
    .exactOptional()
    .describe(
      "Adds a field for each object in this list; templates call it `row`. An object is read as a list of { key, value }.",
    ),
  name: template.describe("Plain text."),
  value: template.describe("Markdown. Fields with a blank value are left out."),
  inline: z.boolean().exactOptional(),
});

const messageTemplate = z.strictObject({
  each: text
    .exactOptional()
    .describe(
      'Posts a message for each object in this list, up to 100; templates call it `item`. A path such as "alerts", or "payload" if the payload is the list.',
    ),
  skip: template
    .exactOptional()
    .describe("If this renders to any text, nothing is posted and the sender gets the text as the reason."),
  content: template.exactOptional().describe("Markdown."),
  title: template.exactOptional().describe("Plain text."),
  url: template.exactOptional(),
  description: template.exactOptional().describe("Markdown."),
  color: template.exactOptional().describe('A color\'s name, or a word such as "failed" through the filter `color`.'),
  author: z
    .strictObject({ name: template, url: template.exactOptional(), icon_url: template.exactOptional() })
    .exactOptional(),
  fields: z.array(fieldTemplate).exactOptional(),
  image: template.exactOptional(),
  thumbnail: template.exactOptional(),
  footer: template.exactOptional(),
  timestamp: template.exactOptional().describe("A date and time, or seconds or milliseconds since 1970."),
  thread_key: template
    .exactOptional()
    .describe("Messages with the same key go to one thread. A key with a missing value is ignored."),
  update_key: template.exactOptional().describe("A later message with the same key replaces the earlier one."),
  remark: template
    .exactOptional()
    .describe(
      "Plain text for people who manage the webhook, in its delivery log. Secrets aren't masked here, so show only what has to go back to the tool.",
    ),
  keep_fields: z
    .boolean()
    .exactOptional()
    .describe("An update without fields, or in green, keeps the earlier message's fields whose names it doesn't have."),
});

const recognition = z.strictObject({
  headers: z
    .record(header, pattern)
    .exactOptional()
    .describe('Headers, each with a regular expression to match; "" for any value.'),
  has: z
    .record(z.string(), pattern)
    .exactOptional()
    .describe('Paths in the payload ("build.status"), each with a regular expression; "" for any value.'),
  text: pattern.exactOptional().describe("A regular expression for the beginning of a plain text."),
});

const signature = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("token"), header }),
  z.strictObject({
    kind: z.literal("hmac"),
    header,
    algorithm: z.enum(["sha1", "sha256", "sha512"]),
    encoding: z.enum(["hex", "base64"]),
    prefix: text.exactOptional(),
    timestamp: header.exactOptional(),
    sentAt: text.exactOptional(),
  }),
  z.strictObject({ kind: z.literal("stripe"), header }),
  z.strictObject({ kind: z.literal("standard") }),
]) satisfies z.ZodType<SignatureScheme>;

const varies = z.array(text).exactOptional().describe("Paths whose values differ between retries of a delivery.");

/**
 * The format of a `sender.yaml`: how a tool's requests become messages. Texts are Liquid templates. Their variables are
 * the payload's own keys, `payload` (all of it), `headers` (the listed ones, in lower case with "_" for "-"),
 * `request.event` and `tables`. `filters.ts` describes the filters.
 */
export const senderDescription = z.strictObject({
  name: text.min(1).max(80).describe('The tool\'s name, such as "GitLab".'),
  aliases: z.array(alias).exactOptional().describe("Other names that the URL can end with."),
  home: z.url({ protocol: /^https?$/ }).describe("The tool's page on the web."),
  icon: text
    .exactOptional()
    .describe("The name of a logo: of its file in the folder of one of Parley's tools, without .svg."),
  steps: z
    .tuple([text, text, text])
    .describe("How to set it up, in three lines of Markdown. {url} is replaced with the webhook's URL."),
  recognise: z
    .array(recognition)
    .min(1)
    .describe(
      "A request to …/json comes from this tool if all conditions of one entry match. Entries with more conditions are tried first.",
    ),
  headers: z.array(header).exactOptional().describe("Headers that templates can read."),
  signature: signature.exactOptional(),
  delivery: z
    .union([z.strictObject({ header, varies }), z.strictObject({ path: text, varies })])
    .exactOptional()
    .describe("Where to find the ID that stays the same when the tool retries a delivery."),
  handshake: z
    .union([z.strictObject({ method: z.literal("HEAD") }), z.strictObject({ header })])
    .exactOptional()
    .describe("How the tool checks the URL: with a HEAD request, or with a header that it expects in the response."),
  tool: template
    .exactOptional()
    .describe("Renders to the name on the cards, if several tools share the description. The logo is that of `icon`."),
  event: template.describe("Renders to the event's name."),
  tables: z
    .record(z.string(), z.record(z.string(), text))
    .exactOptional()
    .describe("Texts for values, used as {{ status | lookup: tables.words }}. `else` covers all other values."),
  all: messageTemplate.exactOptional().describe("Applies to all events."),
  events: z
    .record(z.string(), messageTemplate)
    .describe(
      'By name. Separate names with | to share one ("push|tag_push"); "*" covers all others. Any other event becomes a plain card.',
    ),
});

export type SenderDescription = z.infer<typeof senderDescription>;
export type Recognition = z.infer<typeof recognition>;
export type MessageTemplate = z.infer<typeof messageTemplate>;
export type FieldTemplate = z.infer<typeof fieldTemplate>;

/** Returns the names of the events that share a template. */
export function eventNames(key: string): string[] {
  return key.split("|").map((name) => name.trim());
}

/** The colors of cards. Each has the same meaning for every sender. */
export const colors = {
  /** Succeeded, resolved, up, approved. */
  green: 0x1a7f37,
  /** Failed, firing, down, deleted. */
  red: 0xcf222e,
  /** Merged, completed. */
  purple: 0x8250df,
  /** Needs attention. */
  amber: 0xbf8700,
  /** New or in progress, neither good nor bad. */
  blue: 0x0969da,
  /** Cancelled, skipped, small changes. */
  grey: 0x6e7781,
} as const;
