import { z } from "zod";
import type { Archive } from "./archive";
import { channelKey, directKey, messagesOf, opener, postSchema } from "./mattermost-messages";
import type { ImportSource, SourceChannel, SourcePerson } from "./source";

// Mattermost's format: https://docs.mattermost.com/onboard/bulk-loading-data.html

const text = z.string().catch("");
const time = z.number().catch(0);

const memberSchema = z.object({
  name: text,
  roles: text,
  favorite: z.boolean().catch(false),
  notify_props: z.object({ mark_unread: text }).nullish().catch(null),
});

const userSchema = z.object({
  username: z.string(),
  email: text,
  nickname: text,
  first_name: text,
  last_name: text,
  position: text,
  roles: text,
  profile_image: text,
  delete_at: time,
  teams: z
    .array(z.object({ name: text, channels: z.array(memberSchema).nullish().catch([]) }))
    .nullish()
    .catch([]),
});

const channelSchema = z.object({
  team: text,
  name: z.string(),
  display_name: text,
  type: text,
  header: text,
  purpose: text,
  deleted_at: time,
});

const emojiSchema = z.object({ name: z.string(), image: z.string() });

const directSchema = z.object({
  members: z.array(z.string()).nullish().catch([]),
  participants: z
    .array(z.object({ username: text }))
    .nullish()
    .catch([]),
  header: text,
});

/** Whether this is a bulk export of Mattermost. */
export const isMattermost = (archive: Archive): boolean => linesIn(archive) !== undefined;

const linesIn = (archive: Archive): string | undefined =>
  archive.names.find((name) => name.endsWith(".jsonl") && !name.includes("/"));

/** Reads a bulk export of a Mattermost server, made with `mmctl export create`, or the lines of one with its files. */
export async function mattermostSource(archive: Archive): Promise<ImportSource> {
  const file = linesIn(archive) ?? "";
  const lines = (type: string) => linesOf(archive, file, type);
  let server = "unknown";
  for await (const line of lines("team")) {
    server = z.object({ name: text }).catch({ name: "" }).parse(line).name || server;
    break;
  }
  const bots = new Set<string>();
  for await (const line of lines("bot"))
    bots.add(z.object({ username: text }).catch({ username: "" }).parse(line).username);
  const members = await membersOf(lines("user"));
  return {
    id: `mattermost:${server}`,
    tool: "Mattermost",
    people: async function* () {
      for await (const line of lines("user")) {
        const user = userSchema.safeParse(line).data;
        if (user && !bots.has(user.username)) yield toPerson(user, archive);
      }
    },
    // An export has none.
    groups: async function* () {},
    emoji: async function* () {
      for await (const line of lines("emoji")) {
        const emoji = emojiSchema.safeParse(line).data;
        if (emoji) yield { name: emoji.name, createdBy: null, open: opener(archive, emoji.image) };
      }
    },
    channels: async function* () {
      for await (const line of lines("channel")) {
        const channel = channelSchema.safeParse(line).data;
        if (channel) yield toChannel(channel, members);
      }
      yield* directChannels(lines);
    },
    messages: async function* (known, leftOut) {
      const reading = { archive, known, leftOut };
      for (const type of ["post", "direct_post"]) {
        for await (const line of lines(type)) {
          const post = postSchema.safeParse(line).data;
          if (post) yield* messagesOf(post, reading);
          else leftOut.add("messages that can't be read", type);
        }
      }
    },
  };
}

/** The contents of the lines of one type. */
async function* linesOf(archive: Archive, file: string, type: string): AsyncGenerator<unknown> {
  for await (const line of archive.lines(file)) {
    const fields = z.record(z.string(), z.unknown()).safeParse(line).data;
    if (fields?.type === type) yield fields[type];
  }
}

type Members = Map<string, Required<Pick<SourceChannel, "members" | "managers" | "starredBy" | "mutedBy">>>;

/** Mattermost lists a channel's members with each of them. */
async function membersOf(users: AsyncIterable<unknown>): Promise<Members> {
  const found = new Map<string, Record<"members" | "managers" | "starredBy" | "mutedBy", string[]>>();
  for await (const line of users) {
    const user = userSchema.safeParse(line).data;
    for (const team of user?.teams ?? []) {
      for (const { name, roles, favorite, notify_props } of team.channels ?? []) {
        const key = channelKey(team.name, name);
        const channel = found.get(key) ?? { members: [], managers: [], starredBy: [], mutedBy: [] };
        found.set(key, channel);
        const username = user?.username ?? "";
        channel.members.push(username);
        if (roles.includes("channel_admin")) channel.managers.push(username);
        if (favorite) channel.starredBy.push(username);
        if (notify_props?.mark_unread === "mention") channel.mutedBy.push(username);
      }
    }
  }
  return found;
}

function toPerson(user: z.output<typeof userSchema>, archive: Archive): SourcePerson {
  const { username, email, nickname, first_name, last_name, position, delete_at, roles, profile_image } = user;
  const name = `${first_name} ${last_name}`.trim() || nickname || username;
  return {
    key: username,
    name,
    email: email || null,
    title: position,
    isDeactivated: delete_at > 0,
    isGuest: false,
    isAdmin: roles.split(" ").includes("system_admin"),
    avatar: profile_image === "" ? null : opener(archive, profile_image),
  };
}

function toChannel(channel: z.output<typeof channelSchema>, all: Members): SourceChannel {
  const key = channelKey(channel.team, channel.name);
  return {
    key,
    kind: channel.type === "P" ? "private" : "public",
    name: channel.display_name || channel.name,
    topic: channel.header || channel.purpose,
    isArchived: channel.deleted_at > 0,
    createdAt: null,
    createdBy: null,
    members: [],
    managers: [],
    ...all.get(key),
  };
}

/** Direct messages, also those that only their posts name. */
async function* directChannels(lines: (type: string) => AsyncIterable<unknown>): AsyncGenerator<SourceChannel> {
  const seen = new Set<string>();
  const channel = (members: readonly string[]): SourceChannel[] => {
    const key = directKey(members);
    if (key === "" || seen.has(key)) return [];
    seen.add(key);
    return [
      {
        key,
        kind: "direct",
        name: "",
        topic: "",
        isArchived: false,
        createdAt: null,
        createdBy: null,
        members: [...new Set(members)],
        managers: [],
      },
    ];
  };
  for await (const line of lines("direct_channel")) {
    const { members, participants } = directSchema.catch({ members: [], participants: [], header: "" }).parse(line);
    yield* channel(members?.length ? members : (participants ?? []).map(({ username }) => username));
  }
  for await (const line of lines("direct_post")) yield* channel(postSchema.safeParse(line).data?.channel_members ?? []);
}
