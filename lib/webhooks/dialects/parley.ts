import type { z } from "zod";
import type { Embed, EmbedButton } from "@/lib/messages/dto";
import { markdownWithEmoji, withEmoji } from "@/lib/messages/emoji";
import { showsSomething } from "@/lib/messages/shows-something";
import { isBlank } from "@/lib/text";
import type { Dialect, WebhookPost } from "@/lib/webhooks/dialects/draft";
import { payloadSchema } from "@/lib/webhooks/payload-schema";
import { nothingToPost, PayloadError, type Problem } from "@/lib/webhooks/problem";

/**
 * Parley's own payload: `content`, `embeds` and what may go with them. The other dialects make such a payload of theirs and end
 * here too, so all have the same limits. Reason `empty` when there is nothing to show.
 */
export const parley: Dialect = (payload) => shown(readPayload(payload));

/** The same of what another dialect made, whose embeds have these buttons besides: an own payload has none. */
export function parleyWithButtons(payload: unknown, buttons: readonly (readonly EmbedButton[])[]): WebhookPost {
  return shown(readPayload(payload, buttons));
}

function shown(post: WebhookPost): WebhookPost {
  if (post.content === "" && !post.embeds.some(showsSomething)) {
    throw nothingToPost("content or embeds");
  }
  return post;
}

/** The same without asking whether there is anything to show: files may come along, or an edit replace only a part. */
export function readPayload(payload: unknown, buttons: readonly (readonly EmbedButton[])[] = []): WebhookPost {
  const result = payloadSchema.safeParse(payload);
  if (!result.success) throw toPayloadError(result.error);
  const { content, embeds, username, avatar_url, allowed_mentions, thread_key } = result.data;
  const cards = (embeds ?? [])
    .map((embed, place) => {
      const own = buttons[place] ?? [];
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

const UNSAID: Problem = { code: "invalid", path: [], message: "is not what this endpoint takes" };
