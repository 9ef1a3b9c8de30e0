import { z } from "zod";
import { PAUSES } from "@/lib/people/notifications/dto";
import { isTimeZone } from "@/lib/people/notifications/silence";

const timeZone = z.string().refine(isTimeZone, "Choose a time zone from the list.");

/** Parses "22:00" into minutes of the day. */
const time = (sentence: string) =>
  z
    .string(sentence)
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, sentence)
    .transform((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)));

/** How long to pause notifications. The time zone determines when tomorrow is. */
export const pauseSchema = z.object({
  pause: z.enum(PAUSES, "Choose how long to pause notifications."),
  timeZone: timeZone.catch("UTC").default("UTC"),
});

/** Quiet hours as the form sends them: `days` as digits, 1 is Monday. */
export const quietHoursSchema = z.object({
  from: time("Enter a start time, such as 22:00."),
  to: time("Enter an end time, such as 07:00."),
  days: z
    .string("Choose the days.")
    .regex(/^[1-7]{1,7}$/, "Choose at least one day.")
    .transform((text) => [...new Set(text)].map(Number).sort()),
  timeZone,
});

export const showTextsSchema = z.object({ showTexts: z.boolean() });
