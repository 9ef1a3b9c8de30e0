import { z } from "zod";
import { FACT_KINDS } from "@/lib/messages/dto";
import { thingKeys } from "@/lib/webhooks/interpret/described/thing-keys";
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

const factTemplate = z.strictObject({
  each: text
    .exactOptional()
    .describe(
      "Adds a fact for each object in this list; templates call it `row`. An object is read as a list of { key, value }.",
    ),
  name: template.describe("Plain text."),
  value: template.describe("Markdown. Facts with a blank value are left out."),
  kind: z.enum(FACT_KINDS).exactOptional().describe("What the value is. Left out for a text."),
  inline: z.boolean().exactOptional().describe("Whether it may be next to others. Left out for true."),
});

const labelTemplate = z.strictObject({
  each: text.exactOptional().describe("Adds a label for each object in this list, as facts do."),
  name: template.describe("Plain text."),
  value: template.describe("Plain text. Labels with a blank value are left out."),
});

const linkTemplate = z.strictObject({ label: template.describe("Plain text."), url: template });

const placeTemplate = template.describe(
  "Where it happened, such as a repository, project or service. Plain text; blank ones are left out.",
);

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
  place: z
    .union([placeTemplate, z.tuple([placeTemplate, placeTemplate])])
    .exactOptional()
    .describe("A place, or two of them, the larger first."),
  subject: template
    .exactOptional()
    .describe("What it's about, without its place and state, such as the alert's name. Plain text."),
  event: template
    .exactOptional()
    .describe('What happened, if it isn\'t a state, such as "Comment". Plain text, and blank if `state` says it.'),
  state: template.exactOptional().describe('The thing\'s state in a word, such as "Firing". Plain text.'),
  tone: template
    .exactOptional()
    .describe(
      'What the state means: good, bad, warning, progress, done or none. A bad or warning card with an `update_key` is an incident until it changes; "bad, over" says that nothing will follow.',
    ),
  severity: template
    .exactOptional()
    .describe("How bad the payload says it is: critical, high, medium or low. Other texts count as missing."),
  summary: template.exactOptional().describe("One line that says more. Plain text."),
  body: template.exactOptional().describe("What else there is to read. Markdown."),
  url: template.exactOptional().describe("The thing's own page."),
  links: z.array(linkTemplate).max(5).exactOptional().describe("Pages that belong to it, such as a runbook."),
  person: z
    .strictObject({ name: template, url: template.exactOptional(), icon_url: template.exactOptional() })
    .exactOptional()
    .describe("Who did it."),
  facts: z.array(factTemplate).exactOptional(),
  labels: z.array(labelTemplate).exactOptional().describe("Short key=value texts of which a reader needs few."),
  image: template.exactOptional(),
  thumbnail: template.exactOptional(),
  footer: template.exactOptional(),
  at: template
    .exactOptional()
    .describe("When it happened, by the payload: a date and time, or seconds or milliseconds since 1970."),
  started_at: template.exactOptional().describe("When what it reports began."),
  ended_at: template.exactOptional().describe("When what it reports ended."),
  ...thingKeys,
  thread_key: template
    .exactOptional()
    .describe("Messages with the same key go to one thread. A key with a missing value is ignored."),
  update_key: template.exactOptional().describe("A later message with the same key replaces the earlier one."),
  remark: template
    .exactOptional()
    .describe(
      "Plain text for people who manage the webhook, in its delivery log. Secrets aren't masked here, so show only what has to go back to the tool.",
    ),
  keep_facts: z
    .boolean()
    .exactOptional()
    .describe(
      "An update without facts, or in a good state, keeps the earlier message's facts whose names it doesn't have.",
    ),
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
 * `request.event`, `request.one_line` and `tables`. `filters.ts` describes the filters.
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
  recognize: z
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
  one_line: z
    .boolean()
    .exactOptional()
    .describe(
      "Whether each `thing` has one line, at webhooks that want it. Leave it out for things that come back, such as alerts.",
    ),
  action: template
    .exactOptional()
    .describe(
      'Renders to what is added to the event\'s name in the delivery log, with `one_line`, as in "issue.close".',
    ),
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
export type FactTemplate = z.infer<typeof factTemplate>;
export type LabelTemplate = z.infer<typeof labelTemplate>;

/** Returns the names of the events that share a template. */
export function eventNames(key: string): string[] {
  return key.split("|").map((name) => name.trim());
}
