import type { MessageDto } from "@/lib/messages/dto";

// Why: docs/decisions/repeated-messages.md

/** Messages for which one line or one message stands, unless it is `open`. */
export type Fold = { messages: MessageDto[]; open: boolean };

/**
 * A fold of so many messages ends where the channel's next so many begin: its end stays where it is while earlier messages are loaded,
 * and no single row takes in a whole history.
 */
const MANY = 250;

/** Whether the message says just what those of the fold say, so that one of them can stand for it too. They come right before it. */
export function belongsTo(messages: readonly MessageDto[], message: MessageDto): boolean {
  const before = messages.at(-1);
  if (!before || !wordsOf(message) || wordsOf(message) !== wordsOf(before)) return false;
  return messages.length < MANY || Math.floor(before.seq / MANY) === Math.floor(message.seq / MANY);
}

// With every message that comes, all rows are made anew.
const known = new WeakMap<MessageDto, string>();

/** All that readers see of the message but when it came; "" for one that always stands for itself. */
function wordsOf(message: MessageDto): string {
  const words = known.get(message) ?? (isPlain(message) ? inWords(message) : "");
  known.set(message, words);
  return words;
}

// What a person has written, sent by hand or done something to is looked for where it was said.
function isPlain({ author, reactions, thread, attachments, ...message }: MessageDto): boolean {
  const touched = message.pinned || message.editedAt || message.deleted || message.sentBy || thread;
  return author.kind === "webhook" && !touched && reactions.length + attachments.length === 0;
}

// Without the time in a card: a monitor that says the same every minute names another minute each time.
function inWords({ author, content, embeds, mentions, mentionsEveryone }: MessageDto): string {
  const cards = embeds.map(({ timestamp, ...card }) => card);
  return JSON.stringify([author, content, cards, mentions, mentionsEveryone]);
}

const folds = new WeakMap<MessageDto, Fold>();

/** The fold as it was made before, if it hasn't changed since: a new object would make its message render again. */
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
