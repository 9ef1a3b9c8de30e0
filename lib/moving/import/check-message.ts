import { cleanFileName } from "@/lib/files/uploads/read-multipart";
import type { NewAttachment } from "@/lib/files/uploads/stored-file";
import { asMarkdown } from "@/lib/messages/markdown/outside-code";
import { showsSomething } from "@/lib/messages/shows-something";
import { isEmbed } from "@/lib/messages/stored-embeds";
import { isHttpUrl } from "@/lib/people/schema";
import { cleanName } from "@/lib/text/names";
import { codePoints, cut, isBlank, storableText } from "@/lib/text/text";
import { parseStorable } from "./archive";
import type { Matches } from "./matches";
import type { LeftOut, SourceFile, SourceMessage } from "./source";

// Why: docs/decisions/import.md

declare const proof: unique symbol;

/** A message with everything of the source replaced by what it is in Parley. Only `checkMessage` makes one. */
export type CheckedMessage = {
  key: string;
  /** In the source. */
  channel: string;
  /** Where the message is in the source, for the report. */
  place: string;
  channelId: bigint;
  rootKey: string | null;
  inChannel: boolean;
  userId: bigint | null;
  /** Whether its author was deleted in Parley. */
  byDeleted: boolean;
  /** A tool's name and avatar. */
  authorName: string | null;
  authorAvatarUrl: string | null;
  content: string;
  embeds: SourceMessage["embeds"];
  createdAt: Date;
  editedAt: Date | null;
  deletedAt: Date | null;
  pinned: { at: Date; by: bigint | null } | null;
  event: unknown;
  reactions: readonly { emoji: string; userId: bigint; at: Date }[];
  edits: NonNullable<SourceMessage["edits"]>;
  files: readonly SourceFile[];
  readonly [proof]: true;
};

/** A checked message with its files, which are stored. */
export type ImportedRow = CheckedMessage & { attachments: readonly NewAttachment[] };

// More than a message of Slack or Mattermost can have.
const LONGEST_TEXT = 100_000;
const LONGEST_KEY = 400;
const LONGEST_ADDRESS = 2048;
const DAY_MS = 86_400_000;

/**
 * Returns a message as it can be written, or null if it can't be, which is counted. Dry runs and imports both ask this about
 * every message, and nothing else makes what `writeMessages` takes. So both leave out the same.
 */
export function checkMessage(message: SourceMessage, matches: Matches, leftOut: LeftOut): CheckedMessage | null {
  const channel = matches.channels.get(message.channel);
  if (!channel) {
    leftOut.add("messages in direct messages that aren't imported", message.channel);
    return null;
  }
  const { author, root, pinned } = message;
  const place = `${message.channel} ${message.key}`;
  const createdAt = momentOf(message.createdAt);
  const content = textOf(message.content, place, leftOut);
  const embeds = embedsOf(message.embeds);
  const deletedAt = message.deletedAt && (momentOf(message.deletedAt) ?? message.createdAt);
  const refused = (what: string) => {
    leftOut.add(what, place);
    return null;
  };
  if (message.key === "" || message.key.length > LONGEST_KEY) return refused("messages that can't be read");
  if (createdAt === null || createdAt.getTime() > Date.now() + DAY_MS) {
    return refused("messages whose date isn't one or is in the future");
  }
  if (content === "" && embeds.length === 0 && message.files.length === 0 && deletedAt === null) {
    return refused("messages that show nothing");
  }
  for (const { gone } of message.files) if (gone !== undefined) leftOut.add(gone, place);
  const person = (key: string) => matches.people.get(key) ?? null;
  const byPerson = typeof author === "string";
  const row = {
    key: storableText(message.key),
    channel: message.channel,
    place,
    channelId: channel.id,
    rootKey: root === null ? null : storableText(root),
    inChannel: message.inChannel,
    userId: byPerson ? person(author) : null,
    authorName: byPerson ? null : cut(cleanName(author.name), 80) || "Unknown",
    authorAvatarUrl: byPerson ? null : addressOf(author.avatarUrl),
    content,
    embeds,
    createdAt,
    editedAt: message.editedAt && momentOf(message.editedAt),
    deletedAt,
    pinned: pinned && { at: momentOf(pinned.at) ?? createdAt, by: pinned.by === null ? null : person(pinned.by) },
    event: message.event === undefined ? null : storable(message.event),
    reactions: message.reactions.flatMap(({ emoji, person: key, at }) => {
      const userId = person(key);
      if (userId === null) leftOut.add("reactions of people that the export doesn't name", place);
      return userId === null || matches.deleted.has(userId) ? [] : [{ emoji, userId, at: momentOf(at) ?? createdAt }];
    }),
    edits: (message.edits ?? []).map((edit) => ({
      content: storableText(edit.content),
      embeds: embedsOf(edit.embeds),
      until: momentOf(edit.until) ?? createdAt,
    })),
    files: message.files,
  };
  const removed = row.userId === null ? undefined : matches.deleted.get(row.userId);
  const left = { ...row, ...(removed && withoutRemoved(row, removed)), byDeleted: removed !== undefined };
  return left as typeof left & Pick<CheckedMessage, typeof proof>;
}

/** What replaces parts of a message whose author was deleted, as it was removed with them. */
function withoutRemoved(
  { content, embeds, files, deletedAt }: Pick<CheckedMessage, "content" | "embeds" | "files" | "deletedAt">,
  removed: { messages: boolean; files: boolean },
): Partial<CheckedMessage> {
  const left = {
    content: removed.messages ? "" : content,
    embeds: removed.messages ? [] : embeds,
    files: removed.files ? [] : files,
    ...(removed.messages && { edits: [] }),
  };
  const isEmpty = left.content === "" && left.embeds.length === 0 && left.files.length === 0;
  return isEmpty ? { ...left, deletedAt: deletedAt ?? new Date(), pinned: null, reactions: [], edits: [] } : left;
}

/** Returns the message with its files, in their order. Null stands for a file that isn't there; the text names it. */
export function withImportedFiles(message: CheckedMessage, files: readonly (NewAttachment | null)[]): ImportedRow {
  const missing = message.files.filter((_, index) => !files[index]);
  const lines = missing.map(({ name }) => `${asMarkdown(cleanFileName(name))} (a file that wasn't imported)`);
  const content = [message.content, ...lines].filter((line) => line !== "").join("\n\n");
  return { ...message, content, attachments: files.filter((file) => file !== null) };
}

function textOf(text: string, place: string, leftOut: LeftOut): string {
  if (isBlank(text)) return "";
  if (codePoints(text) > LONGEST_TEXT)
    leftOut.changed(`texts longer than ${LONGEST_TEXT.toLocaleString("en-US")} characters, which are cut`, place);
  return cut(storableText(text), LONGEST_TEXT);
}

const embedsOf = (embeds: SourceMessage["embeds"]): SourceMessage["embeds"] =>
  embeds.filter((embed) => isEmbed(embed) && showsSomething(embed)).map(storable);

/** Returns a date that PostgreSQL and JSON can have, or null. */
function momentOf(date: Date): Date | null {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date : null;
}

/** Returns an avatar's address, or `emoji:` and an emoji. */
const addressOf = (url: string | null): string | null =>
  url !== null && url.length <= LONGEST_ADDRESS && (isHttpUrl(url) || url.startsWith("emoji:"))
    ? storableText(url)
    : null;

function storable<T>(value: T): T {
  return parseStorable(JSON.stringify(value)) as T;
}
