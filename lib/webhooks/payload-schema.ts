import { z } from "zod";
import { cleanText } from "@/lib/text";
import { absentable } from "@/lib/webhooks/absent";
import { embedSchema, httpUrl, list, text } from "@/lib/webhooks/embed-schema";

/** The limits of one post. */
export const PAYLOAD_LIMITS = { content: 8000, embeds: 10, username: 80, bodyBytes: 256 * 1024 } as const;

const id = z
  .string({ error: "must be a string" })
  .transform(cleanText)
  .pipe(z.string().max(20, { error: "must be an id" }));
const ids = absentable(list(id, 100, "ids"));

const allowedMentions = z.object(
  {
    parse: absentable(
      list(z.enum(["everyone", "roles", "users"], { error: 'must be "everyone", "roles" or "users"' }), 3, "kinds"),
    ),
    users: ids,
    roles: ids,
  },
  { error: "must be an object" },
);

/** What `POST /webhooks/incoming/<id>/<token>` takes. Unknown keys are ignored. */
export const payloadSchema = z.object(
  {
    content: absentable(text(PAYLOAD_LIMITS.content)),
    embeds: absentable(list(embedSchema, PAYLOAD_LIMITS.embeds, "embeds")),
    username: absentable(text(PAYLOAD_LIMITS.username)),
    avatar_url: absentable(httpUrl),
    allowed_mentions: absentable(allowedMentions),
  },
  { error: "must be a JSON object" },
);
