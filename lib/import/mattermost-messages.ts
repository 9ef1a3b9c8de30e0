import { createHash } from "node:crypto";
import { z } from "zod";
import { isAppError } from "@/lib/errors";
import { markdownWithEmoji } from "@/lib/messages/emoji";
import { changeOutsideCode } from "@/lib/messages/markdown/mention-grammar";
import { cut } from "@/lib/text";
import { slack } from "@/lib/webhooks/senders/slack/parse";
import type { Archive } from "./archive";
import {
  type Known,
  type LeftOut,
  NO_EMOJI,
  reactionNamed,
  readOne,
  type SourceFile,
  type SourceMessage,
} from "./source";

const text = z.string().catch("");
// Milliseconds, until the year 2286.
const moment = z.number().min(0).max(1e13);
const time = moment.catch(0);

const reactionSchema = z.object({ user: text, emoji_name: text, create_at: time });
const attachmentsSchema = z
  .array(z.object({ path: z.string() }))
  .nullish()
  .catch([]);

const replySchema = z.object({
  user: text,
  type: text,
  message: text,
  props: z.record(z.string(), z.unknown()).nullish().catch(null),
  create_at: moment,
  edit_at: time,
  is_pinned: z.boolean().nullish().catch(false),
  reactions: z.array(reactionSchema).nullish().catch([]),
  attachments: attachmentsSchema,
});

/** A post with its replies. */
export const postSchema = replySchema.extend({
  team: text,
  channel: text,
  channel_members: z.array(z.string()).nullish().catch([]),
  replies: z.array(z.unknown()).nullish().catch([]),
});

type Reply = z.output<typeof replySchema>;

/** Names a channel. */
export const channelKey = (team: string, name: string): string => `${team}/${name}`;
/** Names a direct message by its people. */
export const directKey = (members: readonly string[]): string => [...new Set(members)].toSorted().join(",");

type Reading = { archive: Archive; known: Known; leftOut: LeftOut };

/** Reads a post and its replies. */
export function* messagesOf(post: z.output<typeof postSchema>, reading: Reading): Generator<SourceMessage> {
  const members = post.channel_members ?? [];
  const channel = members.length > 0 ? directKey(members) : channelKey(post.team, post.channel);
  const isLine = post.type.startsWith("system_");
  const replies = post.replies ?? [];
  if (isLine) reading.leftOut.add("lines about joining, leaving and changes of channels", post.type);
  // A thread can begin at such a line.
  const root = isLine ? null : readOne(() => toMessage(post, channel, null, reading), reading.leftOut, channel);
  if (root) yield root;
  for (const each of replies) {
    const reply = replySchema.safeParse(each).data;
    if (!reply) reading.leftOut.add("messages that can't be read", channel);
    else if (!reply.type.startsWith("system_")) {
      const read = readOne(() => toMessage(reply, channel, root?.key ?? null, reading), reading.leftOut, channel);
      if (read) yield read;
    }
  }
}

function toMessage(post: Reply, channel: string, root: string | null, reading: Reading): SourceMessage {
  const createdAt = new Date(post.create_at);
  return {
    key: keyOf(post),
    channel,
    root,
    inChannel: false,
    author: authorOf(post, reading),
    ...contentOf(post, reading),
    files: (post.attachments ?? []).map(({ path }) => toFile(path, reading)),
    createdAt,
    editedAt: post.edit_at > 0 ? new Date(post.edit_at) : null,
    deletedAt: null,
    pinned: post.is_pinned ? { at: createdAt, by: null } : null,
    reactions: (post.reactions ?? []).flatMap(({ user, emoji_name, create_at }) => {
      const emoji = reactionNamed(emoji_name);
      if (emoji === null) reading.leftOut.add(NO_EMOJI, emoji_name);
      return emoji === null ? [] : [{ emoji, person: user, at: create_at > 0 ? new Date(create_at) : createdAt }];
    }),
  };
}

/** An export has no ids. Two messages with the same author, text and millisecond are one. */
function keyOf({ user, message, create_at, attachments }: Reply): string {
  const content = JSON.stringify([message, attachments ?? []]);
  return `${create_at}:${user}:${createHash("sha256").update(content).digest("hex").slice(0, 8)}`;
}

const asText = (value: unknown): string => (typeof value === "string" ? value : "");

function authorOf({ user, props }: Reply, { known }: Reading): SourceMessage["author"] {
  const byTool = asText(props?.from_webhook) === "true" || asText(props?.from_bot) === "true";
  if (!byTool && known.person(user) !== null) return user;
  const icon = asText(props?.override_icon_url);
  const name = asText(props?.override_username) || asText(props?.webhook_display_name) || user || "Unknown";
  return { name: cut(name, 80), avatarUrl: icon.startsWith("https://") ? icon : null };
}

function contentOf(post: Reply, { known, leftOut }: Reading): Pick<SourceMessage, "content" | "embeds"> {
  const written = post.type === "me" && post.message !== "" ? `_${post.message}_` : post.message;
  const content = markdownWithEmoji(withNames(written, known));
  const attachments = post.props?.attachments;
  if (!Array.isArray(attachments) || attachments.length === 0) return { content, embeds: [] };
  try {
    return { content, embeds: slack({ attachments }).embeds };
  } catch (error) {
    if (!isAppError(error)) throw error;
    leftOut.add("cards that are too large or that Parley can't read", keyOf(post));
    return { content, embeds: [] };
  }
}

/** Replaces `@username` by a mention, and `@all` by `@everyone`, outside of code. */
function withNames(written: string, known: Known): string {
  if (!written.includes("@")) return written;
  return changeOutsideCode(written, (piece) =>
    piece.replace(/(?<![\w@./])@([a-z0-9][a-z0-9._-]*)/gi, (whole, name: string) => {
      if (/^(?:all|channel)$/i.test(name)) return "@everyone";
      // A dot at the end belongs to the sentence.
      for (let end = name.length; end > 0; end -= 1) {
        const person = known.person(name.slice(0, end).toLowerCase());
        if (person !== null) return `<@${person}>${name.slice(end)}`;
        if (!/[._-]/.test(name.charAt(end - 1))) break;
      }
      return whole;
    }),
  );
}

function toFile(path: string, { archive }: Reading): SourceFile {
  return { name: path.split("/").at(-1) ?? "file", description: "", open: opener(archive, path) };
}

/** Opens a file by its path, which is under `data/` in the export. */
export function opener(archive: Archive, path: string): SourceFile["open"] {
  return async () => (await archive.open(`data/${path}`)) ?? (await archive.open(path));
}
