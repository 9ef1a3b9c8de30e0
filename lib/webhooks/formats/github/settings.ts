import { capital } from "@/lib/webhooks/interpret/described/filters";
import type { JsonObject } from "@/lib/webhooks/payload/json-object";
import { code, inline, link, literal } from "@/lib/webhooks/payload/markdown";
import { type Cards, cardOf, changedSettings, colored, type Delivery, type EventCard, people, words } from "./card";

/** Cards for rules on branches, keys, properties, and apps with access. */
export const settingsCards: Cards = {
  branch_protection_rule: cardOf("rule", (rule, delivery) => ruleCard(rule, "Branch protection rule", delivery)),
  branch_protection_configuration: ({ action, source }) => ({
    headline: `Branch protection ${words(action)} for all branches`,
    url: source.page("settings", "branches"),
    color: action === "disabled" ? "red" : "green",
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
const ruleColor = colored({ green: "created approved", amber: "edited", red: "deleted denied" });

function ruleCard(rule: JsonObject, kind: string, { action, payload, source }: Delivery): EventCard {
  const checks = inline(rule.lines("required_status_checks").map(code));
  const reviews = rule.integer("required_approving_review_count") ?? 0;
  return {
    headline: `${kind} ${words(action)}`,
    title: rule.line("name"),
    url: rule.at("_links", "html").url("href") ?? source.page("settings", kind === "Ruleset" ? "rules" : "branches"),
    color: ruleColor(action),
    fields:
      action === "edited"
        ? changedSettings(payload, rule)
        : {
            "Required checks": checks,
            "Required reviews": reviews > 0 ? `${reviews}` : "",
            Enforcement: literal(rule.line("enforcement", 40)),
          },
    timestamp: rule.time("updated_at"),
  };
}

function deployKey(key: JsonObject, { action, source }: Delivery): EventCard {
  return {
    headline: `Deploy key ${words(action)}`,
    title: key.line("title"),
    url: source.page("settings", "keys"),
    color: action === "deleted" ? "grey" : "amber",
    fields: { Access: key.is("read_only") ? "read" : "read and write" },
    timestamp: key.time("created_at"),
  };
}

function propertyValues({ payload, source }: Delivery): EventCard {
  const before = new Map(payload.objects("old_property_values").map((each) => [each.line("property_name"), each]));
  const value = (each: JsonObject | undefined) =>
    inline((each?.lines("value") ?? []).map(code)) || code(each?.line("value", 100) ?? "") || "none";
  const fields = payload.objects("new_property_values").map((each): [string, string] => {
    const name = each.line("property_name", 100);
    return [name, `${value(before.get(name))} → ${value(each)}`];
  });
  return {
    headline: "Custom properties changed",
    url: source.page("settings", "custom-properties"),
    color: "blue",
    fields: Object.fromEntries(fields.slice(0, 6)),
  };
}

function securityFeatures({ payload, source }: Delivery): EventCard {
  const before = payload.at("changes", "from", "security_and_analysis");
  const now = payload.at("repository", "security_and_analysis");
  const status = (all: JsonObject, key: string) => all.at(key).line("status", 40);
  const changed = now.keys.filter((key) => status(before, key) !== status(now, key)).slice(0, 6);
  return {
    headline: "Security features changed",
    url: source.page("settings", "security_analysis"),
    color: changed.some((key) => status(now, key) === "disabled") ? "red" : "green",
    fields: Object.fromEntries(
      changed.map((key) => [
        capital(words(key)),
        `${literal(status(before, key)) || "none"} → ${literal(status(now, key))}`,
      ]),
    ),
  };
}

const INSTALLATION = {
  created: "installed",
  deleted: "uninstalled",
  suspend: "suspended",
  unsuspend: "no longer suspended",
  new_permissions_accepted: "has other permissions now",
};

const appColor = colored({
  green: "created unsuspend added",
  amber: "suspend new_permissions_accepted",
  red: "deleted",
});

function installation(made: JsonObject, { action, payload }: Delivery): EventCard {
  const app = made.line("app_slug", 100);
  return {
    headline: `App ${app ? `${app} ` : ""}${words(action, INSTALLATION)}`,
    url: made.url("html_url"),
    color: appColor(action),
    fields: {
      Repositories: repositories(payload, "repositories") || literal(words(made.line("repository_selection"))),
    },
    timestamp: undefined,
  };
}

function installedRepositories({ action, payload }: Delivery): EventCard {
  const made = payload.at("installation");
  const app = made.line("app_slug", 100);
  return {
    headline: `${app ? `App ${app}` : "An app"} ${action === "removed" ? "lost" : "got"} access to repositories`,
    url: made.url("html_url"),
    color: appColor(action),
    fields: {
      Added: repositories(payload, "repositories_added"),
      Removed: repositories(payload, "repositories_removed"),
    },
  };
}

function repositories(payload: JsonObject, key: string): string {
  return inline(payload.objects(key).map((each) => code(each.line("full_name", 150) || each.line("name", 150))));
}

function tokenRequest(request: JsonObject, { action }: Delivery): EventCard {
  const owner = request.at("owner");
  return {
    headline: `Access token request ${words(action)}`,
    title: request.line("token_name", 100) || owner.line("login", 100),
    url: owner.url("html_url"),
    color: action === "created" ? "amber" : ruleColor(action),
    description: literal(request.line("reason", 500)),
    fields: {
      For: people([owner]),
      Repositories: inline(
        request.objects("repositories").map((each) => link(code(each.line("full_name", 150)), each.url("html_url"))),
      ),
    },
    timestamp: request.time("created_at"),
  };
}
