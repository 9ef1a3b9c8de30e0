import { z } from "zod";
import { whyNotThen } from "@/lib/messages/scheduled/dto";
import { editMessageSchema, sendMessageSchema, uploadMessageSchema } from "@/lib/messages/schema";
import { idSchema } from "@/lib/text/id-schema";

const sendAt = z.iso
  .datetime("sendAt must be a date and time in ISO 8601.")
  .transform((text) => new Date(text))
  .superRefine((at, context) => {
    const message = whyNotThen(at, new Date());
    if (message !== null) context.addIssue({ code: "custom", message });
  });

/** A message to send at a time. */
export const scheduleSchema = sendMessageSchema.extend({
  channelId: idSchema("channelId must be a channel ID."),
  sendAt,
});

/** The same as text fields of a form with files. */
export const uploadScheduledSchema = uploadMessageSchema.extend({ channelId: scheduleSchema.shape.channelId, sendAt });

export type NewScheduledMessage = z.output<typeof scheduleSchema>;

/** What to change of a scheduled message. One with files needs no text. */
export const changeScheduledSchema = z.object({
  content: editMessageSchema.shape.content.optional(),
  sendAt: sendAt.optional(),
});

export type ScheduledChange = z.output<typeof changeScheduledSchema>;
