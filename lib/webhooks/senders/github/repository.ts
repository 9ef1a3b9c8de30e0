import type { JsonObject } from "@/lib/webhooks/format/json-object";
import { body, code, inline, link, listing, literal } from "@/lib/webhooks/format/markdown";
import { colors } from "@/lib/webhooks/senders/described/description";
import { about, type Card, type Cards, commit, count, type Delivery, field, pageOf, words } from "./card";

/** The repository itself: its state, stars and forks, releases and packages, wiki and pages, and GitHub's webhook on it. */
export const repositoryCards: Cards = {
  repository,
  public: ({ payload }) =>
    payload.at("repository").present ? { headline: "Repository made public", color: colors.amber } : null,
  star: ({ action, payload }) => ({
    headline: action === "deleted" ? "Star taken back" : "New star",
    color: action === "deleted" ? colors.grey : colors.amber,
    description: total(payload, "stargazers_count", "star"),
    timestamp: payload.time("starred_at"),
  }),
  watch: ({ action }) => ({
    headline: action === "started" ? "New star" : `Watching ${words(action)}`,
    color: colors.amber,
  }),
  fork,
  release,
  package: (delivery) => packageCard(delivery, delivery.payload.at("package")),
  registry_package: (delivery) => packageCard(delivery, delivery.payload.at("registry_package")),
  gollum,
  page_build: pageBuild,
  ping,
  meta,
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

function purpose(action: string, repo: JsonObject): string {
  return action === "created" || action === "edited" ? literal(repo.line("description", 500)) : "";
}

function fork({ payload }: Delivery): Card | null {
  const forkee = payload.at("forkee");
  if (!forkee.present) return null;
  const name = forkee.line("full_name", 150);
  return {
    headline: name ? `Forked to ${name}` : "Forked",
    url: forkee.url("html_url"),
    color: colors.blue,
    description: total(payload, "forks_count", "fork"),
    timestamp: forkee.time("created_at"),
  };
}

function total(payload: JsonObject, key: string, noun: string): string {
  const amount = payload.at("repository").integer(key);
  return amount === null || amount < 1 ? "" : `${count(amount, noun)} now`;
}

function release({ action, payload }: Delivery): Card | null {
  const made = payload.at("release");
  if (!made.present) return null;
  const tag = made.line("tag_name", 100);
  const name = made.line("name");
  const marked = action === "prereleased";
  const kind = marked
    ? "Release"
    : made.is("draft")
      ? "Draft release"
      : made.is("prerelease")
        ? "Pre-release"
        : "Release";
  const published = action === "published";
  const url = made.url("html_url");
  return {
    headline: about(
      `${kind}${tag && ` ${tag}`} ${marked ? "is a pre-release" : words(action)}`,
      name === tag ? "" : name,
    ),
    url,
    color: published || action === "released" ? colors.green : action === "deleted" ? colors.red : colors.grey,
    description: published ? body(made.text("body"), url) : "",
    fields: published ? [field("Downloads", downloads(made))] : [],
    timestamp: made.time("published_at") ?? made.time("created_at"),
  };
}

function downloads(made: JsonObject): string {
  return inline(
    made.objects("assets").map((asset) => link(literal(asset.line("name", 100)), asset.url("browser_download_url"))),
  );
}

function packageCard({ action }: Delivery, made: JsonObject): Card | null {
  if (!made.present) return null;
  const version = made.at("package_version");
  const tag = version.at("container_metadata", "tag").line("name", 100);
  const named = [made.line("name"), tag || shortVersion(version.line("version", 100))].filter(Boolean).join(" ");
  const type = made.line("package_type", 40) || made.line("ecosystem", 40);
  const install = version.line("installation_command");
  return {
    headline: `Package${named && ` ${named}`} ${words(action)}`,
    url: version.url("html_url") ?? made.url("html_url"),
    color: action === "published" ? colors.green : colors.grey,
    description: literal(made.line("description", 500)),
    fields: [
      field("Registry", literal(made.at("registry").line("name", 100) || type)),
      field("Install", code(install)),
    ],
    timestamp: made.time("updated_at") ?? made.time("created_at"),
  };
}

/** The version of a container without a tag is a digest, of which the start is enough. */
function shortVersion(version: string): string {
  return version.startsWith("sha256:") ? version.slice(0, 19) : version;
}

function gollum({ payload }: Delivery): Card | null {
  const pages = payload.objects("pages");
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

function pageName(page: JsonObject): string {
  return page.line("title", 100) || page.line("page_name", 100);
}

function pageBuild({ payload, source }: Delivery): Card | null {
  const build = payload.at("build");
  const state = build.line("status", 40);
  if (!state) return null;
  const built = state === "built";
  const failed = state === "errored";
  return {
    headline: built ? "Pages site built" : failed ? "Pages site failed to build" : `Pages site ${words(state)}`,
    color: built ? colors.green : failed ? colors.red : colors.grey,
    description: literal(build.at("error").line("message", 500)) || commit(source, build.line("commit", 64)),
    timestamp: build.time("updated_at"),
  };
}

function ping({ payload, source }: Delivery): Card | null {
  const id = payload.integer("hook_id") ?? payload.at("hook").integer("id");
  const zen = payload.line("zen", 500);
  const events = payload.at("hook").lines("events");
  if (id === null && !zen) return null;
  return {
    headline: "GitHub is connected",
    url: payload.at("repository").present && id !== null ? pageOf(source, "settings", "hooks", `${id}`) : source.url,
    color: colors.green,
    description: zen && `> ${literal(zen)}`,
    fields: [
      field("Will send", events.includes("*") ? "Everything" : inline(events.map(code))),
      field("Webhook on GitHub", id === null ? "" : code(`${id}`)),
    ],
    timestamp: payload.at("hook").time("updated_at"),
  };
}

function meta({ action, payload }: Delivery): Card | null {
  if (action !== "deleted") return null;
  return {
    headline: "GitHub is no longer connected",
    color: colors.red,
    description: "The webhook was deleted on GitHub. This was its last delivery.",
    timestamp: payload.at("hook").time("updated_at"),
  };
}
