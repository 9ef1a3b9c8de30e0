import { CARD_SEVERITIES, type CardFacts, type Embed, FACT_KINDS, STATE_TONES } from "@/lib/messages/dto";

const BROKEN: Embed = { description: "This card couldn't be displayed." };

/**
 * Returns a message's embeds as they're stored, with a card that says so for each that has the wrong shape: rows may come
 * from another version of Parley or have been edited by hand.
 */
export function storedEmbeds(value: unknown): Embed[] {
  return Array.isArray(value) ? value.map((each: unknown) => (isEmbed(each) ? withKnownFacts(each) : BROKEN)) : [];
}

/** A newer version's facts may have a shape that this one doesn't know. The card's title says them too. */
function withKnownFacts(embed: Embed): Embed {
  const { card, fields } = embed;
  if (card !== undefined && !isFacts(card)) return withKnownFacts({ ...embed, card: undefined });
  if (!fields?.some(({ kind }) => kind !== undefined && !FACT_KINDS.includes(kind))) return embed;
  const known = fields.map(({ kind, ...field }) => (kind && FACT_KINDS.includes(kind) ? { ...field, kind } : field));
  return { ...embed, fields: known };
}

function isFacts(value: unknown): value is CardFacts {
  if (!isObject(value) || Array.isArray(value)) return false;
  const { place, state, severity, subject, event, summary, startedAt, endedAt } = value;
  return (
    [subject, event, summary, startedAt, endedAt].every(isTextOrAbsent) &&
    (place === undefined || (Array.isArray(place) && place.every((each) => typeof each === "string"))) &&
    (severity === undefined || isOneOf(CARD_SEVERITIES, severity)) &&
    (state === undefined || isState(state))
  );
}

function isState(value: unknown): boolean {
  return (
    hasText(value, "word") && isObject(value) && isOneOf(STATE_TONES, value.tone) && typeof value.open === "boolean"
  );
}

function isOneOf(known: readonly string[], value: unknown): boolean {
  return typeof value === "string" && known.includes(value);
}

/** Returns whether `value` has the shape of a stored embed. */
export function isEmbed(value: unknown): value is Embed {
  if (!isObject(value)) return false;
  const { title, description, url, color, fields, timestamp, author, footer, image, thumbnail, buttons, tool } = value;
  return (
    [title, description, url, timestamp, value.state].every(isTextOrAbsent) &&
    (tool === undefined || (hasText(tool, "name") && hasTextOrNone(tool, "mark"))) &&
    (value.quote === undefined ||
      (hasText(value.quote, "channelId") && hasText(value.quote, "channel") && hasNumber(value.quote, "seq"))) &&
    (color === undefined || typeof color === "number") &&
    (fields === undefined || (Array.isArray(fields) && fields.every(isField))) &&
    (author === undefined || (hasText(author, "name") && hasTextOrNone(author, "url", "icon_url", "proxy_icon_url"))) &&
    (footer === undefined || hasTextOrNone(footer, "text", "icon_url", "proxy_icon_url")) &&
    (buttons === undefined || (Array.isArray(buttons) && buttons.every(isButton))) &&
    [image, thumbnail].every((each) => each === undefined || (hasText(each, "url") && hasTextOrNone(each, "proxy_url")))
  );
}

function isField(value: unknown): boolean {
  return hasText(value, "name") && hasText(value, "value");
}

function isButton(value: unknown): boolean {
  return hasText(value, "label") && hasText(value, "url");
}

function hasText(value: unknown, key: string): boolean {
  return isObject(value) && typeof value[key] === "string";
}

function hasNumber(value: unknown, key: string): boolean {
  return isObject(value) && typeof value[key] === "number";
}

function hasTextOrNone(value: unknown, ...keys: string[]): boolean {
  return isObject(value) && keys.every((key) => isTextOrAbsent(value[key]));
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
