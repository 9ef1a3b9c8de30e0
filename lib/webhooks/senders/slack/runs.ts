import { isBlank } from "@/lib/text";

/** How a run of text looks: the sum of any of `bold`, `italic` and `strike`. */
export type Style = number;

export const STYLES = { bold: 1, italic: 2, strike: 4 } as const;

/** A piece of one line, as Slack would show it: its text is what a reader sees, without any mark-up or entities. */
export type Run =
  | { kind: "text"; text: string; style: Style }
  | { kind: "code"; text: string; style: Style }
  | { kind: "link"; text: string; href: string; code: boolean; style: Style }
  | { kind: "mention"; text: string; style: Style };

/** A line of literal text. */
export const literal = (text: string, style: Style = 0): Run => ({ kind: "text", text, style });

/** What a reader sees of a line. */
export const visibleLine = (runs: readonly Run[]): string => runs.map((run) => run.text).join("");

/** An address on the web without its scheme: "example.com/path". */
const HOST = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.){1,10}[a-z]{2,24}(?::\d{1,5})?(?:[/?#]\S*)?$/i;

const PARLEY_ID = /^\d{17,19}$/;

/** Slack's three entities as the characters that they stand for. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt);/g, (entity) => ({ "&lt;": "<", "&gt;": ">" })[entity] ?? "&");
}

/** What stands between `<` and `>`: a link, a mention or a date. Null when it is none of these, so plain text. */
export function controlRun(inside: string): Run | null {
  const bar = inside.indexOf("|");
  const target = decodeEntities(bar === -1 ? inside : inside.slice(0, bar));
  const given = bar === -1 ? "" : decodeEntities(inside.slice(bar + 1));
  const label = isBlank(given) ? "" : given.trim();
  if (target.startsWith("@")) return personRun(target.slice(1), label);
  if (target.startsWith("#")) return /^#\w+$/.test(target) ? literal(`#${(label || target).replace(/^#/, "")}`) : null;
  if (target.startsWith("!")) return specialRun(target.slice(1), label);
  // `<example.com|label>` is a link without a scheme. Of `</path|label>`, which leads nowhere, Slack shows the label.
  if (label && HOST.test(target)) return linkRun(`https://${target}`, label);
  if (/^[a-z][a-z0-9+.-]{1,31}:\S/i.test(target)) return linkRun(target, label);
  return label && /^[^\s|]*[./?#][^\s|]*$/.test(target) ? literal(label) : null;
}

/** A person by Slack's id, or by Parley's, which stays a mention. Null when it isn't an id. */
export function personRun(id: string, label: string): Run | null {
  if (PARLEY_ID.test(id)) return { kind: "mention", text: `<@${id}>`, style: 0 };
  return /^[\w.-]+$/.test(id) ? literal(`@${(label || id).replace(/^@/, "")}`) : null;
}

/** A link; an address that can't be linked is shown beside its label. */
export function linkRun(address: string, label: string): Run {
  const href = linkable(HOST.test(address) ? `https://${address}` : address);
  const shown = label || address.replace(/^mailto:/i, "").trim();
  if (href === null) return literal(label && label !== address ? `${label} (${address})` : address);
  return { kind: "link", text: shown === address.trim() ? href : shown, href, code: false, style: 0 };
}

/** A moment: the sender's own words for it, or the time in UTC. Seconds since 1970. */
export function dateRun(seconds: number, words: string, address: string): Run {
  const date = new Date(seconds * 1000);
  const known = Number.isNaN(date.getTime()) ? "(date)" : utcMinutes(date);
  return address ? linkRun(address, words || known) : literal(words || known);
}

const utcMinutes = (date: Date): string => `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;

function specialRun(command: string, label: string): Run | null {
  const [name = "", ...rest] = command.split("^", 4);
  if (["here", "channel", "everyone"].includes(name)) return literal(`@${name}`);
  if (name === "subteam") return literal(`@${(label || rest[0] || name).replace(/^@/, "")}`);
  if (name === "date") return dateRun(Number(rest[0]), label, rest[2] ?? "");
  return label ? literal(label) : null;
}

/** The address as a message may link to it, or null when it can only be shown: neither on the web nor a mail address. */
function linkable(address: string): string | null {
  const href = address.trim().replace(/[\s<>"`]/g, encodeURIComponent);
  if (!/^(?:https?:\/\/[^/]|mailto:[^@]+@)/i.test(href) || !URL.canParse(href)) return null;
  return /^mailto:.*@[\d.]+$/i.test(href) ? null : href;
}
