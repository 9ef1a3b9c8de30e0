import { leadsOf } from "@/lib/messages/cards/leads";
import { toneOf } from "@/lib/messages/cards/tones";
import type { CardLeads, Embed, Tone } from "@/lib/messages/dto";

/** A card's title and state, as far as its title says them. Only for drafts of own cards and for tests. */
type CardHead = {
  tone: Tone;
  /** The fields whose value says the state, by index. */
  marked: number[];
  /** In a title that the sender wrote: what is before the state's word, the word, and what is after it. */
  within?: [before: string, word: string, after: string] | undefined;
  /** Of a title that Parley wrote: where it happened, the state in a word, and the rest. */
  place?: string;
  state?: string;
  title?: string;
  leads?: CardLeads;
};

const WORDS: Record<Tone, string> = {
  danger:
    "failed|failing|failure|fails|errored|error|broken|firing|alerting|triggered|down|critical|fatal|rejected|declined|denied|blocked|timed out|timeout|unhealthy|offline|unreachable|unavailable|crashed|dead|expired|exceeded|overdue|breached|violated|deleted|removed|lost|missed|escalated|outage|degraded|open|opened|ended",
  warning:
    "warning|warn|unstable|degraded|pending|waiting|paused|no data|nodata|acknowledged|activated|late|slow|suspended|firing|alerting|triggered|down|created|deferred|skipped|refunded|partly refunded|disputed|rolled back|reverted|cancelled|canceled|aborted",
  success:
    "passed|passing|succeeded|successful|success|resolved|recovered|recovering|ok|okay|up|fixed|healthy|completed|complete|finished|done|approved|published|deployed|renewed|paid|clear|cleared|reachable|online|closed|restored|live|ready|created|opened|upgraded|imported|added|accepted|verified|merged|back up",
  neutral:
    "started|starting|running|building|queued|scheduled|in progress|processing|created|opened|reopened|updated|edited|changed|renamed|moved|archived|unarchived|assigned|reassigned|unassigned|merged|released|prereleased|published|pushed|closed|cancelled|canceled|aborted|skipped|stopped|identified|investigating|monitoring|grabbed|downloaded|placed|deployed|installed|completed|done|labeled|locked|unlocked|pinned|unpinned|transferred|deleted|removed|added|upgraded|info|informational|acknowledged|suppressed|snoozed|ignored|dismissed|muted",
};

const anyWord = [...new Set(Object.values(WORDS).join("|").split("|"))].sort((a, b) => b.length - a.length).join("|");
const PLACE = /^\[([^[\]]{1,120})\]\s+(?=\S)/;
const STATE_PLACE = new RegExp(`^(${anyWord})(?:\\s+(on .+))?(?::\\d+)?$`, "i");
const ONLY = new RegExp(`^(?:${anyWord})$`, "i");
const END = new RegExp(`^: (?:${anyWord})$`, "i");
const FIRST = new RegExp(`^(alarm|alert|problem|solved|${anyWord}):\\s+(\\S.*)$`, "i");
const LAST = new RegExp(
  `^(\\S.{0,80}?)(?::| is| are| was)?\\s+((?:still |partly |no longer |not )?(?:${anyWord}))$`,
  "i",
);
// "Comment on the door is open" and "Synced and healthy" would lose their sense.
const PART_OF_SENTENCE = /^(comment|note|reply|new)\b|\b(an?|and|or|the|too|of|on|to|not|more|be|been|reports?)$/i;

/** Returns what an embed's title says, or undefined if there's nothing to say about it. */
export function cardHead(embed: Embed): CardHead | undefined {
  const head = stateHead(embed);
  const leads = leadsOf(embed);
  return leads ? { tone: "neutral", marked: [], ...head, leads } : head;
}

function stateHead(embed: Embed): CardHead | undefined {
  const tone = toneOf(embed.color);
  const { title = "", fields = [], tool, state } = embed;
  const marked =
    tone === "neutral" || state ? [] : fields.flatMap(({ value }, index) => (isState(value, tone) ? [index] : []));
  if (tool || state) {
    const head = toolHead(embed);
    return { tone, marked, ...head, within: (head.state === "" && stateWithin(head.title, tone)) || undefined };
  }
  return tone === "neutral" ? undefined : { tone, marked, within: stateWithin(title, tone) ?? undefined };
}

/**
 * Splits the title that Parley wrote for a tool: "[acme/web] Pipeline failed: main" happened in acme/web, has the state
 * "Failed" and the title "Pipeline: main". A title without a state is left whole.
 */
function toolHead({ title = "", state }: Embed): Required<Pick<CardHead, "place" | "state" | "title">> {
  const places: string[] = [];
  let found = state ?? "";
  let rest = title;
  for (let match = PLACE.exec(rest); match && places.length < 2; match = PLACE.exec(rest)) {
    const [whole, inside = ""] = match;
    const said = found === "" ? STATE_PLACE.exec(inside) : null;
    if (said) found = said[1] ?? "";
    if (!said || said[2]) places.push(said?.[2] ?? inside);
    rest = rest.slice(whole.length);
  }
  if (found === "") [found, rest] = withoutState(rest);
  if (rest === "") rest = places.pop() ?? "";
  return { place: places.join(" · "), state: capital(found), title: rest };
}

function withoutState(title: string): [state: string, rest: string] {
  if (ONLY.test(title)) return [title, ""];
  const first = FIRST.exec(title);
  if (first) return [first[1] ?? "", first[2] ?? ""];
  const [head = ""] = title.split(/(?<=\S): /, 1);
  // "Deploy ended: succeeded" ends with the state that counts.
  const last = END.test(title.slice(head.length)) ? LAST.exec(title) : LAST.exec(head);
  const [whole = "", subject = "", state = ""] = last ?? [];
  if (whole === "" || PART_OF_SENTENCE.test(subject)) return ["", title];
  return [state, `${subject}${title.slice(whole.length)}`];
}

const ofTone = Object.fromEntries(
  Object.entries(WORDS).map(([tone, words]) => [
    tone,
    new RegExp(`(?<![\\p{L}\\p{N}_./-])\\[?(?:${words})(?::\\d+)?\\]?(?![\\p{L}\\p{N}_/-])`, "iu"),
  ]),
) as Record<Tone, RegExp>;

/**
 * Finds the word in a sender's own text that says what its color says: "Build 7 failed" in red is split around
 * "failed". Null if there is none: a red card about "Disk 3" doesn't say what is wrong with it.
 */
export function stateWithin(text: string, tone: Tone): [before: string, word: string, after: string] | null {
  if (tone === "neutral" || text.length > 300) return null;
  const match = ofTone[tone].exec(text);
  if (!match) return null;
  return [text.slice(0, match.index), match[0], text.slice(match.index + match[0].length)];
}

/** Returns whether the text is one of the words for this tone and nothing else, like a field's value "critical". */
function isState(text: string, tone: Tone): boolean {
  const parts = stateWithin(text.trim(), tone);
  return parts !== null && parts[0] === "" && parts[2] === "";
}

// "RESOLVED" and "resolved" look alike.
function capital(word: string): string {
  const lower = word === word.toUpperCase() && word.length > 3 ? word.toLowerCase() : word;
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
