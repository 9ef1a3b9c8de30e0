import { type Card, type Cards, field } from "./card";
import { colors } from "./colors";
import { type Delivery, pageOf } from "./delivery";
import { code, inline, literal } from "./markdown";

/** GitHub's webhook itself: its first delivery and its last. */
export const hookCards: Cards = { ping, meta };

function ping({ payload, place }: Delivery): Card | null {
  const id = payload.integer("hook_id") ?? payload.at("hook").integer("id");
  const zen = payload.line("zen", 500);
  const events = payload.at("hook").lines("events");
  if (id === null && !zen) return null;
  return {
    headline: "GitHub is connected",
    url: payload.at("repository").present && id !== null ? pageOf(place, "settings", "hooks", `${id}`) : place.url,
    color: colors.green,
    description: zen && `> ${literal(zen)}`,
    fields: [
      field("Will send", events.includes("*") ? "Everything" : inline(events.map(code))),
      field("Webhook on GitHub", id === null ? "" : code(`${id}`)),
    ],
    timestamp: payload.at("hook").time("updated_at"),
  };
}

function meta({ action, payload }: Delivery): Card | null {
  if (action !== "deleted") return null;
  return {
    headline: "GitHub is no longer connected",
    color: colors.red,
    description: "The webhook was deleted on GitHub. This was its last delivery.",
    timestamp: payload.at("hook").time("updated_at"),
  };
}
