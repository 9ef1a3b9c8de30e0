import { z } from "zod";
import { INBOX_VIEWS } from "@/lib/attention/inbox/dto";
import { cursorParameter } from "@/lib/text/cursor";
import { idSchema } from "@/lib/text/id-schema";

// The time of the last item, and its id among items of the same time.
const after = cursorParameter.transform((cursor) => {
  const at = z.iso.datetime().safeParse(cursor?.key);
  return cursor && at.success ? { at: at.data, id: cursor.id } : undefined;
});

/** The query parameters of the inbox. Invalid ones are ignored. */
export const inboxSchema = z.object({ show: z.enum(INBOX_VIEWS).catch("all"), after });

/** Up to when reactions, and up to which one notices were shown. */
export const seenSchema = z.object({
  reactions: z.iso.datetime("reactions must be a time in ISO 8601.").optional(),
  notices: idSchema("notices must be a notice ID.").optional(),
});
