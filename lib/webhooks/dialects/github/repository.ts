import type { Card, Cards } from "./card";
import { colors } from "./colors";
import type { Delivery } from "./delivery";
import { code, link, listing, literal } from "./markdown";
import { about, count, words } from "./phrases";
import type { Part } from "./read";
import { commit } from "./reference";

/** The repository itself, its wiki and its pages. */
export const repositoryCards: Cards = {
  repository,
  public: ({ payload }) =>
    payload.at("repository").present ? { headline: "Repository made public", color: colors.amber } : null,
  gollum,
  page_build: pageBuild,
};

const VERBS = new Map([
  ["publicized", "made public"],
  ["privatized", "made private"],
]);

function repository({ action, payload }: Delivery): Card | null {
  const repo = payload.at("repository");
  if (!repo.present) return null;
  const former = payload.at("changes", "repository", "name").line("from", 150);
  const owner =
    payload.at("changes", "owner", "from", "user").line("login", 100) ||
    payload.at("changes", "owner", "from", "organization").line("login", 100);
  const past = former || owner;
  return {
    headline: `Repository ${VERBS.get(action) ?? words(action)}`,
    color: action === "created" ? colors.green : action === "deleted" ? colors.red : colors.amber,
    description: past
      ? `It was ${code(former || `${owner}/${repo.line("name", 100)}`)} before.`
      : purpose(action, repo),
    timestamp: repo.time("updated_at"),
  };
}

function purpose(action: string, repo: Part): string {
  return action === "created" || action === "edited" ? literal(repo.line("description", 500)) : "";
}

function gollum({ payload }: Delivery): Card | null {
  const pages = payload.parts("pages");
  const [first] = pages;
  if (!first) return null;
  const card = { url: first.url("html_url"), color: colors.blue };
  if (pages.length === 1) {
    const headline = about(`Wiki page ${words(first.line("action", 40))}`, pageName(first));
    return { ...card, headline, description: literal(first.line("summary")) };
  }
  const lines = pages.slice(0, 10).map((page) => {
    const summary = literal(page.line("summary"));
    const name = link(literal(pageName(page)), page.url("html_url"));
    return `${name} ${literal(words(page.line("action", 40)))}${summary && `: ${summary}`}`;
  });
  const description = listing(lines, "\n", 3000, (rest) => `… and ${rest} more`, pages.length);
  return { ...card, headline: `${count(pages.length, "wiki page")} changed`, description };
}

function pageName(page: Part): string {
  return page.line("title", 100) || page.line("page_name", 100);
}

function pageBuild({ payload, place }: Delivery): Card | null {
  const build = payload.at("build");
  const state = build.line("status", 40);
  if (!state) return null;
  const built = state === "built";
  const failed = state === "errored";
  return {
    headline: built ? "Pages site built" : failed ? "Pages site failed to build" : `Pages site ${words(state)}`,
    color: built ? colors.green : failed ? colors.red : colors.grey,
    description: literal(build.at("error").line("message", 500)) || commit(place, build.line("commit", 64)),
    timestamp: build.time("updated_at"),
  };
}
