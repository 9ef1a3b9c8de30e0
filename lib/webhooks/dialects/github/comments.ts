import { body } from "./body";
import type { Card, Cards } from "./card";
import { colors } from "./colors";
import type { Delivery } from "./delivery";
import { code, paragraphs } from "./markdown";
import { about, number, words } from "./phrases";

/** Comments on issues, pull requests, discussions and commits. */
export const commentCards: Cards = {
  issue_comment: (delivery) => {
    const issue = delivery.payload.at("issue");
    const kind = issue.at("pull_request").present ? "pull request" : "issue";
    return comment(delivery, `${kind}${number(issue)}`, issue.line("title"), issue.url("html_url"));
  },
  discussion_comment: (delivery) => {
    const discussion = delivery.payload.at("discussion");
    const url = discussion.url("html_url");
    return comment(delivery, `discussion${number(discussion)}`, discussion.line("title"), url);
  },
  commit_comment: (delivery) => {
    const sha = delivery.payload.at("comment").line("commit_id", 64).slice(0, 7);
    return comment(delivery, sha ? `commit ${sha}` : "a commit", "", undefined);
  },
};

function comment(
  { action, payload }: Delivery,
  on: string,
  title: string,
  subjectUrl: string | undefined,
): Card | null {
  const said = payload.at("comment");
  if (!said.present) return null;
  const deleted = action === "deleted";
  const url = said.url("html_url") ?? subjectUrl;
  const path = said.line("path", 255);
  return {
    headline: about(action === "created" ? `Comment on ${on}` : `Comment ${words(action)} on ${on}`, title),
    url: deleted ? subjectUrl : url,
    color: action === "created" ? colors.blue : colors.grey,
    // What somebody took back isn't told again.
    description: deleted ? "" : paragraphs(path && code(path), body(said.text("body"), url)),
    timestamp: said.time("updated_at"),
  };
}
