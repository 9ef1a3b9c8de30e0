import { z } from "zod";
import type { Archive } from "./archive";
import { listOf, seconds, text } from "./fields";
import { type Download, fileSchema, type SlackFiles } from "./slack-files";
import type { Known, LeftOut } from "./source";

const texts = listOf(z.string());
const iconsSchema = z.object({ image_48: text, image_72: text, emoji: text }).partial().optional().catch(undefined);

/** A message as an export has it. */
export const messageSchema = z.object({
  type: text,
  subtype: text,
  // Until the year 2286.
  ts: z.string().regex(/^\d{1,10}(?:\.\d{1,6})?$/),
  thread_ts: text,
  user: text,
  username: text,
  bot_id: text,
  app_id: text,
  text,
  edited: z.object({ ts: text }).optional().catch(undefined),
  files: listOf(fileSchema),
  // Before 2018, a message had one file.
  file: fileSchema.optional().catch(undefined),
  reactions: listOf(z.object({ name: text, users: texts, count: z.number().catch(0) })),
  blocks: listOf(z.record(z.string(), z.unknown())),
  attachments: listOf(z.record(z.string(), z.unknown())),
  pinned_to: texts,
  pinned_info: z
    .record(z.string(), z.object({ pinned_by: text, pinned_ts: seconds }))
    .optional()
    .catch(undefined),
  icons: iconsSchema,
  bot_profile: z.object({ name: text, icons: iconsSchema }).optional().catch(undefined),
  user_profile: z.object({ image_72: text }).optional().catch(undefined),
  comment: z.object({ comment: text, user: text }).optional().catch(undefined),
  room: z.object({ created_by: text, participants: texts, participant_history: texts }).optional().catch(undefined),
});

/** A message with all of its files. */
export type SlackMessage = z.output<typeof messageSchema>;

/** What reading a channel's messages needs. */
export type Reading = {
  archive: Archive;
  files: SlackFiles;
  channel: {
    id: string;
    folder: string | undefined;
    pins: readonly { id: string; user: string; created: number }[];
  };
  known: Known;
  leftOut: LeftOut;
  download: Download;
  /** The names of those without an account. */
  names: ReadonlyMap<string, string>;
  /** The `ts` of messages that have replies. */
  roots: ReadonlySet<string>;
};
