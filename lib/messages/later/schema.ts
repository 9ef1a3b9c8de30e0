import { z } from "zod";
import { LATER_VIEWS } from "@/lib/messages/later/dto";
import { idSchema } from "@/lib/text/id-schema";
import { isChoosable } from "@/lib/text/moments";
import { storableText } from "@/lib/text/text";

const moment = z.iso
  .datetime({ offset: true, error: "remindAt must be a time in ISO 8601." })
  .transform((text) => new Date(text))
  .refine((at) => isChoosable(at, new Date()), "Choose a time in the future, at most a year away.");

/** Saves a message. With `remindAt`, its reminder is set; null removes that; without it, it stays. */
export const saveSchema = z.object({ remindAt: moment.nullish() });

/** A reminder without a message. */
export const reminderSchema = z.object({
  text: z
    .string("text must be a string.")
    .max(2_000, "A reminder can have at most 1,000 characters.")
    .transform((text) => storableText(text).trim())
    .refine((text) => text !== "", "Write what you want to be reminded of.")
    .refine((text) => [...text].length <= 1_000, "A reminder can have at most 1,000 characters."),
  remindAt: moment,
});

/** What to change of an item: whether it's done, and its reminder. */
export const changeItemSchema = z.object({
  done: z.boolean("done must be true or false.").optional(),
  remindAt: moment.nullish(),
});

/** Which page of the items: of this view, after the item with this ID. */
export const laterSchema = z.object({
  show: z.enum(LATER_VIEWS).catch("open"),
  after: idSchema("after must be an item's ID.").optional().catch(undefined),
});

export type LaterChange = z.output<typeof changeItemSchema>;
