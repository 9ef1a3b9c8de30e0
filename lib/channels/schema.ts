import { z } from "zod";
import { MOST_ADDED, MOST_DAYS, MOST_OTHERS } from "@/lib/channels/dto";
import { cursorParameter } from "@/lib/text/cursor";
import { idSchema } from "@/lib/text/id-schema";
import { hidesSomething, typedName } from "@/lib/text/names";
import { codePoints, oneLine, parseId } from "@/lib/text/text";

const line = z.string().transform(oneLine);

/** An id in a form. */
export const idText = z.string().regex(/^[1-9]\d{0,18}$/, "This ID isn't valid. Reload the page and try again.");

/** A channel's name: one line of 1 to 80 visible characters. A leading # is removed. */
const channelNameSchema = z
  .string()
  .transform((text) => typedName(text).replace(/^#[# \0]*/, ""))
  .pipe(
    z
      .string()
      .min(1, "Enter a channel name.")
      .refine((name) => !hidesSomething(name), "The channel name can't contain invisible characters. Type it again.")
      .refine((text) => codePoints(text) <= 80, "The channel name can have at most 80 characters."),
  );

const topicSchema = line.pipe(
  z.string().refine((text) => codePoints(text) <= 250, "The topic can have at most 250 characters."),
);

export const createChannelSchema = z.object({
  name: channelNameSchema,
  topic: topicSchema.default(""),
  private: z.boolean(),
  userIds: z
    .array(idSchema("userIds must contain only user IDs."))
    .max(MOST_ADDED, `Add at most ${MOST_ADDED} people at once. You can add more later.`)
    .default([]),
});

/** The most channels that can be created at once. */
const MOST_AT_ONCE = 20;

export const createChannelsSchema = z.object({
  channels: z
    .array(z.object({ name: channelNameSchema, topic: topicSchema }))
    .min(1, "Choose or name at least one channel.")
    .max(MOST_AT_ONCE, `Create at most ${MOST_AT_ONCE} channels at once.`),
});

/** The query parameters of the list of channels. Invalid ones are ignored. */
export const browseSchema = z.object({
  q: z.string().catch(""),
  show: z.enum(["all", "joined", "others"]).catch("all"),
  after: cursorParameter,
});

/** The query parameters of a channel's members. Invalid ones are ignored. */
export const membersSchema = z.object({ q: z.string().catch(""), after: cursorParameter });

export type MembersFilter = Partial<z.output<typeof membersSchema>>;

export const channelIdSchema = z.object({ channelId: idText });

const DAYS = `Enter a number of days from 1 to ${MOST_DAYS.toLocaleString("en-US")}.`;

/** A retention period in days. */
export const daysSchema = z.int(DAYS).min(1, DAYS).max(MOST_DAYS, DAYS);

export const updateChannelSchema = z.object({
  channelId: idText,
  name: channelNameSchema.optional(),
  topic: topicSchema.optional(),
  webhookManagers: z.enum(["members", "managers"]).optional(),
  whoPosts: z.enum(["everyone", "managers"]).optional(),
  webhooksMayMentionEveryone: z.boolean().optional(),
  retentionDays: z.literal(0).or(daysSchema).nullable().optional(),
});

/** What a channel's settings ask about its members, or about people outside it. */
export const channelMembersSchema = channelIdSchema.extend(membersSchema.shape);

export const memberSchema = z.object({ channelId: idText, userId: idText });

/** A new topic, for a channel in the URL. */
export const newTopicSchema = z.object({ topic: topicSchema });

export const memberRoleSchema = memberSchema.extend({ role: z.enum(["manager", "member"]) });

export const channelPreviewSchema = channelIdSchema.extend({ days: daysSchema });

export const deleteChannelSchema = channelIdSchema.extend({ name: z.string().transform((text) => typedName(text)) });

export const visibilitySchema = channelIdSchema.extend({ visibility: z.enum(["public", "private"]) });

export const makeChannelSchema = channelIdSchema.extend({ name: channelNameSchema, private: z.boolean() });

export const archiveSchema = channelIdSchema.extend({ archived: z.boolean() });

// Imported messages have negative numbers (docs/decisions/import.md).
const seq = z.number("seq must be a message number.").int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);

export const readSchema = z.object({ seq: seq.min(0) });

export const unreadSchema = z.object({ seq });

const channelId = z.string().refine((text) => parseId(text) !== null, "channelId must be a channel ID.");

const level = z.enum(["all", "mentions", "none"], "notifications must be all, mentions or none.");

export const notificationsSchema = z
  .object({
    notifications: level.optional(),
    allReplies: z.boolean("allReplies must be true or false.").optional(),
  })
  .refine(({ notifications, allReplies }) => notifications !== undefined || allReplies !== undefined, {
    path: ["notifications"],
    message: "notifications must be all, mentions or none.",
  });

/**
 * For each of some channels, the number up to which a tab knows its messages and, if different, its keyword matches:
 * "<channelId>:<seq>,<channelId>:<seq>:<matchSeq>".
 */
export const sinceSchema = z.object({
  since: z.string("since must be a list like <channelId>:<seq>,<channelId>:<seq>.").transform((text, context) => {
    const positions = text.split(",").map(toPosition);
    if (positions.length <= 100 && positions.every((position) => position !== null)) return positions;
    context.addIssue({
      code: "custom",
      message: "since must be a list like <channelId>:<seq>,<channelId>:<seq> of at most 100 channels.",
    });
    return z.NEVER;
  }),
});

function toPosition(text: string): { channelId: bigint; seq: number; matchSeq: number } | null {
  const [, id = "", after = "", matched = after] = /^(\d+):(\d{1,15})(?::(\d{1,15}))?$/.exec(text) ?? [];
  const channelId = parseId(id);
  return channelId === null ? null : { channelId, seq: Number(after), matchSeq: Number(matched) };
}

/** The read positions to restore. */
export const readPositionsSchema = z.object({
  positions: z.array(z.object({ channelId, lastReadSeq: seq })).max(5_000),
});

/** The people to open a direct message with; the user may be left out. */
export const openDirectSchema = z.object({
  userIds: z
    .array(idSchema("userIds must contain only user IDs."), "userIds must be a list of user IDs.")
    .min(1, "userIds must list at least one user.")
    .max(MOST_OTHERS + 1, `userIds can list at most ${MOST_OTHERS} other people.`),
});
