/**
 * The kinds of posts that are sent: a script's text, an alert's card, a long report's card, and what Grafana sends: alerts
 * that fire and are resolved, and open ones whose values change.
 */
export const BODIES = ["text", "card", "large card", "alerts", "alert updates"] as const;
export type BodyKind = (typeof BODIES)[number];

/** Over how many connections they arrive. */
export const CONNECTIONS = [1, 16, 64] as const;

/** Returns what follows a webhook's URL for posts of a kind: Grafana's have the sender's name. */
export function suffixOf(kind: BodyKind): string {
  return kind === "alerts" || kind === "alert updates" ? "/grafana" : "";
}

const VARIANTS = 64;
const TEXT_CHARACTERS = 100;
const LARGE_BYTES = 4096;

// An alert is resolved this many posts after it fires, and the next ones fire after that.
const OPEN_AT_ONCE = 32;
const COUNTS: Partial<Record<BodyKind, number>> = { alerts: 2048, "alert updates": 8 * VARIANTS };

/** Returns bodies of a kind, all different and of the same size. */
export function bodies(kind: BodyKind): [string, ...string[]] {
  const make = (index: number) => JSON.stringify(PAYLOADS[kind](index));
  return [make(0), ...Array.from({ length: (COUNTS[kind] ?? VARIANTS) - 1 }, (_, index) => make(index + 1))];
}

const numbered = (index: number) => String(index).padStart(4, "0");

const PAYLOADS: Record<BodyKind, (index: number) => object> = {
  text: (index) => ({
    content: `Deploy ${numbered(index)} of api to production is done. `.padEnd(TEXT_CHARACTERS, "All is well. "),
  }),
  card: (index) => ({ embeds: [alert(numbered(index))] }),
  "large card": (index) => {
    const card = alert(numbered(index));
    const missing = LARGE_BYTES - JSON.stringify({ embeds: [card] }).length;
    const description = card.description.padEnd(card.description.length + missing, "Replica web-7 answers slowly. ");
    return { embeds: [{ ...card, description }] };
  },
  alerts: (index) => {
    const [block, place] = [Math.floor(index / OPEN_AT_ONCE), index % OPEN_AT_ONCE];
    const number = Math.floor(block / 2) * OPEN_AT_ONCE + place;
    return grafanaAlert(number, { value: 10 + place, isResolved: block % 2 === 1 });
  },
  "alert updates": (index) => {
    return grafanaAlert(5000 + (index % VARIANTS), { value: 10 + Math.floor(index / VARIANTS), isResolved: false });
  },
};

function alert(number: string) {
  return {
    title: `[FIRING] HighErrorRate ${number}`,
    url: `https://grafana.example.com/alerting/${number}/view`,
    description: "More than 5 % of the requests to **api** have failed for 10 minutes.",
    color: 15158332,
    fields: [
      { name: "Service", value: "api", inline: true },
      { name: "Region", value: "eu-central-1", inline: true },
      { name: "Severity", value: "critical", inline: true },
      { name: "Value", value: "7.31 %", inline: true },
    ],
    footer: { text: "Grafana" },
    timestamp: "2026-11-21T09:30:00Z",
  };
}

const RULES = ["Disk almost full", "Queue is behind", "Certificate expires", "Backup failed"] as const;
const GRAFANA = "https://grafana.example.com";
const GRAFANA_BYTES = 1800;

/** A request of Grafana's webhook for one alert, as unified alerting sends it. */
function grafanaAlert(index: number, { value, isResolved }: { value: number; isResolved: boolean }) {
  const number = numbered(index);
  const rule = RULES[index % RULES.length] ?? RULES[0];
  const status = isResolved ? "resolved" : "firing";
  const labels = { alertname: rule, grafana_folder: "Servers", instance: `db-${number}`, severity: "critical" };
  const alert = {
    status,
    labels,
    annotations: {
      description: "The value has been above the limit for 10 minutes.",
      runbook_url: "https://wiki.example.com/run",
      summary: `${rule} on db-${number}`,
    },
    startsAt: "2026-11-21T09:30:00Z",
    endsAt: isResolved ? "2026-11-21T10:02:30Z" : "0001-01-01T00:00:00Z",
    generatorURL: `${GRAFANA}/alerting/grafana/ceq3n1x/view?orgId=1`,
    fingerprint: `77aa01f3c2d4${number}`,
    silenceURL: `${GRAFANA}/alerting/silence/new?alertmanager=grafana&matcher=instance%3Ddb-${number}&orgId=1`,
    dashboardURL: `${GRAFANA}/d/fe8a2b?orgId=1`,
    panelURL: `${GRAFANA}/d/fe8a2b?orgId=1&viewPanel=4`,
    values: { B: value, C: isResolved ? 0 : 1 },
    valueString: `[ var='B' labels={instance=db-${number}} value=${value} ]`,
  };
  const request = {
    receiver: "parley",
    status,
    orgId: 1,
    alerts: [alert],
    groupLabels: { alertname: rule, grafana_folder: "Servers" },
    commonLabels: labels,
    commonAnnotations: {},
    externalURL: `${GRAFANA}/`,
    version: "1",
    groupKey: `{}:{alertname="${rule}", grafana_folder="Servers"}`,
    truncatedAlerts: 0,
    title: `[${status.toUpperCase()}:1] ${rule} Servers`,
    state: isResolved ? "ok" : "alerting",
    message: "",
  };
  // Parley doesn't show Grafana's own text.
  return { ...request, message: "".padEnd(GRAFANA_BYTES - JSON.stringify(request).length, "Labels: db. ") };
}
