import { z } from "zod";
import type { Archive } from "./archive";
import { listOf, optionalText, seconds } from "./fields";
import { type Download, fileSchema, type SlackFiles } from "./slack-files";
import type { LeftOut, ParleyIds } from "./source";

const texts = listOf(z.string());
const iconsSchema = z
  .object({ image_48: optionalText, image_72: optionalText, emoji: optionalText })
  .partial()
  .optional()
  .catch(undefined);

/** A message as an export has it. */
export const messageSchema = z.object({
  type: optionalText,
  subtype: optionalText,
  // Until the year 2286.
  ts: z.string().regex(/^\d{1,10}(?:\.\d{1,6})?$/),
  thread_ts: optionalText,
  user: optionalText,
  username: optionalText,
  bot_id: optionalText,
  app_id: optionalText,
  text: optionalText,
  edited: z.object({ ts: optionalText }).optional().catch(undefined),
  files: listOf(fileSchema),
  // Before 2018, a message had one file.
  file: fileSchema.optional().catch(undefined),
  reactions: listOf(z.object({ name: optionalText, users: texts, count: z.number().catch(0) })),
  blocks: listOf(z.record(z.string(), z.unknown())),
  attachments: listOf(z.record(z.string(), z.unknown())),
  pinned_to: texts,
  pinned_info: z
    .record(z.string(), z.object({ pinned_by: optionalText, pinned_ts: seconds }))
    .optional()
    .catch(undefined),
  icons: iconsSchema,
  bot_profile: z.object({ name: optionalText, icons: iconsSchema }).optional().catch(undefined),
  user_profile: z.object({ image_72: optionalText }).optional().catch(undefined),
  comment: z.object({ comment: optionalText, user: optionalText }).optional().catch(undefined),
  room: z
    .object({ created_by: optionalText, participants: texts, participant_history: texts })
    .optional()
    .catch(undefined),
});

/** A message with all of its files. */
export type SlackMessage = z.output<typeof messageSchema>;

/** What reading a channel's messages needs. */
export type SlackContext = {
  archive: Archive;
  files: SlackFiles;
  channel: {
    id: string;
    folder: string | undefined;
    pins: readonly { id: string; user: string; created: number }[];
  };
  known: ParleyIds;
  leftOut: LeftOut;
  download: Download;
  /** The names of those without an account. */
  names: ReadonlyMap<string, string>;
  /** The `ts` of messages that have replies. */
  roots: ReadonlySet<string>;
};
