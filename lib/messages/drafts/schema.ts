import { z } from "zod";
import { LONGEST_SYNCED } from "@/lib/messages/drafts/dto";
import { idSchema } from "@/lib/text/id-schema";
import { storableText } from "@/lib/text/text";

const MOST_MARKS = 200;
const LONGEST_MARK = 300;
const MOST_MARK_BYTES = 32 * 1024;

const text = z
  .string("text must be a string.")
  .max(LONGEST_SYNCED, `A draft can have at most ${LONGEST_SYNCED} characters on other devices.`)
  .transform(storableText);

/** A version of a draft. `base` is the `rev` of the version that it was made from; null for a new draft. */
export const draftSchema = z
  .object({
    channelId: idSchema("channelId must be a channel ID."),
    text,
    marks: z
      .record(
        z.string().max(LONGEST_MARK).transform(storableText),
        z.string().max(LONGEST_MARK).transform(storableText),
      )
      .refine((marks) => Object.keys(marks).length <= MOST_MARKS, `A draft can have at most ${MOST_MARKS} mentions.`),
    inChannel: z.boolean("inChannel must be true or false.").default(false),
    base: idSchema("base must be a draft's rev.")
      .nullish()
      .transform((rev) => rev ?? null),
    at: z.number("at must be a time in milliseconds.").int().min(0).max(8_640_000_000_000_000),
  })
  // Pages send no others: a mark is only used where the text has its label.
  .transform((draft) => ({ ...draft, marks: usedIn(draft.text, draft.marks) }))
  .refine(({ marks }) => bytesOf(marks) <= MOST_MARK_BYTES, {
    path: ["marks"],
    message: `A draft's mentions can have at most ${MOST_MARK_BYTES / 1024} KB together.`,
  });

function usedIn(text: string, marks: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(marks).filter(([label]) => label !== "" && text.includes(label)));
}

function bytesOf(marks: Record<string, string>): number {
  return new TextEncoder().encode(JSON.stringify(marks)).byteLength;
}

export type NewDraft = z.output<typeof draftSchema>;
