import { expect, test } from "vitest";
import { severityOf } from "@/lib/messages/cards/incidents";
import type { CardFacts } from "@/lib/messages/dto";
import { exampleOf } from "@/lib/testing/examples";
import { compileSender } from "@/lib/webhooks/interpret/described/compile";
import { payloadOf } from "@/lib/webhooks/interpret/described/example";
import { makeMessages, templateHeaders } from "@/lib/webhooks/interpret/described/make-messages";
import { madeBy, readPayload } from "@/lib/webhooks/payload/read-payload";
import { descriptions } from "@/lib/webhooks/senders/descriptions";
import { toolOf } from "@/lib/webhooks/senders/tool-sender";

/** Returns how bad each card of an example is that later requests update. */
function severitiesOf(name: string, file: string): (string | null)[] {
  const description = descriptions().get(name);
  if (!description) throw new Error(`There is no tool called ${name}.`);
  const example = exampleOf(name, file);
  const payload = payloadOf(example);
  const headers = templateHeaders(description, (header) => example.headers[header]);
  const { result, tool } = makeMessages(compileSender(description), { payload, headers });
  if (result.kind !== "messages") return [];
  return result.messages
    .filter(({ update_key: key = "" }) => key !== "")
    .map(({ content, embeds = [] }) => {
      const made = madeBy(toolOf(description, tool), readPayload({ content, embeds }).embeds);
      const cards = embeds.map(({ card }) => (card?.state ? { card } : {}));
      return severityOf(made.map((embed, index) => ({ ...embed, ...cards[index] })));
    });
}

const [danger, warning, over] = ["danger", "warning", null];

test.each([
  ["alertmanager", { firing: danger, resolved: over, watchdog: over }],
  ["argocd", { degraded: danger, failed: danger, deployed: over, running: over }],
  ["azuremonitor", { "resource-health": danger, "metric-resolved": over }],
  ["betterstack", { "incident-started": danger, "incident-acknowledged": warning, "incident-resolved": over }],
  ["bugsnag", { "new-error": danger, reopened: danger, fixed: over }],
  ["cloudflare", { "health-check-unhealthy": danger, "health-check-healthy": over, "ddos-http-over": over }],
  ["datadog", { "triggered-with-variables": danger, "recovered-with-variables": over }],
  ["elastic", { "kibana-recovered": over }],
  ["freshping", { error: danger, available: over }],
  ["gitlab", { "pipeline-failed": danger, "build-failed": danger, "merge_request-opened": over }],
  ["googlecloud", { "incident-critical": danger, "incident-closed": over }],
  ["grafana", { resolved: over, "legacy-alerting": danger, "legacy-no-data": warning, "legacy-ok": over }],
  ["healthchecks", { down: danger, "up-nested": over }],
  ["netdata", { unreachable: danger, reachable: over }],
  ["newrelic", { "issue-activated": danger, "issue-acknowledged": warning, "issue-closed": over }],
  ["opsgenie", { created: danger, acknowledged: warning, closed: over }],
  ["pagerduty", { triggered: danger, acknowledged: warning, resolved: over }],
  ["pingdom", { down: danger, up: over }],
  ["rollbar", { reopened: danger, resolved: over }],
  ["sentry", { "metric-alert-critical": danger, "metric-alert-resolved": over, "issue-archived": over }],
  ["sns", { alarm: danger, "alarm-ok": over }],
  ["statuspage", { "incident-identified": danger, "incident-resolved": over }],
  ["updown", { down: danger, "still-down": danger, up: over, "certificate-renewed": over }],
  ["uptimekuma", { down: danger, up: over }],
  ["uptimerobot", { down: danger, up: over }],
  ["zabbix", { problem: danger, ok: over }],
  // These are red or amber, but nothing follows.
  ["shopify", { "order-cancelled": over }],
  ["bitbucket", { "pullrequest-declined": over, "pullrequest-fulfilled": over }],
  ["vercel", { failed: over, rollback: over, succeeded: over }],
])("what %s reports is open until it says that it's over", (name, expected) => {
  const found = Object.fromEntries(Object.keys(expected).map((file) => [file, severitiesOf(name, file)]));
  expect(found).toEqual(Object.fromEntries(Object.entries(expected).map(([file, severity]) => [file, [severity]])));
});

test("the worst card of a message counts, and blue, gray or no color isn't bad", () => {
  const [red, amber, green, blue] = [0xcf222e, 0xbf8700, 0x1a7f37, 0x0969da].map((color) => ({ title: "x", color }));
  if (!(red && amber && green && blue)) throw new Error("A card is missing.");
  expect(severityOf([green, amber, red])).toBe("danger");
  expect(severityOf([green, amber])).toBe("warning");
  expect([severityOf([blue]), severityOf([{ title: "Failed" }]), severityOf([])]).toEqual([null, null, null]);
});

test("a card made of facts is bad while its state is open, whatever its color; a sender's own by its state, or else its color", () => {
  const red = 0xcf222e;
  const of = (card: CardFacts) => severityOf([{ title: "[shop] Deleted: x", color: red, card }]);
  const state = { word: "Down", tone: "bad", open: true } as const;
  expect(of({ subject: "x", state })).toBe("danger");
  expect(of({ subject: "x", state: { ...state, tone: "warning" } })).toBe("warning");
  expect(of({ subject: "x", state: { ...state, open: false } })).toBeNull();
  expect(of({ subject: "x", state: { ...state, tone: "progress" } })).toBeNull();
  expect(of({ subject: "x" })).toBeNull();
  expect(of({ place: ["shop"] })).toBe("danger");
  expect(of({ state: { ...state, open: false } })).toBeNull();
  expect(severityOf([{ title: "Deleted: x", color: red }])).toBe("danger");
});
