import { isObject } from "@/lib/webhooks/payload/json-object";

/**
 * Returns whose message a payload is by its form: Slack's, or Mattermost's, which has the same with Markdown. Null for
 * anything else, also for a text alone.
 */
export function chatOf(payload: unknown): "slack" | "mattermost" | null {
  if (!isObject(payload)) return null;
  const { attachments, blocks, text, props, priority }: Record<string, unknown> = { ...payload };
  const isMattermosts =
    typeof text === "string" && (hasText(props, "card") || PRIORITIES.has(`${partOf(priority, "priority")}`));
  if (isMattermosts) return "mattermost";
  const isChats = areAll(attachments, isAttachment) || areAll(blocks, isBlock);
  if (!isChats) return null;
  const texts = [text, ...textsOf(attachments)]
    .filter((each) => typeof each === "string")
    .map((each) => each.slice(0, READ));
  return texts.some((each) => MARKDOWN.test(each)) && !texts.some((each) => MRKDWN.test(each)) ? "mattermost" : "slack";
}

const PRIORITIES = new Set(["standard", "important", "urgent"]);

/** How far a text is searched for marks. */
const READ = 1_000;
const MARKDOWN = /\*\*\S|\]\(https?:|^#{1,6} \S|^\|?[ :-]*---/m;
const MRKDWN = /<(?:https?:|mailto:|[@#!])[^<>\s]{0,500}/;

/** Keys that other tools' attachments, which are files, don't have. */
const OWN = ["fallback", "pretext", "title_link", "mrkdwn_in", "author_name", "thumb_url", "image_url", "callback_id"];
const BLOCKS = new Set(
  "actions context context_actions divider file header image input markdown rich_text section table video".split(" "),
);

function isAttachment(value: object): boolean {
  const has = (key: string) => Object.hasOwn(value, key);
  return OWN.some(has) || (has("color") && ["text", "title", "fields", "blocks"].some(has));
}

const isBlock = (value: object): boolean => BLOCKS.has(`${partOf(value, "type")}`);

function areAll(value: unknown, fits: (item: object) => boolean): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item: unknown) => isObject(item) && fits(item));
}

const partOf = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;

const hasText = (value: unknown, key: string): boolean => typeof partOf(value, key) === "string";

function textsOf(attachments: unknown): unknown[] {
  if (!Array.isArray(attachments)) return [];
  return attachments.slice(0, 10).flatMap((each: unknown) => [partOf(each, "pretext"), partOf(each, "text")]);
}
