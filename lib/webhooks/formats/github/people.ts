import type { StateTone } from "@/lib/messages/dto";
import type { JsonObject } from "@/lib/webhooks/payload/json-object";
import { literal } from "@/lib/webhooks/payload/markdown";
import { type Cards, cardOf, type Delivery, type EventCard, fact, happened, spaced, stateOf, was, words } from "./card";

/** Cards for members of repositories, teams and organizations, and for sponsors. */
export const peopleCards: Cards = {
  member,
  membership,
  organization,
  org_block: ({ action, payload }) => personCard(payload.at("blocked_user"), words(action), action),
  team: cardOf("team", team),
  team_add: cardOf("team", (made) => teamCard(made, "added to the repository", "progress")),
  sponsorship: cardOf("sponsorship", sponsorship),
};

const MEMBER = {
  added: "added as collaborator",
  edited: "other permissions",
  removed: "removed as collaborator",
};

function member({ action, payload }: Delivery): EventCard | null {
  const to = (key: string) => {
    const change = payload.at("changes", key);
    return [change.line("from", 40), change.line("to", 40)]
      .filter(Boolean)
      .map((role) => words(role))
      .join(" → ");
  };
  const what = Object.hasOwn(MEMBER, action) ? words(action, MEMBER) : `${words(action)} as collaborator`;
  return personCard(payload.at("member"), what, action, to("permission") || to("role_name"));
}

function membership({ action, payload }: Delivery): EventCard | null {
  const way = action === "removed" ? "from team" : "to team";
  return personCard(payload.at("member"), spaced(words(action), way, payload.at("team").line("name", 100)), action);
}

function organization({ action, payload }: Delivery): EventCard | null {
  const details = payload.at("membership");
  if (action === "member_invited") {
    const invitation = payload.at("invitation");
    const invited = payload.at("user").present ? payload.at("user") : invitation;
    return personCard(invited, "invited to the organization", action, invitation.line("role", 40));
  }
  if (details.present && action.startsWith("member_")) {
    const what = `${words(action.slice(7))} ${action === "member_removed" ? "from" : "to"} the organization`;
    return personCard(details.at("user"), what, action, details.line("role", 40));
  }
  if (!payload.at("organization").present) return null;
  return {
    ...happened(`Organization ${words(action)}`, "warning"),
    summary: was(payload.at("changes", "login").line("from", 100)),
  };
}

function team(made: JsonObject, { action }: Delivery): EventCard {
  const what = words(action).replace(/(?<=^(added to|removed from)) repository$/, " the repository");
  return { ...teamCard(made, what, toneOf(action)), summary: made.line("description", 500) };
}

function teamCard(made: JsonObject, what: string, tone: StateTone): EventCard {
  return {
    ...happened(what, tone),
    subject: spaced("Team", made.line("name", 100)),
    facts: [fact("Permission", literal(made.line("permission", 40)))],
    at: undefined,
  };
}

function personCard(who: JsonObject, what: string, action: string, role = ""): EventCard | null {
  const login = who.line("login", 100) || who.line("email", 100);
  if (!login) return null;
  return {
    ...happened(what, toneOf(action)),
    subject: login,
    url: who.url("html_url"),
    facts: [fact("Role", role && literal(words(role)))],
  };
}

function toneOf(action: string): StateTone {
  return /add|created|invite/.test(action) ? "progress" : "none";
}

function sponsorship(given: JsonObject, { action, payload }: Delivery): EventCard {
  const sponsor = given.at("sponsor");
  const login = sponsor.line("login", 100);
  return {
    ...(action === "cancelled"
      ? { subject: `Sponsorship${login && ` of ${login}`}`, state: stateOf("Cancelled", "bad", false) }
      : {
          subject: login,
          ...happened(
            action === "created" ? "New sponsor" : `Sponsorship ${words(action)}`,
            action === "created" ? "done" : "none",
          ),
        }),
    url: sponsor.url("html_url"),
    summary: was(payload.at("changes", "tier", "from").line("name", 100)),
    facts: [fact("Tier", literal(given.at("tier").line("name", 100)))],
    at: payload.time("effective_date") ?? given.time("created_at"),
  };
}
