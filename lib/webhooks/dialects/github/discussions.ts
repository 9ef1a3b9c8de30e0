import { body } from "./body";
import { type Card, type Cards, field } from "./card";
import { colors } from "./colors";
import type { Delivery } from "./delivery";
import { literal } from "./markdown";
import { about, changes, number, phrase } from "./phrases";

/** Discussions and their answers. */
export const discussionCards: Cards = { discussion };

const COLORS = new Map<string, number>([
  ["created", colors.green],
  ["answered", colors.green],
  ["reopened", colors.green],
  ["unanswered", colors.amber],
  ["closed", colors.purple],
  ["deleted", colors.red],
]);

function discussion({ action, payload }: Delivery): Card | null {
  const topic = payload.at("discussion");
  if (!topic.present) return null;
  const answer = payload.at("answer");
  const url = (action === "answered" && answer.url("html_url")) || topic.url("html_url");
  const category = topic.at("category").line("name", 100);
  return {
    headline: about(`Discussion${number(topic)} ${phrase(action, payload)}`, topic.line("title")),
    url,
    color: COLORS.get(action) ?? colors.grey,
    description: text(action, payload, url),
    fields: ["created", "category_changed"].includes(action) ? [field("Category", literal(category))] : [],
    timestamp: topic.time("updated_at"),
  };
}

function text(action: string, payload: Delivery["payload"], url: string | undefined): string {
  if (action === "created") return body(payload.at("discussion").text("body"), url);
  if (action === "answered") return body(payload.at("answer").text("body"), url);
  return changes(payload);
}
