import type { z } from "zod";
import type { MessageBody } from "@/lib/messages/draft";
import type { Embed, EmbedButton } from "@/lib/messages/dto";
import { markdownWithEmoji, withEmoji } from "@/lib/messages/emoji";
import { showsSomething } from "@/lib/messages/shows-something";
import { isBlank } from "@/lib/text";
import { payloadSchema } from "@/lib/webhooks/format/payload-schema";
import { nothingToPost, PayloadError, type Problem } from "@/lib/webhooks/format/problem";

/** What every sender's payload becomes, whoever sent it. */
export type WebhookPost = MessageBody & {
  username: string | null;
  avatarUrl: string | null;
  /** Names the thread that the message goes to. */
  threadKey: string | null;
  /** Names the message whose place it takes. */
  updateKey?: string;
  /** Whether it is posted anew all the same. */
  bump?: boolean;
  /** Whether a card keeps those fields of the one whose place it takes that it hasn't itself. */
  keepFields?: boolean;
  /** A first card in this colour says that the matter is over: what comes with another colour later is posted anew. */
  endColor?: number;
};

/** Buttons of each embed, which only other senders' payloads have. */
type Buttons = readonly (readonly EmbedButton[])[];

/**
 * Parley's own payload: `content`, `embeds` and what may go with them. Every other sender's payload is made into one of these, so
 * all have the same limits. Pure and quick. Throws PayloadError with all that is wrong, also when there is nothing to show.
 */
export function readPayload(payload: unknown, buttons: Buttons = []): WebhookPost {
  const post = readPart(payload, buttons);
  if (post.content === "" && !post.embeds.some(showsSomething)) throw nothingToPost("content or embeds");
  return post;
}

/** The same of what needs nothing to show: files come along, or an edit replaces only a part. */
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
