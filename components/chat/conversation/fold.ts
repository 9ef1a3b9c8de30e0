import type { Embed, MessageDto } from "@/lib/messages/dto";

// Why: docs/decisions/cards.md

/** Messages shown as a single line or message, unless `open`. */
export type Fold = { messages: MessageDto[]; open: boolean };

/**
 * A fold of this many messages ends at the channel's next multiple of it. So its end stays in place while earlier
 * messages load, and a whole history never becomes one row.
 */
const MANY = 250;

/** Returns whether the message repeats those of the fold, which come right before it. */
export function belongsTo(messages: readonly MessageDto[], message: MessageDto): boolean {
  const before = messages.at(-1);
  if (!before || !wordsOf(message) || wordsOf(message) !== wordsOf(before)) return false;
  return messages.length < MANY || Math.floor(before.seq / MANY) === Math.floor(message.seq / MANY);
}

// Rows are rebuilt on every new message.
const known = new WeakMap<MessageDto, string>();

/** Returns everything about a message that readers see, except its time; "" if it must never be folded. */
function wordsOf(message: MessageDto): string {
  const words = known.get(message) ?? (isPlain(message) ? inWords(message) : "");
  known.set(message, words);
  return words;
}

// Only untouched webhook messages are folded: people look for all others where they were posted.
function isPlain({ author, reactions, thread, attachments, ...message }: MessageDto): boolean {
  const touched = message.pinned || message.editedAt || message.deleted || message.sentBy || thread;
  return author.kind === "webhook" && !touched && reactions.length + attachments.length === 0;
}

function inWords({ author, content, embeds, mentions, mentionsEveryone }: MessageDto): string {
  return JSON.stringify([author, content, embeds.map(withoutTimes), mentions, mentionsEveryone]);
}

// A monitor's repetitions differ in when it happened and for how long.
function withoutTimes({ timestamp, card, fields, ...embed }: Embed): object {
  const { startedAt, endedAt, ...facts } = card ?? {};
  return { ...embed, facts, fields: fields?.filter(({ kind }) => kind !== "time" && kind !== "duration") };
}

const folds = new WeakMap<MessageDto, Fold>();

/** Returns the previous fold if it is unchanged: a new object would make its message render again. */
export function settled(fold: Fold): Fold {
  const { messages, open } = fold;
  const [first] = messages;
  const made = first && folds.get(first);
  if (made?.open === open && made.messages.length === messages.length && made.messages.at(-1) === messages.at(-1)) {
    return made;
  }
  if (first) folds.set(first, fold);
  return fold;
}
