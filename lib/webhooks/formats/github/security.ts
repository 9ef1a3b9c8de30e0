import { capital } from "@/lib/webhooks/interpret/described/filters";
import type { JsonObject } from "@/lib/webhooks/payload/json-object";
import { body, code, inline, link, literal } from "@/lib/webhooks/payload/markdown";
import { type Cards, cardOf, type Delivery, type EventCard, number, spaced, words } from "./card";

/** Cards for security alerts and advisories. */
export const securityCards: Cards = {
  dependabot_alert: cardOf("alert", dependabot),
  repository_vulnerability_alert: cardOf("alert", vulnerability),
  secret_scanning_alert: cardOf("alert", secret),
  secret_scanning_alert_location: cardOf("alert", secretLocation),
  code_scanning_alert: cardOf("alert", codeScanning),
  security_advisory: cardOf("security_advisory", advisory),
  repository_advisory: cardOf("repository_advisory", advisory),
};

function dependabot(alert: JsonObject, { action }: Delivery): EventCard {
  const hole = alert.at("security_vulnerability");
  const advice = alert.at("security_advisory");
  const severity = hole.line("severity", 40) || advice.line("severity", 40);
  const dependency = alert.at("dependency");
  return {
    headline: `Dependabot alert${number(alert)} ${words(action)}`,
    title: dependency.at("package").line("name") || hole.at("package").line("name"),
    color: colorOf(action, severity),
    description: literal(advice.line("summary", 500)),
    fields: {
      Severity: literal(capital(severity)),
      Affected: code(hole.line("vulnerable_version_range", 100)),
      "Fixed in": code(hole.at("first_patched_version").line("identifier", 100)),
      Where: code(dependency.line("manifest_path")),
      ...setAside(alert),
      Advisory: code(advice.line("cve_id", 40) || advice.line("ghsa_id", 40)),
    },
  };
}

function vulnerability(alert: JsonObject, { action }: Delivery): EventCard {
  const severity = alert.line("severity", 40);
  const name = alert.line("external_identifier", 60) || alert.line("ghsa_id", 60);
  const url = alert.url("external_reference");
  return {
    headline: `Vulnerability ${words(action, { create: "found", dismiss: "dismissed", resolve: "resolved" })}`,
    title: alert.line("affected_package_name"),
    url,
    color: colorOf(action, severity),
    fields: {
      Severity: literal(capital(severity)),
      Affected: code(alert.line("affected_range", 100)),
      "Fixed in": code(alert.line("fixed_in", 100)),
      Advisory: link(code(name), url),
    },
    timestamp: alert.time("dismissed_at") ?? alert.time("created_at"),
  };
}

/** Names only the kind of secret, because the payload may contain the secret itself. */
function secret(alert: JsonObject, { action }: Delivery): EventCard {
  const resolution = alert.line("resolution", 60);
  return {
    headline: `Secret scanning alert${number(alert)} ${words(action)}`,
    title: alert.line("secret_type_display_name", 100) || words(alert.line("secret_type", 100) || "secret"),
    color: colorOf(action, "high"),
    fields: {
      Resolution: resolution && literal(words(resolution)),
      Comment: literal(alert.line("resolution_comment", 500)),
      "Push protection": alert.is("push_protection_bypassed") ? "bypassed" : "",
    },
    timestamp: alert.time("updated_at") ?? alert.time("created_at"),
  };
}

function secretLocation(alert: JsonObject, { payload }: Delivery): EventCard {
  const place = payload.at("location");
  const line = place.at("details").integer("start_line");
  const path = place.at("details").line("path", 255);
  return {
    headline: `Secret scanning alert${number(alert)} found in another place`,
    title: alert.line("secret_type_display_name", 100) || words(alert.line("secret_type", 100) || "secret"),
    color: "red",
    fields: {
      Where: path ? code(path) + (line === null ? "" : `, line ${line}`) : literal(words(place.line("type", 60))),
    },
  };
}

/** Returns why an alert was dismissed, and what was said about it. */
function setAside(alert: JsonObject): Record<string, string> {
  const reason = alert.line("dismissed_reason", 60);
  return { Because: reason && literal(words(reason)), Comment: literal(alert.line("dismissed_comment", 500)) };
}

function codeScanning(alert: JsonObject, { action }: Delivery): EventCard {
  const rule = alert.at("rule");
  const severity = rule.line("security_severity_level", 40) || rule.line("severity", 40);
  const found = alert.at("most_recent_instance");
  const line = found.at("location").integer("start_line");
  return {
    headline: `Code scanning alert${number(alert)} ${words(action)}`,
    title: rule.line("description") || rule.line("id"),
    color: colorOf(action, severity),
    description: literal(found.at("message").line("text", 500)),
    fields: {
      Severity: literal(capital(severity)),
      Tool: literal(alert.at("tool").line("name", 100)),
      Where: code(found.at("location").line("path", 255)) + (line === null ? "" : `, line ${line}`),
      ...setAside(alert),
    },
    timestamp: alert.time("updated_at") ?? alert.time("created_at"),
  };
}

function advisory(advice: JsonObject, { action }: Delivery): EventCard {
  const severity = advice.line("severity", 40);
  const id = advice.line("ghsa_id", 60);
  const url = advice.url("html_url") ?? (id ? `https://github.com/advisories/${encodeURIComponent(id)}` : undefined);
  const packages = advice
    .objects("vulnerabilities")
    .map((each) => spaced(code(each.at("package").line("name", 100)), code(each.line("vulnerable_version_range", 60))));
  // An advisory has an object with the version, a repository's own has a list as text.
  const fixed = advice.objects("vulnerabilities").flatMap((each) => {
    const version = each.at("first_patched_version").line("identifier", 60) || each.line("patched_versions", 60);
    return version ? code(version) : [];
  });
  return {
    headline: `Security advisory ${words(action)}`,
    title: advice.line("summary"),
    url,
    color: action === "withdrawn" ? "grey" : colorOf("", severity),
    description: body(advice.text("description"), url),
    fields: {
      Severity: literal(capital(severity)),
      Advisory: code(advice.line("cve_id", 40) || id),
      Affected: inline(packages),
      "Fixed in": inline(fixed),
    },
    timestamp: advice.time("updated_at") ?? advice.time("published_at"),
  };
}

const OVER = /^(fixed|resolve|resolved|closed_by_user|revoked)$/;
const SET_ASIDE = /dismiss|withdrawn|assign|validated/;

function colorOf(action: string, severity: string): EventCard["color"] {
  if (OVER.test(action)) return "green";
  if (SET_ASIDE.test(action)) return "grey";
  return /^(critical|high|error)$/.test(severity) ? "red" : "amber";
}
