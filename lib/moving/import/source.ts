import type { Embed } from "@/lib/messages/dto";
import { withEmoji } from "@/lib/messages/emoji/emoji";
import { reactionSchema } from "@/lib/messages/schema";
import { cut, oneLine } from "@/lib/text/text";

/** A person in what is imported. */
export type SourcePerson = {
  /** Names them in the source, for good. */
  key: string;
  name: string;
  /** Null if the source doesn't say. */
  email: string | null;
  title: string;
  isDeactivated: boolean;
  /** Whether they see only some channels there. Parley has no such role. */
  isGuest: boolean;
  /** Whether they manage the whole workspace there, as an owner or admin. */
  isAdmin: boolean;
  /** Opens the image of their avatar; null if the source has none. */
  avatar: SourceFile["open"] | null;
};

/** A channel or direct message in what is imported. */
export type SourceChannel = {
  key: string;
  kind: "public" | "private" | "direct";
  name: string;
  topic: string;
  isArchived: boolean;
  createdAt: Date | null;
  /** The keys of its people. */
  createdBy: string | null;
  members: readonly string[];
  /** Those of them who manage it. */
  managers: readonly string[];
  /** Those of them who have starred it, and those who have muted it, if the source says so. */
  starredBy?: readonly string[];
  mutedBy?: readonly string[];
  /** Whether only managers and webhooks post in it. */
  isAnnouncement?: boolean;
};

/** A file of a message. `open` returns its bytes, or null if they're gone. */
export type SourceFile = {
  name: string;
  description: string;
  /** Why the source says that it's gone: "files that were deleted in Slack". A dry run counts these, too. */
  gone?: string;
  open: () => Promise<AsyncIterable<Uint8Array> | null>;
};

/** A message in what is imported. A root comes before its replies. */
export type SourceMessage = {
  /** Names it in its channel, for good. */
  key: string;
  channel: string;
  /** Of a reply, the key of its thread's root. */
  root: string | null;
  /** Whether a reply also appears in the channel. */
  inChannel: boolean;
  /** A person's key, or the name and avatar of a tool or of someone without an account. */
  author: string | { name: string; avatarUrl: string | null };
  /** As Parley stores it: Markdown in which `<@id>` mentions a person of Parley. */
  content: string;
  embeds: readonly Embed[];
  files: readonly SourceFile[];
  createdAt: Date;
  editedAt: Date | null;
  deletedAt: Date | null;
  /** By whom it's pinned; null if it isn't, `by` is null if no one knows. */
  pinned: { at: Date; by: string | null } | null;
  /** Of a line about the channel: what happened. */
  event?: unknown;
  reactions: readonly { emoji: string; person: string; at: Date }[];
  /** Earlier versions, the oldest first. */
  edits?: readonly { content: string; embeds: readonly Embed[]; until: Date }[];
};

/** An emoji that people of the source have added. */
export type SourceEmoji = Pick<SourceFile, "open"> & {
  name: string;
  /** A person's key; null if the source doesn't say. */
  createdBy: string | null;
};

/** People who are mentioned together there. */
export type SourceGroup = {
  key: string;
  handle: string;
  description: string;
  /** The keys of its people. */
  members: readonly string[];
};

/** What the source's people, groups and channels are in Parley. */
export type ParleyIds = {
  person: (key: string) => bigint | null;
  group: (key: string) => bigint | null;
  channelName: (key: string) => string | null;
};

/** What is imported. Each list is read from the archive when it's iterated. */
export type ImportSource = {
  /** The workspace or server that it comes from, such as `slack:T0123`. */
  id: string;
  /** "Slack" */
  tool: string;
  people: () => AsyncIterable<SourcePerson>;
  groups: () => AsyncIterable<SourceGroup>;
  emoji: () => AsyncIterable<SourceEmoji>;
  channels: (leftOut: LeftOut) => AsyncIterable<SourceChannel>;
  messages: (known: ParleyIds, leftOut: LeftOut) => AsyncIterable<SourceMessage>;
};

/**
 * Returns the emoji with this name in Slack or Mattermost as reactions have it: itself, or `:name:` of one that Parley doesn't
 * have, which is shown once someone adds it. Null if it can't be added.
 */
export function reactionNamed(name: string): string | null {
  return reactionSchema.safeParse(withEmoji(`:${name}:`)).data ?? null;
}

/** Reactions that Parley can't have. */
export const NO_EMOJI = "reactions with an emoji whose name Parley can't have";

/** How many there are of each kind, and where the first of them is. */
export type Kinds = ReadonlyMap<string, { count: number; example: string }>;

const LONGEST_EXAMPLE = 120;

/**
 * Counts what isn't imported, and what comes as something else, by what it is ("lines about who joined or left"). The example
 * says where to find one in the export, and repeats nothing that someone wrote.
 */
export class LeftOut {
  readonly #added = new Map<string, { count: number; example: string }>();
  readonly #changed = new Map<string, { count: number; example: string }>();

  get counts(): Kinds {
    return this.#added;
  }

  get changes(): Kinds {
    return this.#changed;
  }

  /** Counts something that isn't imported. */
  add(what: string, example: string, count = 1): void {
    countIn(this.#added, what, example, count);
  }

  /** Adds everything to another list. */
  addTo(other: LeftOut): void {
    for (const [what, { count, example }] of this.#added) other.add(what, example, count);
    for (const [what, { count, example }] of this.#changed) other.changed(what, example, count);
  }

  /** Counts something that comes as something else: "guests, who get a deactivated account". */
  changed(what: string, example: string, count = 1): void {
    countIn(this.#changed, what, example, count);
  }
}

function countIn(kinds: Map<string, { count: number; example: string }>, what: string, example: string, count: number) {
  if (count <= 0) return;
  const known = kinds.get(what);
  if (known) known.count += count;
  else kinds.set(what, { count, example: cut(oneLine(example), LONGEST_EXAMPLE) });
}

/**
 * Reads one message. Returns null for one that fails to be read, which is counted: whatever is in a message, it doesn't end the
 * import.
 */
export function readOne<T>(read: () => T, leftOut: LeftOut, place: string): T | null {
  try {
    return read();
  } catch {
    leftOut.add("messages that can't be read", place);
    return null;
  }
}
