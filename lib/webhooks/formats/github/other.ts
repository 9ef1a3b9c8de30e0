import { capital } from "@/lib/webhooks/interpret/described/filters";
import { colorOfState } from "@/lib/webhooks/interpret/described/states";
import type { JsonObject } from "@/lib/webhooks/payload/json-object";
import { changedSettings, type Delivery, type EventCard, words } from "./card";

/** Keys that say where the event happened or who did it. */
const SURROUNDINGS = new Set(["repository", "organization", "enterprise", "sender", "installation", "changes", "app"]);

/** Returns the card of an event that has none of its own: "Custom property deleted: team". */
export function otherCard({ event, action, payload, source }: Delivery): EventCard {
  const object = objectOf(event, payload);
  const state = payload.line("status", 40) || payload.line("state", 40);
  const done = action || state;
  return {
    headline: `${capital(words(event))}${done && ` ${words(done)}`}`,
    title: nameOf(object),
    url: object.url("html_url") ?? source.url,
    color: colorOfState(done) ?? "grey",
    fields: changedSettings(payload, object),
    timestamp: object.time("updated_at") ?? object.time("created_at"),
  };
}

/** The event's object has the event's name or a part of it, or is the first that isn't its surroundings. */
function objectOf(event: string, payload: JsonObject): JsonObject {
  const keys = payload.keys.filter((key) => !SURROUNDINGS.has(key) && payload.at(key).present);
  const key = keys.find((each) => each === event) ?? keys.find((each) => event.includes(each)) ?? keys[0];
  return payload.at(key ?? event);
}

function nameOf(object: JsonObject): string {
  const keys = ["title", "name", "property_name", "full_name", "display_name", "login", "slug"];
  return keys.map((key) => object.line(key)).find(Boolean) ?? "";
}
