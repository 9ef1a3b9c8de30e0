import { z } from "zod";
import { withEmoji } from "@/lib/messages/emoji/emoji";
import { type LineEvent, lineText } from "@/lib/messages/line-text";
import { listOf } from "./fields";
import { contentOf } from "./slack-content";
import { addressElsewhere, fileSchema, toFile } from "./slack-files";
import { messageSchema, type SlackContext, type SlackMessage } from "./slack-message";
import { NO_EMOJI, reactionNamed, readOne, type SourceMessage } from "./source";

const CHANGES = ["join", "leave", "topic", "purpose", "name", "archive", "unarchive"];
/** What Slack says in lines of its own, which Parley's lines can't repeat. */
const LINES = new Set([
  ...CHANGES.flatMap((what) => [`channel_${what}`, `group_${what}`]),
  ...["posting_permissions", "convert_to_private", "convert_to_public", "canvas_updated"].map(
    (what) => `channel_${what}`,
  ),
  ...["bot_add", "bot_remove", "bot_enable", "bot_disable", "pinned_item", "unpinned_item", "reminder_add"],
  ...["joiner_notification", "joiner_notification_for_inviter", "app_conversation_join"],
]);
/** Says that another message changed, which the export has as it became. */
const ECHOES = new Set(["message_changed", "message_deleted", "message_replied"]);
const CALLS = new Set(["huddle_thread", "sh_room_created", "sh_room_shared"]);

/** Reads a channel's messages, day by day. */
export async function* messagesOf(reading: SlackContext): AsyncGenerator<SourceMessage> {
  const { archive, files, channel, leftOut } = reading;
  for (const day of files.folders.get(channel.folder ?? "") ?? []) {
    const all = z.array(z.unknown()).safeParse(await archive.json(day)).data;
    if (!all) leftOut.add("files that aren't lists of messages", day);
    const messages = (all ?? []).flatMap((each) => {
      const message = messageSchema.safeParse(each).data;
      if (!message) leftOut.add("messages that can't be read", day);
      return message ? [withFiles(message)] : [];
    });
    // A root comes before its replies.
    for (const message of messages.toSorted((a, b) => Number(a.ts) - Number(b.ts))) {
      const place = `${day} (ts ${message.ts})`;
      const kind = kindLeftOut(message);
      if (kind !== null) leftOut.add(kind, place);
      const read = kind === null ? readOne(() => toMessage(message, reading, place), leftOut, place) : null;
      if (read) yield read;
    }
  }
}

function kindLeftOut({ type, subtype }: SlackMessage): string | null {
  if (LINES.has(subtype)) return "lines about joining, leaving and changes of channels";
  if (ECHOES.has(subtype)) return "notes that another message was changed";
  return type === "" || type === "message" ? null : "entries that aren't messages";
}

/** Takes the files of what a message repeats as its own, and the one file of an older message. */
function withFiles(message: SlackMessage): SlackMessage {
  const { files, file, attachments, subtype } = message;
  const own = files.length > 0 || file === undefined || subtype === "file_comment" ? files : [file];
  const repeated = attachments.flatMap((each) => listOf(fileSchema).parse(each.files));
  return { ...message, files: [...own, ...repeated] };
}

function toMessage(message: SlackMessage, reading: SlackContext, place: string): SourceMessage {
  const { ts, thread_ts: thread, edited, subtype, files } = message;
  const createdAt = timeOf(ts);
  const isGone = subtype === "tombstone";
  const call = CALLS.has(subtype) ? callOf(message, reading) : null;
  return {
    key: ts,
    channel: reading.channel.id,
    root: thread !== "" && thread !== ts ? thread : null,
    inChannel: subtype === "thread_broadcast",
    author: authorOf(message, reading),
    ...(isGone ? { content: "", embeds: [] } : (call ?? contentOf(message, reading, place))),
    files: isGone ? [] : files.filter((file) => addressElsewhere(file) === "").map((file) => toFile(file, reading)),
    createdAt,
    editedAt: edited && /^\d/.test(edited.ts) && call === null ? timeOf(edited.ts) : null,
    deletedAt: isGone ? createdAt : null,
    pinned: pinOf(message, reading, createdAt),
    reactions: message.reactions.flatMap(({ name, users, count }) => {
      const emoji = reactionNamed(name);
      if (emoji === null) reading.leftOut.add(NO_EMOJI, name, users.length);
      reading.leftOut.add("reactions of people that the export doesn't name", place, count - users.length);
      return emoji === null ? [] : users.map((person) => ({ emoji, person, at: createdAt }));
    }),
  };
}

const timeOf = (ts: string): Date => new Date(Math.floor(Number(ts) * 1000));

function pinOf(message: SlackMessage, { channel }: SlackContext, createdAt: Date): SourceMessage["pinned"] {
  const pin = channel.pins.find(({ id }) => id === message.ts);
  if (!pin && !message.pinned_to.includes(channel.id)) return null;
  const info = message.pinned_info?.[channel.id];
  const at = pin?.created || info?.pinned_ts || 0;
  return { at: at > 0 ? new Date(at * 1000) : createdAt, by: pin?.user || info?.pinned_by || null };
}

/** Says who was in a huddle or call: as a line, or as a message if people replied to it. */
function callOf(
  { room, subtype, ts }: SlackMessage,
  { known, names, roots }: SlackContext,
): Pick<SourceMessage, "content" | "embeds" | "event"> {
  const kind = subtype === "huddle_thread" ? "huddle" : "call";
  const keys = [room?.created_by ?? "", ...(room?.participant_history ?? []), ...(room?.participants ?? [])];
  const people = [...new Set(keys)].flatMap((key) => known.person(key) ?? []);
  const by = `${people[0] ?? 0}`;
  const events: LineEvent[] = people.length === 0 ? [{ kind, by }] : people.map((who) => ({ kind, by, who: `${who}` }));
  if (!roots.has(ts)) return { content: lineText(events), embeds: [], event: events };
  const without = keys.flatMap((key) => (known.person(key) === null ? (names.get(key) ?? []) : []));
  return { content: `_${lineText(events)}_${without.length > 0 ? ` (${without.join(", ")})` : ""}`, embeds: [] };
}

function authorOf(message: SlackMessage, { known, names }: SlackContext): SourceMessage["author"] {
  const { bot_id, app_id, username, bot_profile, user_profile, icons, subtype, room } = message;
  const user = message.comment?.user || message.user || message.file?.user || "";
  const caller = CALLS.has(subtype) ? room?.created_by : undefined;
  const person = [caller ?? "", user].find((key) => known.person(key) !== null);
  // A message that an app sent for a person has the ids of both, and one that it sent in its own name has that.
  const isApps = subtype === "bot_message" || (bot_id !== "" && username !== "");
  if (person !== undefined && !isApps) return person;
  const name =
    username ||
    bot_profile?.name ||
    names.get(user) ||
    names.get(bot_id) ||
    names.get(app_id) ||
    user ||
    bot_id ||
    "Unknown";
  const images = [icons, bot_profile?.icons].flatMap((each) => [each?.image_72, each?.image_48]);
  const emoji = withEmoji(icons?.emoji ?? "");
  const image = [...images, user_profile?.image_72].find((url) => url?.startsWith("https://"));
  return { name, avatarUrl: image ?? (emoji === "" || emoji.startsWith(":") ? null : `emoji:${emoji}`) };
}
