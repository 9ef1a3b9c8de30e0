import type { Embed } from "@/lib/messages/dto";
import { AppError } from "@/lib/text/errors";
import { isBlank, oneLine } from "@/lib/text/text";
import { embedOf } from "@/lib/webhooks/interpret/card";
import { isObject, JsonObject } from "@/lib/webhooks/payload/json-object";
import { withoutMentions } from "@/lib/webhooks/payload/markdown";
import { readMade, type WebhookPost } from "@/lib/webhooks/payload/read-payload";
import { type Cards, changedSettings, type Delivery, type EventCard, happened, Source, spaced, words } from "./card";
import { ciCards, outcome } from "./ci";
import { codeCards } from "./code";
import { issueCards } from "./issues";
import { peopleCards } from "./people";
import { repositoryCards } from "./repository";
import { securityCards } from "./security";
import { settingsCards } from "./settings";

// A Map, because an object would find an event called "constructor".
const cards = new Map<string, Cards[string]>(
  [codeCards, ciCards, issueCards, repositoryCards, peopleCards, securityCards, settingsCards].flatMap((group) =>
    Object.entries(group),
  ),
);

/**
 * Reads a GitHub delivery of `event`, the `X-GitHub-Event` header. Throws AppError `invalid` without an event, or if the
 * payload isn't an object.
 */
export function readDelivery(payload: unknown, event: string): Delivery {
  if (isBlank(event)) throw new AppError("invalid", "The X-GitHub-Event header is missing.");
  if (!isObject(payload)) throw new AppError("invalid", "The payload must be a JSON object.");
  const fields = new JsonObject(payload);
  return {
    event: oneLine(event.slice(0, 400)).slice(0, 100),
    action: fields.line("action", 60),
    payload: fields,
    source: sourceOf(fields),
  };
}

/** Returns a delivery's card, or a simple one if the event is unknown or its payload unexpected. Notifies no one. */
export function cardPost(delivery: Delivery): WebhookPost {
  const card = cards.get(delivery.event)?.(delivery) ?? otherCard(delivery);
  return readMade({ embeds: [toEmbed(delivery, card)] });
}

/** Converts a GitHub delivery to a card. Throws AppError `invalid` as `readDelivery` does. */
export function github(payload: unknown, event: string): WebhookPost {
  return cardPost(readDelivery(payload, event));
}

function sourceOf(payload: JsonObject): Source {
  const repository = payload.at("repository");
  const name = repository.line("full_name", 150) || repository.line("name", 150);
  if (name) return new Source(name, repository.url("html_url"));
  const accounts = [
    payload.at("organization"),
    payload.at("installation", "account"),
    payload.at("sponsorship", "sponsorable"),
    payload.at("enterprise"),
  ];
  for (const account of accounts) {
    const login = account.line("login", 100) || account.line("slug", 100);
    // GitHub sends no page for an organization, but it's on the same site as the sender's.
    const url = account.url("html_url") ?? sibling(payload.at("sender").url("html_url"), account.line("login", 100));
    if (login) return new Source(login, url);
  }
  return new Source("", undefined);
}

function sibling(url: string | undefined, login: string): string | undefined {
  return url && login ? `${new URL(url).origin}/${encodeURIComponent(login)}` : undefined;
}

function toEmbed(
  { payload, source }: Delivery,
  { place = "", body = "", list, facts = [], ...card }: EventCard,
): Embed {
  const sender = payload.at("sender");
  const name = sender.line("login", 100);
  return embedOf({
    ...card,
    place: [source.name, place],
    url: card.url ?? source.url,
    body: withoutMentions(body),
    list: list?.map(withoutMentions),
    facts: facts
      .filter(({ value }) => !isBlank(value))
      .map((fact) => ({ ...fact, value: withoutMentions(fact.value) })),
    person: name ? { name, url: sender.url("html_url"), icon_url: sender.url("avatar_url") } : undefined,
  });
}

/** Keys that say where the event happened or who did it. */
const SURROUNDINGS = new Set(["repository", "organization", "enterprise", "sender", "installation", "changes", "app"]);

/** Returns the card of an event that has none of its own: "Custom property deleted: team". */
function otherCard({ event, action, payload, source }: Delivery): EventCard {
  const object = objectOf(event, payload);
  const status = payload.line("status", 40) || payload.line("state", 40);
  return {
    ...happened(spaced(words(event), action && words(action))),
    ...(!action && status && { state: outcome(status) }),
    subject: nameOf(object),
    url: object.url("html_url") ?? source.url,
    facts: changedSettings(payload, object),
    at: object.time("updated_at") ?? object.time("created_at"),
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
