import type { ThingReply } from "@/lib/messages/thing-report";
import type { JsonObject } from "@/lib/webhooks/payload/json-object";
import { body, code, paragraphs } from "@/lib/webhooks/payload/markdown";
import type { Delivery } from "./card";
import { bodyFact, keyOf, latest, moment, personOf, replyOf } from "./reports";

/**
 * Returns a comment as a reply, or null without an id. A deleted one says so, without its text. `on` is what it's a comment
 * on.
 */
export function commentReply(
  said: JsonObject,
  { action }: Delivery,
  on: JsonObject,
  { noun = "Comment", location = code(said.line("path", 255)) } = {},
): ThingReply | null {
  const id = said.integer("id");
  if (id === null) return null;
  const deleted = action === "deleted";
  const url = said.url("html_url") ?? on.url("html_url");
  const written = said.time("updated_at") ?? said.time("created_at");
  return replyOf(
    keyOf(noun.toLowerCase(), ` ${id}`),
    // The payload of a deletion has the time of the last edit.
    deleted ? moment(latest(written, on.time("updated_at")), 1) : moment(written),
    {
      event: deleted ? `${noun} deleted` : noun,
      tone: deleted ? "none" : "progress",
      person: personOf(said.at("user")),
      url: (deleted ? on.url("html_url") : url) ?? null,
      body: deleted ? null : bodyFact(paragraphs(location, body(said.text("body"), url))),
    },
  );
}
