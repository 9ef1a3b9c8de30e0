import { count } from "@/lib/webhooks/interpret/described/filters";
import type { JsonObject } from "@/lib/webhooks/payload/json-object";
import { body, code, inline, link, listing, literal } from "@/lib/webhooks/payload/markdown";
import {
  type Cards,
  cardOf,
  changedSettings,
  type Delivery,
  type EventCard,
  fact,
  happened,
  spaced,
  stateOf,
  was,
  words,
} from "./card";

/**
 * Cards for the repository itself: visibility, stars, forks, releases, packages, wiki, pages and GitHub's webhook on
 * it.
 */
export const repositoryCards: Cards = {
  repository: cardOf("repository", repository),
  public: ({ payload }) => (payload.at("repository").present ? happened("Repository made public", "warning") : null),
  star: ({ action, payload }) => ({
    ...(action === "deleted" ? happened("Star taken back") : happened("New star", "done")),
    summary: total(payload, "stargazers_count", "star"),
    at: payload.time("starred_at"),
  }),
  watch: ({ action }) => (action === "started" ? happened("New star", "done") : happened(`Watching ${words(action)}`)),
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
    ...happened(
      `Repository ${words(action, { publicized: "made public", privatized: "made private" })}`,
      action === "created" ? "progress" : "warning",
    ),
    url: source.url,
    summary:
      was(name || (owner && `${owner}/${repo.line("name", 100)}`)) || (isNews ? repo.line("description", 500) : ""),
    facts: action === "edited" ? changedSettings(payload, repo) : [],
  };
}

function repositoryImport({ payload }: Delivery): EventCard {
  const status = payload.line("status", 40);
  return {
    subject: "Repository import",
    state: stateOf(
      words(status, { success: "finished", failure: "failed" }),
      status === "success" ? "good" : status === "failure" ? "bad" : "none",
      false,
    ),
  };
}

function fork(forkee: JsonObject, { payload }: Delivery): EventCard {
  return {
    ...happened("Fork", "progress"),
    subject: forkee.line("full_name", 150),
    summary: total(payload, "forks_count", "fork"),
    at: forkee.time("created_at"),
  };
}

function total(payload: JsonObject, key: string, noun: string): string {
  const amount = payload.at("repository").integer(key);
  return amount === null || amount < 1 ? "" : `${count(amount, noun)} now`;
}

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
    ...happened(
      marked ? "Release is a pre-release" : `${stage} ${words(action)}`,
      published || action === "released" ? "done" : "none",
    ),
    subject: spaced(tag, name === tag ? "" : name),
    body: published ? body(made.text("body"), made.url("html_url")) : "",
    facts: [fact("Downloads", published ? inline(downloads) : "", "link")],
    at: made.time("published_at") ?? made.time("created_at"),
  };
}

function packageCard(made: JsonObject, { action }: Delivery): EventCard {
  const version = made.at("package_version");
  const tag = version.at("container_metadata", "tag").line("name", 100);
  const registry = made.at("registry").line("name", 100);
  return {
    ...happened(`Package ${words(action)}`, action === "published" ? "done" : "none"),
    subject: spaced(made.line("name"), tag || shortVersion(version.line("version", 100))),
    url: version.url("html_url") ?? made.url("html_url"),
    summary: made.line("description", 500),
    facts: [
      fact("Registry", literal(registry || made.line("package_type", 40) || made.line("ecosystem", 40))),
      fact("Install", code(version.line("installation_command")), "code"),
    ],
    at: made.time("updated_at") ?? made.time("created_at"),
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
  const url = first.url("html_url");
  const done = (page: JsonObject) => words(page.line("action", 40));
  const name = (page: JsonObject) => page.line("title", 100) || page.line("page_name", 100);
  if (pages.length === 1) {
    return {
      ...happened(`Wiki page ${done(first)}`, "progress"),
      url,
      subject: name(first),
      summary: first.line("summary"),
    };
  }
  const lines = pages.slice(0, 10).map((page) => {
    const named = `${link(literal(name(page)), page.url("html_url"))} ${literal(done(page))}`;
    const summary = literal(page.line("summary"));
    return summary ? `${named}: ${summary}` : named;
  });
  const list = listing(lines, "\n", 3000, (rest) => `… and ${rest} more`, pages.length).split("\n");
  return { ...happened(`${count(pages.length, "wiki page")} changed`, "progress"), url, list };
}

function pageBuild({ payload, source }: Delivery): EventCard | null {
  const build = payload.at("build");
  const state = build.line("status", 40);
  if (!state) return null;
  return {
    subject: "Pages site",
    state: stateOf(
      words(state, { errored: "failed to build" }),
      state === "built" ? "good" : state === "errored" ? "bad" : "progress",
    ),
    summary: build.at("error").line("message", 500),
    body: source.commit(build.line("commit", 64)),
    at: build.time("updated_at"),
  };
}

function ping({ payload, source }: Delivery): EventCard | null {
  const hook = payload.at("hook");
  const id = payload.integer("hook_id") ?? hook.integer("id");
  const zen = literal(payload.line("zen", 500));
  const events = hook.lines("events");
  if (id === null && !zen) return null;
  return {
    ...happened("GitHub is connected", "good"),
    url: payload.at("repository").present && id !== null ? source.page("settings", "hooks", `${id}`) : source.url,
    body: zen && `> ${zen}`,
    facts: [
      fact("Will send", events.includes("*") ? "Everything" : inline(events.map(code))),
      fact("Webhook on GitHub", id === null ? "" : code(`${id}`), "code"),
    ],
    at: hook.time("updated_at"),
  };
}

function meta({ action, payload }: Delivery): EventCard | null {
  if (action !== "deleted") return null;
  return {
    ...happened("GitHub is no longer connected", "bad"),
    summary: "The webhook was deleted on GitHub. This was its last delivery.",
    at: payload.at("hook").time("updated_at"),
  };
}
