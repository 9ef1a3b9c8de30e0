import { type AccessibleChannel, writeRefusal } from "@/lib/channels/access";
import { asMember } from "@/lib/channels/as-member";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { NewAttachment } from "@/lib/files/uploads/stored-file";
import type { Refusal } from "@/lib/messages/draft";
import { type Embed, MESSAGE_LIMIT, type MessageDto } from "@/lib/messages/dto";
import { markdownWithEmoji } from "@/lib/messages/emoji/emoji";
import { oneOf } from "@/lib/messages/markdown/mention-grammar";
import { outsideCode } from "@/lib/messages/markdown/outside-code";
import { postMessages } from "@/lib/messages/post/post-messages";
import { previewLater } from "@/lib/messages/previews/link-preview";
import { findMessage } from "@/lib/messages/read/queries";
import { inTurn } from "@/lib/process/in-turn";
import { AppError, noSuchRoot } from "@/lib/text/errors";
import { codePoints, firstCodePoints } from "@/lib/text/text";

type SendInput = {
  content: string;
  nonce: string;
  threadId: bigint | null;
  /** Whether a reply also appears in the channel. */
  inChannel?: boolean;
  attachments?: NewAttachment[];
  /** Cards that Parley makes, never a person. */
  embeds?: Embed[];
};

/**
 * Throws `forbidden` if the user can't post in the channel or, with `inThread`, reply in its threads. `postMessages`
 * checks again; checking early saves reading an upload that would be refused.
 */
export function assertMayWrite(channel: AccessibleChannel, where: { inThread: boolean }): void {
  const refused = writeRefusal(channel, where);
  if (refused) throw forbidden(refused);
}

/**
 * Posts a person's message or, with a `threadId`, a reply. Sending the same nonce again returns the first message.
 * Throws `forbidden` if they can't post there, `not_found` if the message to reply to doesn't
 * exist, `invalid` without text and files.
 */
export async function sendMessage(
  { user, channel }: AccessibleChannel,
  { content: written, nonce, threadId, inChannel = false, attachments = [], embeds = [] }: SendInput,
): Promise<MessageDto> {
  const content = await withNamesAsIds(user.id, markdownWithEmoji(written));
  if (content === "" && attachments.length === 0 && embeds.length === 0) {
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
    inChannel,
  };
  const [result] = await postMessages([{ ...draft, embeds, allowedMentions: null }]);
  if (result && "refused" in result && result.refused === "unknown_thread") {
    throw noSuchRoot();
  }
  if (!result || "refused" in result) {
    // Lost meanwhile: says whether it's the membership, the channel or the account.
    await asMember({ user, channel }, async () => {}, { otherwise: NOT_A_MEMBER });
    throw forbidden(result?.refused);
  }
  const { messageId: id, channelId, replayed } = result;
  if (!replayed && embeds.length === 0) previewLater({ id, channelId, userId: user.id, content });
  const message = await findMessage(id);
  if (!message) throw new Error("The message that was just posted is missing.");
  return message;
}

function forbidden(refused: Refusal | undefined): AppError {
  if (refused === "archived") return new AppError("forbidden", "This channel is archived. No one can post in it.");
  if (refused === "not_a_manager") return new AppError("forbidden", ONLY_MANAGERS);
  return new AppError("forbidden", NOT_A_MEMBER);
}

const NOT_A_MEMBER = "Join the channel to post in it.";

const ONLY_MANAGERS = "Only channel managers can post in this channel. You can reply in its threads.";

/** A person or user group that a text may mention. */
type MentionCandidate = { id: bigint; name: string; isGroup?: boolean };

// An "@" inside a word, address or path, or an escaped one, mentions no one.
const notAfter = String.raw`(?<![A-Za-z0-9_@#\/&=.\`\\+<])`;
// A name must end there: "@Ann-Lee" and "@ann.lee" don't mention Ann. Scripts without spaces may continue directly.
const notBefore = String.raw`(?![\-.\/@]?[[\p{L}\p{N}_]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]])`;
const SIGN = new RegExp(`${notAfter}@(?=\\S)`, "gv");
// Before such a place, and not after a space, a name can end.
const END = new RegExp(`(?<!\\s)${notBefore}`, "gv");

const LONGEST_NAME = 80;
// No one mentions more people one by one.
const MOST = 100;
// So many names are looked up at once, the shortest after each "@".
const MOST_CANDIDATES = 2_000;

// A message with many names takes the database a few milliseconds. Other posts keep all other connections meanwhile.
const LOOKUPS = { atOnce: 2, each: 1, waiting: 200, patience: 5_000 };
const TOO_MANY_LOOKUPS = {
  code: "unavailable" as const,
  message: "Too many messages with mentions are being sent right now. Try again in a moment.",
};

/**
 * Replaces each "@Name" that is someone's full name, in any case, with `<@id>`, and each user group's handle with
 * `<@&id>`; the longest name wins. Names that two
 * people share stay text. So does everything if the ids would make the message too long. One text per person and two
 * per instance are looked up at once; throws `unavailable` after a long wait.
 */
export async function withNamesAsIds(writerId: bigint, source: string): Promise<string> {
  const candidates = candidatesIn(source);
  if (candidates.length === 0) return source;
  const find = () =>
    db().$queryRaw<MentionCandidate[]>`${peopleNamed(candidates)} UNION ALL ${groupsNamed(candidates)}`;
  const named = await inTurn("names", { ...LOOKUPS, by: `${writerId}`, refusal: TOO_MANY_LOOKUPS }, find);
  return nameIfShort(source, named);
}

/** Replaces each user group's handle in the text, as `@oncall`, with `<@&id>`. For webhooks, which name no people. */
export async function withGroupsAsIds(source: string): Promise<string> {
  const candidates = candidatesIn(source);
  if (candidates.length === 0) return source;
  return nameIfShort(source, await db().$queryRaw<MentionCandidate[]>`${groupsNamed(candidates)}`);
}

// By the index of lower-case names. A second person is enough to know that a name is shared.
const peopleNamed = (candidates: readonly string[]): Prisma.Sql => Prisma.sql`
  SELECT u.id, u.name, false AS "isGroup" FROM (
    SELECT DISTINCT lower(candidate) COLLATE "C" AS key FROM unnest(${[...candidates]}::text[]) AS t(candidate)) wanted
  CROSS JOIN LATERAL (
    SELECT id, name FROM users WHERE lower(name) COLLATE "C" = wanted.key AND deactivated_at IS NULL LIMIT 2) u`;

const groupsNamed = (candidates: readonly string[]): Prisma.Sql => Prisma.sql`
  SELECT id, handle AS name, true AS "isGroup" FROM user_groups
  WHERE deleted_at IS NULL AND handle = ANY(ARRAY(SELECT lower(candidate) FROM unnest(${[...candidates]}::text[]) AS t(candidate)))`;

function nameIfShort(source: string, named: readonly MentionCandidate[]): string {
  const text = nameThem(source, named);
  return codePoints(text) > MESSAGE_LIMIT ? source : text;
}

/** Returns the texts after each "@" that can be a name, each once: up to every place where one can end. */
export function candidatesIn(source: string): string[] {
  const beginnings = beginningsIn(source);
  const each = Math.floor(MOST_CANDIDATES / Math.max(1, beginnings.length));
  const found = new Set<string>();
  for (const beginning of beginnings) {
    let count = 0;
    for (const { index } of beginning.matchAll(END)) {
      if (index === 0) continue;
      if (count === each) break;
      count += 1;
      found.add(beginning.slice(0, index));
    }
  }
  return [...found];
}

/** The texts after each "@", as long as a name can be. */
function beginningsIn(source: string): string[] {
  if (!source.includes("@")) return [];
  const found = new Set<string>();
  outsideCode(source, (piece) => {
    for (const { index } of piece.matchAll(SIGN)) {
      if (found.size >= MOST) break;
      const line = piece.slice(index + 1, index + 1 + LONGEST_NAME * 2).split("\n", 1)[0] ?? "";
      found.add(firstCodePoints(line.toWellFormed(), LONGEST_NAME));
    }
    return piece;
  });
  return [...found];
}

/** Replaces these people's names with their ids. */
export function nameThem(source: string, people: readonly MentionCandidate[]): string {
  const ids = new Map<string, string | null>();
  for (const { id, name, isGroup = false } of people) {
    const key = name.toLowerCase();
    // Reserved for mentioning all members.
    if (key !== "everyone" && key !== "here") ids.set(key, ids.has(key) ? null : `<@${isGroup ? "&" : ""}${id}>`);
  }
  if (ids.size === 0) return source;
  const pattern = new RegExp(`${notAfter}@(${oneOf(ids.keys())})${notBefore}`, "giv");
  return outsideCode(source, (piece) =>
    piece.replace(pattern, (whole, name: string) => {
      return ids.get(name.toLowerCase()) ?? whole;
    }),
  );
}
