/** A time to choose, by the clock of the device. */
export type Moment = { label: string; at: Date };

const MINUTE_MS = 60_000;
const MORNING = 9;

// The furthest moment that can be chosen.
const MOST_DAYS = 366;

/** Returns usual times for a reminder, from soon to next week. Those of today are left out when they're near. */
export function usualMoments(now: Date): Moment[] {
  const later = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
  const evening = atClock(now, 0, 17, 0);
  return [
    { label: "In 20 minutes", at: later(20) },
    { label: "In an hour", at: later(60) },
    { label: "In 3 hours", at: later(180) },
    ...(evening.getTime() - now.getTime() > 4 * 60 * MINUTE_MS ? [{ label: "Today", at: evening }] : []),
    ...mornings(now),
  ];
}

// When "later today" is, in hours: the first that is at least an hour away.
const LATER_TODAY = [13, 17, 20];

/** Returns usual times for sending a message. */
export function sendTimes(now: Date): Moment[] {
  const today = LATER_TODAY.map((hour) => atClock(now, 0, hour, 0));
  const later = today.find((at) => at.getTime() - now.getTime() >= 60 * MINUTE_MS);
  return [...(later ? [{ label: "Later today", at: later }] : []), ...mornings(now)];
}

/** Returns tomorrow morning, which a field for another time begins with. */
export function tomorrow(now: Date): Date {
  return atClock(now, 1, MORNING, 0);
}

function mornings(now: Date): Moment[] {
  const toMonday = (8 - now.getDay()) % 7 || 7;
  return [
    { label: "Tomorrow", at: tomorrow(now) },
    // Tomorrow may be Monday already.
    ...(toMonday > 1 ? [{ label: "Monday", at: atClock(now, toMonday, MORNING, 0) }] : []),
  ];
}

/** Returns what a field for a date and time shows for a moment: "2026-11-30T09:00". */
export function toFieldValue(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

/** What a text says: when, and what is left of it. */
export type FoundMoment = { at: Date; rest: string };

const NUMBER: Record<string, number> = { a: 1, an: 1, one: 1, two: 2, three: 3, half: 0.5 };
const UNIT_MINUTES: Record<string, number> = { m: 1, h: 60, d: 1_440, w: 10_080 };
const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const CLOCK = String.raw`(\d{1,2})(?::(\d\d))?\s*(am|pm)?`;

const FORMS: readonly [RegExp, (match: RegExpExecArray, now: Date) => Date | null][] = [
  [
    /\bin\s+(\d{1,4}|an?|one|two|three|half\s+an)\s*(m(?:in(?:ute)?s?)?|h(?:ours?|rs?)?|d(?:ays?)?|w(?:eeks?)?)\b/i,
    ([, count = "", unit = ""], now) => {
      const number = NUMBER[count.toLowerCase().split(/\s/)[0] ?? ""] ?? Number(count);
      const minutes = number * (UNIT_MINUTES[unit.charAt(0).toLowerCase()] ?? 0);
      // A day later is the same time on the clock, also when it is changed that night.
      if (Number.isInteger(minutes / 1_440)) return atClock(now, minutes / 1_440, now.getHours(), now.getMinutes());
      return new Date(now.getTime() + minutes * MINUTE_MS);
    },
  ],
  [
    new RegExp(String.raw`\b(?:on\s+)?(\d{4})-(\d\d)-(\d\d)(?:\s+(?:at\s+)?${CLOCK})?(?![\d-])`, "i"),
    ([, year, month, day, ...clock]) => {
      const time = clockOf(clock);
      const at = time && new Date(Number(year), Number(month) - 1, Number(day), ...time);
      return at && at.getDate() === Number(day) && at.getMonth() === Number(month) - 1 ? at : null;
    },
  ],
  [
    new RegExp(String.raw`\btomorrow(?:\s+(?:at\s+)?${CLOCK})?(?![\d:])`, "i"),
    ([, ...clock], now) => onDay(now, 1, clock),
  ],
  [
    new RegExp(String.raw`\b(?:(?:on|next)\s+)?(${DAYS.join("|")})(?:\s+(?:at\s+)?${CLOCK})?(?![\d:])`, "i"),
    ([, name = "", ...clock], now) => onDay(now, (DAYS.indexOf(name.toLowerCase()) - now.getDay() + 7) % 7 || 7, clock),
  ],
  [
    new RegExp(String.raw`\b(?:today\s+)?at\s+${CLOCK}(?![\d:])`, "i"),
    ([, ...clock], now) => {
      const today = onDay(now, 0, clock);
      return today && today <= now ? onDay(now, 1, clock) : today;
    },
  ],
];

/**
 * Finds the time in a text such as "water the plants tomorrow 9:00", by the clock of the device: "in 20 minutes",
 * "tomorrow", "monday 14:30", "at 17:00", "2026-12-24 9:00". Returns null if there is none, or none that can be.
 */
export function parseMoment(text: string, now: Date): FoundMoment | null {
  for (const [form, read] of FORMS) {
    const match = form.exec(text);
    if (!match) continue;
    const at = read(match, now);
    if (!at || !isChoosable(at, now)) return null;
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
    return { at, rest: rest.replace(/\s+/g, " ").trim() };
  }
  return null;
}

/** Returns whether something can be set to that moment: it's in the future, and at most a year away. */
export function isChoosable(at: Date, now: Date): boolean {
  const ahead = at.getTime() - now.getTime();
  return ahead > 0 && ahead <= MOST_DAYS * 1_440 * MINUTE_MS;
}

function onDay(now: Date, days: number, clock: readonly (string | undefined)[]): Date | null {
  const time = clockOf(clock);
  return time && atClock(now, days, ...time);
}

function clockOf([hour, minute, half]: readonly (string | undefined)[]): [hours: number, minutes: number] | null {
  if (hour === undefined) return [MORNING, 0];
  const [hours, minutes] = [Number(hour), Number(minute ?? 0)];
  if (hours > (half ? 12 : 23) || minutes > 59 || (half && hours === 0)) return null;
  if (half === undefined) return [hours, minutes];
  return [(hours % 12) + (half.toLowerCase() === "pm" ? 12 : 0), minutes];
}

function atClock(now: Date, days: number, hours: number, minutes: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hours, minutes);
}
