import { z } from "zod";
import { isAppError } from "@/lib/errors";
import { cut } from "@/lib/text";
import { mrkdwn } from "@/lib/webhooks/senders/slack/mrkdwn";
import { slack } from "@/lib/webhooks/senders/slack/parse";
import type { Archive } from "./archive";
import { type Known, type LeftOut, NO_EMOJI, reactionNamed, type SourceFile, type SourceMessage } from "./source";

const text = z.string().catch("");
const texts = z.array(z.string()).catch([]);
const flag = z.boolean().catch(false);

const fileSchema = z.object({
  id: text,
  name: text,
  title: text,
  mode: text,
  external_url: text,
  url_private: text,
  url_private_download: text,
});

const messageSchema = z.object({
  type: text,
  subtype: text,
  // Until the year 2286.
  ts: z.string().regex(/^\d{1,10}\.\d{1,6}$/),
  thread_ts: text,
  user: text,
  username: text,
  bot_id: text,
  text,
  edited: z.object({ ts: text }).optional().catch(undefined),
  hidden: flag,
  files: z.array(fileSchema).catch([]),
  reactions: z.array(z.object({ name: text, users: texts })).catch([]),
  blocks: z.unknown().optional(),
  attachments: z.array(z.record(z.string(), z.unknown())).catch([]),
  icons: z.object({ image_48: text, image_72: text }).partial().optional().catch(undefined),
  bot_profile: z.object({ name: text }).optional().catch(undefined),
  user_profile: z.object({ real_name: text, name: text }).partial().optional().catch(undefined),
  comment: z.object({ comment: text, user: text }).optional().catch(undefined),
});

type SlackMessage = z.output<typeof messageSchema>;
/** What Slack says about a channel in lines of its own, which Parley's lines can't repeat. */
const LINES = new Set([
  ...["join", "leave", "topic", "purpose", "name", "archive", "unarchive", "posting_permissions"].map(
    (what) => `channel_${what}`,
  ),
  ...["join", "leave", "topic", "purpose", "name", "archive", "unarchive"].map((what) => `group_${what}`),
  ...[
    "bot_add",
    "bot_remove",
    "pinned_item",
    "unpinned_item",
    "channel_convert_to_private",
    "channel_convert_to_public",
  ],
  ...["reminder_add", "bot_enable", "bot_disable"],
]);

/** Downloads a file from Slack. Returns null if it's gone; throws if it can't be reached. */
export type Download = (url: string) => Promise<AsyncIterable<Uint8Array> | null>;

/** What reading a channel's messages needs. */
export type Reading = {
  archive: Archive;
  files: SlackFiles;
  channel: { id: string; folder: string; pins: readonly { id: string; user: string; created: number }[] };
  known: Known;
  leftOut: LeftOut;
  download: Download;
  bots: ReadonlyMap<string, string>;
};

/** Reads a channel's messages, day by day. */
export async function* messagesOf(reading: Reading): AsyncGenerator<SourceMessage> {
  const { archive, files, channel, leftOut } = reading;
  const days = files.days.get(channel.folder) ?? [];
  for (const day of days) {
    const messages = z
      .array(z.unknown())
      .catch([])
      .parse(await archive.json(day));
    for (const each of messages) {
      const message = messageSchema.safeParse(each).data;
      if (!message) leftOut.add("messages that can't be read", day);
      else if (LINES.has(message.subtype)) leftOut.add("lines about joining, leaving and changes of channels", day);
      else yield toMessage(message, reading);
    }
  }
}

function toMessage(message: SlackMessage, reading: Reading): SourceMessage {
  const { channel } = reading;
  const { ts, thread_ts: thread, edited } = message;
  const pin = channel.pins.find(({ id }) => id === ts);
  const createdAt = timeOf(ts);
  const isGone = message.subtype === "tombstone";
  return {
    key: ts,
    channel: channel.id,
    root: thread !== "" && thread !== ts ? thread : null,
    inChannel: message.subtype === "thread_broadcast",
    author: authorOf(message, reading),
    ...(isGone ? { content: "", embeds: [] } : contentOf(message, reading)),
    files: isGone ? [] : message.files.flatMap((file) => toFile(file, reading)),
    createdAt,
    editedAt: edited && /^\d/.test(edited.ts) ? timeOf(edited.ts) : null,
    deletedAt: isGone ? createdAt : null,
    pinned: pin ? { at: pin.created > 0 ? new Date(pin.created * 1000) : createdAt, by: pin.user || null } : null,
    reactions: message.reactions.flatMap(({ name, users }) => {
      const emoji = reactionNamed(name);
      if (emoji === null) reading.leftOut.add(NO_EMOJI, name, users.length);
      return emoji === null ? [] : users.map((person) => ({ emoji, person, at: createdAt }));
    }),
  };
}

const timeOf = (ts: string): Date => new Date(Math.floor(Number(ts) * 1000));

function authorOf(message: SlackMessage, { known, bots }: Reading): SourceMessage["author"] {
  const { bot_id, username, bot_profile, user_profile, icons } = message;
  const user = message.comment?.user || message.user;
  if (bot_id === "" && known.person(user) !== null) return user;
  const avatarUrl = [icons?.image_72, icons?.image_48].find((url) => url?.startsWith("https://")) ?? null;
  const name = username || bot_profile?.name || bots.get(user) || user_profile?.real_name || user_profile?.name;
  // A person's message through an app has their id and the app's.
  if (!name && known.person(user) !== null) return user;
  return { name: cut(name || user || "Unknown", 80), avatarUrl };
}

/** The text and cards. What Slack made of links in a person's message is left out: Parley makes its own previews. */
function contentOf(message: SlackMessage, reading: Reading): Pick<SourceMessage, "content" | "embeds"> {
  const byTool = message.bot_id !== "" || message.subtype === "bot_message";
  const written = message.comment?.comment || message.text;
  const attachments = message.attachments.filter(
    (each) => byTool || each.is_msg_unfurl === true || each.is_share === true,
  );
  if (!byTool && attachments.length < message.attachments.length) {
    reading.leftOut.add("previews of links", message.ts, message.attachments.length - attachments.length);
  }
  // Files that are elsewhere, such as on Google Drive.
  const links = message.files.filter(({ external_url }) => external_url !== "");
  const linked = links.map((file) => `<${file.external_url}|${file.title || file.name || file.external_url}>`);
  const payload = {
    text: [written, ...linked].filter((line) => line !== "").join("\n"),
    ...(byTool && message.blocks !== undefined && { blocks: message.blocks }),
    ...(attachments.length > 0 && { attachments }),
  };
  const shown =
    message.subtype === "me_message" && written !== "" ? { ...payload, text: `_${payload.text}_` } : payload;
  const named = withPeople(shown, reading.known);
  if (named.blocks === undefined && named.attachments === undefined) return { content: mrkdwn(named.text), embeds: [] };
  try {
    const { content, embeds } = slack(named);
    return { content, embeds };
  } catch (error) {
    if (!isAppError(error)) throw error;
    // Longer than a card can be, or empty: the text is what's left.
    reading.leftOut.add("cards that are too large or that Parley can't read", message.ts);
    return { content: mrkdwn(named.text), embeds: [] };
  }
}

type Payload = { text: string; blocks?: unknown; attachments?: unknown };

/** Replaces Slack's ids of people by Parley's, and names the channels that are named by their id only. */
function withPeople(payload: Payload, known: Known): Payload {
  const json = JSON.stringify(payload)
    .replace(/<@([UW]\w+)(\|[^>]*)?>/g, (whole, id: string) => mention(known.person(id)) ?? whole)
    .replace(/"user_id":"([UW]\w+)"/g, (whole, id: string) => {
      const person = known.person(id);
      return person === null ? whole : `"user_id":"${person}"`;
    })
    .replace(/<#(C\w+)\|?>/g, (whole, id: string) => {
      const name = known.channelName(id);
      return name === null ? whole : `<#${id}|${JSON.stringify(name).slice(1, -1)}>`;
    });
  return JSON.parse(json);
}

const mention = (id: bigint | null): string | null => (id === null ? null : `<@${id}>`);

const GONE = new Set(["tombstone", "hidden_by_limit"]);

function toFile(file: z.output<typeof fileSchema>, { archive, files, download }: Reading): SourceFile[] {
  const { id, title, mode } = file;
  if (file.external_url !== "") return [];
  const name = file.name || title || id || "file";
  const description = title && title !== name ? cut(title, 1000) : "";
  const upload = files.uploads.get(id);
  const url = file.url_private_download || file.url_private;
  const open: SourceFile["open"] = async () => {
    if (upload !== undefined) return archive.open(upload);
    return GONE.has(mode) || !URL.canParse(url) ? null : download(url);
  };
  return [{ name, description, open }];
}

/** The files of messages by their folder, and the uploads that a tool has added by their id. */
type SlackFiles = { days: Map<string, string[]>; uploads: Map<string, string> };

/** Returns an export's files. */
export function filesIn(archive: Archive): SlackFiles {
  const [days, uploads] = [new Map<string, string[]>(), new Map<string, string>()];
  for (const name of archive.names) {
    const [, folder, day] = /^([^/]+)\/(\d{4}-\d\d-\d\d\.json)$/.exec(name) ?? [];
    const [, upload] = /^__uploads\/([^/]+)\/[^/]+$/.exec(name) ?? [];
    if (folder !== undefined && day !== undefined) {
      const before = days.get(folder) ?? [];
      before.push(name);
      days.set(folder, before);
    }
    if (upload !== undefined) uploads.set(upload, name);
  }
  return { days, uploads };
}
