import type { JsonObject } from "@/lib/webhooks/format/json-object";
import { code, literal, paragraphs } from "@/lib/webhooks/format/markdown";
import { colors } from "@/lib/webhooks/senders/described/description";
import { type Card, type Cards, type Delivery, field, words } from "./card";

/** Who belongs to a repository, a team or an organisation, and who sponsors whom. */
export const peopleCards: Cards = {
  member,
  membership,
  organization,
  org_block: orgBlock,
  team,
  team_add: teamAdd,
  sponsorship,
};

const MEMBER = new Map([
  ["added", "added as collaborator"],
  ["edited", "has other permissions now"],
  ["removed", "removed as collaborator"],
]);

function member({ action, payload }: Delivery): Card | null {
  const who = payload.at("member");
  const role = payload.at("changes", "permission").line("to", 40) || payload.at("changes", "role_name").line("to", 40);
  return somebody(who, MEMBER.get(action) ?? `${words(action)} as collaborator`, action, role);
}

function membership({ action, payload }: Delivery): Card | null {
  const team = payload.at("team").line("name", 100);
  const way = action === "removed" ? "from" : "to";
  return somebody(payload.at("member"), `${words(action)} ${way} team${team && ` ${team}`}`, action, "");
}

function organization({ action, payload }: Delivery): Card | null {
  const held = payload.at("membership");
  if (action === "member_invited") {
    const invited = payload.at("user").present ? payload.at("user") : payload.at("invitation");
    return somebody(invited, "invited to the organisation", action, payload.at("invitation").line("role", 40));
  }
  if (held.present && action.startsWith("member_")) {
    const what = `${words(action.slice(7))} ${action === "member_removed" ? "from" : "to"} the organisation`;
    return somebody(held.at("user"), what, action, held.line("role", 40));
  }
  if (!payload.at("organization").present) return null;
  const former = payload.at("changes", "login").line("from", 100);
  return {
    headline: `Organisation ${words(action)}`,
    color: action === "deleted" ? colors.red : colors.amber,
    description: former && `It was ${code(former)} before.`,
  };
}

function orgBlock({ action, payload }: Delivery): Card | null {
  return somebody(payload.at("blocked_user"), words(action), action, "");
}

function team({ action, payload }: Delivery): Card | null {
  const made = payload.at("team");
  if (!made.present) return null;
  const where = payload.at("repository").line("full_name", 150);
  const target = action.endsWith("_repository") && where ? where : "repository";
  const name = made.line("name", 100);
  return {
    headline: `Team${name && ` ${name}`} ${words(action).replace(/repository$/, target)}`,
    url: made.url("html_url"),
    color: colorOf(action),
    description: literal(made.line("description", 500)),
    fields: [field("Permission", literal(made.line("permission", 40)))],
  };
}

function teamAdd({ payload }: Delivery): Card | null {
  const made = payload.at("team");
  const name = made.line("name", 100);
  if (!made.present) return null;
  return {
    headline: `Team${name && ` ${name}`} added to the repository`,
    url: made.url("html_url"),
    color: colors.green,
    fields: [field("Permission", literal(made.line("permission", 40)))],
  };
}

function somebody(who: JsonObject, what: string, action: string, role: string): Card | null {
  const login = who.line("login", 100) || who.line("email", 100);
  if (!login) return null;
  return {
    headline: `${login} ${what}`,
    url: who.url("html_url"),
    color: colorOf(action),
    fields: [field("Role", literal(words(role || " ")))],
  };
}

function colorOf(action: string): number {
  if (/remove|delete|^blocked/.test(action)) return colors.red;
  return /add|created|invite/.test(action) ? colors.green : colors.grey;
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
