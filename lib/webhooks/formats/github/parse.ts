import type { Embed, EmbedField } from "@/lib/messages/dto";
import { AppError } from "@/lib/text/errors";
import { codePoints, cut, isBlank, oneLine } from "@/lib/text/text";
import { colors } from "@/lib/webhooks/interpret/described/description";
import { capital } from "@/lib/webhooks/interpret/described/filters";
import { colorOfState } from "@/lib/webhooks/interpret/described/states";
import { isObject, JsonObject } from "@/lib/webhooks/payload/json-object";
import { withoutMentions } from "@/lib/webhooks/payload/markdown";
import { readPayload, type WebhookPost } from "@/lib/webhooks/payload/read-payload";
import { type Cards, changedSettings, type Delivery, type EventCard, Source, words } from "./card";
import { ciCards } from "./ci";
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
 * Converts a GitHub delivery of `event` (the `X-GitHub-Event` header) to a card, or to a simple one if the event
 * is unknown or its payload unexpected. Notifies no one. Throws AppError `invalid` without an event, or if the payload
 * isn't an object.
 */
export function github(payload: unknown, event: string): WebhookPost {
  if (isBlank(event)) throw new AppError("invalid", "The X-GitHub-Event header is missing.");
  if (!isObject(payload)) throw new AppError("invalid", "The payload must be a JSON object.");
  const fields = new JsonObject(payload);
  const delivery = {
    event: oneLine(event.slice(0, 400)).slice(0, 100),
    action: fields.line("action", 60),
    payload: fields,
    source: sourceOf(fields),
  };
  const card = cards.get(delivery.event)?.(delivery) ?? otherCard(delivery);
  return readPayload({ embeds: [toEmbed(delivery, card)], allowed_mentions: { parse: [] } });
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

/** Leaves room for a long title, an author and a few fields within an embed's 6000. */
const LIMITS = { title: 256, description: 4000, fieldValue: 1024, allTexts: 6000 } as const;

/** Converts the card to an embed within every limit. */
function toEmbed({ payload, source }: Delivery, card: EventCard): Embed {
  const { headline, title, context = source.name, url = source.url, color, description = "", timestamp } = card;
  const sender = payload.at("sender");
  const name = sender.line("login", 100);
  const embed = {
    title: cut(`${context && `[${context}] `}${headline}${title ? `: ${title}` : ""}`, LIMITS.title),
    url,
    description: cut(withoutMentions(description), LIMITS.description),
    color: typeof color === "number" ? color : colors[color],
    author: name ? { name, url: sender.url("html_url"), icon_url: sender.url("avatar_url") } : undefined,
    footer: { text: source.name },
    timestamp,
  };
  const texts = [embed.title, embed.description, name, source.name].join("");
  return { ...embed, fields: fitting(card.fields ?? {}, LIMITS.allTexts - codePoints(texts)) };
}

function fitting(fields: Readonly<Record<string, string>>, most: number): EmbedField[] {
  let room = most;
  return Object.entries(fields).flatMap(([name, markdown]) => {
    if (isBlank(markdown)) return [];
    const value = cut(withoutMentions(markdown), LIMITS.fieldValue);
    room -= codePoints(name) + codePoints(value);
    return room < 0 ? [] : [{ name, value, inline: true }];
  });
}

/** Keys that say where the event happened or who did it. */
const SURROUNDINGS = new Set(["repository", "organization", "enterprise", "sender", "installation", "changes", "app"]);

/** Returns the card of an event that has none of its own: "Custom property deleted: team". */
function otherCard({ event, action, payload, source }: Delivery): EventCard {
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
