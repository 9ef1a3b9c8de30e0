import type { z } from "zod";
import type { MessageBody } from "@/lib/messages/draft";
import type { Embed, EmbedButton, EmbedTool } from "@/lib/messages/dto";
import { markdownWithEmoji, withEmoji } from "@/lib/messages/emoji";
import { showsSomething } from "@/lib/messages/shows-something";
import { isBlank } from "@/lib/text";
import { payloadSchema } from "@/lib/webhooks/format/payload-schema";
import { nothingToPost, PayloadError, type Problem } from "@/lib/webhooks/format/problem";

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
  /**
   * If the earlier message's first card has this color, the matter is closed, and a card in another color is posted
   * as a new message.
   */
  endColor?: number;
};

/** Each embed's buttons. Parley's own payloads have none. */
type Buttons = readonly (readonly EmbedButton[])[];

/**
 * Reads Parley's own payload. Other senders' payloads are converted to it first, so the same limits apply to all. Pure
 * and fast. Throws PayloadError with every problem, also if there's nothing to show.
 */
export function readPayload(payload: unknown, buttons: Buttons = []): WebhookPost {
  const post = readPart(payload, buttons);
  if (post.content === "" && !post.embeds.some(showsSomething)) throw nothingToPost("content or embeds");
  return post;
}

/** Names the tool whose payload the cards were made from. */
export function madeBy(tool: EmbedTool, embeds: readonly Embed[]): Embed[] {
  return embeds.map((embed) => ({ ...embed, tool }));
}

/** Like `readPayload`, but allows an empty message, for posts with files and for edits. */
export function readPart(payload: unknown, buttons: Buttons = []): WebhookPost {
  const result = payloadSchema.safeParse(payload);
  if (!result.success) throw toPayloadError(result.error);
  const { content, embeds, username, avatar_url, allowed_mentions, thread_key, update_key, bump } = result.data;
  const cards = (embeds ?? [])
    .map((embed, index) => {
      const own = buttons[index] ?? [];
      return embedWithEmoji(own.length > 0 ? { ...embed, buttons: [...own] } : embed);
    })
    .filter((embed) => Object.keys(embed).length > 0);
  return {
    content: content !== undefined && !isBlank(content) ? markdownWithEmoji(content) : "",
    embeds: cards,
    allowedMentions: allowed_mentions ?? null,
    username: username !== undefined && !isBlank(username) ? username : null,
    avatarUrl: avatar_url ?? null,
    threadKey: thread_key !== undefined && !isBlank(thread_key) ? thread_key : null,
    ...(update_key !== undefined && !isBlank(update_key) && { updateKey: update_key }),
    ...(bump === true && { bump }),
  };
}

function embedWithEmoji({ title, description, fields, author, footer, ...others }: Embed): Embed {
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
