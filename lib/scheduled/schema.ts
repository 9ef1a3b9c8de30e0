import { z } from "zod";
import { idSchema } from "@/lib/id-schema";
import { sendMessageSchema } from "@/lib/messages/schema";
import { whyNotThen } from "@/lib/scheduled/dto";

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

export type NewScheduled = z.output<typeof scheduleSchema>;

/** What to change of a scheduled message. */
export const changeScheduledSchema = z.object({
  content: sendMessageSchema.shape.content.optional(),
  sendAt: sendAt.optional(),
});

export type ScheduledChange = z.output<typeof changeScheduledSchema>;
