import type { Card, Cards } from "./card";
import { colors } from "./colors";
import { type Delivery, type Place, pageOf } from "./delivery";
import { link, listing, paragraphs } from "./markdown";
import { capital, count } from "./phrases";
import type { Part } from "./read";
import { commit, commitLine, readRef } from "./reference";

const MOST_COMMITS = 10;

/** Commits, branches and tags that arrive, move or go. */
export const pushCards: Cards = { push };

function push({ payload, place }: Delivery): Card | null {
  const { kind, name } = readRef(payload.line("ref", 255));
  if (!name) return null;
  const commits = payload.parts("commits");
  const compare = payload.url("compare");
  const timestamp = payload.at("head_commit").time("timestamp");
  const called = `${capital(kind)} ${name}`;
  if (payload.is("deleted")) {
    return { headline: `${called} deleted`, url: place.url, color: colors.red, description: was(payload, place) };
  }
  const description = paragraphs(commitList(commits, place, compare), payload.is("forced") ? was(payload, place) : "");
  if (payload.is("created")) {
    const how = commits.length > 0 ? ` with ${count(commits.length, "commit")}` : "";
    const url = commits.length > 0 ? compare : pageOf(place, "tree", name);
    const tip = description || commitLine(place, payload.at("head_commit"));
    return {
      headline: `${called} created${how}`,
      url: url ?? compare,
      color: colors.green,
      description: tip,
      timestamp,
    };
  }
  const [only] = commits;
  return {
    context: kind === "branch" ? `${place.name}:${name}` : place.name,
    headline: (kind === "branch" ? "" : `${called}: `) + headline(commits.length, payload.is("forced")),
    url: (commits.length === 1 && only?.url("url")) || compare,
    color: payload.is("forced") ? colors.amber : colors.blue,
    description: description || commitLine(place, payload.at("head_commit")),
    timestamp,
  };
}

function headline(commits: number, forced: boolean): string {
  if (commits === 0) return forced ? "Force-pushed without new commits" : "Moved without new commits";
  return forced ? `Force-pushed ${count(commits, "commit")}` : count(commits, "commit");
}

function was(payload: Part, place: Place): string {
  const before = commit(place, payload.line("before", 64));
  return before && `It was at ${before} before.`;
}

/** Those that are new to the repository, or all when none is. */
function commitList(commits: readonly Part[], place: Place, compare: string | undefined): string {
  const fresh = commits.filter((each) => each.is("distinct"));
  const shown = fresh.length > 0 ? fresh : commits;
  const lines = shown.slice(0, MOST_COMMITS).map((each) => commitLine(place, each));
  const list = listing(lines.filter(Boolean), "\n", 3000, (rest) => link(`… and ${rest} more`, compare), shown.length);
  const known = commits.length - shown.length;
  return paragraphs(
    list,
    known > 0 ? `${count(known, "commit")} of these ${known === 1 ? "was" : "were"} on another branch already.` : "",
  );
}
