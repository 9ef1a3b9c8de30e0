import { isBlank, oneLine } from "@/lib/text";
import { isObject, webUrl } from "@/lib/webhooks/format/json-object";
import { colors } from "@/lib/webhooks/senders/described/description";
import { isoTime, text } from "@/lib/webhooks/senders/described/filters";
import { colorOfState } from "@/lib/webhooks/senders/described/states";

// Usual names, the most reliable first, without case and punctuation: "html_url" and "htmlUrl" are the same.
const NAMES = {
  title:
    "title subject summary headline alertname alert_name display_name displayname name condition_name policy_name rule_name event event_name eventname event_type eventtype type action topic",
  text: "text message msg description body content details detail reason error error_message comment note summary",
  link: "html_url web_url permalink link url href target_url dashboard_url details_url",
  state: "status state current_state alert_state result outcome conclusion health severity level priority",
  time: "timestamp time date datetime occurred_at created_at updated_at started_at event_time at ts",
} as const;

const FOLDED = Object.fromEntries(
  Object.entries(NAMES).map(([role, names]) => [role, names.split(" ").map((name) => name.replaceAll("_", ""))]),
) as unknown as Record<keyof typeof NAMES, readonly string[]>;

const SEVERITIES = ["severity", "level", "priority"];
const STATES = FOLDED.state.filter((name) => !SEVERITIES.includes(name));
// If the event already has a name, these repeat it.
const EVENT_NAMES = ["event", "eventname", "eventtype", "type", "action", "topic"];

// Objects that tools wrap an event in. A state anywhere else belongs to a repository, a user or a plan.
const ALERTS = new Set(["alert", "incident", "problem", "alarm"]);
const WRAPPERS = new Set([
  ...ALERTS,
  ..."event issue ticket build job run pipeline workflow task stage step check checkrun checksuite workflowrun workflowjob deploymentstatus monitor deployment deploy release execution backup scan".split(
    " ",
  ),
  ..."detail details data eventdata payload body message notification result attributes objectattributes".split(" "),
]);

const LONGEST_TITLE = 200;
export const MOST_KEYS = 500;

export type Found = {
  title?: string;
  text?: string;
  link?: string;
  state?: string;
  time?: string;
  /** The severity, shown next to the state. */
  severity?: string | undefined;
  /** Whether the state is an alert's: an "open" alert isn't neutral. */
  isAlert?: boolean;
  used: Set<string>;
};

type Role = keyof typeof NAMES;

const ROLES: readonly Role[] = ["link", "time", "state", "title", "text"];

/** Searches the object's own keys, then what it wraps, then its other objects (but not for a state). */
export function findUsual(payload: object, saysWhat: boolean): Found {
  const found: Found = { used: new Set() };
  if (Array.isArray(payload)) return found;
  const inner = entriesOf(payload)
    .slice(0, 50)
    .flatMap(([key, value]) => (isObject(value) ? [{ key, value, isWrapper: WRAPPERS.has(folded(key)) }] : []));
  const sentences = (value: unknown) => (isAddress(value) ? undefined : title(value));
  take(found, payload, "", ROLES, sentences, saysWhat);
  for (const { key, value } of inner.filter(({ isWrapper }) => isWrapper)) {
    take(found, value, key, ROLES, sentences, saysWhat);
  }
  const others = ROLES.filter((role) => role !== "state" && !(saysWhat && role === "title"));
  for (const { key, value } of inner.filter(({ isWrapper }) => !isWrapper)) take(found, value, key, others, sentences);
  // A URL is better than no title at all.
  if (!saysWhat) take(found, payload, "", ["title"], title);
  return found;
}

function take(
  found: Found,
  object: object,
  parent: string,
  roles: readonly Role[],
  titleOf: (value: unknown) => string | undefined,
  saysWhat = false,
): void {
  const prefix = parent && `${parent}.`;
  const byName = new Map(entriesOf(object).map(([key, value]) => [folded(key), { key, value }] as const));
  const pick = (role: Role, accept: (value: unknown) => string | undefined, names = FOLDED[role]) => {
    if (found[role] !== undefined || !roles.includes(role)) return;
    for (const name of names) {
      if (saysWhat && role === "title" && EVENT_NAMES.includes(name)) continue;
      const entry = byName.get(name);
      const accepted = entry && accept(entry.value);
      if (!entry || accepted === undefined || found.used.has(prefix + entry.key)) continue;
      found[role] = accepted;
      found.used.add(prefix + entry.key);
      if (role !== "state") return;
      const severity = SEVERITIES.includes(name) ? accepted : severityIn(byName);
      found.isAlert = ALERTS.has(folded(parent));
      found.severity = severity;
      return;
    }
  };
  pick("link", (value) => (typeof value === "string" ? webUrl(value) : undefined));
  pick("time", (value) => isoTime(value) ?? undefined);
  // A word says more than a code next to it.
  pick("state", (value) => (/^\d+$/.test(text(value)) ? undefined : word(value, 40)), STATES);
  pick("state", (value) => word(value, 40));
  pick("title", titleOf);
  pick("text", (value) => (typeof value === "string" && !isBlank(value) ? value : undefined));
}

function severityIn(byName: ReadonlyMap<string, { value: unknown }>): string | undefined {
  return SEVERITIES.map((name) => word(byName.get(name)?.value, 40)).find((severity) => severity !== undefined);
}

const OPEN =
  /^(re-?)?open(ed)?$|^(activated?|new|created|started|ongoing|unresolved|investigating|identified|true|[1-9]\d*)$/i;
const IS_OVER = /(?<!not |un)\b(recovered|resolved|cleared|back (up|online|to normal))\b/i;

/**
 * Returns the color of the event's state. An open alert is as bad as its severity; for a closed one, the severity
 * doesn't matter.
 */
export function colorOf({ state, severity, isAlert = false, title: said = "" }: Found): number | undefined {
  if (state === undefined) return undefined;
  const isSeverity = state === severity;
  if (isSeverity && IS_OVER.test(said)) return colors.green;
  const color = colorOfState(state);
  if (!isSeverity && (isAlert || severity !== undefined)) {
    if (/^0$/.test(state)) return colors.green;
    if (OPEN.test(state)) return colors[colorOfState(severity ?? "") ?? (isAlert ? "red" : (color ?? "blue"))];
  }
  return colors[color ?? "blue"];
}

/** Returns a title on one line, without the Markdown that some tools write in it. */
function title(value: unknown): string | undefined {
  return word(typeof value === "string" ? withoutMarkdown(value.slice(0, 10 * LONGEST_TITLE)) : value, LONGEST_TITLE);
}

function withoutMarkdown(written: string): string {
  const withoutLinks = written.replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1");
  // Tools that write links escape Markdown in the rest.
  const unescaped = withoutLinks === written ? written : withoutLinks.replace(/\\([!-/:-@[-`{-~])/g, "$1");
  return unescaped.replace(/\*\*([^*\s][^*]*)\*\*/g, "$1");
}

// "https://…", "ada@example.com", "zen:ticket:9876" and "gid://shop/Order/12" say where something is, not what
// happened.
function isAddress(value: unknown): boolean {
  const written = typeof value === "string" ? value.trim().slice(0, 2_000) : "";
  return (
    /^[a-z][\w+.-]*:\/\/\S*$/i.test(written) ||
    /^(mailto:)?[^\s@]+@[^\s@]+$/i.test(written) ||
    /^(urn|arn):\S+$/i.test(written) ||
    /^[a-z][\w-]*:\S*[:/]\d+$/i.test(written) ||
    /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(written)
  );
}

/** Returns a short text or a number on one line, or undefined. */
export function word(value: unknown, longest: number): string | undefined {
  if (typeof value === "string" ? value.length > 10 * longest : typeof value !== "number") return undefined;
  const shown = oneLine(text(value));
  return isBlank(shown) || shown.length > longest ? undefined : shown;
}

function folded(key: string): string {
  return key
    .slice(0, 60)
    .toLowerCase()
    .replace(/[^a-z\d]/g, "");
}

/** Returns an object's own entries, at most as many as a card shows. Reading tens of thousands would be slow. */
export function entriesOf(object: object): [string, unknown][] {
  return Object.keys(object)
    .slice(0, MOST_KEYS)
    .map((key) => [key, Reflect.get(object, key)]);
}
