import { z } from "zod";
import { canBeOpen, stateToneOf } from "@/lib/messages/cards/tones";
import type { MessageBody, WebhookDraft } from "@/lib/messages/draft";
import type { CardFacts, Embed, EmbedTool } from "@/lib/messages/dto";
import { markdownWithEmoji, withEmoji } from "@/lib/messages/emoji/emoji";
import { showsSomething } from "@/lib/messages/shows-something";
import { isBlank, storableText } from "@/lib/text/text";
import {
  absentable,
  embedSchema,
  httpUrl,
  limitedText,
  list,
  type SentEmbed,
} from "@/lib/webhooks/payload/embed-schema";
import { Fitting, factsWithEmoji } from "@/lib/webhooks/payload/fitting";
import { nothingToPost, PayloadError, type Problem } from "@/lib/webhooks/payload/problem";

/** The limits of one post. */
export const PAYLOAD_LIMITS = {
  content: 8000,
  embeds: 10,
  username: 80,
  threadKey: 200,
  updateKey: 255,
  bodyBytes: 256 * 1024,
} as const;

const id = z
  .string({ error: "must be a string" })
  .transform(storableText)
  .pipe(z.string().max(20, { error: "must be an ID" }))
  .meta({ maxLength: 20 });
const ids = absentable(list(id, 100, "ids"));

const allowedMentions = z.object(
  {
    parse: absentable(
      list(z.enum(["everyone", "roles", "users"], { error: 'must be "everyone", "roles" or "users"' }), 3, "kinds"),
    ).meta({
      description:
        "Which mentions notify people: `users` for `<@id>`, `roles` for user groups such as @oncall, `everyone` for @everyone and @here.",
      examples: [["users"]],
    }),
    users: ids.meta({
      description: "IDs of the people that a `<@id>` mention notifies.",
      examples: [["117430585659490304"]],
    }),
    roles: ids.meta({ description: "IDs of the user groups that a `<@&id>` mention notifies." }),
  },
  { error: "must be an object" },
);

/** The body of `POST /webhooks/incoming/<id>/<token>`. Unknown keys are ignored. */
export const payloadSchema = z.object(
  {
    content: absentable(limitedText(PAYLOAD_LIMITS.content)).meta({
      description:
        "The message's text, as Markdown. Shortcodes such as `:rocket:`, also of custom emoji, become emoji, here and in embeds.",
      examples: ["Build **1841** passed"],
    }),
    embeds: absentable(list(embedSchema, PAYLOAD_LIMITS.embeds, "embeds")).meta({
      description: "Cards shown below the text.",
    }),
    username: absentable(limitedText(PAYLOAD_LIMITS.username)).meta({
      description: "The name shown for this message instead of the webhook's. Invisible characters are removed.",
      examples: ["Build pipeline"],
    }),
    avatar_url: absentable(httpUrl).meta({
      description: "The avatar shown for this message instead of the webhook's.",
      examples: ["https://example.com/avatar.png"],
    }),
    thread_key: absentable(limitedText(PAYLOAD_LIMITS.threadKey)).meta({
      description:
        "Groups messages in a thread: the first one with a key appears in the channel, later ones are replies to it.",
      examples: ["incident-4711"],
    }),
    update_key: absentable(limitedText(PAYLOAD_LIMITS.updateKey)).meta({
      description:
        "Identifies what the message is about. For seven days, posting with the same key edits that message instead, keeps its history and notifies no one.",
      examples: ["build-1841"],
    }),
    bump: absentable(z.boolean({ error: "must be true or false" })).meta({
      description: "Posts a new message even if one with this `update_key` exists. Later updates edit the new one.",
    }),
    allowed_mentions: absentable(allowedMentions).meta({
      description: "Who the message may notify. By default, no one.",
      examples: [{ parse: ["users"] }],
    }),
  },
  { error: "must be a JSON object" },
);

/** The common form of every sender's payload. */
export type WebhookPost = MessageBody & {
  username: string | null;
  avatarUrl: string | null;
  /** The key of the thread that the message goes to. */
  threadKey: string | null;
  /** The key of the message that this one updates. */
  updateKey?: string;
  /** Whether to post a new message instead of updating one. */
  bump?: boolean;
  /** Whether an update keeps the earlier card's fields that it doesn't have itself. */
  keepFields?: boolean;
} & Pick<WebhookDraft, "thing" | "likeness" | "silent" | "skip" | "threadOnly">;

/** What embeds have that Parley's own payloads can't say, by index. */
type Beyond = readonly Pick<Embed, "buttons" | "card" | "fields">[];

/**
 * Reads Parley's own payload. Other senders' payloads are converted to it first, so the same limits apply to all. Adds to
 * `remarks` what was left out. Pure and fast. Throws PayloadError with every problem, also if there's nothing to show.
 */
export function readPayload(payload: unknown, beyond: Beyond = [], remarks: string[] = []): WebhookPost {
  return unlessEmpty(readPart(payload, beyond, remarks));
}

function unlessEmpty(post: WebhookPost): WebhookPost {
  if (post.content === "" && !post.embeds.some(showsSomething)) throw nothingToPost("content or embeds");
  return post;
}

/** What Parley made of a tool's payload. */
type Made = {
  embeds: readonly Embed[];
  content?: string | undefined;
  thread_key?: string | undefined;
  update_key?: string | undefined;
  bump?: boolean | undefined;
};

/**
 * Like `readPayload`, for cards that Parley made: they keep their facts and links, and notify no one. Only what might not
 * fit is read by the schema, which takes as long as making a card.
 */
export function readMade({ embeds, content, thread_key, update_key, bump }: Made): WebhookPost {
  const fitting = new Fitting();
  const texts = {
    content: fitting.text(content, PAYLOAD_LIMITS.content),
    thread_key: fitting.text(thread_key, PAYLOAD_LIMITS.threadKey),
    update_key: fitting.text(update_key, PAYLOAD_LIMITS.updateKey),
  };
  const cards = embeds.map((embed) => fitting.embed(embed));
  if (fitting.isSure && cards.length <= PAYLOAD_LIMITS.embeds) {
    return unlessEmpty(toPost({ ...texts, bump, allowed_mentions: {} }, cards));
  }
  const allowed_mentions = { parse: [] };
  return readPayload({ embeds, content, thread_key, update_key, bump, allowed_mentions }, embeds);
}

/** Names the tool whose payload the cards were made from. */
export function madeBy(tool: EmbedTool, embeds: readonly Embed[]): Embed[] {
  return embeds.map((embed) => ({ ...embed, tool }));
}

/** Like `readPayload`, but allows an empty message, for posts with files and for edits. */
export function readPart(payload: unknown, beyond: Beyond = [], remarks: string[] = []): WebhookPost {
  const result = payloadSchema.safeParse(payload);
  if (!result.success) throw toPayloadError(result.error);
  const { embeds, ...others } = result.data;
  const isUpdated = isSaid(others.update_key);
  const cards = (embeds ?? []).map(({ embed, said }, index) => {
    const made = beyond[index];
    // A card that Parley made has its own facts.
    const facts = made ? made.card : saidFacts(said, embed.color, isUpdated);
    return embedWithEmoji(withBeyond(embed, { ...made, card: facts }));
  });
  const unfit = (embeds ?? []).flatMap((each, index) =>
    each.unfit.map((why) => `embeds[${index}].${why}, so it was left out.`),
  );
  remarks.push(...unfit.slice(0, MOST_REMARKS), ...(unfit.length > MOST_REMARKS ? [MORE] : []));
  return toPost(others, cards);
}

type Others = { [Name in keyof Omit<z.output<typeof payloadSchema>, "embeds">]?: z.output<typeof payloadSchema>[Name] };

function toPost(
  { content, username, avatar_url, allowed_mentions, thread_key, update_key, bump }: Others,
  cards: readonly Embed[],
): WebhookPost {
  return {
    content: isSaid(content) ? markdownWithEmoji(content) : "",
    embeds: cards.filter((embed) => Object.keys(embed).length > 0),
    allowedMentions: allowed_mentions ?? null,
    username: isSaid(username) ? username : null,
    avatarUrl: avatar_url ?? null,
    threadKey: isSaid(thread_key) ? thread_key : null,
    ...(isSaid(update_key) && { updateKey: update_key }),
    ...(bump === true && { bump }),
  };
}

function isSaid(text: string | undefined): text is string {
  return text !== undefined && !isBlank(text);
}

const MOST_REMARKS = 5;
const MORE = "More of the cards' facts were left out.";

/** Returns what a sender said of its card as facts. A bad state is open if a later post can end it. */
export function saidFacts(
  { state, severity, place }: SentEmbed["said"],
  color: number | undefined,
  isUpdated: boolean,
): CardFacts | undefined {
  if (state === undefined && severity === undefined && place === undefined) return undefined;
  const tone = color === undefined ? "none" : stateToneOf(color);
  const open = isUpdated && canBeOpen(tone);
  return {
    ...(place !== undefined && { place: [withEmoji(place)] }),
    ...(state !== undefined && { state: { word: withEmoji(state), tone, open } }),
    ...(severity !== undefined && { severity }),
  };
}

function withBeyond(embed: Embed, { buttons = [], card, fields: facts = [] }: Beyond[number] = {}): Embed {
  const { fields } = embed;
  return {
    ...embed,
    ...(fields &&
      facts.length > 0 && {
        fields: fields.map((field, index) => {
          const kind = facts[index]?.kind;
          return kind ? { ...field, kind } : field;
        }),
      }),
    ...(buttons.length > 0 && { buttons: [...buttons] }),
    ...(card && { card }),
  };
}

function embedWithEmoji({ title, description, fields, author, footer, card, ...others }: Embed): Embed {
  return {
    ...(title !== undefined && { title: withEmoji(title) }),
    ...(description !== undefined && { description: markdownWithEmoji(description) }),
    ...(fields && {
      fields: fields.map((field) => ({
        ...field,
        name: withEmoji(field.name),
        value: markdownWithEmoji(field.value),
      })),
    }),
    ...(author && { author: { ...author, name: withEmoji(author.name) } }),
    ...(footer && { footer: { ...footer, ...(footer.text !== undefined && { text: withEmoji(footer.text) }) } }),
    ...(card && { card: factsWithEmoji(card) }),
    ...others,
  };
}

function toPayloadError({ issues }: z.ZodError): PayloadError {
  const [first = UNSAID, ...others] = issues.map(
    ({ code, path, message }): Problem => ({
      code: code === "invalid_type" ? "misshapen" : "invalid",
      path: path.map((key) => (typeof key === "number" ? key : String(key))),
      message,
    }),
  );
  return new PayloadError([first, ...others]);
}

const UNSAID: Problem = { code: "invalid", path: [], message: "is invalid" };
