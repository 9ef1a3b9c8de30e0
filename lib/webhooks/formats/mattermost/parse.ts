import { changeBetween } from "@/lib/messages/markdown/outside-code";
import { link } from "@/lib/webhooks/formats/slack/elements";
import { slackMessagesPatiently } from "@/lib/webhooks/formats/slack/parse";
import type { Markup } from "@/lib/webhooks/formats/slack/reading";
import type { WebhookPost } from "@/lib/webhooks/payload/read-payload";

/** Mattermost's markup: Markdown, in which it also reads Slack's links and names for everyone. */
export const MATTERMOST: Markup = {
  text: (text) => changeBetween(text.replace(/\r\n?/g, "\n"), CODE, withoutSlacksMarks),
  plain: (text) =>
    text
      .slice(0, LONGEST_LINE)
      .replace(SLACK_LINK, "$2")
      .replace(/!?\[([^[\]]{1,500})\]\([^()\s]{0,2048}\)/g, "$1")
      .replace(/(?<!\w)(\*\*|__|~~|`)(?=\S)([^*_~`]{1,500})\1(?!\w)/g, "$2") + text.slice(LONGEST_LINE),
};

const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;
const SLACK_LINK = /<([a-z][a-z\d+.-]{1,31}:[^<>|\s]{1,2048})\|([^<>\n]{1,500})>/gi;
const EVERYONE = /<!(channel|here|all|everyone)>/g;

// Titles are short, and searching for pairs of marks in a long text takes time.
const LONGEST_LINE = 2000;

function withoutSlacksMarks(text: string): string {
  if (!text.includes("<")) return text;
  return text.replace(SLACK_LINK, (_, address: string, label: string) => link(address, label)).replace(EVERYONE, "@$1");
}

/**
 * Reads the payload of Mattermost's incoming webhooks: Slack's with texts in Markdown, a `priority`, and a `props.card`,
 * which is posted as a card. What Parley has nothing like is named in `remarks`.
 */
export function mattermostMessages(payload: unknown, remarks: string[]): Promise<[WebhookPost, ...WebhookPost[]]> {
  return slackMessagesPatiently(withSlacksFields(payload, remarks), { markup: MATTERMOST, remarks });
}

function withSlacksFields(payload: unknown, remarks: string[]): unknown {
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) return payload;
  const { text, attachments, priority, props, ...others }: Record<string, unknown> = { ...payload };
  const { card, attachments: inProps }: Record<string, unknown> = Object(props);
  const given = attachments ?? inProps;
  const own = typeof card === "string" && card !== "" ? [{ text: card }] : [];
  const cards = own.length > 0 ? [...(Array.isArray(given) ? given : given ? [given] : []), ...own] : given;
  // A priority alone is nothing to post.
  const label = text || cards ? priorityLabel(priority, remarks) : "";
  return { ...others, text: label === "" ? text : [label, text].filter(Boolean).join("\n\n"), attachments: cards };
}

const LABELS = new Map([
  ["urgent", "🚨 **Urgent**"],
  ["important", "❗ **Important**"],
]);

/** Returns a message's priority as its first line. */
function priorityLabel(given: unknown, remarks: string[]): string {
  if (given === null || given === undefined || given === "") return "";
  const { priority, requested_ack, persistent_notifications }: Record<string, unknown> =
    typeof given === "string" ? { priority: given } : Object(given);
  if (requested_ack === true) remarks.push("priority.requested_ack was left out: readers aren't asked to confirm.");
  if (persistent_notifications === true) {
    remarks.push("priority.persistent_notifications was left out: notifications aren't repeated.");
  }
  const label = LABELS.get(`${priority}`.toLowerCase());
  if (label === undefined && priority && priority !== "standard") remarks.push("priority isn't one that Parley knows.");
  return label ?? "";
}
