import { z } from "zod";
import { oneLine } from "@/lib/text/text";
import type { Archive } from "./archive";
import { listOf, optionalText } from "./fields";
import { LeftOut } from "./source";

// Mattermost's format: https://docs.mattermost.com/onboard/bulk-loading-data-format.html

const time = z.number().catch(0);
const names = listOf(z.string());

const teamSchema = z.object({
  name: optionalText,
  type: optionalText,
  allow_open_invite: z.boolean().nullish().catch(null),
});

const channelSchema = z.object({
  team: optionalText,
  name: z.string().min(1),
  display_name: optionalText,
  type: optionalText,
  header: optionalText,
  purpose: optionalText,
  deleted_at: time,
});

const memberSchema = z.object({
  name: optionalText,
  roles: optionalText,
  favorite: z.boolean().catch(false),
  notify_props: z.object({ mark_unread: optionalText }).nullish().catch(null),
});

const userSchema = z.object({
  username: z.string().min(1),
  email: optionalText,
  nickname: optionalText,
  first_name: optionalText,
  last_name: optionalText,
  position: optionalText,
  roles: optionalText,
  profile_image: optionalText,
  delete_at: time,
  teams: listOf(z.object({ name: optionalText, roles: optionalText, channels: listOf(memberSchema) })),
});

const botSchema = z.object({ username: z.string().min(1), display_name: optionalText });
const emojiSchema = z.object({ name: z.string(), image: z.string() });

const directSchema = z.object({
  members: names,
  participants: listOf(z.object({ username: optionalText })),
});

const directPostSchema = z.object({ channel_members: names });

export type Team = z.output<typeof teamSchema>;
export type Channel = z.output<typeof channelSchema>;
export type User = z.output<typeof userSchema>;

/** Everything in an export but its messages. */
export type Index = {
  teams: Team[];
  channels: Channel[];
  users: User[];
  /** The bots' names, by their username. */
  bots: Map<string, string>;
  emoji: z.output<typeof emojiSchema>[];
  /** The people of each direct message, by its key, also of those that only their messages name. */
  directs: Map<string, readonly string[]>;
  leftOut: LeftOut;
  /** Whether any line is one that Mattermost exports. */
  isExport: boolean;
};

/** Names a channel. */
export const channelKey = (team: string, name: string): string => `${team}/${name}`;
/** Names a direct message by its people. */
export const directKey = (members: readonly string[]): string => [...new Set(members)].toSorted().join(",");

const SETTINGS = "people's settings, such as themes and notifications";
const SIGN_IN = "people's ways to sign in";
const SCHEMES = "permission schemes and roles";

/** The fields of an object: null for what is taken, or else what is left out with it. */
type KnownFields = Record<string, string | null>;

const FIELDS = new Map<string, KnownFields>(
  Object.entries({
    team: { name: null, display_name: null, type: null, allow_open_invite: null, description: "descriptions of teams" },
    channel: {
      ...{ team: null, name: null, display_name: null, type: null, header: null, purpose: null, deleted_at: null },
      members: null,
    },
    user: {
      ...{
        username: null,
        email: null,
        nickname: null,
        first_name: null,
        last_name: null,
        position: null,
        roles: null,
      },
      ...{ profile_image: null, delete_at: null, teams: null },
      ...{ auth_service: SIGN_IN, auth_data: SIGN_IN, password: SIGN_IN, custom_status: "people's statuses" },
      ...{ notify_props: SETTINGS, locale: SETTINGS, theme: SETTINGS, military_time: SETTINGS, formatting: SETTINGS },
      ...{ link_previews: SETTINGS, message_display: SETTINGS, collapse_consecutive_messages: SETTINGS },
      ...{ colorize_usernames: SETTINGS, channel_display_mode: SETTINGS, tutorial_step: SETTINGS },
      ...{ email_interval: SETTINGS, show_unread_section: SETTINGS, feature_enabled_markdown_preview: SETTINGS },
      ...{ name_format: SETTINGS, timezone: SETTINGS },
    },
    bot: { username: null, display_name: null, description: "descriptions of bots", owner: null, delete_at: null },
    emoji: { name: null, image: null },
    direct_channel: {
      ...{ members: null, participants: null, shown_by: null, header: "headers of direct messages" },
      favorited_by: "direct messages that people starred",
    },
  }),
);

/** Returns whether someone filled a field in. */
const says = (value: unknown): boolean =>
  typeof value === "object" && value !== null
    ? Object.keys(value).length > 0
    : value !== undefined && value !== null && value !== "" && value !== 0 && value !== false;

/** Counts what an object has beyond the fields that are taken, once for each kind. */
export function countFields(
  what: string,
  fields: Record<string, unknown>,
  known: KnownFields,
  { leftOut, place }: { leftOut: LeftOut; place: string },
): void {
  const kinds = Object.entries(fields).flatMap(([field, value]) => {
    if (!says(value) || known[field] === null) return [];
    return field === "scheme"
      ? SCHEMES
      : (known[field] ?? `values of the field “${oneLine(field).slice(0, 40)}” of ${what}`);
  });
  for (const kind of new Set(kinds)) leftOut.add(kind, place);
}

/** Reads an export's lines once, and keeps everything but its messages. */
export async function indexOf(archive: Archive, file: string): Promise<Index> {
  const leftOut = new LeftOut();
  const index: Index = {
    teams: [],
    channels: [],
    users: [],
    bots: new Map(),
    emoji: [],
    directs: new Map(),
    leftOut,
    isExport: false,
  };
  for await (const { type, fields, place } of linesOf(archive, file)) {
    index.isExport ||= FIELDS.has(type) || ["version", "post", "direct_post"].includes(type);
    if (type === "version" || type === "post") continue;
    if (!take(index, type, fields)) leftOut.add(unreadOf(type), place);
    const known = FIELDS.get(type);
    if (known)
      countFields(`${type.replace("_channel", " message")}s`, fields, known, {
        leftOut,
        place: nameIn(fields) || place,
      });
  }
  return index;
}

/** Adds a line's contents to the index. Returns false if it can't be read. */
function take(index: Index, type: string, fields: unknown): boolean {
  const read = <T>(schema: z.ZodType<T>, into: (value: T) => void): boolean => {
    const { data } = schema.safeParse(fields);
    if (data !== undefined) into(data);
    return data !== undefined;
  };
  if (type === "team") return read(teamSchema, (team) => index.teams.push(team));
  if (type === "channel") return read(channelSchema, (channel) => index.channels.push(channel));
  if (type === "user") return read(userSchema, (user) => index.users.push(user));
  if (type === "emoji") return read(emojiSchema, (emoji) => index.emoji.push(emoji));
  if (type === "bot") return read(botSchema, (bot) => index.bots.set(bot.username, bot.display_name || bot.username));
  if (type === "direct_channel") {
    return read(directSchema, ({ members, participants }) => {
      addDirect(index, members.length > 0 ? members : participants.map(({ username }) => username));
    });
  }
  if (type !== "direct_post") return false;
  read(directPostSchema, (post) => addDirect(index, post.channel_members));
  return true;
}

function addDirect({ directs }: Index, members: readonly string[]): void {
  const key = directKey(members);
  if (key !== "" && !directs.has(key)) directs.set(key, [...new Set(members)]);
}

function unreadOf(type: string): string {
  if (FIELDS.has(type)) return `lines of the type ${type} that can't be read`;
  if (type === "role" || type === "scheme") return SCHEMES;
  return type === "" ? "lines that can't be read" : `lines of the type ${oneLine(type).slice(0, 40)}`;
}

const nameIn = ({ username, name }: Record<string, unknown>): string =>
  [username, name].find((each): each is string => typeof each === "string") ?? "";

/** An object's fields; none if it isn't one. Not with zod, because there are millions. */
export const objectFields = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};

/** The lines of an export, each with its type, contents and number. */
export async function* linesOf(
  archive: Archive,
  file: string,
): AsyncGenerator<{ type: string; fields: Record<string, unknown>; place: string }> {
  let number = 0;
  for await (const line of archive.lines(file)) {
    number += 1;
    const found = objectFields(line);
    const type = typeof found.type === "string" ? found.type : "";
    yield { type, fields: objectFields(found[type]), place: `line ${number}` };
  }
}
