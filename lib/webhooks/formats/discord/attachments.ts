import { firstCodePoints, parseId, storableText } from "@/lib/text/text";
import { invalidAt } from "@/lib/webhooks/payload/problem";
import type { DiscordFile } from "./pictures";
import { type DiscordReading, type Fields, fieldsOf, itemsOf } from "./reading";

// A file's description is cut after this many code points.
const DESCRIPTION = 1024;
// More entries than a message has files aren't read.
const MOST_ENTRIES = 20;

/** Takes the names and descriptions of the files in this request, which are shown with them. */
export function readEntries(fields: Fields, files: readonly DiscordFile[], reading: DiscordReading): void {
  const numbers = new Set(files.map(({ number }) => `${number}`));
  for (const entry of itemsOf(reading.take(fields, "attachments")).slice(0, MOST_ENTRIES).map(fieldsOf)) {
    if (!isNumber(entry.id) || !numbers.has(`${entry.id}`)) continue;
    reading.take(entry, "filename");
    reading.take(entry, "description");
  }
}

const isNumber = (id: unknown): id is string | number => typeof id === "string" || typeof id === "number";

/** Returns the alt text of the uploaded file at `index`. */
export function descriptionOf(payload: unknown, index: number): string {
  const entries = itemsOf(fieldsOf(payload).attachments).slice(0, MOST_ENTRIES).map(fieldsOf);
  const description = entries.find(({ id }) => id === index || id === `${index}`)?.description;
  if (typeof description !== "string") return "";
  return firstCodePoints(storableText(description), DESCRIPTION).toWellFormed();
}

/** Returns the ids of the attachments that an edit keeps; undefined keeps all. Throws AppError `invalid`. */
export function keptAttachments(payload: unknown): bigint[] | undefined {
  const { attachments } = fieldsOf(payload);
  if (attachments === undefined) return undefined;
  if (attachments === null) return [];
  if (!Array.isArray(attachments)) throw invalidAt(["attachments"], "must be a list");
  return itemsOf(attachments)
    .slice(0, MOST_ENTRIES)
    .flatMap((each) => {
      const { id } = fieldsOf(each);
      const parsed = typeof id === "string" ? parseId(id) : null;
      return parsed === null ? [] : [parsed];
    });
}
