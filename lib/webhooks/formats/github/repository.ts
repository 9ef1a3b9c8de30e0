import { count } from "@/lib/webhooks/interpret/described/filters";
import type { JsonObject } from "@/lib/webhooks/payload/json-object";
import { body, code, inline, link, listing, literal } from "@/lib/webhooks/payload/markdown";
import {
  type Cards,
  cardOf,
  changedSettings,
  colored,
  type Delivery,
  type EventCard,
  spaced,
  was,
  words,
} from "./card";

/**
 * Cards for the repository itself: visibility, stars, forks, releases, packages, wiki, pages and GitHub's webhook on
 * it.
 */
export const repositoryCards: Cards = {
  repository: cardOf("repository", repository),
  public: ({ payload }) =>
    payload.at("repository").present ? { headline: "Repository made public", color: "amber" } : null,
  star: ({ action, payload }) => ({
    headline: action === "deleted" ? "Star taken back" : "New star",
    color: action === "deleted" ? "grey" : "amber",
    description: total(payload, "stargazers_count", "star"),
    timestamp: payload.time("starred_at"),
  }),
  watch: ({ action }) => ({
    headline: action === "started" ? "New star" : `Watching ${words(action)}`,
    color: "amber",
  }),
  fork: cardOf("forkee", fork),
  release: cardOf("release", release),
  package: cardOf("package", packageCard),
  registry_package: cardOf("registry_package", packageCard),
  gollum,
  page_build: pageBuild,
  repository_import: repositoryImport,
  ping,
  meta,
};

function repository(repo: JsonObject, { action, payload, source }: Delivery): EventCard {
  const name = payload.at("changes", "repository", "name").line("from", 150);
  const former = payload.at("changes", "owner", "from");
  const owner = former.at("user").line("login", 100) || former.at("organization").line("login", 100);
  const isNews = action === "created" || action === "edited";
  return {
    headline: `Repository ${words(action, { publicized: "made public", privatized: "made private" })}`,
    url: source.url,
    color: action === "created" ? "green" : action === "deleted" ? "red" : "amber",
    description:
      was(name || (owner && `${owner}/${repo.line("name", 100)}`)) ||
      (isNews ? literal(repo.line("description", 500)) : ""),
    fields: action === "edited" ? changedSettings(payload, repo) : {},
  };
}

function repositoryImport({ payload }: Delivery): EventCard {
  const status = payload.line("status", 40);
  return {
    headline: `Repository import ${words(status, { success: "finished", failure: "failed" })}`,
    color: status === "success" ? "green" : status === "failure" ? "red" : "grey",
  };
}

function fork(forkee: JsonObject, { payload }: Delivery): EventCard {
  const name = forkee.line("full_name", 150);
  return {
    headline: name ? `Forked to ${name}` : "Forked",
    color: "blue",
    description: total(payload, "forks_count", "fork"),
    timestamp: forkee.time("created_at"),
  };
}

function total(payload: JsonObject, key: string, noun: string): string {
  const amount = payload.at("repository").integer(key);
  return amount === null || amount < 1 ? "" : `${count(amount, noun)} now`;
}

const releaseColor = colored({ green: "published released", red: "deleted" });

function release(made: JsonObject, { action }: Delivery): EventCard {
  const tag = made.line("tag_name", 100);
  const name = made.line("name");
  const marked = action === "prereleased";
  const stage = made.is("draft") ? "Draft release" : made.is("prerelease") ? "Pre-release" : "Release";
  const published = action === "published";
  const downloads = made
    .objects("assets")
    .map((asset) => link(literal(asset.line("name", 100)), asset.url("browser_download_url")));
  return {
    headline: spaced(marked ? "Release" : stage, tag, words(action, { prereleased: "is a pre-release" })),
    title: name === tag ? "" : name,
    color: releaseColor(action),
    description: published ? body(made.text("body"), made.url("html_url")) : "",
    fields: { Downloads: published ? inline(downloads) : "" },
    timestamp: made.time("published_at") ?? made.time("created_at"),
  };
}

function packageCard(made: JsonObject, { action }: Delivery): EventCard {
  const version = made.at("package_version");
  const tag = version.at("container_metadata", "tag").line("name", 100);
  const registry = made.at("registry").line("name", 100);
  return {
    headline: spaced("Package", made.line("name"), tag || shortVersion(version.line("version", 100)), words(action)),
    url: version.url("html_url") ?? made.url("html_url"),
    color: action === "published" ? "green" : "grey",
    description: literal(made.line("description", 500)),
    fields: {
      Registry: literal(registry || made.line("package_type", 40) || made.line("ecosystem", 40)),
      Install: code(version.line("installation_command")),
    },
    timestamp: made.time("updated_at") ?? made.time("created_at"),
  };
}

/** Shortens a digest, which is the version of a container without a tag. */
function shortVersion(version: string): string {
  return version.startsWith("sha256:") ? version.slice(0, 19) : version;
}

function gollum({ payload }: Delivery): EventCard | null {
  const pages = payload.objects("pages");
  const [first] = pages;
  if (!first) return null;
  const card = { url: first.url("html_url"), color: "blue" as const };
  const done = (page: JsonObject) => words(page.line("action", 40));
  const name = (page: JsonObject) => page.line("title", 100) || page.line("page_name", 100);
  const summary = (page: JsonObject) => literal(page.line("summary"));
  if (pages.length === 1) {
    return { ...card, headline: `Wiki page ${done(first)}`, title: name(first), description: summary(first) };
  }
  const lines = pages.slice(0, 10).map((page) => {
    const named = `${link(literal(name(page)), page.url("html_url"))} ${literal(done(page))}`;
    return summary(page) ? `${named}: ${summary(page)}` : named;
  });
  const description = listing(lines, "\n", 3000, (rest) => `… and ${rest} more`, pages.length);
  return { ...card, headline: `${count(pages.length, "wiki page")} changed`, description };
}

function pageBuild({ payload, source }: Delivery): EventCard | null {
  const build = payload.at("build");
  const state = build.line("status", 40);
  if (!state) return null;
  return {
    headline: `Pages site ${words(state, { errored: "failed to build" })}`,
    color: state === "built" ? "green" : state === "errored" ? "red" : "grey",
    description: literal(build.at("error").line("message", 500)) || source.commit(build.line("commit", 64)),
    timestamp: build.time("updated_at"),
  };
}

function ping({ payload, source }: Delivery): EventCard | null {
  const hook = payload.at("hook");
  const id = payload.integer("hook_id") ?? hook.integer("id");
  const zen = literal(payload.line("zen", 500));
  const events = hook.lines("events");
  if (id === null && !zen) return null;
  return {
    headline: "GitHub is connected",
    url: payload.at("repository").present && id !== null ? source.page("settings", "hooks", `${id}`) : source.url,
    color: "green",
    description: zen && `> ${zen}`,
    fields: {
      "Will send": events.includes("*") ? "Everything" : inline(events.map(code)),
      "Webhook on GitHub": id === null ? "" : code(`${id}`),
    },
    timestamp: hook.time("updated_at"),
  };
}

function meta({ action, payload }: Delivery): EventCard | null {
  if (action !== "deleted") return null;
  return {
    headline: "GitHub is no longer connected",
    color: "red",
    description: "The webhook was deleted on GitHub. This was its last delivery.",
    timestamp: payload.at("hook").time("updated_at"),
  };
}
