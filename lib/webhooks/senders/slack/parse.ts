import { AppError } from "@/lib/errors";
import { withEmoji } from "@/lib/messages/emoji";
import { codePoints } from "@/lib/text";
import { isHttpUrl } from "@/lib/users/schema";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/format/payload-schema";
import { nothingToPost, PayloadError, type Problem, sentenceOf } from "@/lib/webhooks/format/problem";
import { readPayload, type WebhookPost } from "@/lib/webhooks/format/read-payload";
import { type Attachment, attachmentCards, readAttachment } from "./attachments";
import { blockPieces } from "./blocks";
import { below, foldAll, layCards, leadingText, type SentCard } from "./cards";
import { decorationOf, type Fields, itemsOf, lengthOf, SURE, textOf, textsIn } from "./json";
import { mrkdwn, visibleText } from "./mrkdwn";

const MOST = PAYLOAD_LIMITS.embeds;

/** More than a message can show. Rejected before parsing, which would block the process for nothing. */
const MOST_WRITTEN = 70_000;

/**
 * Reads the payload of Slack's incoming webhooks: `text`, `blocks`, `attachments`, `username`, `icon_url` and
 * `icon_emoji`. What's visible in Slack is visible here, in the same order. `channel`, `thread_ts`, `link_names` and
 * `unfurl_*` are ignored.
 */
export function slack(payload: unknown): WebhookPost {
  const fields = payloadFields(payload);
  if (lengthOf(fields) > MOST_WRITTEN) {
    throw new AppError("invalid", `All texts of a message together can have at most ${MOST_WRITTEN} characters.`);
  }
  const written = textMarkdown(fields);
  if (codePoints(written) > PAYLOAD_LIMITS.content) return post(fields, written, [], "text");
  const pieces = blockPieces(fields.blocks, "blocks");
  const text = written !== "" && isSaidInBlocks(fields) ? "" : written;
  const attachments = readAttachments(fields.attachments);
  const { text: leading, rest } = leadingText(pieces, text.length);
  const [first, ...others] = attachments;
  const room = MOST - attachments.length;
  const tooMany = room === 0 ? foldAll(rest) : "";
  const blockCards = room === 0 ? [] : layCards(rest, room);
  // The first attachment's pretext follows the text, unless cards come in between.
  const pretext = blockCards.length === 0 ? (first?.pretext ?? "") : "";
  const shown = first && pretext ? [{ ...first, pretext: "" }, ...others] : attachments;
  const cards = [...blockCards, ...cardsOf(shown, MOST - blockCards.length)];
  const content = below([text, ...leading, tooMany, pretext]);
  return post(fields, content, cards, text === "" && pieces.length > 0 ? "blocks" : "text");
}

function payloadFields(payload: unknown): Fields {
  if (typeof payload === "object" && payload !== null && !Array.isArray(payload)) return payload as Fields;
  throw new AppError("invalid", "The payload must be a JSON object.");
}

function readAttachments(value: unknown): Attachment[] {
  const items = itemsOf(value, "attachments");
  if (items.length > MOST) {
    throw new AppError("invalid", `attachments can have at most ${MOST} attachments.`, {
      reason: "too_many_attachments",
    });
  }
  const attachments: Attachment[] = [];
  for (const item of items) {
    const attachment = readAttachment(item);
    attachments.push(attachment);
    // This one already makes the message invalid, so the others needn't be read.
    if (codePoints(attachment.own.card.description ?? "") > 4096) break;
  }
  return attachments;
}

function textMarkdown({ text, mrkdwn: formatted }: Fields): string {
  return mrkdwn(textOf(text, "text"), formatted === false ? "links" : "mrkdwn");
}

/**
 * If there are blocks, Slack shows `text` only in notifications. Here it's left out if the blocks contain its words in
 * order, whatever is between them.
 */
function isSaidInBlocks({ text, blocks }: Fields): boolean {
  const inBlocks = textsIn(blocks, SURE).map((each) => visibleText(each));
  const words = wordsOf(visibleText(textOf(text, "text")));
  return words.trim() !== "" && wordsOf(inBlocks.join(" ")).includes(words);
}

const wordsOf = (text: string): string => ` ${text.replace(/[^\p{L}\p{M}\p{N}\p{So}]+/gu, " ").trim()} `;

/** Returns the attachments' cards. Those with several cards share the available number in order. */
function cardsOf(attachments: readonly Attachment[], most: number): SentCard[] {
  let room = most;
  return attachments.flatMap((attachment, index) => {
    const cards = attachmentCards(attachment, Math.max(1, room - (attachments.length - index - 1)));
    room -= cards.length;
    return cards;
  });
}

/** Validates everything as Parley's own payload, and reports errors with the sender's paths. */
function post(fields: Fields, content: string, cards: readonly SentCard[], source: string): WebhookPost {
  const icon = decorationOf(fields.icon_url);
  const payload = {
    content,
    embeds: cards.map(({ card: { buttons, ...card } }) => card),
    username: textOf(fields.username, "username"),
    thread_key: textOf(fields.thread_key, "thread_key"),
    ...(icon.length <= 2048 && isHttpUrl(icon) && { avatar_url: icon }),
  };
  try {
    const checked = readPayload(
      payload,
      cards.map(({ card }) => card.buttons ?? []),
    );
    // As in Slack, `icon_emoji` takes precedence over `icon_url`.
    // Slack's form of a group mention asks to notify its members.
    const allowedMentions = JSON.stringify(fields).includes("<!subteam^")
      ? { parse: ["roles"] }
      : checked.allowedMentions;
    return {
      ...checked,
      allowedMentions,
      avatarUrl: emojiAvatar(decorationOf(fields.icon_emoji)) ?? checked.avatarUrl,
    };
  } catch (error) {
    throw error instanceof PayloadError ? inSendersTerms(error.problems[0], cards, source) : error;
  }
}

/** Returns an emoji avatar as messages store it, or null for an unknown shortcode. */
function emojiAvatar(shortcode: string): string | null {
  const emoji = withEmoji(shortcode.trim());
  return emoji === shortcode.trim() ? null : `emoji:${emoji}`;
}

function inSendersTerms(problem: Problem, cards: readonly SentCard[], source: string): AppError {
  if (problem.code === "empty") return nothingToPost("text, blocks or attachments");
  const [part, index, ...inside] = problem.path;
  const card = part === "embeds" && typeof index === "number" ? cards[index] : undefined;
  if (card) return new AppError("invalid", `${card.pathOf(inside)} ${problem.message}.`);
  const path = part === "content" ? [source] : problem.path;
  return new AppError("invalid", sentenceOf({ ...problem, path }));
}
