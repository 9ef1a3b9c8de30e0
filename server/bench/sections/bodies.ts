/** The kinds of posts that are sent: a script's text, an alert's card and a long report's card. */
export const BODIES = ["text", "card", "large card"] as const;
export type BodyKind = (typeof BODIES)[number];

/** Over how many connections they arrive. */
export const CONNECTIONS = [1, 16, 64] as const;

const VARIANTS = 64;
const TEXT_CHARACTERS = 100;
const LARGE_BYTES = 4096;

/** Returns 64 bodies of a kind, all different and of the same size. */
export function bodies(kind: BodyKind): [string, ...string[]] {
  const make = (index: number) => JSON.stringify(PAYLOADS[kind](String(index).padStart(4, "0")));
  return [make(0), ...Array.from({ length: VARIANTS - 1 }, (_, index) => make(index + 1))];
}

const PAYLOADS: Record<BodyKind, (number: string) => object> = {
  text: (number) => ({
    content: `Deploy ${number} of api to production is done. `.padEnd(TEXT_CHARACTERS, "All is well. "),
  }),
  card: (number) => ({ embeds: [alert(number)] }),
  "large card": (number) => {
    const card = alert(number);
    const missing = LARGE_BYTES - JSON.stringify({ embeds: [card] }).length;
    const description = card.description.padEnd(card.description.length + missing, "Replica web-7 answers slowly. ");
    return { embeds: [{ ...card, description }] };
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
