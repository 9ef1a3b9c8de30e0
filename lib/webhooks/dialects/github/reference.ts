import { type Place, pageOf } from "./delivery";
import { code, dotted, inline, link, literal } from "./markdown";
import type { Part } from "./read";

/** Somebody, as a link on their name; "" for nobody. */
export function person(part: Part): string {
  return link(literal(part.line("login", 100)), part.url("html_url"));
}

/** People or teams, with commas between them. */
export function people(parts: readonly Part[]): string {
  return inline(parts.map((part) => person(part) || link(literal(part.line("name", 100)), part.url("html_url"))));
}

/** A commit's short hash, as a link on its page. */
export function commit(place: Place, sha: string, url = pageOf(place, "commit", sha)): string {
  return link(code(sha.slice(0, 7)), url);
}

/** A commit with its subject and author: "`abc1234` Fix the flaky test – octocat". */
export function commitLine(place: Place, part: Part): string {
  const sha = part.line("id", 64) || part.line("sha", 64);
  const author = part.at("author").line("username", 40) || part.at("author").line("name", 40);
  const subject = literal(part.firstLine("message"));
  const words = [commit(place, sha, part.url("url")), subject].filter(Boolean).join(" ");
  return author && words ? `${words} – ${literal(author)}` : words;
}

/** A branch, as a link on its tree. */
export function branch(place: Place, name: string): string {
  return link(code(name), pageOf(place, "tree", name));
}

/** Where code ran: the branch and the commit. */
export function codeAt(place: Place, name: string, sha: string): string {
  return dotted(branch(place, name), commit(place, sha));
}

/** What a full ref names: "refs/heads/fix/a" is the branch "fix/a". */
export function readRef(ref: string): { kind: "branch" | "tag" | "ref"; name: string } {
  if (ref.startsWith("refs/heads/")) return { kind: "branch", name: ref.slice(11) };
  if (ref.startsWith("refs/tags/")) return { kind: "tag", name: ref.slice(10) };
  return { kind: "ref", name: ref };
}
