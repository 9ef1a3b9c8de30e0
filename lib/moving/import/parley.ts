import { z } from "zod";
import { db } from "@/lib/db/client";
import type { Embed } from "@/lib/messages/dto";
import { withPeople } from "@/lib/messages/markdown/mention-grammar";
import { reactionSchema } from "@/lib/messages/schema";
import { isEmbed } from "@/lib/messages/stored-embeds";
import { isHttpUrl } from "@/lib/people/schema";
import { type Archive, ImportError } from "./archive";
import {
  type ImportSource,
  type LeftOut,
  NO_EMOJI,
  type ParleyIds,
  type SourceChannel,
  type SourceMessage,
} from "./source";

// The format: docs/export.md

const moment = z.iso.datetime().transform((text) => new Date(text));
const personSchema = z.object({ id: z.string().nullable() });
const embedsSchema = z.array(z.unknown()).transform((all) => all.flatMap(toCard));

/**
 * Returns a card without what belongs to the other Parley: links to its messages, and addresses of its images. One that links
 * to anything but web pages wasn't made by Parley, and is left out.
 */
function toCard(value: unknown): Embed[] {
  if (!isEmbed(value)) return [];
  let isSafe = true;
  const text = JSON.stringify(value, (key, each: unknown) => {
    if (key === "quote" || key.startsWith("proxy_")) return undefined;
    if (key.endsWith("url") && typeof each === "string" && !isHttpUrl(each)) isSafe = false;
    return each;
  });
  const card: unknown = JSON.parse(text);
  return isSafe && isEmbed(card) ? [card] : [];
}

const headSchema = z.object({
  format: z.literal("parley-export"),
  version: z.literal(1),
  kind: z.string(),
  workspaceId: z.string(),
});

const accountSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  title: z.string().default(""),
  role: z.string().default("member"),
  avatarFile: z.string().nullish(),
  deactivatedAt: moment.nullable(),
});

const groupSchema = z.object({
  id: z.string(),
  handle: z.string(),
  description: z.string(),
  members: z.array(z.string()),
});

const customEmojiSchema = z.object({ name: z.string(), createdBy: z.string().nullable(), file: z.string().nullable() });

const channelSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  topic: z.string(),
  kind: z.enum(["public", "private", "direct"]),
  createdAt: moment,
  archivedAt: moment.nullable(),
  createdBy: z.string().nullable(),
  whoPosts: z.enum(["everyone", "managers"]).default("everyone"),
  members: z.array(z.object({ person: z.string(), role: z.enum(["manager", "member"]) })),
});

const messageSchema = z.object({
  id: z.string(),
  author: z.object({ kind: z.enum(["person", "webhook"]), id: z.string().nullable(), name: z.string() }),
  threadRootId: z.string().nullable(),
  inChannel: z.boolean().default(false),
  content: z.string(),
  event: z.array(z.record(z.string(), z.unknown())).optional(),
  embeds: embedsSchema,
  attachments: z.array(z.object({ name: z.string(), description: z.string(), file: z.string().nullable() })),
  reactions: z.array(z.object({ emoji: z.string(), person: personSchema, createdAt: moment })),
  pinned: z.object({ at: moment, by: personSchema.nullable() }).nullable(),
  createdAt: moment,
  editedAt: moment.nullable(),
  deletedAt: moment.nullable(),
  edits: z.array(z.object({ content: z.string(), embeds: embedsSchema, until: moment })),
});

/** Whether this is an export of Parley. */
export const isParley = (archive: Archive): boolean => archive.names.includes("export.json");

/**
 * Reads the export of another Parley's workspace. Throws an ImportError for one of a channel or person, an incomplete one,
 * and one of this workspace.
 */
export async function parleySource(archive: Archive): Promise<ImportSource> {
  const head = headSchema.safeParse(await archive.json("export.json")).data;
  if (!head) throw new ImportError("This export was made by an older or newer Parley. Update both, then export again.");
  if (head.kind !== "workspace") {
    throw new ImportError(
      `This is the export of a ${head.kind}. Export the workspace, in Workspace settings → Export.`,
    );
  }
  if (!archive.names.includes("summary.json")) {
    throw new ImportError("This export is incomplete. Download it again.");
  }
  if (await db().workspace.findFirst({ where: { id: BigInt(head.workspaceId) }, select: { id: true } })) {
    throw new ImportError(
      "This export is of this workspace. Use npm run restore with a backup to go back to an earlier time.",
    );
  }
  return {
    id: `parley:${head.workspaceId}`,
    tool: "Parley",
    people: async function* () {
      for await (const account of parts(archive, "people", accountSchema)) {
        const { id, name, email, title, role, avatarFile, deactivatedAt } = account;
        yield {
          key: id,
          name,
          email,
          title,
          isDeactivated: deactivatedAt !== null,
          isGuest: false,
          isAdmin: role === "owner" || role === "admin",
          avatar: avatarFile ? () => archive.open(avatarFile) : null,
        };
      }
    },
    groups: async function* () {
      for await (const { id: key, ...group } of parts(archive, "groups", groupSchema)) yield { key, ...group };
    },
    emoji: async function* () {
      for await (const { name, createdBy, file } of parts(archive, "emoji", customEmojiSchema)) {
        yield { name, createdBy, open: async () => (file === null ? null : archive.open(file)) };
      }
    },
    channels: async function* () {
      for await (const channel of parts(archive, "channels", channelSchema)) yield toChannel(channel);
    },
    messages: async function* (known, leftOut) {
      for await (const { id } of parts(archive, "channels", channelSchema)) {
        for await (const message of parts(archive, `channels/${id}/messages`, messageSchema)) {
          yield toMessage(message, id, { archive, known, leftOut });
        }
      }
    },
  };
}

/** The values of a list, which has several parts. Throws an ImportError for one that Parley hasn't written. */
async function* parts<S extends z.ZodType>(archive: Archive, name: string, schema: S): AsyncGenerator<z.output<S>> {
  const found = archive.names.filter((each) => each.startsWith(`${name}-`) && each.endsWith(".jsonl"));
  for (const part of found) {
    for await (const line of archive.lines(part)) {
      const parsed = schema.safeParse(line);
      if (!parsed.success)
        throw new ImportError(`${part} isn't as Parley exports it: ${z.prettifyError(parsed.error)}`);
      yield parsed.data;
    }
  }
}

function toChannel(channel: z.output<typeof channelSchema>): SourceChannel {
  const { id, name, topic, kind, createdAt, createdBy, archivedAt, members, whoPosts } = channel;
  return {
    key: id,
    kind,
    name: name ?? "",
    topic,
    isArchived: archivedAt !== null,
    createdAt,
    createdBy: null,
    members: members.map(({ person }) => person),
    isAnnouncement: whoPosts === "managers",
    managers: [createdBy ?? [], members.flatMap(({ person, role }) => (role === "manager" ? person : []))].flat(),
  };
}

type Reading = { archive: Archive; known: ParleyIds; leftOut: LeftOut };

function toMessage(message: z.output<typeof messageSchema>, channel: string, reading: Reading): SourceMessage {
  const { archive, known, leftOut } = reading;
  const { id, author, threadRootId, pinned, attachments, reactions, edits, event, ...facts } = message;
  // A mention of someone who isn't in the export stays as it is, which shows "Unknown".
  const named = (text: string) =>
    withPeople(text, (key, isGroup) => (isGroup ? `<@&${known.group(key) ?? key}>` : `<@${known.person(key) ?? key}>`));
  return {
    ...facts,
    key: id,
    channel,
    root: threadRootId,
    author: author.kind === "person" && author.id !== null ? author.id : { name: author.name, avatarUrl: null },
    content: named(facts.content),
    pinned: pinned && { at: pinned.at, by: pinned.by?.id ?? null },
    ...(event && { event: event.map((each) => withOwnIds(each, known)) }),
    files: attachments.map(({ name, description, file }) => ({
      name,
      description,
      open: async () => (file === null ? null : archive.open(file)),
    })),
    reactions: reactions.flatMap(({ emoji, person, createdAt }) => {
      if (person.id !== null && reactionSchema.safeParse(emoji).success)
        return [{ emoji, person: person.id, at: createdAt }];
      leftOut.add(NO_EMOJI, emoji);
      return [];
    }),
    edits: edits.map((edit) => ({ ...edit, content: named(edit.content) })),
  };
}

/** What happened in a channel, with the ids of its people replaced. */
function withOwnIds(event: Record<string, unknown>, known: ParleyIds): Record<string, unknown> {
  const own = (value: unknown) => (typeof value === "string" ? `${known.person(value) ?? value}` : value);
  return { ...event, by: own(event.by), ...("who" in event && { who: own(event.who) }) };
}
