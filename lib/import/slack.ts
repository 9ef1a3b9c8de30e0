import { z } from "zod";
import { type Archive, ImportError } from "./archive";
import { type Download, filesIn, messagesOf } from "./slack-messages";
import type { ImportSource, SourceChannel, SourcePerson } from "./source";

// Slack's format: https://slack.com/help/articles/220556107-How-to-read-Slack-data-exports

const text = z.string().catch("");
const texts = z.array(z.string()).catch([]);
const flag = z.boolean().catch(false);

const userSchema = z.object({
  id: z.string(),
  team_id: text,
  name: text,
  deleted: flag,
  is_bot: flag,
  is_admin: flag,
  is_owner: flag,
  // Guests of several channels and of one. Those of one have both.
  is_restricted: flag,
  is_ultra_restricted: flag,
  real_name: text,
  profile: z.object({ real_name: text, display_name: text, email: text, title: text }).partial().catch({}),
});

const channelSchema = z.object({
  id: z.string(),
  name: text,
  created: z.number().catch(0),
  creator: text,
  is_archived: flag,
  members: texts,
  topic: z.object({ value: text }).catch({ value: "" }),
  purpose: z.object({ value: text }).catch({ value: "" }),
  pins: z.array(z.object({ id: z.string(), user: text, created: z.number().catch(0) })).catch([]),
});

type Channel = { kind: SourceChannel["kind"]; folder: string; facts: z.output<typeof channelSchema> };

// Slack's own messages, such as its reminders, have this user.
const SLACKBOT = "USLACKBOT";

/**
 * Reads an export of a Slack workspace, also one with private channels and direct messages, and one to which a tool
 * has added files (as `__uploads/<id>/<name>`).
 */
export async function slackSource(archive: Archive, download: Download): Promise<ImportSource> {
  const users = await listIn(archive, "users.json", userSchema);
  const channels = await readChannels(archive);
  const team = users.find(({ team_id }) => team_id !== "")?.team_id ?? "unknown";
  const files = filesIn(archive);
  const bots = new Map(users.filter(isBot).map((user) => [user.id, nameOf(user)]));
  return {
    id: `slack:${team}`,
    tool: "Slack",
    people: async function* () {
      for (const user of users) if (!isBot(user)) yield toPerson(user);
    },
    // An export names groups and custom emoji only where they were used.
    groups: async function* () {},
    emoji: async function* () {},
    channels: async function* () {
      for (const channel of channels) yield toChannel(channel);
    },
    messages: async function* (known, leftOut) {
      for (const channel of channels) {
        const { folder, facts } = channel;
        const about = { id: facts.id, folder, pins: facts.pins };
        yield* messagesOf({ archive, files, channel: about, known, leftOut, download, bots });
      }
    },
  };
}

/** Whether this is an export of Slack. */
export const isSlack = (archive: Archive): boolean =>
  ["users.json", "channels.json"].every((name) => archive.names.includes(name));

const isBot = (user: z.output<typeof userSchema>): boolean => user.is_bot || user.id === SLACKBOT;

const nameOf = ({ profile, real_name, name }: z.output<typeof userSchema>): string =>
  profile.real_name || real_name || profile.display_name || name;

/** Returns a list of the export, empty if there is none. Throws an ImportError if it isn't one that Slack has written. */
async function listIn<S extends z.ZodType>(archive: Archive, name: string, schema: S): Promise<z.output<S>[]> {
  const parsed = z.array(schema).safeParse((await archive.json(name)) ?? []);
  if (parsed.success) return parsed.data;
  throw new ImportError(`${name} isn't as Slack exports it: ${z.prettifyError(parsed.error)}`);
}

function toPerson(user: z.output<typeof userSchema>): SourcePerson {
  const { email = "", title = "" } = user.profile;
  return {
    key: user.id,
    name: nameOf(user),
    email: email || null,
    title,
    isDeactivated: user.deleted,
    isGuest: user.is_restricted || user.is_ultra_restricted,
    isAdmin: user.is_admin || user.is_owner,
    // Only a link to it.
    avatar: null,
  };
}

async function readChannels(archive: Archive): Promise<Channel[]> {
  const lists = [
    { file: "channels.json", kind: "public" },
    { file: "groups.json", kind: "private" },
    { file: "mpims.json", kind: "direct" },
    { file: "dms.json", kind: "direct" },
  ] as const;
  const all = [];
  for (const { file, kind } of lists) {
    const found = await listIn(archive, file, channelSchema);
    // Direct messages have no name; their folder is named by their id.
    all.push(...found.map((facts) => ({ kind, facts, folder: facts.name || facts.id })));
  }
  return all;
}

function toChannel({ kind, facts }: Channel): SourceChannel {
  const { id, name, topic, purpose, created, creator, is_archived: isArchived, members } = facts;
  return {
    key: id,
    kind,
    name,
    topic: topic.value || purpose.value,
    isArchived,
    createdAt: created > 0 ? new Date(created * 1000) : null,
    createdBy: creator || null,
    members,
    managers: [],
  };
}
