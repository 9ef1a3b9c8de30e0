import type { CardState, StateTone } from "@/lib/messages/dto";
import type { ThingReport } from "@/lib/messages/thing-report";
import type { JsonObject } from "@/lib/webhooks/payload/json-object";
import { type Delivery, stateOf } from "./card";
import { cardIn, factsOfCard, keyOf, latest, moment, numbered, replyOf, type Things } from "./reports";
import { securityCards } from "./security";

/** Reports on alerts of security scanners. An advisory has no life: it's a card. */
export const alertThings: Things = {
  code_scanning_alert: (delivery) => alertReport(delivery, "code scanning alert"),
  dependabot_alert: (delivery) => alertReport(delivery, "dependabot alert"),
  secret_scanning_alert: (delivery) => alertReport(delivery, "secret scanning alert"),
  secret_scanning_alert_location: foundElsewhere,
  repository_vulnerability_alert: (delivery) => alertReport(delivery, "vulnerability alert", "id"),
};

function alertReport(delivery: Delivery, kind: string, id = "number"): ThingReport | null {
  const alert = delivery.payload.at("alert");
  const card = cardIn(securityCards, delivery);
  const key = numbered(kind, delivery, alert, id);
  if (key === null || !card) return null;
  const state = stateOfAlert(alert, card.severity) ?? card.state;
  const { state: _, ...facts } = factsOfCard(delivery, card);
  return {
    key,
    at: moment(changedAt(alert), state && !state.open ? 1 : 0),
    facts: { ...facts, ...(state && { state }) },
    hasLine: true,
  };
}

/** Not all kinds of alerts say when they changed. */
function changedAt(alert: JsonObject): string | undefined {
  const times = ["created_at", "updated_at", "fixed_at", "dismissed_at", "resolved_at", "auto_dismissed_at"];
  return latest(...times.map((key) => alert.time(key)));
}

/** Returns the state that an alert is in, whatever happened to it. */
function stateOfAlert(alert: JsonObject, severity: string | undefined): CardState | undefined {
  const state = alert.line("state", 40);
  // A leaked secret has no severity.
  const tone: StateTone = severity === "medium" || severity === "low" ? "warning" : "bad";
  if (state === "open") return stateOf("Open", tone);
  if (state === "fixed" || state === "resolved") return stateOf(state, "good");
  if (state === "dismissed" || state === "auto_dismissed") return stateOf("Dismissed", "none");
  return undefined;
}

/** GitHub sends each place where it found a secret, also the first. */
function foundElsewhere(delivery: Delivery): ThingReport | null {
  const { payload } = delivery;
  const alert = payload.at("alert");
  const card = cardIn(securityCards, delivery);
  const report = alertReport(delivery, "secret scanning alert");
  if (!report || !card) return null;
  const { state: _, "field Where": found, ...known } = report.facts;
  const details = payload.at("location", "details");
  const place = ["path", "blob_sha", "start_line", "start_column", "commit_sha"].map((key) => details.line(key, 255));
  const other = details.keys.filter((key) => key.endsWith("_url")).map((key) => details.line(key, 255));
  const where = [payload.at("location").line("type", 60), ...place, ...other].join(" ");
  return {
    ...report,
    facts: {},
    weak: known,
    reply: replyOf(keyOf(report.key, " at ", where), moment(changedAt(alert)), {
      event: "Found",
      tone: "bad",
      url: card.url ?? null,
      ...(found !== undefined && { "field Where": found }),
    }),
  };
}
