import { z } from "zod";
import { visibleText } from "@/lib/webhooks/formats/slack/mrkdwn";
import { type Archive, ImportError } from "./archive";
import { flag, listOf, optionalText, seconds } from "./fields";
import { withKnownNames } from "./slack-content";
import { type Download, hasDays, SlackFiles } from "./slack-files";
import { messagesOf } from "./slack-messages";
import { type Authors, authorsIn } from "./slack-names";
import type { ImportSource, LeftOut, SourceChannel, SourcePerson } from "./source";

// Slack's format: https://slack.com/help/articles/220556107-How-to-read-Slack-data-exports

const userSchema = z.object({
  id: z.string().min(1),
  team_id: optionalText,
  name: optionalText,
  deleted: flag,
  is_bot: flag,
  is_workflow_bot: flag,
  is_admin: flag,
  is_owner: flag,
  // Guests of several channels and of one, who have both, and people of another workspace.
  is_restricted: flag,
  is_ultra_restricted: flag,
  is_stranger: flag,
  real_name: optionalText,
  profile: z
    .object({
      real_name: optionalText,
      display_name: optionalText,
      email: optionalText,
      title: optionalText,
      bot_id: optionalText,
      api_app_id: optionalText,
    })
    .partial()
    .catch({}),
});

type User = z.output<typeof userSchema>;

const channelSchema = z.object({
  id: z.string().min(1),
  name: optionalText,
  created: seconds,
  creator: optionalText,
  is_archived: flag,
  is_private: flag,
  is_mpim: flag,
  is_im: flag,
  members: listOf(z.string()),
  topic: z.object({ value: optionalText }).catch({ value: "" }),
  purpose: z.object({ value: optionalText }).catch({ value: "" }),
  pins: listOf(z.object({ id: z.string(), user: optionalText, created: seconds })),
});

type Channel = z.output<typeof channelSchema> & { kind: SourceChannel["kind"] };

// An organization's export has its people in the second.
const USERS = ["users.json", "org_users.json"];
const LISTS = [
  { file: "channels.json", kind: "public" },
  { file: "groups.json", kind: "private" },
  { file: "mpims.json", kind: "direct" },
  { file: "dms.json", kind: "direct" },
] as const;

// Slack's own messages, such as its reminders, have this user.
const SLACKBOT = "USLACKBOT";

/**
 * Whether this is an export of Slack. It may lack lists: one of only private channels has no `channels.json`, and one of a whole
 * organization has `org_users.json` instead of `users.json`.
 */
export const isSlack = (archive: Archive): boolean =>
  LISTS.some(({ file }) => archive.names.includes(file)) ||
  (USERS.some((file) => archive.names.includes(file)) && hasDays(archive));

/**
 * Reads an export of a Slack workspace, also one with private channels and direct messages, and one to which a tool
 * has added files.
 */
export async function slackSource(archive: Archive, download: Download): Promise<ImportSource> {
  const unread = new Map<string, number>();
  const list = <S extends z.ZodType>(file: string, schema: S) => listIn(archive, file, schema, unread);
  const users = new Map<string, User>();
  for (const file of USERS) for (const user of await list(file, userSchema)) users.set(user.id, user);
  // One that several lists have is as private as the last of them.
  const listed = new Map<string, Channel>();
  for (const { file, kind } of LISTS) {
    for (const channel of await list(file, channelSchema)) {
      listed.set(channel.id, { ...channel, kind: kindOf(channel, kind) });
    }
  }
  const channels = [...listed.values()];
  const files = new SlackFiles(archive, [...USERS, ...LISTS.map(({ file }) => file)]);
  const authors = await authorsIn(archive, files);
  const names = namesOf([...users.values()], authors);
  const folders = files.of(channels);
  const unlisted = archive.names.includes("channels.json") ? [] : unlistedIn(files, new Set(folders.values()), authors);
  for (const channel of unlisted) folders.set(channel, channel.name);
  const all = [...channels, ...unlisted];
  return {
    id: `slack:${[...users.values()].find(({ team_id }) => team_id !== "")?.team_id ?? "unknown"}`,
    tool: "Slack",
    people: async function* () {
      for (const user of users.values()) if (!isBot(user)) yield toPerson(user);
    },
    // An export names groups and custom emoji only where they were used.
    groups: async function* () {},
    emoji: async function* () {},
    channels: async function* (leftOut) {
      for (const [file, count] of unread) leftOut.add("entries of lists that can't be read", file, count);
      for (const { name } of unlisted) leftOut.changed(UNLISTED, name);
      const everyone = new Map([...[...users.values()].map((user) => [user.id, nameOf(user)] as const), ...names]);
      const naming = { names: everyone, channels: new Map(all.map(({ id, name }) => [id, name])) };
      for (const channel of all) yield toChannel(channel, naming, leftOut);
    },
    messages: async function* (known, leftOut) {
      for (const channel of all) {
        const about = { id: channel.id, folder: folders.get(channel), pins: channel.pins };
        yield* messagesOf({ archive, files, channel: about, known, leftOut, download, names, roots: authors.roots });
      }
      await files.countRest(new Set(folders.values()), leftOut);
    },
  };
}

const UNLISTED = "channels that no list of the export names, which become private, with those who wrote in them";
// Folders of direct messages, canvases and lists.
const NO_CHANNEL = /^(?:D[A-Z0-9]{5,}|mpdm-.*|FC:.*|__.*)$/;

/** Without `channels.json`, nothing says who may read the channels that only have a folder. */
function unlistedIn({ folders }: SlackFiles, listed: ReadonlySet<string>, { byFolder }: Authors): Channel[] {
  const left = [...folders.keys()].filter((folder) => !listed.has(folder) && !NO_CHANNEL.test(folder));
  return left.map((name) => {
    const members = [...(byFolder.get(name) ?? [])];
    return { ...channelSchema.parse({ id: `folder:${name}`, name, members }), kind: "private" };
  });
}

/** A list that a tool has written may have all kinds of conversations. None becomes more public than it was. */
function kindOf(
  { is_im, is_mpim, is_private }: z.output<typeof channelSchema>,
  listed: Channel["kind"],
): Channel["kind"] {
  if (is_im || is_mpim) return "direct";
  return is_private && listed === "public" ? "private" : listed;
}

const isBot = (user: User): boolean => user.is_bot || user.is_workflow_bot || user.id === SLACKBOT;

const nameOf = ({ profile, real_name, name }: User): string =>
  profile.real_name || real_name || profile.display_name || name;

/** Returns the names of those who have no account: apps by both of their ids, and whom only messages name. */
function namesOf(users: readonly User[], { names }: Authors): Map<string, string> {
  const bots = users
    .filter(isBot)
    .flatMap((user) =>
      [user.id, user.profile.bot_id, user.profile.api_app_id].map((id) => [id ?? "", nameOf(user)] as const),
    );
  const found = new Map([[SLACKBOT, "Slackbot"] as const, ...names, ...bots]);
  return new Map([...found].filter(([id, name]) => id !== "" && name !== ""));
}

/** Returns a list of the export, empty if there is none. Throws an ImportError if it isn't a list. */
async function listIn<S extends z.ZodType>(
  archive: Archive,
  name: string,
  schema: S,
  unread: Map<string, number>,
): Promise<z.output<S>[]> {
  const list = z.array(z.unknown()).safeParse((await archive.json(name)) ?? []).data;
  if (!list) throw new ImportError(`${name} isn't a list, as Slack exports it. Export again.`);
  const read = listOf(schema).parse(list);
  if (read.length < list.length) unread.set(name, list.length - read.length);
  return read;
}

function toPerson(user: User): SourcePerson {
  const { email = "", title = "" } = user.profile;
  return {
    key: user.id,
    name: nameOf(user),
    email: email || null,
    title,
    isDeactivated: user.deleted,
    isGuest: user.is_restricted || user.is_ultra_restricted || user.is_stranger,
    isAdmin: user.is_admin || user.is_owner,
    // Only a link to it.
    avatar: null,
  };
}

type SlackNames = Record<"names" | "channels", ReadonlyMap<string, string>>;

function toChannel(channel: Channel, naming: SlackNames, leftOut: LeftOut): SourceChannel {
  const { kind, id, name, topic, purpose, created, creator, is_archived: isArchived, members } = channel;
  if (topic.value !== "" && purpose.value !== "" && purpose.value !== topic.value) {
    leftOut.add("descriptions of channels that also have a topic", name);
  }
  leftOut.add("pins of files", name, channel.pins.filter((pin) => !/^\d+\.\d+$/.test(pin.id)).length);
  return {
    key: id,
    kind,
    name,
    topic: topicText(topic.value || purpose.value, naming),
    isArchived,
    createdAt: created > 0 ? new Date(created * 1000) : null,
    createdBy: creator || null,
    members,
    managers: [],
  };
}

const bare = (url: string): string => url.replace(/^(?:https?:\/\/|mailto:)/, "").replace(/\/$/, "");

/** Returns a topic without Slack's markup, because Parley's topics have none. A link's address follows its words. */
function topicText(topic: string, { names, channels }: SlackNames): string {
  const known = { person: () => null, channelName: (id: string) => channels.get(id) ?? null };
  const named = withKnownNames(topic, { known, names });
  const linked = named.replace(/<((?:https?|mailto):[^|>]+)\|([^>]+)>/g, (_, url: string, words: string) =>
    bare(url) === bare(words) ? `<${url}>` : `${words} (<${url}>)`,
  );
  return visibleText(linked);
}
