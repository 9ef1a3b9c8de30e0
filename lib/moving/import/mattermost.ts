import { withEmoji } from "@/lib/messages/emoji/emoji";
import { cut, oneLine } from "@/lib/text/text";
import { type Archive, comparable, ImportError } from "./archive";
import { type Channel, channelKey, type Index, indexOf, linesOf, type User } from "./mattermost-lines";
import { messagesOf, opener } from "./mattermost-messages";
import { channelNames, withChannels } from "./mattermost-text";
import type { ImportSource, LeftOut, SourceChannel, SourcePerson } from "./source";

/** Whether this is a bulk export of Mattermost. */
export const isMattermost = (archive: Archive): boolean => linesIn(archive) !== undefined;

const linesIn = (archive: Archive): string | undefined =>
  archive.names.find((name) => name.endsWith(".jsonl") && !name.includes("/"));

/** Reads a bulk export of a Mattermost server, made with `mmctl export create`, or the lines of one with its files. */
export async function mattermostSource(archive: Archive): Promise<ImportSource> {
  const file = linesIn(archive) ?? "";
  const index = await indexOf(archive, file);
  if (!index.isExport) {
    throw new ImportError("These lines aren't an export of Mattermost. Name the file that mmctl exported.");
  }
  const { users, bots, emoji, channels, directs, teams } = index;
  return {
    id: `mattermost:${teams[0]?.name || "unknown"}`,
    tool: "Mattermost",
    people: async function* () {
      for (const user of users) if (!bots.has(user.username)) yield toPerson(user, archive);
    },
    // An export has none.
    groups: async function* () {},
    emoji: async function* () {
      for (const { name, image } of emoji) yield { name, createdBy: null, open: opener(archive, image) };
    },
    channels: async function* (leftOut) {
      const members = membersOf(users);
      for (const channel of channels) yield toChannel(channel, { index, members, leftOut });
      for (const [key, people] of directs) yield toDirect(key, people);
    },
    messages: async function* (known, leftOut) {
      index.leftOut.addTo(leftOut);
      const files = new Set(archive.names.map(comparable));
      const hasFile = (path: string) => [`data/${path}`, path].some((name) => files.has(comparable(name)));
      const reading = { archive, hasFile, known, leftOut, bots, channelNames: channelNames(channels) };
      for await (const { type, fields, place } of linesOf(archive, file)) {
        if (type !== "post" && type !== "direct_post") continue;
        yield* messagesOf(fields, place, reading);
      }
    },
  };
}

type Members = Map<string, Required<Pick<SourceChannel, "members" | "managers" | "starredBy" | "mutedBy">>>;

/** Mattermost lists a channel's members with each of them. */
function membersOf(users: readonly User[]): Members {
  const found = new Map<string, Record<"members" | "managers" | "starredBy" | "mutedBy", string[]>>();
  for (const { username, teams } of users) {
    for (const team of teams) {
      for (const { name, roles, favorite, notify_props } of team.channels) {
        const key = channelKey(team.name, name);
        const channel = found.get(key) ?? { members: [], managers: [], starredBy: [], mutedBy: [] };
        found.set(key, channel);
        channel.members.push(username);
        if (roles.includes("channel_admin")) channel.managers.push(username);
        if (favorite) channel.starredBy.push(username);
        if (notify_props?.mark_unread === "mention") channel.mutedBy.push(username);
      }
    }
  }
  return found;
}

function toPerson(user: User, archive: Archive): SourcePerson {
  const { username, email, nickname, first_name, last_name, position, delete_at, roles, profile_image, teams } = user;
  const name = `${first_name} ${last_name}`.trim() || nickname || username;
  const has = (role: string, all: string) => all.split(" ").includes(role);
  return {
    key: username,
    name,
    email: email || null,
    title: position,
    isDeactivated: delete_at > 0,
    isAdmin: has("system_admin", roles),
    isGuest: has("system_guest", roles) || teams.some((team) => has("team_guest", team.roles)),
    avatar: profile_image === "" ? null : opener(archive, profile_image),
  };
}

type Around = { index: Index; members: Members; leftOut: LeftOut };

function toChannel(channel: Channel, { index, members, leftOut }: Around): SourceChannel {
  const { team, name, header, purpose, type } = channel;
  const key = channelKey(team, name);
  const topic = topicOf(header || purpose, channel, index);
  if (header !== "" && purpose !== "") leftOut.add("purposes of channels that have a header, too", key);
  if (topic !== cut(topic, LONGEST_TOPIC)) {
    leftOut.changed(`channel headers longer than ${LONGEST_TOPIC} characters, which are cut`, key);
  }
  const isClosed = type === "O" && index.teams.some((each) => each.name === team && isClosedTeam(each));
  if (isClosed) leftOut.changed("public channels of closed teams, which become private", key);
  return {
    key,
    kind: type === "O" && !isClosed ? "public" : "private",
    name: channel.display_name || name,
    topic,
    isArchived: channel.deleted_at > 0,
    createdAt: null,
    createdBy: null,
    members: [],
    managers: [],
    ...members.get(key),
  };
}

const LONGEST_TOPIC = 250;

/** Whether people of other teams can't join it. Then its public channels are only for its own people. */
const isClosedTeam = ({ type, allow_open_invite }: Index["teams"][number]): boolean =>
  type === "I" || allow_open_invite === false;

/** A topic is plain text, and a header is Markdown. */
function topicOf(header: string, { team }: Channel, { channels }: Index): string {
  const named = withChannels(header, { team, names: channelNames(channels) });
  return withEmoji(
    oneLine(named.replace(/!?\[([^\]\n]*)\]\(([^\s)]+)[^)\n]*\)/g, "$1 ($2)").replace(/[*_`]{2,}/g, "")),
  );
}

const toDirect = (key: string, members: readonly string[]): SourceChannel => ({
  key,
  kind: "direct",
  name: "",
  topic: "",
  isArchived: false,
  createdAt: null,
  createdBy: null,
  members,
  managers: [],
});
