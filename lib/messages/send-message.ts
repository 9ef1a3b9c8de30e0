import type { AccessibleChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { Refusal } from "@/lib/messages/draft";
import { MESSAGE_LIMIT, type MessageDto } from "@/lib/messages/dto";
import { markdownWithEmoji } from "@/lib/messages/emoji";
import { oneOf } from "@/lib/messages/markdown/mention-grammar";
import { outsideCode } from "@/lib/messages/markdown/outside-code";
import { postMessages } from "@/lib/messages/post-messages";
import { findMessage } from "@/lib/messages/queries";
import { codePoints } from "@/lib/text";
import type { NewAttachment } from "@/lib/uploads/stored-file";

type Sent = { content: string; nonce: string; threadId: bigint | null; attachments?: NewAttachment[] };

/** Throws `forbidden` to who hasn't joined or when the channel is archived. The door asks again: this saves reading what it would refuse. */
export function assertMayWrite({ channel, membership }: AccessibleChannel): void {
  if (!membership) throw forbidden("not_a_member");
  if (channel.archivedAt !== null) throw forbidden("archived");
}

/**
 * Posts a person's message, or with a `threadId` their reply; the same nonce again answers the first one. Throws `forbidden` to
 * who hasn't joined or when the channel is archived, `not_found` when there is no such message to reply to, `invalid` when it
 * has neither text nor files.
 */
export async function sendMessage(
  { user, channel }: AccessibleChannel,
  { content: written, nonce, threadId, attachments = [] }: Sent,
): Promise<MessageDto> {
  const content = await withNamesAsIds(markdownWithEmoji(written));
  if (content === "" && attachments.length === 0) {
    throw new AppError("invalid", "Write a message or attach a file.");
  }
  const draft = {
    kind: "user" as const,
    userId: user.id,
    channelId: channel.id,
    nonce,
    content,
    attachments,
    threadRootId: threadId,
  };
  const [result] = await postMessages([{ ...draft, embeds: [], allowedMentions: null }]);
  if (result && "refused" in result && result.refused === "unknown_thread") {
    throw new AppError("not_found", "The message you're replying to doesn't exist or was deleted.");
  }
  if (!result || "refused" in result) {
    throw forbidden(result?.refused);
  }
  const message = await findMessage(result.messageId);
  if (!message) throw new Error("The message that was just posted is missing.");
  return message;
}

function forbidden(refused: Refusal | undefined): AppError {
  return new AppError(
    "forbidden",
    refused === "archived" ? "This channel is archived. No one can post in it." : "Join the channel to post in it.",
  );
}

/** A person whom a text may name. */
type Named = { id: bigint; name: string };

// A sign within a word, an address or a path names nobody, nor does one that is escaped.
const notAfter = String.raw`(?<![A-Za-z0-9_@#\/&=.\`\\+<])`;
// A name ends where none could go on: "@Ann-Lee" and "@ann.lee" aren't Ann. Scripts that write without spaces go on at once.
const notBefore = String.raw`(?![\-.\/@]?[[\p{L}\p{N}_]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]])`;
const SIGN = new RegExp(`${notAfter}@(?=\\S)`, "gv");

const LONGEST_NAME = 80;
// Nobody names more people than this one by one.
const MOST = 100;

/**
 * The text with `<@id>` for each "@Name" that is a person's whole name, whatever its case: of names that begin alike, the longest. A
 * name that two people have stays text, and so does all of it where ids would make it longer than a message may be.
 */
export async function withNamesAsIds(source: string): Promise<string> {
  const beginnings = beginningsIn(source);
  if (beginnings.length === 0) return source;
  const people = await db().$queryRaw<Named[]>`
    SELECT id, name FROM users WHERE deactivated_at IS NULL AND EXISTS (
      SELECT FROM unnest(${beginnings}::text[]) AS t(beginning) WHERE starts_with(lower(beginning), lower(name)))`;
  const named = nameThem(source, people);
  return codePoints(named) > MESSAGE_LIMIT ? source : named;
}

/** What follows each sign in the text, as far as a name may reach. */
export function beginningsIn(source: string): string[] {
  if (!source.includes("@")) return [];
  const found = new Set<string>();
  outsideCode(source, (piece) => {
    for (const { index } of piece.matchAll(SIGN)) {
      if (found.size >= MOST) break;
      const line = piece.slice(index + 1, index + 1 + LONGEST_NAME * 2).split("\n", 1)[0] ?? "";
      found.add(line.toWellFormed());
    }
    return piece;
  });
  return [...found];
}

/** The text with the ids of these people for their names. */
export function nameThem(source: string, people: readonly Named[]): string {
  const ids = new Map<string, bigint | null>();
  for (const { id, name } of people) {
    const key = name.toLowerCase();
    // These two are for all members.
    if (key !== "everyone" && key !== "here") ids.set(key, ids.has(key) ? null : id);
  }
  if (ids.size === 0) return source;
  const pattern = new RegExp(`${notAfter}@(${oneOf(ids.keys())})${notBefore}`, "giv");
  return outsideCode(source, (piece) =>
    piece.replace(pattern, (whole, name: string) => {
      const id = ids.get(name.toLowerCase());
      return id ? `<@${id}>` : whole;
    }),
  );
}
