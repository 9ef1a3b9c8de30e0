import type { EmbedField } from "@/lib/messages/dto";
import type { JsonObject } from "@/lib/webhooks/payload/json-object";
import { body, code, inline, link, literal } from "@/lib/webhooks/payload/markdown";
import {
  type Cards,
  cardOf,
  type Delivery,
  type EventCard,
  fact,
  happened,
  number,
  severityOf,
  spaced,
  stateOf,
  words,
} from "./card";

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
    ...afterwards(action, severity),
    subject: spaced(
      `Dependabot alert${number(alert)}`,
      dependency.at("package").line("name") || hole.at("package").line("name"),
    ),
    summary: advice.line("summary", 500),
    facts: [
      fact("Affected", code(hole.line("vulnerable_version_range", 100)), "code"),
      fact("Fixed in", code(hole.at("first_patched_version").line("identifier", 100)), "code"),
      fact("Where", code(dependency.line("manifest_path")), "code"),
      ...setAside(alert),
      fact("Advisory", code(advice.line("cve_id", 40) || advice.line("ghsa_id", 40)), "code"),
    ],
  };
}

function vulnerability(alert: JsonObject, { action }: Delivery): EventCard {
  const severity = alert.line("severity", 40);
  const name = alert.line("external_identifier", 60) || alert.line("ghsa_id", 60);
  const url = alert.url("external_reference");
  return {
    ...afterwards(words(action, { create: "created", dismiss: "dismissed", resolve: "resolved" }), severity),
    subject: `Vulnerability in ${alert.line("affected_package_name") || "a package"}`,
    url,
    facts: [
      fact("Affected", code(alert.line("affected_range", 100)), "code"),
      fact("Fixed in", code(alert.line("fixed_in", 100)), "code"),
      fact("Advisory", link(code(name), url), "link"),
    ],
    at: alert.time("dismissed_at") ?? alert.time("created_at"),
  };
}

/** Names only the kind of secret, because the payload may contain the secret itself. */
function secret(alert: JsonObject, { action }: Delivery): EventCard {
  const resolution = alert.line("resolution", 60);
  return {
    ...afterwards(action, ""),
    subject: leaked(alert),
    facts: [
      fact("Resolution", resolution && literal(words(resolution))),
      fact("Comment", literal(alert.line("resolution_comment", 500))),
      fact("Push protection", alert.is("push_protection_bypassed") ? "bypassed" : ""),
    ],
    at: alert.time("updated_at") ?? alert.time("created_at"),
  };
}

function leaked(alert: JsonObject): string {
  const kind = alert.line("secret_type_display_name", 100) || words(alert.line("secret_type", 100) || "secret");
  return `Secret scanning alert${number(alert)} ${kind}`;
}

function secretLocation(alert: JsonObject, { payload }: Delivery): EventCard {
  const place = payload.at("location");
  const line = place.at("details").integer("start_line");
  const path = place.at("details").line("path", 255);
  return {
    ...happened("Found in another place", "bad"),
    subject: leaked(alert),
    facts: [
      fact(
        "Where",
        path ? code(path) + (line === null ? "" : `, line ${line}`) : literal(words(place.line("type", 60))),
      ),
    ],
  };
}

/** Returns why an alert was dismissed, and what was said about it. */
function setAside(alert: JsonObject): EmbedField[] {
  const reason = alert.line("dismissed_reason", 60);
  return [
    fact("Because", reason && literal(words(reason))),
    fact("Comment", literal(alert.line("dismissed_comment", 500))),
  ];
}

function codeScanning(alert: JsonObject, { action }: Delivery): EventCard {
  const rule = alert.at("rule");
  const severity = rule.line("security_severity_level", 40) || rule.line("severity", 40);
  const found = alert.at("most_recent_instance");
  const line = found.at("location").integer("start_line");
  return {
    ...afterwards(action, severity),
    subject: spaced(`Code scanning alert${number(alert)}`, rule.line("description") || rule.line("id")),
    summary: found.at("message").line("text", 500),
    facts: [
      fact("Tool", literal(alert.at("tool").line("name", 100))),
      fact("Where", code(found.at("location").line("path", 255)) + (line === null ? "" : `, line ${line}`)),
      ...setAside(alert),
    ],
    at: alert.time("updated_at") ?? alert.time("created_at"),
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
    ...happened(
      `Security advisory ${words(action)}`,
      action === "withdrawn" ? "none" : isSevere(severity) ? "bad" : "warning",
    ),
    severity: severityOf(severity),
    subject: advice.line("summary") || id,
    url,
    body: body(advice.text("description"), url),
    facts: [
      fact("Advisory", code(advice.line("cve_id", 40) || id), "code"),
      fact("Affected", inline(packages)),
      fact("Fixed in", inline(fixed)),
    ],
    at: advice.time("updated_at") ?? advice.time("published_at"),
  };
}

const OPENED = /^(created|opened|reopened|reopened_by_user|reintroduced|auto_reopened)$/;
const OVER = /^(fixed|resolved|closed_by_user|revoked)$/;
const SET_ASIDE = /^(auto_)?dismissed$/;

/** Returns the state of an alert after an action, and its severity: its own, or that of a leaked secret. */
function afterwards(action: string, severity: string): Pick<EventCard, "event" | "tone" | "state" | "severity"> {
  const rated = { severity: severityOf(severity) };
  const tone = severity === "" || isSevere(severity) ? "bad" : "warning";
  if (OPENED.test(action)) return { ...rated, state: stateOf(action === "created" ? "Open" : words(action), tone) };
  if (OVER.test(action)) return { ...rated, state: stateOf(words(action, { closed_by_user: "closed" }), "good") };
  if (SET_ASIDE.test(action)) return { ...rated, state: stateOf("Dismissed", "none") };
  return { ...rated, ...happened(words(action), /assign|validated/.test(action) ? "none" : tone) };
}

function isSevere(severity: string): boolean {
  return /^(critical|high|error)$/.test(severity);
}
