import type { ThingFacts, ThingReport } from "@/lib/messages/thing-report";
import { line } from "@/lib/webhooks/interpret/described/card-text";
import type { Outcome } from "@/lib/webhooks/interpret/described/make-messages";

/** Returns what a request says about things, as lines: what an example expects where each thing has one line. */
export function reportsText({ event, result }: Outcome): string[] {
  const first = `Event: ${event || "none"}`;
  if (result.kind === "skipped") return [first, `Skipped: ${result.rule}`];
  const messages = result.kind === "messages" ? result.messages : [];
  return [first, ...messages.flatMap(({ report, checked }) => [...reportText(report), ...reportText(checked)])];
}

function reportText(report: ThingReport | undefined): string[] {
  if (!report) return [];
  const { key, at, facts, times = {}, weak = {}, hasLine, watches, incidentOf, reply } = report;
  return [
    "",
    `${hasLine ? "Thing" : "Checked"}: ${key}`,
    ...line("At", at ?? ""),
    ...line("Watches", watches ?? ""),
    ...line("Incident of", incidentOf ? `${incidentOf.key}, ${incidentOf.isBad ? "bad" : "not bad"}` : ""),
    ...factsText(facts, times),
    ...factsText(weak).map((text) => text.replace(/^ {2}(?! )/, "  weak ")),
    ...(reply ? [`Reply: ${reply.key}`, ...line("At", reply.at ?? ""), ...factsText(reply.facts)] : []),
  ];
}

function factsText(facts: ThingFacts, times: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    const at = Object.hasOwn(times, name) ? ` at ${times[name]}` : "";
    return name === "timestamp" ? [] : line(name, `${valueText(value)}${at}`);
  });
}

function valueText(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  if (typeof value !== "object" || value === null) return "none";
  if ("word" in value && "tone" in value) {
    const open = "open" in value && value.open === true ? ", open" : "";
    return `${String(value.word)} (${String(value.tone)}${open})`;
  }
  for (const name of ["value", "name", "label"] as const)
    if (Object.hasOwn(value, name)) return String(Reflect.get(value, name));
  return JSON.stringify(value);
}
