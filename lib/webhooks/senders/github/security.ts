import type { JsonObject } from "@/lib/webhooks/format/json-object";
import { body, code, inline, link, literal, paragraphs } from "@/lib/webhooks/format/markdown";
import { colors } from "@/lib/webhooks/senders/described/description";
import { about, type Card, type Cards, capital, type Delivery, field, number, words } from "./card";

/** What endangers the code: alerts and advisories. */
export const securityCards: Cards = {
  dependabot_alert: dependabot,
  repository_vulnerability_alert: vulnerability,
  secret_scanning_alert: secret,
  code_scanning_alert: codeScanning,
  security_advisory: (delivery) => advisory(delivery, delivery.payload.at("security_advisory")),
  repository_advisory: (delivery) => advisory(delivery, delivery.payload.at("repository_advisory")),
};

function dependabot({ action, payload }: Delivery): Card | null {
  const alert = payload.at("alert");
  if (!alert.present) return null;
  const hole = alert.at("security_vulnerability");
  const advice = alert.at("security_advisory");
  const severity = hole.line("severity", 40) || advice.line("severity", 40);
  const dependency = alert.at("dependency");
  const name = dependency.at("package").line("name") || hole.at("package").line("name");
  return {
    headline: about(`Dependabot alert${number(alert)} ${words(action)}`, name),
    url: alert.url("html_url"),
    color: colorOf(action, severity),
    description: literal(advice.line("summary", 500)),
    fields: [
      field("Severity", literal(capital(severity))),
      field("Affected", code(hole.line("vulnerable_version_range", 100))),
      field("Fixed in", code(hole.at("first_patched_version").line("identifier", 100))),
      field("Where", code(dependency.line("manifest_path"))),
      field("Advisory", code(advice.line("cve_id", 40) || advice.line("ghsa_id", 40))),
    ],
    timestamp: alert.time("updated_at"),
  };
}

function vulnerability({ action, payload }: Delivery): Card | null {
  const alert = payload.at("alert");
  if (!alert.present) return null;
  const severity = alert.line("severity", 40);
  const name = alert.line("external_identifier", 60) || alert.line("ghsa_id", 60);
  const done = new Map([
    ["create", "found"],
    ["dismiss", "dismissed"],
    ["resolve", "resolved"],
  ]).get(action);
  return {
    headline: about(`Vulnerability ${done ?? words(action)}`, alert.line("affected_package_name")),
    url: alert.url("external_reference"),
    color: colorOf(action, severity),
    fields: [
      field("Severity", literal(capital(severity))),
      field("Affected", code(alert.line("affected_range", 100))),
      field("Fixed in", code(alert.line("fixed_in", 100))),
      field("Advisory", link(code(name), alert.url("external_reference"))),
    ],
    timestamp: alert.time("dismissed_at") ?? alert.time("created_at"),
  };
}

/** Names only the kind of secret: the payload may hold the secret itself, which mustn't be posted. */
function secret({ action, payload }: Delivery): Card | null {
  const alert = payload.at("alert");
  if (!alert.present) return null;
  const kind = alert.line("secret_type_display_name", 100) || words(alert.line("secret_type", 100) || "secret");
  return {
    headline: about(`Secret scanning alert${number(alert)} ${words(action)}`, kind),
    url: alert.url("html_url"),
    color: colorOf(action, "high"),
    fields: [field("Resolution", literal(words(alert.line("resolution", 60) || " ")))],
    timestamp: alert.time("updated_at") ?? alert.time("created_at"),
  };
}

function codeScanning({ action, payload }: Delivery): Card | null {
  const alert = payload.at("alert");
  if (!alert.present) return null;
  const rule = alert.at("rule");
  const severity = rule.line("security_severity_level", 40) || rule.line("severity", 40);
  const location = alert.at("most_recent_instance", "location");
  const line = location.integer("start_line");
  return {
    headline: about(
      `Code scanning alert${number(alert)} ${words(action)}`,
      rule.line("description") || rule.line("id"),
    ),
    url: alert.url("html_url"),
    color: colorOf(action, severity),
    description: literal(alert.at("most_recent_instance", "message").line("text", 500)),
    fields: [
      field("Severity", literal(capital(severity))),
      field("Tool", literal(alert.at("tool").line("name", 100))),
      field("Where", code(location.line("path", 255)) + (line === null ? "" : `, line ${line}`)),
    ],
    timestamp: alert.time("updated_at") ?? alert.time("created_at"),
  };
}

function advisory({ action }: Delivery, advice: JsonObject): Card | null {
  if (!advice.present) return null;
  const severity = advice.line("severity", 40);
  const id = advice.line("ghsa_id", 60);
  const url = advice.url("html_url") ?? (id ? `https://github.com/advisories/${encodeURIComponent(id)}` : undefined);
  const packages = advice.objects("vulnerabilities").map((each) => {
    const name = code(each.at("package").line("name", 100));
    return [name, code(each.line("vulnerable_version_range", 60))].filter(Boolean).join(" ");
  });
  return {
    headline: about(`Security advisory ${words(action)}`, advice.line("summary")),
    url,
    color: action === "withdrawn" ? colors.grey : colorOf("", severity),
    description: paragraphs(body(advice.text("description"), url)),
    fields: [
      field("Severity", literal(capital(severity))),
      field("Advisory", code(advice.line("cve_id", 40) || id)),
      field("Affected", inline(packages)),
    ],
    timestamp: advice.time("updated_at") ?? advice.time("published_at"),
  };
}

const OVER = /^(fixed|resolve|resolved|closed_by_user|revoked)$/;
const SET_ASIDE = /dismiss|withdrawn|assign|validated/;

function colorOf(action: string, severity: string): number {
  if (OVER.test(action)) return colors.green;
  if (SET_ASIDE.test(action)) return colors.grey;
  return /^(critical|high|error)$/.test(severity) ? colors.red : colors.amber;
}
