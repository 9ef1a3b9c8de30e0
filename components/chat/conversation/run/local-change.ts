import type { IncidentActKind, IncidentDto, MessageDto, ReactionDto, SenderDto } from "@/lib/messages/dto";

export type Change =
  | { type: "edit"; content: string }
  | { type: "delete" }
  | { type: "react"; emoji: string; on: boolean }
  | { type: "pin"; on: boolean }
  | { type: "preview" }
  | { type: "incident"; act: IncidentActKind; to?: SenderDto };

/** A change that the server has not confirmed yet, shown on top of the server's state. */
export type LocalChange = Change & { key: string; messageId: string; at: string };

type Person = { id: string; name: string };

/** Returns the messages with pending changes applied in order. An unchanged message stays the same object. */
export function withChanges(messages: MessageDto[], changes: readonly LocalChange[], me: Person): MessageDto[] {
  if (changes.length === 0) return messages;
  return messages.flatMap((message) => {
    const own = changes.filter((change) => change.messageId === message.id);
    if (own.some((change) => change.type === "delete")) return message.thread ? [tombstone(message)] : [];
    return [own.reduce((changed, change) => withChange(changed, change, me), message)];
  });
}

/** Returns what is left of a deleted message, which keeps its replies reachable. */
export function tombstone(message: MessageDto): MessageDto {
  return { ...message, content: "", embeds: [], attachments: [], reactions: [], pinned: false, deleted: true };
}

function withChange(message: MessageDto, change: LocalChange, me: Person): MessageDto {
  switch (change.type) {
    case "edit":
      return message.content === change.content
        ? message
        : { ...message, content: change.content, parsed: [], editedAt: change.at };
    case "delete":
      return { ...message, deleted: true };
    case "react":
      return { ...message, reactions: withReaction(message.reactions, change.emoji, change.on, me) };
    case "pin":
      return { ...message, pinned: change.on };
    case "preview":
      return { ...message, embeds: [] };
    case "incident":
      return {
        ...message,
        incident: message.incident && withAct(message.incident, change, me),
        closedIncident: change.act === "close" ? { by: me, at: change.at } : undefined,
      };
  }
}

function withAct(incident: IncidentDto, { act, to, at }: Act, me: Person): IncidentDto | null {
  if (act === "close") return null;
  if (act === "reopen") return incident;
  if (act === "assign" || act === "unassign") return { ...incident, assignedTo: to ?? null };
  const on = act === "acknowledge";
  return { ...incident, acknowledgedBy: on ? me : null, acknowledgedAt: on ? at : null, again: false };
}

type Act = { act: IncidentActKind; to?: SenderDto; at: string };

function withReaction(reactions: readonly ReactionDto[], emoji: string, on: boolean, me: Person): ReactionDto[] {
  const known = reactions.some((reaction) => reaction.emoji === emoji);
  if (on && !known) return [...reactions, { emoji, people: [{ id: me.id, name: me.name }] }];
  return reactions.flatMap((reaction) => {
    if (reaction.emoji !== emoji) return [reaction];
    const people = withPerson(reaction.people, on, me);
    return people.length > 0 ? [{ emoji, people }] : [];
  });
}

function withPerson(people: readonly Person[], on: boolean, me: Person): Person[] {
  const there = people.some((person) => person.id === me.id);
  if (on) return there ? [...people] : [...people, { id: me.id, name: me.name }];
  return people.filter((person) => person.id !== me.id);
}
