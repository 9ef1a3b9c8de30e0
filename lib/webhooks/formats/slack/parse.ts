import { withEmoji } from "@/lib/messages/emoji/emoji";
import { showsSomething } from "@/lib/messages/shows-something";
import { atOnce, patiently } from "@/lib/process/patiently";
import { AppError } from "@/lib/text/errors";
import { codePoints, isBlank } from "@/lib/text/text";
import { nothingToPost } from "@/lib/webhooks/payload/problem";
import { PAYLOAD_LIMITS, readPayload, type WebhookPost } from "@/lib/webhooks/payload/read-payload";
import { splitMarkdown } from "@/lib/webhooks/payload/split-markdown";
import { type Attachment, attachmentCards, readAttachment, shortened, webUrl } from "./attachments";
import { blockPieces } from "./blocks";
import { below, foldAll, layCards, leadingText, type Piece, type SlackCard, withinLimits } from "./cards";
import { checkedText, decorationOf, type Fields, itemsOf, SURE, textsIn } from "./json";
import { visibleText } from "./mrkdwn";
import { type Markup, PayloadPath, SLACK, SlackReading } from "./reading";

const MOST = PAYLOAD_LIMITS.embeds;

/** Slack's own limit. */
const MOST_ATTACHMENTS = 100;

/** The largest payload takes fewer, unless most of its characters have to be escaped. */
const MOST_MESSAGES = 20;

/** How a payload is read: its markup, and where remarks for the delivery log go. */
type Options = { markup?: Markup; remarks?: string[] };

/** Reads the payload of Slack's incoming webhooks as one message. Throws AppError `invalid` if it takes several. */
export function slack(payload: unknown, options?: Options): WebhookPost {
  const [post, ...others] = slackMessages(payload, options);
  if (others.length > 0) throw new AppError("invalid", "This is more than one message can show.");
  return post;
}

type Posts = [WebhookPost, ...WebhookPost[]];

/**
 * Reads the payload of Slack's incoming webhooks: `text`, `blocks`, `attachments`, `username`, `icon_url` and
 * `icon_emoji`. What's visible in Slack is visible here, in the same order, if need be in several messages. `channel`,
 * `thread_ts`, `link_names` and `unfurl_*` are ignored. What only decorates a message never makes it fail. Throws
 * AppError `invalid` for what isn't a message, or is longer than Slack accepts.
 */
export function slackMessages(payload: unknown, options?: Options): Posts {
  return atOnce(reading(payload, options));
}

/** The same, but lets other work run in between: large payloads take longer than other requests should wait. */
export async function slackMessagesPatiently(payload: unknown, options?: Options): Promise<Posts> {
  return patiently(reading(payload, options), AT_ONCE_MS);
}

const AT_ONCE_MS = 10;

function* reading(payload: unknown, { markup = SLACK, remarks = [] }: Options = {}): Generator<undefined, Posts> {
  const fields = payloadFields(payload);
  const root = new PayloadPath(new SlackReading(markup, remarks));
  const sent = checkedText(fields.text, root.at("text"));
  const pieces = blockPieces(fields.blocks, root.at("blocks"));
  yield;
  const text = isSaidInBlocks(sent, fields.blocks)
    ? ""
    : markup.text(sent, fields.mrkdwn === false ? "links" : "mrkdwn");
  yield;
  const attachments = yield* readAttachments(fields, root, sent !== "" || pieces.length > 0);
  const { content, cards } = laidOut(text, pieces, attachments);
  return yield* divided({ fields, root, content, cards });
}

/** Arranges everything in the order in which Slack shows it. */
function laidOut(
  text: string,
  pieces: readonly Piece[],
  attachments: readonly Attachment[],
): Omit<ReadMessage, "fields" | "root"> {
  const [head = "", ...tail] = splitMarkdown(text, PAYLOAD_LIMITS.content, LONGEST_PART);
  const more = tail.map((part): Piece => ({ kind: "text", text: part }));
  const { text: leading, rest } =
    tail.length === 0 ? leadingText(pieces, codePoints(head)) : { text: [], rest: [...more, ...pieces] };
  const above = [head, ...leading];
  // With ten attachments, blocks have no card of their own in this message.
  const folded = attachments.length === MOST ? foldAll(rest) : "";
  const isFolded = folded !== "" && fitsContent([...above, folded]);
  if (isFolded) above.push(folded);
  const blockCards = isFolded ? [] : layCards(rest, attachments.length < MOST ? MOST - attachments.length : MOST);
  const [first, ...others] = attachments;
  // The first attachment's pretext follows the text, unless cards come in between.
  const isAbove = first !== undefined && blockCards.length === 0 && fitsContent([...above, first.pretext]);
  if (isAbove) above.push(first.pretext);
  const shown = isAbove ? [{ ...first, pretext: "" }, ...others] : attachments;
  const most = attachments.length > MOST ? MOST_ATTACHMENTS : MOST - blockCards.length;
  return { content: below(above), cards: [...blockCards, ...cardsOf(shown, most)] };
}

// Leaves room in a card for the text around it.
const LONGEST_PART = 4000;

const fitsContent = (texts: readonly string[]): boolean => codePoints(below(texts)) <= PAYLOAD_LIMITS.content;

function payloadFields(payload: unknown): Fields {
  if (typeof payload === "object" && payload !== null && !Array.isArray(payload)) return payload as Fields;
  throw new AppError("invalid", "The payload must be a JSON object.");
}

function* readAttachments(fields: Fields, root: PayloadPath, says: boolean): Generator<undefined, Attachment[]> {
  const items = itemsOf(fields.attachments, root.at("attachments"));
  if (items.length === 0) return implied(fields, root, says);
  if (items.length > MOST_ATTACHMENTS) {
    throw new AppError("invalid", `attachments can have at most ${MOST_ATTACHMENTS} attachments.`, {
      reason: "too_many_attachments",
    });
  }
  const attachments: Attachment[] = [];
  for (const item of items) {
    attachments.push(readAttachment(item));
    yield;
  }
  return attachments;
}

const SHOWN = "actions author_name fallback fields footer image_url pretext thumb_url title".split(" ");

/** Slack reads an attachment's fields beside the text as an attachment. */
function implied(fields: Fields, root: PayloadPath, says: boolean): Attachment[] {
  if (!SHOWN.some((key) => Object.hasOwn(fields, key))) return [];
  const { text, blocks, fallback, ...others } = fields;
  const attachment = readAttachment({ value: says ? others : { ...others, fallback }, path: root });
  return attachment.pretext === "" && Object.keys(attachment.own).length === 0 ? [] : [attachment];
}

/**
 * If there are blocks, Slack shows `text` only in notifications. Here it's left out if the blocks contain its words in
 * order, whatever is between them.
 */
function isSaidInBlocks(text: string, blocks: unknown): boolean {
  if (text === "" || !Array.isArray(blocks) || blocks.length === 0) return false;
  const inBlocks = textsIn(blocks, SURE).map((each) => visibleText(each));
  const words = wordsOf(visibleText(text));
  return words.trim() !== "" && wordsOf(inBlocks.join(" ")).includes(words);
}

const wordsOf = (text: string): string => ` ${text.replace(/[^\p{L}\p{M}\p{N}\p{So}]+/gu, " ").trim()} `;

/** Returns the attachments' cards. Those with several cards share the available number in order. */
function cardsOf(attachments: readonly Attachment[], most: number): SlackCard[] {
  let room = most;
  return attachments.flatMap((attachment, index) => {
    const cards = attachmentCards(attachment, Math.max(1, room - (attachments.length - index - 1)));
    room -= cards.length;
    return cards;
  });
}

type ReadMessage = { fields: Fields; root: PayloadPath; content: string; cards: readonly SlackCard[] };

/** Divides what was read into messages, and validates each as Parley's own payload. */
function* divided({ fields, root, content, cards }: ReadMessage): Generator<undefined, Posts> {
  const shown: SlackCard[] = [];
  for (const card of cards) {
    shown.push(...withinLimits(card).filter(showsSomething));
    yield;
  }
  if (isBlank(content) && shown.length === 0) throw nothingToPost("text, blocks or attachments");
  if (shown.length > MOST * MOST_MESSAGES) {
    throw new AppError("invalid", `This would be more than ${MOST_MESSAGES} messages. Send less text at once.`);
  }
  const icon = webUrl(decorationOf(fields.icon_url, root.at("icon_url")), root.at("icon_url"));
  const common = {
    username: shortened(
      checkedText(fields.username, root.at("username")),
      PAYLOAD_LIMITS.username,
      root.at("username"),
    ),
    thread_key: checkedText(fields.thread_key, root.at("thread_key")),
    ...(icon && { avatar_url: icon }),
  };
  // As in Slack, `icon_emoji` takes precedence over `icon_url`.
  const avatar = emojiAvatar(decorationOf(fields.icon_emoji, root.at("icon_emoji")), root.at("icon_emoji"));
  // Slack's form of a group mention asks to notify its members.
  const mentions = JSON.stringify(fields).includes("<!subteam^") ? { parse: ["roles"] } : null;
  const made = (text: string, some: readonly SlackCard[]): WebhookPost => {
    const post = readPayload(
      { ...common, content: text, embeds: some.map(({ buttons, ...card }) => card) },
      some.map(({ buttons = [] }) => ({ buttons })),
    );
    return { ...post, allowedMentions: mentions ?? post.allowedMentions, avatarUrl: avatar ?? post.avatarUrl };
  };
  const posts: Posts = [made(content, shown.slice(0, MOST))];
  for (let at = MOST; at < shown.length; at += MOST) {
    yield;
    posts.push(made("", shown.slice(at, at + MOST)));
  }
  return posts;
}

/** Returns an emoji avatar as messages store it. Null if there's none or, with a remark, if its shortcode is unknown. */
function emojiAvatar(shortcode: string, path: PayloadPath): string | null {
  const emoji = withEmoji(shortcode);
  if (emoji !== shortcode) return `emoji:${emoji}`;
  if (shortcode !== "") path.remark("isn't an emoji that Parley knows, so it was left out");
  return null;
}
