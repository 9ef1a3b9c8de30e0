import { z } from "zod";
import { asMarkdown } from "@/lib/messages/markdown/outside-code";

/** Something that happened in a channel, as the message has it that shows it. Ids are decimal strings. */
const lineEventSchema = z.object({
  kind: z.string(),
  by: z.string(),
  who: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
});

export type LineEvent = z.infer<typeof lineEventSchema>;

/** The events of a line, oldest first. */
export const lineEventsSchema = z.array(lineEventSchema);

/** Returns a line as Markdown, with people as `<@id>`: "<@1>, <@2> and 3 others joined. <@4> left." */
export function lineText(events: readonly LineEvent[]): string {
  const sentences = new Map<string, { last: LineEvent; people: Set<string> }>();
  for (const event of events) {
    // What one person changed twice shows its last value.
    const key = BY_SELF.has(event.kind) ? event.kind : `${event.kind} ${event.by}`;
    const before = sentences.get(key);
    const first = before?.last.from ?? event.from;
    const people = before?.people ?? new Set();
    people.add(event.who ?? event.by);
    sentences.set(key, { last: { ...event, ...(first !== undefined && { from: first }) }, people });
  }
  return Array.from(sentences.values(), ({ last, people }) => sentenceOf(last, [...people])).join(" ");
}

const BY_SELF = new Set(["joined", "left", "huddle", "call"]);

function sentenceOf({ kind, by, from = "", to = "" }: LineEvent, people: readonly string[]): string {
  const who = namesText(people);
  const were = people.length === 1 ? "was" : "were";
  switch (kind) {
    case "joined":
    case "left":
      return `${who} ${kind}.`;
    // Only in what was imported from Slack.
    case "huddle":
    case "call":
      return `${who} had a ${kind}.`;
    case "added":
    case "removed":
      return `${who} ${were} ${kind} by <@${by}>.`;
    case "renamed":
      return `<@${by}> renamed the channel from #${asMarkdown(from)} to #${asMarkdown(to)}.`;
    case "topic":
      return to === "" ? `<@${by}> removed the topic.` : `<@${by}> changed the topic to “${asMarkdown(to)}”.`;
    // What people do about an incident, in its card's thread.
    case "acknowledge":
      return `<@${by}> acknowledged this.`;
    case "unacknowledge":
      return `<@${by}> took back the acknowledgment.`;
    case "assign":
      return people.includes(by) ? `<@${by}> took this.` : `<@${by}> assigned this to ${who}.`;
    case "unassign":
      return `<@${by}> removed the assignment.`;
    case "close":
      return `<@${by}> closed this.`;
    case "reopen":
      return `<@${by}> reopened this.`;
    case "made_public":
      return `<@${by}> made the channel public. Everyone can read it.`;
    case "made_private":
      return `<@${by}> made the channel private.`;
    case "made_channel":
      return `<@${by}> made this conversation the channel #${asMarkdown(to)}. People added later can read everything in it.`;
    default:
      return `<@${by}> changed the channel.`;
  }
}

// Beyond this, the rest is counted.
const MOST_NAMED = 3;

function namesText(people: readonly string[]): string {
  const [first = "", second = "", third = ""] = people.map((id) => `<@${id}>`);
  if (people.length === 1) return first;
  if (people.length === 2) return `${first} and ${second}`;
  if (people.length === MOST_NAMED) return `${first}, ${second} and ${third}`;
  return `${first}, ${second} and ${people.length - 2} others`;
}

/** Returns a line's Markdown with these names for its people, who aren't mentioned. */
export function withLineNames(content: string, names: ReadonlyMap<bigint, { name: string }>): string {
  return content.replace(/<@(\d+)>/g, (_, id: string) => `**${asMarkdown(names.get(BigInt(id))?.name ?? "Someone")}**`);
}
