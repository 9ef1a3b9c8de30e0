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
  .pipe(z.string().max(20, { error: "must be an id" }))
  .meta({ maxLength: 20 });
const ids = absentable(list(id, 100, "ids"));

const allowedMentions = z.object(
  {
    parse: absentable(
      list(z.enum(["everyone", "roles", "users"], { error: 'must be "everyone", "roles" or "users"' }), 3, "kinds"),
    ).meta({
      description:
        "Which mentions in the texts ping whom they name: `users` for `<@id>`, `everyone` for @everyone and @here.",
      examples: [["users"]],
    }),
    users: ids.meta({ description: "The ids of people whom a `<@id>` pings.", examples: [["117430585659490304"]] }),
    roles: ids.meta({ description: "Taken for Discord's clients. Parley has no roles to mention." }),
  },
  { error: "must be an object" },
);

/** What `POST /webhooks/incoming/<id>/<token>` takes. Unknown keys are ignored. */
export const payloadSchema = z.object(
  {
    content: absentable(text(PAYLOAD_LIMITS.content)).meta({
      description: "The message's text, as Markdown. Shortcodes such as `:rocket:` become emoji, here and in embeds.",
      examples: ["Build **1841** passed"],
    }),
    embeds: absentable(list(embedSchema, PAYLOAD_LIMITS.embeds, "embeds")).meta({
      description: "Cards below the text.",
    }),
    username: absentable(text(PAYLOAD_LIMITS.username)).meta({
      description:
        "Who this message appears to be from, instead of the webhook's name. Invisible characters are left out.",
      examples: ["Build pipeline"],
    }),
    avatar_url: absentable(httpUrl).meta({
      description: "The picture beside this message, instead of the webhook's.",
      examples: ["https://example.com/avatar.png"],
    }),
    thread_key: absentable(text(PAYLOAD_LIMITS.threadKey)).meta({
      description:
        "Gathers messages in one thread: the first with a key stands in the channel, the others are replies to it.",
      examples: ["incident-4711"],
    }),
    update_key: absentable(text(PAYLOAD_LIMITS.updateKey)).meta({
      description:
        "Names what the message is about. Within seven days a later post with the same key takes the place of the message, whose former versions are kept, and pings nobody.",
      examples: ["build-1841"],
    }),
    bump: absentable(z.boolean({ error: "must be true or false" })).meta({
      description: "Posts anew although there is a message with this `update_key`, which leads to the new one then.",
    }),
    allowed_mentions: absentable(allowedMentions).meta({
      description: "Whom the message may ping. Without it, nobody.",
      examples: [{ parse: ["users"] }],
    }),
  },
  { error: "must be a JSON object" },
);
