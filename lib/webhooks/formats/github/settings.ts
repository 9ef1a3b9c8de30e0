import type { CardState } from "@/lib/messages/dto";
import { capital } from "@/lib/webhooks/interpret/described/filters";
import type { JsonObject } from "@/lib/webhooks/payload/json-object";
import { code, inline, link, literal } from "@/lib/webhooks/payload/markdown";
import {
  type Cards,
  cardOf,
  changedSettings,
  type Delivery,
  type EventCard,
  fact,
  happened,
  people,
  spaced,
  stateOf,
  toned,
  words,
} from "./card";

/** Cards for rules on branches, keys, properties, and apps with access. */
export const settingsCards: Cards = {
  branch_protection_rule: cardOf("rule", (rule, delivery) => ruleCard(rule, "Branch protection rule", delivery)),
  branch_protection_configuration: ({ action, source }) => ({
    subject: "Branch protection for all branches",
    state: stateOf(words(action), action === "disabled" ? "bad" : "good"),
    url: source.page("settings", "branches"),
  }),
  repository_ruleset: cardOf("repository_ruleset", (rule, delivery) => ruleCard(rule, "Ruleset", delivery)),
  deploy_key: cardOf("key", deployKey),
  custom_property_values: propertyValues,
  security_and_analysis: securityFeatures,
  installation: cardOf("installation", installation),
  installation_repositories: installedRepositories,
  personal_access_token_request: cardOf("personal_access_token_request", tokenRequest),
};

/** A deleted rule leaves code unprotected, so it's as bad as a failure. */
const ruleTone = toned({ good: "created", warning: "edited", bad: "deleted" });

function ruleCard(rule: JsonObject, kind: string, { action, payload, source }: Delivery): EventCard {
  const checks = inline(rule.lines("required_status_checks").map(code));
  const reviews = rule.integer("required_approving_review_count") ?? 0;
  return {
    ...happened(`${kind} ${words(action)}`, ruleTone(action)),
    subject: rule.line("name"),
    url: rule.at("_links", "html").url("href") ?? source.page("settings", kind === "Ruleset" ? "rules" : "branches"),
    facts:
      action === "edited"
        ? changedSettings(payload, rule)
        : [
            fact("Required checks", checks),
            fact("Required reviews", reviews > 0 ? `${reviews}` : "", "number"),
            fact("Enforcement", literal(rule.line("enforcement", 40))),
          ],
    at: rule.time("updated_at"),
  };
}

function deployKey(key: JsonObject, { action, source }: Delivery): EventCard {
  return {
    ...happened(`Deploy key ${words(action)}`, action === "deleted" ? "none" : "warning"),
    subject: key.line("title"),
    url: source.page("settings", "keys"),
    facts: [fact("Access", key.is("read_only") ? "read" : "read and write")],
    at: key.time("created_at"),
  };
}

function propertyValues({ payload, source }: Delivery): EventCard {
  const before = new Map(payload.objects("old_property_values").map((each) => [each.line("property_name"), each]));
  const value = (each: JsonObject | undefined) =>
    inline((each?.lines("value") ?? []).map(code)) || code(each?.line("value", 100) ?? "") || "none";
  const changed = payload.objects("new_property_values").slice(0, 6);
  return {
    ...happened("Custom properties changed", "progress"),
    url: source.page("settings", "custom-properties"),
    facts: changed.map((each) => {
      const name = each.line("property_name", 100);
      return fact(name, `${value(before.get(name))} → ${value(each)}`);
    }),
  };
}

function securityFeatures({ payload, source }: Delivery): EventCard {
  const before = payload.at("changes", "from", "security_and_analysis");
  const now = payload.at("repository", "security_and_analysis");
  const status = (all: JsonObject, key: string) => all.at(key).line("status", 40);
  const changed = now.keys.filter((key) => status(before, key) !== status(now, key)).slice(0, 6);
  return {
    ...happened("Security features changed", changed.some((key) => status(now, key) === "disabled") ? "bad" : "good"),
    url: source.page("settings", "security_analysis"),
    facts: changed.map((key) =>
      fact(capital(words(key)), `${literal(status(before, key)) || "none"} → ${literal(status(now, key))}`),
    ),
  };
}

const INSTALLATION = {
  created: "installed",
  deleted: "uninstalled",
  suspend: "suspended",
  unsuspend: "no longer suspended",
  new_permissions_accepted: "other permissions accepted",
};

const appTone = toned({ progress: "created unsuspend added", warning: "suspend new_permissions_accepted" });

function installation(made: JsonObject, { action, payload }: Delivery): EventCard {
  const app = made.line("app_slug", 100);
  return {
    ...happened(words(action, INSTALLATION), appTone(action)),
    subject: spaced("App", app),
    url: made.url("html_url"),
    facts: [
      fact("Repositories", repositories(payload, "repositories") || literal(words(made.line("repository_selection")))),
    ],
    at: undefined,
  };
}

function installedRepositories({ action, payload }: Delivery): EventCard {
  const made = payload.at("installation");
  const app = made.line("app_slug", 100);
  return {
    ...happened(action === "removed" ? "Lost access to repositories" : "Got access to repositories", appTone(action)),
    subject: spaced("App", app),
    url: made.url("html_url"),
    facts: [
      fact("Added", repositories(payload, "repositories_added")),
      fact("Removed", repositories(payload, "repositories_removed")),
    ],
  };
}

function repositories(payload: JsonObject, key: string): string {
  return inline(payload.objects(key).map((each) => code(each.line("full_name", 150) || each.line("name", 150))));
}

const REQUESTS: Readonly<Record<string, CardState>> = {
  created: stateOf("Requested", "warning", false),
  approved: stateOf("Approved", "good"),
  denied: stateOf("Denied", "bad", false),
};

function tokenRequest(request: JsonObject, { action }: Delivery): EventCard {
  const owner = request.at("owner");
  return {
    subject: spaced("Access token", request.line("token_name", 100) || owner.line("login", 100)),
    state: Object.hasOwn(REQUESTS, action) ? REQUESTS[action] : stateOf(words(action), "none"),
    url: owner.url("html_url"),
    summary: request.line("reason", 500),
    facts: [
      fact("For", people([owner]), "person"),
      fact(
        "Repositories",
        inline(
          request.objects("repositories").map((each) => link(code(each.line("full_name", 150)), each.url("html_url"))),
        ),
      ),
    ],
    at: request.time("created_at"),
  };
}
