import type { MessageDto } from "@/lib/messages/dto";

/** The ids of the pinned messages after these changes; the same set when nothing about them changed. */
export function pinnedAfter(ids: ReadonlySet<string>, changes: readonly MessageDto[]): ReadonlySet<string> {
  const next = new Set(ids);
  for (const message of changes) {
    if (message.pinned && !message.deleted) next.add(message.id);
    else next.delete(message.id);
  }
  return next.size === ids.size && [...next].every((id) => ids.has(id)) ? ids : next;
}

/** The list of pinned messages after these changes: the latest pin first, a message only ever in a later revision. */
export function listAfter(list: readonly MessageDto[], changes: readonly MessageDto[]): MessageDto[] {
  return changes.reduce<MessageDto[]>(afterOne, [...list]);
}

function afterOne(list: MessageDto[], message: MessageDto): MessageDto[] {
  const known = list.find((each) => each.id === message.id);
  if (known && known.rev > message.rev) return list;
  if (!message.pinned || message.deleted) return list.filter((each) => each.id !== message.id);
  return known ? list.map((each) => (each === known ? message : each)) : [message, ...list];
}
