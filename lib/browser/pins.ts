import type { MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";
import { ask, type CacheEntry, change, useData } from "./data";
import { type Answer, requestAll } from "./request";

/** A channel's pinned messages. `messages` is null until the list has been loaded. */
type Pins = { ids: ReadonlySet<string>; messages: MessageDto[] | null };

/** Returns a channel's pinned messages, live. With `renderedIds`, messages aren't loaded before `askPins`. */
export function usePins(channelId: string, renderedIds?: readonly string[]): CacheEntry<Pins> {
  const rendered = renderedIds && { rendered: { ids: new Set(renderedIds), messages: null } };
  return useData<Pins>(paths.api.pins(channelId), { load, ...rendered });
}

/** Loads the channel's pinned messages. */
export function askPins(channelId: string): void {
  ask(paths.api.pins(channelId));
}

/** Applies changes of the channel's messages to the list. */
export function changePins(channelId: string, messages: readonly MessageDto[]): void {
  change<Pins>(paths.api.pins(channelId), (pins) => {
    const ids = pinnedAfter(pins.ids, messages);
    if (pins.messages) return { ids, messages: listAfter(pins.messages, messages) };
    return ids === pins.ids ? pins : { ids, messages: null };
  });
}

async function load(address: string, signal: AbortSignal): Promise<Answer<Pins>> {
  const answer = await requestAll<MessageDto>(address, { signal });
  if (!answer.ok) return answer;
  const messages = answer.data;
  return { ...answer, data: { ids: new Set(messages.map(({ id }) => id)), messages } };
}

/** Returns the ids of pinned messages after these changes; the same set if nothing changed. */
export function pinnedAfter(ids: ReadonlySet<string>, changes: readonly MessageDto[]): ReadonlySet<string> {
  const next = new Set(ids);
  for (const message of changes) {
    if (message.pinned && !message.deleted) next.add(message.id);
    else next.delete(message.id);
  }
  return next.size === ids.size && [...next].every((id) => ids.has(id)) ? ids : next;
}

/** Returns the pinned messages after these changes: latest pin first, and never replacing a message with an older revision. */
export function listAfter(list: readonly MessageDto[], changes: readonly MessageDto[]): MessageDto[] {
  return changes.reduce<MessageDto[]>(afterOne, [...list]);
}

function afterOne(list: MessageDto[], message: MessageDto): MessageDto[] {
  const known = list.find((each) => each.id === message.id);
  if (known && known.rev > message.rev) return list;
  if (!message.pinned || message.deleted) return list.filter((each) => each.id !== message.id);
  return known ? list.map((each) => (each === known ? message : each)) : [message, ...list];
}
