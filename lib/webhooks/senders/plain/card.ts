import { STATE_FIELD } from "@/lib/messages/dto";
import { cut, isBlank, oneLine } from "@/lib/text";
import { isObject } from "@/lib/webhooks/format/json-object";
import { withoutMentions } from "@/lib/webhooks/format/markdown";
import { escaped, isoTime, literalLines } from "@/lib/webhooks/senders/described/filters";
import type { RenderedMessage } from "@/lib/webhooks/senders/described/render";
import { withinLimits } from "@/lib/webhooks/senders/described/within-limits";
import { eventOf } from "@/lib/webhooks/senders/plain/event";
import { fieldsOf, firstFact, TIMES } from "@/lib/webhooks/senders/plain/facts";
import { linkOf } from "@/lib/webhooks/senders/plain/links";
import { Reading, says } from "@/lib/webhooks/senders/plain/reading";
import { stateIn } from "@/lib/webhooks/senders/plain/state";
import { textOf, titleOf } from "@/lib/webhooks/senders/plain/title";

// Why: docs/decisions/plain-cards.md

const LONGEST_TEXT = 600;

/**
 * Converts any JSON object or list to a card that says what happened to what, its state, a link and a few facts. `event` is
 * what a tool's description calls the event, which the title begins with; `heading` is the title if the payload says
 * nothing. The card is never empty, has no JSON and is always within the limits.
 */
export function plainCard(payload: object, heading: string, event?: string): RenderedMessage {
  const reading = new Reading(asObject(payload));
  const named = event === undefined ? eventOf(reading) : { words: event, isKind: false };
  const found = titleOf(reading, named, event !== undefined);
  const title = oneLine(found?.title ?? firstFact(reading) ?? heading);
  const state = stateIn(reading.root, found?.thing ?? null, named?.words.toLowerCase() ?? "", title);
  reading.use(state?.fact);
  reading.show(title);
  const url = linkOf(reading);
  const timestamp = timeOf(reading);
  const text = textOf(reading);
  const embed = {
    title,
    url,
    color: state?.color,
    description:
      text === undefined || isBlank(text) || says(title, text)
        ? undefined
        : withoutMentions(literalLines(cut(text, LONGEST_TEXT))),
    fields: [
      ...(state ? [{ name: STATE_FIELD, value: escaped(state.shown), inline: true }] : []),
      ...fieldsOf(reading, title),
    ],
    timestamp,
    state: state?.shown,
  };
  return { content: "", embeds: [withinLimits(embed)], keepFields: false };
}

/** Returns a message with plain text. */
export function plainText(body: string): RenderedMessage {
  return { content: withoutMentions(literalLines(body)), embeds: [], keepFields: false };
}

/** A list of one object is that object. */
function asObject(payload: object): object {
  if (!Array.isArray(payload)) return payload;
  const [first] = payload;
  return payload.length === 1 && isObject(first) ? first : { items: payload };
}

/** Returns when it happened, as ISO 8601, and marks all its times as shown. */
function timeOf(reading: Reading): string | undefined {
  for (const { facts } of [...reading.own, ...reading.things]) {
    const times = facts.flatMap((fact) => {
      const at = TIMES.includes(fact.last) ? isoTime(fact.value) : null;
      return at === null ? [] : [{ fact, at }];
    });
    if (times.length === 0) continue;
    for (const { fact } of times) reading.use(fact);
    const named = times.find(({ fact: { words } }) => words.length === 1 || words[0] === "event");
    return (named ?? times.reduce((one, other) => (one.at < other.at ? other : one))).at;
  }
  return undefined;
}
