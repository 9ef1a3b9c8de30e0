import { patternOf } from "@/lib/messages/cards/pattern-of";
import { canBeOpen, isMadeOfFacts, toneOf } from "@/lib/messages/cards/tones";
import type { AllowedMentions, WebhookDraft } from "@/lib/messages/draft";
import type { Embed } from "@/lib/messages/dto";
import { mentionsIn } from "@/lib/messages/markdown/mention-grammar";

// Why: docs/decisions/storms.md

/**
 * Returns what a message has in common with others about the same matter: its tool, place and subject without numbers,
 * ids and names, whether it's good or bad, but not how bad. Null if it says nothing to compare. Pure and fast.
 */
export function likenessOf(embeds: readonly Embed[], content: string): string | null {
  const [card] = embeds;
  const about = aboutOf(card, content);
  if (about === "") return null;
  const place = (card?.card?.place ?? []).map(patternOf).join(" ");
  const said = [card?.tool?.name ?? "", place, patternOf(card?.card?.event ?? ""), about];
  return `${outcomeOf(card)}: ${said.join(" | ")}`;
}

/** Whether what has this likeness is bad, and `card` isn't anymore: others shouldn't gather below it. */
export function isOver(likeness: string, card: Embed | undefined): boolean {
  const tone = card?.card?.state?.tone;
  return likeness.startsWith(BAD) && tone !== undefined && !canBeOpen(tone);
}

const BAD = "bad";

/** What the message is about: a card's subject or title, or the first line of a text. */
function aboutOf(card: Embed | undefined, content: string): string {
  const fields = (card?.fields ?? []).slice(0, MOST_FIELDS);
  const lines = [
    () => card?.card?.subject || card?.title || "",
    () => firstLine(content),
    () => firstLine(card?.card?.summary ?? card?.description ?? ""),
    () => fields.map(({ name, value }) => `${name} ${value}`).join(" "),
  ];
  let about = "";
  for (const line of lines) {
    const pattern = patternOf(line());
    about = [about, pattern].filter((part) => part !== "").join(" / ");
    if (!isVague(pattern)) return about;
  }
  return /\p{L}/u.test(about) ? about : "";
}

const MOST_FIELDS = 6;

/** Whether a text doesn't say what happened, such as "Alert" or "#4711". */
function isVague(pattern: string): boolean {
  return pattern.split(" ").every((word) => VAGUE.has(word));
}

const VAGUE = new Set([
  ...[
    "",
    "*",
    "alert",
    "alerts",
    "alarm",
    "error",
    "warning",
    "firing",
    "resolved",
    "problem",
    "notification",
    "incident",
  ],
  ...[
    "event",
    "message",
    "new",
    "issue",
    "issues",
    "triggered",
    "monitor",
    "monitoring",
    "status",
    "fehler",
    "warnung",
    "critical",
  ],
]);

function firstLine(text: string): string {
  return text.slice(0, 600).trimStart().split("\n", 1)[0] ?? "";
}

/** A failure must not disappear among successes. */
function outcomeOf(card: Embed | undefined): string {
  const tone = card?.card?.state?.tone;
  if (tone !== undefined) return canBeOpen(tone) ? BAD : tone === "good" ? "good" : "";
  const color = isMadeOfFacts(card) ? "neutral" : toneOf(card?.color);
  return color === "success" ? "good" : color === "neutral" ? "" : BAD;
}

/** What of a webhook's post decides whether a storm gathers it. */
type Post = Pick<WebhookDraft, "embeds" | "content" | "thing" | "threadKey"> & {
  allowedMentions: AllowedMentions | null;
};

/**
 * Returns what a storm gathers a post by, or null if it never does: cards that Parley made of tools' payloads, and others
 * if the webhook `gathersAll`.
 */
export function likenessFor({ gathersAll }: { gathersAll: boolean }, post: Post): string | null {
  const isMade = post.embeds[0]?.tool !== undefined || isMadeOfFacts(post.embeds[0]);
  if (!isMade && (!gathersAll || post.threadKey != null)) return null;
  if (post.thing && !isOpenThing(post.thing.report)) return null;
  const likeness = likenessOf(post.embeds, post.content);
  // Whom it mentions has to be notified at least once.
  return likeness && `${likeness}${mentioned(post)}`;
}

function isOpenThing({ facts, incidentOf }: NonNullable<WebhookDraft["thing"]>["report"]): boolean {
  return facts.state?.open === true && canBeOpen(facts.state.tone) && !incidentOf;
}

function mentioned({ content, allowedMentions }: Post): string {
  if (allowedMentions === null) return "";
  const { ids, groupIds, everyone } = mentionsIn(content);
  const who = [...ids, ...groupIds, ...(everyone ? ["everyone"] : [])].slice(0, 10);
  return who.length > 0 ? ` | ${who.join(" ")}` : "";
}
