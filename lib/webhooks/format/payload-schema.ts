import { z } from "zod";
import { storableText } from "@/lib/text";
import { absentable, embedSchema, httpUrl, list, text } from "@/lib/webhooks/format/embed-schema";

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
    content: absentable(text(PAYLOAD_LIMITS.content)).meta({
      description:
        "The message's text, as Markdown. Shortcodes such as `:rocket:`, also of custom emoji, become emoji, here and in embeds.",
      examples: ["Build **1841** passed"],
    }),
    embeds: absentable(list(embedSchema, PAYLOAD_LIMITS.embeds, "embeds")).meta({
      description: "Cards shown below the text.",
    }),
    username: absentable(text(PAYLOAD_LIMITS.username)).meta({
      description: "The name shown for this message instead of the webhook's. Invisible characters are removed.",
      examples: ["Build pipeline"],
    }),
    avatar_url: absentable(httpUrl).meta({
      description: "The avatar shown for this message instead of the webhook's.",
      examples: ["https://example.com/avatar.png"],
    }),
    thread_key: absentable(text(PAYLOAD_LIMITS.threadKey)).meta({
      description:
        "Groups messages in a thread: the first one with a key appears in the channel, later ones are replies to it.",
      examples: ["incident-4711"],
    }),
    update_key: absentable(text(PAYLOAD_LIMITS.updateKey)).meta({
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
