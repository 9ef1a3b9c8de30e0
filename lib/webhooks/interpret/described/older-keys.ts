import { stateToneOf } from "@/lib/messages/cards/tones";
import type { StateTone } from "@/lib/messages/dto";
import { isObject } from "@/lib/webhooks/payload/json-object";

/** Keys of descriptions of before, and their names now. An older title becomes the subject, whole. */
const RENAMED: Readonly<Record<string, string>> = {
  title: "subject",
  color: "tone",
  description: "body",
  fields: "facts",
  author: "person",
  timestamp: "at",
  keep_fields: "keep_facts",
};

/** The tones of the colors that older descriptions name. */
const TONES: Readonly<Record<string, StateTone>> = {
  green: "good",
  red: "bad",
  amber: "warning",
  blue: "progress",
  purple: "done",
  grey: "none",
};

/** Returns the name that older descriptions have for a tone's color, or undefined without a tone. */
export function colorNameOf(tone: StateTone | null): string | undefined {
  return Object.keys(TONES).find((name) => TONES[name] === tone);
}

/** Returns the tone of a color's name, or of "#d32f2f" by its hue, or undefined for another text. */
export function toneOfColor(name: string): StateTone | undefined {
  if (Object.hasOwn(TONES, name)) return TONES[name];
  const [, hex] = /^#([\da-f]{6})$/i.exec(name) ?? [];
  return hex === undefined ? undefined : stateToneOf(Number.parseInt(hex, 16));
}

/**
 * Returns a description with the keys of today, and which older ones it had. They work for a release. A key of today
 * wins over the older one beside it.
 */
export function withKeysOfToday(value: unknown): { value: unknown; older: string[] } {
  const older = new Set<string>();
  const renamed = (object: unknown, names: Readonly<Record<string, string>>): unknown => {
    if (!isObject(object) || Array.isArray(object)) return object;
    const entries = Object.entries(object).map(([key, each]): [string, unknown] => {
      const name = Object.hasOwn(names, key) ? names[key] : undefined;
      if (name === undefined || Object.hasOwn(object, name)) return [key, each];
      older.add(key);
      return [name, each];
    });
    return Object.fromEntries(entries);
  };
  const whole = renamed(value, { recognise: "recognize" });
  if (!isObject(whole)) return { value, older: [] };
  const { all, events } = whole as { all?: unknown; events?: unknown };
  return {
    value: {
      ...whole,
      ...(all !== undefined && { all: renamed(all, RENAMED) }),
      ...(isObject(events) &&
        !Array.isArray(events) && {
          events: Object.fromEntries(Object.entries(events).map(([name, each]) => [name, renamed(each, RENAMED)])),
        }),
    },
    older: [...older],
  };
}
