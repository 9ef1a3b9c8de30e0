import { body } from "./body";
import type { Card, Cards } from "./card";
import { colors } from "./colors";
import type { Delivery } from "./delivery";
import { code, link, paragraphs } from "./markdown";
import { about, capital, number, words } from "./phrases";
import type { Part } from "./read";

/** What reviewers say about a pull request. */
export const reviewCards: Cards = {
  pull_request_review: review,
  pull_request_review_comment: reviewComment,
  pull_request_review_thread: reviewThread,
};

function review({ action, payload }: Delivery): Card | null {
  const pull = payload.at("pull_request");
  const given = payload.at("review");
  if (!given.present) return null;
  const url = given.url("html_url") ?? pull.url("html_url");
  const [what, color] = verdict(action, given.line("state").toLowerCase(), nameOf(pull));
  return {
    headline: about(what, pull.line("title")),
    url,
    color,
    description: action === "dismissed" ? "" : body(given.text("body"), url),
    timestamp: given.time("submitted_at"),
  };
}

function verdict(action: string, state: string, pull: string): [what: string, color: number] {
  if (action !== "submitted") return [`Review of ${pull} ${words(action)}`, colors.grey];
  if (state === "approved") return [`${capital(pull)} approved`, colors.green];
  if (state === "changes_requested") return [`Changes requested on ${pull}`, colors.red];
  return [`${capital(pull)} reviewed`, colors.blue];
}

function reviewComment({ action, payload }: Delivery): Card | null {
  const pull = payload.at("pull_request");
  const comment = payload.at("comment");
  if (!comment.present) return null;
  const url = comment.url("html_url") ?? pull.url("html_url");
  const deleted = action === "deleted";
  const what = action === "created" ? "Review comment on" : `Review comment ${words(action)} on`;
  return {
    headline: about(`${what} ${nameOf(pull)}`, pull.line("title")),
    url: deleted ? pull.url("html_url") : url,
    color: action === "created" ? colors.blue : colors.grey,
    description: deleted ? "" : paragraphs(lineOf(comment), body(comment.text("body"), url)),
    timestamp: comment.time("updated_at"),
  };
}

function reviewThread({ action, payload }: Delivery): Card | null {
  const pull = payload.at("pull_request");
  const [first] = payload.at("thread").parts("comments");
  if (!pull.present && !first) return null;
  const url = first?.url("html_url");
  return {
    headline: about(`Review thread ${words(action)} on ${nameOf(pull)}`, pull.line("title")),
    url: url ?? pull.url("html_url"),
    color: action === "resolved" ? colors.green : colors.amber,
    description: first && paragraphs(lineOf(first), body(first.text("body"), url)),
    timestamp: payload.time("updated_at") ?? pull.time("updated_at"),
  };
}

function nameOf(pull: Part): string {
  return `pull request${number(pull)}`;
}

/** "`src/a.ts`, line 12", as a link on the comment. */
function lineOf(comment: Part): string {
  const path = comment.line("path", 255);
  const line = comment.integer("line") ?? comment.integer("original_line");
  return path && link(code(path) + (line === null ? "" : `, line ${line}`), comment.url("html_url"));
}
