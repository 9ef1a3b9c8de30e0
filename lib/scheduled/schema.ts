import { z } from "zod";
import { idSchema } from "@/lib/id-schema";
import { sendMessageSchema } from "@/lib/messages/schema";
import { SCHEDULE_DAYS } from "@/lib/scheduled/dto";

const DAY_MS = 24 * 3_600_000;

const sendAt = z.iso
  .datetime("sendAt must be a date and time in ISO 8601.")
  .transform((text) => new Date(text))
  .refine((at) => at.getTime() > Date.now(), "Choose a time in the future.")
  .refine(
    (at) => at.getTime() <= Date.now() + SCHEDULE_DAYS * DAY_MS,
    `Choose a time within the next ${SCHEDULE_DAYS} days.`,
  );

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
