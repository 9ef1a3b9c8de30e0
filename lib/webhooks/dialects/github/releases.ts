import { body } from "./body";
import { type Card, type Cards, field } from "./card";
import { colors } from "./colors";
import type { Delivery } from "./delivery";
import { code, inline, link, literal } from "./markdown";
import { about, words } from "./phrases";
import type { Part } from "./read";

/** What is given to the world: releases and packages. */
export const releaseCards: Cards = {
  release,
  package: (delivery) => packageCard(delivery, delivery.payload.at("package")),
  registry_package: (delivery) => packageCard(delivery, delivery.payload.at("registry_package")),
};

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

function downloads(made: Part): string {
  return inline(
    made.parts("assets").map((asset) => link(literal(asset.line("name", 100)), asset.url("browser_download_url"))),
  );
}

function packageCard({ action }: Delivery, made: Part): Card | null {
  if (!made.present) return null;
  const version = made.at("package_version");
  const tag = version.at("container_metadata", "tag").line("name", 100);
  const named = [made.line("name"), tag || shortened(version.line("version", 100))].filter(Boolean).join(" ");
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

/** A container's version without a tag is a digest. */
function shortened(version: string): string {
  return version.startsWith("sha256:") ? version.slice(0, 19) : version;
}
