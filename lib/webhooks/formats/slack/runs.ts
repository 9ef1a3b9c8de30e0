import { isBlank } from "@/lib/text/text";

/** A run's style: any sum of `bold`, `italic` and `strike`. */
export type Style = number;

export const STYLES = { bold: 1, italic: 2, strike: 4 } as const;

/** A part of a line as Slack would show it, without markup or entities. */
export type SlackRun =
  | { kind: "text"; text: string; style: Style }
  | { kind: "code"; text: string; style: Style }
  | { kind: "link"; text: string; href: string; code: boolean; style: Style }
  | { kind: "mention"; text: string; style: Style };

/** Literal text. */
export const literal = (text: string, style: Style = 0): SlackRun => ({ kind: "text", text, style });

/** A line's visible text. */
export const visibleLine = (runs: readonly SlackRun[]): string => runs.map((run) => run.text).join("");

/** A web address without its scheme: "example.com/path". */
const HOST = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.){1,10}[a-z]{2,24}(?::\d{1,5})?(?:[/?#]\S*)?$/i;

const PARLEY_ID = /^\d{17,19}$/;

/** Decodes Slack's three entities. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt);/g, (entity) => ({ "&lt;": "<", "&gt;": ">" })[entity] ?? "&");
}

/**
 * Reads what's between `<` and `>`: a link, a mention or a date. Returns null for anything else, which is plain text.
 */
export function controlRun(inside: string): SlackRun | null {
  const bar = inside.indexOf("|");
  const target = decodeEntities(bar === -1 ? inside : inside.slice(0, bar));
  const given = bar === -1 ? "" : decodeEntities(inside.slice(bar + 1));
  const label = isBlank(given) ? "" : given.trim();
  if (target.startsWith("@")) return personRun(target.slice(1), label);
  if (target.startsWith("#")) return /^#\w+$/.test(target) ? literal(`#${(label || target).replace(/^#/, "")}`) : null;
  if (target.startsWith("!")) return specialRun(target.slice(1), label);
  // `<example.com|label>` is a link without a scheme. For `</path|label>`, which leads nowhere, Slack shows the label.
  if (label && HOST.test(target)) return linkRun(`https://${target}`, label);
  if (/^[a-z][a-z0-9+.-]{1,31}:\S/i.test(target)) return linkRun(target, label);
  return label && /^[^\s|]*[./?#][^\s|]*$/.test(target) ? literal(label) : null;
}

/** Returns a person's name by Slack's id, or a mention by Parley's. Null if it isn't an id. */
export function personRun(id: string, label: string): SlackRun | null {
  if (PARLEY_ID.test(id)) return { kind: "mention", text: `<@${id}>`, style: 0 };
  return /^[\w.-]+$/.test(id) ? literal(`@${(label || id).replace(/^@/, "")}`) : null;
}

/** Returns a link. An address that can't be linked is shown next to its label. */
export function linkRun(address: string, label: string): SlackRun {
  const href = linkable(HOST.test(address) ? `https://${address}` : address);
  const shown = label || address.replace(/^mailto:/i, "").trim();
  if (href === null) return literal(label && label !== address ? `${label} (${address})` : address);
  return { kind: "link", text: shown === address.trim() ? href : shown, href, code: false, style: 0 };
}

/** Returns a moment in the sender's words, or in UTC. `seconds` is since 1970. */
export function dateRun(seconds: number, words: string, address: string): SlackRun {
  const date = new Date(seconds * 1000);
  const known = Number.isNaN(date.getTime()) ? "(date)" : utcMinutes(date);
  return address ? linkRun(address, words || known) : literal(words || known);
}

const utcMinutes = (date: Date): string => `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;

function specialRun(command: string, label: string): SlackRun | null {
  const [name = "", ...rest] = command.split("^", 4);
  if (["here", "channel", "everyone"].includes(name)) return literal(`@${name}`);
  if (name === "subteam") return literal(`@${(label || rest[0] || name).replace(/^@/, "")}`);
  if (name === "date") return dateRun(Number(rest[0]), label, rest[2] ?? "");
  return label ? literal(label) : null;
}

/** Returns the address as a message may link to it, or null if it's neither a web nor a mail address. */
function linkable(address: string): string | null {
  const href = address.trim().replace(/[\s<>"`]/g, encodeURIComponent);
  if (!/^(?:https?:\/\/[^/]|mailto:[^@]+@)/i.test(href) || !URL.canParse(href)) return null;
  return /^mailto:.*@[\d.]+$/i.test(href) ? null : href;
}
