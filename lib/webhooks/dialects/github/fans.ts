import { type Card, type Cards, field } from "./card";
import { colors } from "./colors";
import type { Delivery } from "./delivery";
import { code, literal, paragraphs } from "./markdown";
import { count, words } from "./phrases";

/** People who like a repository or somebody's work. */
export const fanCards: Cards = {
  fork,
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
  sponsorship,
};

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

function sponsorship({ action, payload }: Delivery): Card | null {
  const given = payload.at("sponsorship");
  if (!given.present) return null;
  const sponsor = given.at("sponsor");
  const who = sponsor.line("login", 100);
  const before = payload.at("changes", "tier", "from").line("name", 100);
  const what = action === "created" ? "New sponsor" : `Sponsorship ${words(action)}`;
  return {
    headline: who ? `${what}: ${who}` : what,
    url: sponsor.url("html_url"),
    color: action === "created" ? colors.green : action === "cancelled" ? colors.red : colors.grey,
    description: paragraphs(before && `It was ${code(before)} before.`),
    fields: [field("Tier", literal(given.at("tier").line("name", 100)))],
    timestamp: payload.time("effective_date") ?? given.time("created_at"),
  };
}

function total(payload: Delivery["payload"], key: string, noun: string): string {
  const amount = payload.at("repository").integer(key);
  return amount === null || amount < 1 ? "" : `${count(amount, noun)} now`;
}
