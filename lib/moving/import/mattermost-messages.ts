import { createHash } from "node:crypto";
import { z } from "zod";
import { withEmoji } from "@/lib/messages/emoji/emoji";
import { cut } from "@/lib/text/text";
import type { Archive } from "./archive";
import { listOf, optionalText } from "./fields";
import { cardsOf } from "./mattermost-cards";
import { channelKey, countFields, directKey, objectFields } from "./mattermost-lines";
import { type ChannelNames, markdownOf, type TextPlace } from "./mattermost-text";
import {
  type LeftOut,
  NO_EMOJI,
  type ParleyIds,
  reactionNamed,
  readOne,
  type SourceFile,
  type SourceMessage,
} from "./source";

const texts = listOf(z.string());
// Milliseconds, until the year 2286.
const moment = z.number().min(0).max(1e13);
const time = moment.catch(0);

const replySchema = z.object({
  user: optionalText,
  type: optionalText,
  message: optionalText,
  props: z.record(z.string(), z.unknown()).nullish().catch(null),
  create_at: moment,
  edit_at: time,
  is_pinned: z.boolean().nullish().catch(false),
  delete_at: time,
  reactions: listOf(z.object({ user: optionalText, emoji_name: optionalText, create_at: time })),
  attachments: listOf(z.object({ path: z.string() })),
  flagged_by: texts,
});

/** What a post has beyond a reply. */
const threadSchema = z.object({
  user: optionalText,
  team: optionalText,
  channel: optionalText,
  channel_members: texts,
  replies: z.array(z.unknown()).catch([]),
  thread_followers: listOf(z.object({ user: optionalText })),
});

const mentionsSchema = z.record(z.string(), z.object({ team_name: optionalText }).catch({ team_name: "" })).catch({});

type Reply = z.output<typeof replySchema>;

type Reading = {
  archive: Archive;
  /** Whether the export has the file with this path. */
  hasFile: (path: string) => boolean;
  known: ParleyIds;
  leftOut: LeftOut;
  bots: ReadonlyMap<string, string>;
  channelNames: ChannelNames;
};

/** Where a post is: its channel and that one's team. */
type Around = Reading & { channel: string; team: string };

const FIELDS = Object.fromEntries(
  [replySchema, threadSchema].flatMap(({ shape }) => Object.keys(shape)).map((field) => [field, null]),
);

// Properties that are read, or say how Mattermost shows a message.
const PROPS = new Set([
  ...["attachments", "card", "channel_mentions", "override_username", "override_icon_url", "override_icon_emoji"],
  ...["from_webhook", "from_bot", "from_plugin", "from_oauth_app", "webhook_display_name", "use_user_icon"],
  ...["mentionHighlightDisabled", "disable_group_highlight", "current_team_id", "unsafe_links", "force_notification"],
  ...["ai_generated_by", "ai_generated_by_username", "mm_blocks_actions", "username", "deleteBy"],
]);

/** Reads a post and its replies. */
export function* messagesOf(line: Record<string, unknown>, place: string, reading: Reading): Generator<SourceMessage> {
  const { leftOut } = reading;
  const { user, team, channel_members: members, replies, thread_followers, ...post } = threadSchema.parse(line);
  const isDirect = members.length > 0;
  const channel = isDirect ? directKey(members) : channelKey(team, post.channel);
  if (!isDirect && reading.known.channelName(channel) === null) {
    return leftOut.add("messages of channels that the export doesn't have", channel, 1 + replies.length);
  }
  const around = { ...reading, channel, team };
  const writers = new Set([user]);
  const root = readMessage(line, null, around, place);
  // A thread can begin at a line that isn't imported.
  if (root) yield root;
  for (const each of replies) {
    const reply = objectFields(each);
    const message = readMessage(reply, root?.key ?? null, around, place);
    if (message) yield message;
    writers.add(asText(reply.user));
  }
  const followers = thread_followers.filter((follower) => !writers.has(follower.user));
  leftOut.add("followers of threads who didn't write in them", channel, followers.length);
}

function readMessage(fields: Record<string, unknown>, root: string | null, around: Around, place: string) {
  const post = replySchema.safeParse(fields).data;
  if (!post) around.leftOut.add("messages that can't be read", place);
  return post ? readOne(() => toMessage(post, fields, root, around), around.leftOut, place) : null;
}

const CHANGES =
  /^(?:system_(?:join|leave|add|remove|guest|move|header|displayname|purpose|convert|channel|change|gm)|add_bot)/;

/** What is left out with a post of this type; null for one that is a message. */
function leftOutWith(type: string): string | null {
  if (type === "system_auto_responder") return null;
  if (CHANGES.test(type)) return "lines about joining, leaving and changes of channels";
  if (type.startsWith("system_")) return "other lines that Mattermost wrote";
  return type === "burn_on_read" ? "messages that vanish once they're read" : null;
}

function toMessage(
  post: Reply,
  fields: Record<string, unknown>,
  root: string | null,
  around: Around,
): SourceMessage | null {
  const { channel, leftOut } = around;
  const key = keyOf(post);
  const place = `${channel} ${key}`;
  const left = post.delete_at > 0 ? "messages that were deleted" : leftOutWith(post.type);
  if (left !== null) {
    leftOut.add(left, [post.type, place].filter(Boolean).join(" in "));
    return null;
  }
  countFields("messages", fields, FIELDS, { leftOut, place });
  leftOut.add("saved messages", place, post.flagged_by.length);
  const unknown = Object.keys(post.props ?? {}).find((name) => !PROPS.has(name));
  if (unknown !== undefined) leftOut.add("messages with data that only a plugin shows", `“${unknown}” of ${place}`);
  const createdAt = new Date(post.create_at);
  return {
    key,
    channel,
    root,
    inChannel: false,
    author: authorOf(post, around),
    ...contentOf(post, place, around),
    files: post.attachments.map(({ path }) => toFile(path, around)),
    createdAt,
    editedAt: post.edit_at > 0 ? new Date(post.edit_at) : null,
    deletedAt: null,
    pinned: post.is_pinned ? { at: createdAt, by: null } : null,
    reactions: post.reactions.flatMap(({ user, emoji_name, create_at }) => {
      const emoji = reactionNamed(emoji_name);
      if (emoji === null) leftOut.add(NO_EMOJI, emoji_name);
      return emoji === null ? [] : [{ emoji, person: user, at: create_at > 0 ? new Date(create_at) : createdAt }];
    }),
  };
}

/** An export has no ids. Two messages with the same author, text, files and millisecond are one. */
function keyOf({ user, message, create_at, attachments, props }: Reply): string {
  const cards = message === "" && props?.attachments ? [props.attachments] : [];
  const content = JSON.stringify([message, attachments, ...cards]);
  return `${create_at}:${user}:${createHash("sha256").update(content).digest("hex").slice(0, 8)}`;
}

const asText = (value: unknown): string => (typeof value === "string" ? value : "");
const isTrue = (value: unknown): boolean => value === true || value === "true";

function authorOf({ user, props }: Reply, { known, bots }: Around): SourceMessage["author"] {
  const named = asText(props?.override_username);
  const byTool =
    isTrue(props?.from_webhook) ||
    isTrue(props?.from_bot) ||
    bots.has(user) ||
    (isTrue(props?.from_plugin) && named !== "");
  if (!byTool && known.person(user) !== null) return user;
  const webhook = isTrue(props?.from_webhook) ? asText(props?.webhook_display_name) : "";
  const name = named || webhook || bots.get(user) || user || "Unknown";
  return { name: cut(name, 80), avatarUrl: avatarOf(props ?? {}) };
}

function avatarOf({ override_icon_emoji, override_icon_url }: Record<string, unknown>): string | null {
  const emoji = withEmoji(asText(override_icon_emoji).replace(/^:?([\w+-]+):?$/, ":$1:"));
  const url = asText(override_icon_url);
  if (emoji !== "" && !emoji.startsWith(":")) return `emoji:${emoji}`;
  return url.startsWith("https://") ? url : null;
}

function contentOf(post: Reply, place: string, around: Around): Pick<SourceMessage, "content" | "embeds"> {
  const { known, team, leftOut, channelNames: names } = around;
  const at: TextPlace = { team, teams: teamsIn(post.props?.channel_mentions), names };
  const toMarkdown = (written: string) => markdownOf(written, known, at);
  const written = post.type === "me" && post.message !== "" ? `_${post.message}_` : post.message;
  const { attachments, card } = post.props ?? {};
  if (!attachments && !card) return { content: toMarkdown(written), embeds: [] };
  const { content, embeds } = cardsOf({ attachments, card }, { leftOut, place, toMarkdown });
  return { content: [toMarkdown(written), content].filter((each) => each !== "").join("\n\n"), embeds };
}

/** The teams of the channels that a message names, which Mattermost keeps with it. */
function teamsIn(mentions: unknown): Map<string, string> {
  return new Map(
    Object.entries(mentionsSchema.parse(mentions)).flatMap(([name, { team_name }]) =>
      team_name ? [[name, team_name]] : [],
    ),
  );
}

function toFile(path: string, { archive, hasFile }: Reading): SourceFile {
  const gone = hasFile(path) ? {} : { gone: "files that the export doesn't have" };
  return { name: path.split(/[\\/]/).at(-1) ?? "file", description: "", open: opener(archive, path), ...gone };
}

/** Opens a file by its path, which is under `data/` in the export. */
export function opener(archive: Archive, path: string): SourceFile["open"] {
  return async () => (await archive.open(`data/${path}`)) ?? (await archive.open(path));
}
