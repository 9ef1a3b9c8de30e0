import type { Embed } from "@/lib/messages/dto";
import { isAppError } from "@/lib/text/errors";
import { cut, isBlank } from "@/lib/text/text";
import { visibleText } from "@/lib/webhooks/formats/slack/mrkdwn";
import { slackMessages } from "@/lib/webhooks/formats/slack/parse";
import { type Markup, SLACK } from "@/lib/webhooks/formats/slack/reading";
import { addressElsewhere } from "./slack-files";
import type { SlackContext, SlackMessage } from "./slack-message";
import type { LeftOut, ParleyIds } from "./source";

type ShownContent = { content: string; embeds: readonly Embed[] };
type Parts = { text: string; blocks?: readonly unknown[]; attachments?: readonly Record<string, unknown>[] };

// What Slack writes as the text of a message that it shows as blocks.
const PLACEHOLDER = /^This (?:message contains interactive elements|content can't be displayed)\.?$/;

// The sentence that Slack wrote with a file until 2018.
const SHARED =
  /^<@\w+(?:\|[^>]*)?>\s+(?:uploaded|shared|added|created|mentioned)\b[^<\n]{0,60}<[^>]*>(?:\s+and commented:\s*([\s\S]*))?$/;

/** The text and cards. What Slack made of links in a person's message is left out: Parley makes its own previews. */
export function contentOf(message: SlackMessage, reading: SlackContext, place: string): ShownContent {
  const byTool = message.bot_id !== "" || message.subtype === "bot_message";
  const attachments = message.attachments.map(withBlocks);
  const taken = byTool ? attachments : attachments.filter((each) => !isPreview(each));
  const elsewhere = message.files.flatMap((file) => {
    const url = addressElsewhere(file);
    return url === "" ? [] : [`<${url}|${file.title || file.name || url}>`];
  });
  const written = textOf(message);
  const blocks = blocksOf(message, written, byTool);
  const isReplaced = blocks.length > 0 && (PLACEHOLDER.test(written) || (!byTool && textsIn(blocks).length > 0));
  const shown = read(
    { text: join(isReplaced ? [] : [written], elsewhere), blocks, attachments: taken },
    reading,
    place,
  );
  if (shown.content === "" && shown.embeds.length === 0) {
    return read({ text: join([written], elsewhere), attachments }, reading, place);
  }
  reading.leftOut.add("previews of links", place, attachments.length - taken.length);
  return shown;
}

const join = (...lines: (readonly string[])[]): string =>
  lines
    .flat()
    .filter((line) => line !== "")
    .join("\n");

function textOf({ comment, files, text, subtype }: SlackMessage): string {
  const [file] = files;
  const said = SHARED.exec(text);
  if (comment) return comment.comment || text;
  if (file && said) return said[1] ?? file.initial_comment?.comment ?? "";
  return subtype === "me_message" && text !== "" ? `_${text}_` : text;
}

/**
 * Slack shows blocks instead of the text. A person's text is kept if it says all that they do, because Slack makes the blocks
 * from it, and only the text names channels and groups.
 */
function blocksOf({ blocks }: SlackMessage, written: string, byTool: boolean): readonly unknown[] {
  if (byTool) return blocks;
  const words = wordsOf(visibleText(written));
  const isSaid =
    blocks.every((block) => typeOf(block) === "rich_text") && runsIn(blocks).every((run) => words.includes(run));
  return isSaid && !isBlank(written) && !PLACEHOLDER.test(written) ? [] : blocks;
}

const typeOf = (block: unknown): unknown =>
  typeof block === "object" && block !== null ? Reflect.get(block, "type") : "";

const wordsOf = (text: string): string => ` ${text.replace(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim()} `;

/** The words of each run of rich text. */
function runsIn(value: unknown, depth = 0): string[] {
  if (depth > 12 || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each: unknown) => runsIn(each, depth + 1));
  const [text, elements] = [Reflect.get(value, "text"), Reflect.get(value, "elements")];
  const words = typeof text === "string" ? wordsOf(text) : "";
  return [...(words.trim() === "" ? [] : [words]), ...runsIn(elements, depth + 1)];
}

/** Whether Slack made it of a link. It says where from, which nothing else that a person's message has does. */
function isPreview(attachment: Record<string, unknown>): boolean {
  const isMessage = ["is_msg_unfurl", "is_share", "is_reply_unfurl"].some((key) => attachment[key] === true);
  return !isMessage && ["from_url", "original_url", "app_unfurl_url", "is_app_unfurl"].some((key) => attachment[key]);
}

/** A message that is repeated in another may have its words only as blocks. */
function withBlocks(attachment: Record<string, unknown>): Record<string, unknown> {
  const { text, blocks, message_blocks: inside } = attachment;
  if (blocks !== undefined || (typeof text === "string" && text !== "") || !Array.isArray(inside)) return attachment;
  const found = inside.flatMap((each: unknown) => {
    const message = typeof each === "object" && each !== null ? Reflect.get(each, "message") : null;
    const own = typeof message === "object" && message !== null ? Reflect.get(message, "blocks") : null;
    return Array.isArray(own) ? own : [];
  });
  return { ...attachment, blocks: found };
}

function read(parts: Parts, reading: SlackContext, place: string): ShownContent {
  return shownIn(withKnownNames(parts, reading), { leftOut: reading.leftOut, place, markup: SLACK });
}

type ContentContext = { leftOut: LeftOut; place: string; markup: Markup };

/** Returns what texts in this markup, blocks and attachments show, as much of it as can be read. */
export function shownIn(
  { text, blocks = [], attachments = [] }: Parts,
  { leftOut, place, markup }: ContentContext,
): ShownContent {
  if (blocks.length === 0 && attachments.length === 0) return { content: markup.text(text), embeds: [] };
  const shownOf = (payload: unknown) => shownAs(payload, markup);
  const whole = shownOf({ text, ...(blocks.length > 0 && { blocks }), ...(attachments.length > 0 && { attachments }) });
  if (whole) return whole;
  // Too large, or not as it should be: part by part, and at least the words.
  leftOut.changed("cards that are too large or unreadable, of which the rest or the words are taken", place);
  const each = [...blocks.map((block) => ({ blocks: [block] })), ...attachments.map((one) => ({ attachments: [one] }))];
  const shown = each.map((part) => shownOf(part) ?? { content: markup.text(textsIn(part).join("\n")), embeds: [] });
  const contents = [markup.text(text), ...shown.map(({ content }) => content)];
  return { content: contents.filter((one) => one !== "").join("\n\n"), embeds: shown.flatMap(({ embeds }) => embeds) };
}

/** Returns what a payload shows, or null if it's too large or not as it should be. */
function shownAs(payload: unknown, markup: Markup): ShownContent | null {
  try {
    const [first, ...others] = slackMessages(payload, { markup });
    return { content: first.content, embeds: [first, ...others].flatMap(({ embeds }) => embeds) };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.reason === "empty" ? { content: "", embeds: [] } : null;
  }
}

const WORDED = new Set(["text", "title", "pretext", "value", "fallback", "author_name", "footer", "alt_text"]);
const MOST_WORDS = 40_000;

/** All texts in a part, whatever its shape. */
function textsIn(value: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(value, (key, each: unknown) => {
    if (typeof each === "string" && WORDED.has(key) && !isBlank(each)) found.push(cut(each, MOST_WORDS));
    return each;
  });
  return [...new Set(found)];
}

type NameContext = { known: Pick<ParleyIds, "person" | "channelName">; names: ReadonlyMap<string, string> };

/** Replaces Slack's ids of people by Parley's, and names those without an account and the channels that only have an id. */
export function withKnownNames<T>(value: T, { known, names }: NameContext): T {
  const json = JSON.stringify(value)
    .replace(/<@([A-Z]\w+)(\|[^>]*)?>/g, (whole, id: string) => {
      const person = known.person(id);
      if (person !== null) return `<@${person}>`;
      const name = names.get(id);
      return name === undefined ? whole : `<@${id}|${inJson(entities(name))}>`;
    })
    .replace(/"user_id":"([A-Z]\w+)"/g, (whole, id: string) => {
      const person = known.person(id) ?? names.get(id);
      return person === undefined ? whole : `"user_id":"${inJson(`${person}`)}"`;
    })
    .replace(/"channel_id":"([A-Z]\w+)"/g, (whole, id: string) => {
      const name = known.channelName(id);
      return name === null ? whole : `"channel_id":"${inJson(name)}"`;
    })
    .replace(/<#([A-Z]\w+)\|?>/g, (whole, id: string) => {
      const name = known.channelName(id);
      return name === null ? whole : `<#${id}|${inJson(entities(name))}>`;
    });
  return JSON.parse(json) as T;
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const entities = (text: string): string => text.replace(/[&<>]/g, (sign) => ENTITIES.get(sign) ?? "");
const ENTITIES = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
]);
