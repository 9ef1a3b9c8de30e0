import type { SenderDto } from "@/lib/webhooks/dto";
import { fromSenders } from "@/lib/webhooks/senders/descriptions";
import { mayHaveThings } from "@/lib/webhooks/senders/sender-things";
import { schemeNamed } from "@/lib/webhooks/senders/signature-schemes";

type Described = Omit<SenderDto, "hasThings">;

// What isn't described by a file. Slack's logo isn't among those that may be shown.
const ownFormats: readonly Described[] = [
  { name: "parley", label: "Parley's own JSON", mark: null, steps: [] },
  {
    name: "slack",
    label: "Slack",
    mark: null,
    steps: [
      "In the tool, choose **Slack** with an incoming webhook.",
      "Paste `{url}` as the Slack webhook URL.",
      "Leave the channel and name as they are, and send a test.",
    ],
  },
  {
    name: "mattermost",
    label: "Mattermost",
    mark: "mattermost",
    steps: [
      "In the tool, choose **Mattermost** with an incoming webhook.",
      "Paste `{url}` as the Mattermost webhook URL.",
      "Leave the channel and name as they are, and send a test.",
    ],
  },
  {
    name: "discord",
    label: "Discord",
    mark: "discord",
    steps: ["In the tool, choose **Discord**.", "Paste `{url}` as the Discord webhook URL.", "Save and send a test."],
  },
  {
    name: "github",
    label: "GitHub",
    mark: "github",
    steps: [
      "In the repository or organization, open **Settings → Webhooks → Add webhook**.",
      "Paste `{url}` as the **Payload URL**, and choose `application/json` as the **Content type**.",
      "Choose the events and click **Add webhook**. GitHub sends a ping immediately.",
    ],
  },
  {
    name: "json",
    label: "Any other JSON",
    mark: null,
    steps: [
      "In the tool, find the setting for a webhook URL, sometimes called an HTTP callback or notification URL.",
      "Paste `{url}` there. Parley accepts JSON, forms and plain text.",
      "Send a test. Tools that Parley knows get their own card; anything else becomes a plain one.",
    ],
  },
];

// Roughly by how many teams are likely to look for them. The first nine are visible before anyone searches.
const POPULAR = [
  "parley",
  "github",
  "gitlab",
  "grafana",
  "alertmanager",
  "sentry",
  "jenkins",
  "uptimekuma",
  "json",
  "slack",
  "discord",
  "mattermost",
  "gitea",
  "homeassistant",
  "jira",
  "zabbix",
  "datadog",
  "bitbucket",
  "azuredevops",
  "pagerduty",
  "argocd",
  "flux",
  "stripe",
  "circleci",
  "healthchecks",
  "proxmox",
  "sonarqube",
  "uptimerobot",
  "linear",
  "vercel",
  "netlify",
  "teamcity",
  "dockerhub",
  "opsgenie",
  "statuspage",
  "cloudflare",
  "elastic",
  "terraform",
  "sns",
  "newrelic",
  "trello",
  "notion",
  "shopify",
  "wordpress",
  "drone",
  "harbor",
  "sonarr",
  "radarr",
];

/**
 * Tools that can post to a webhook: Parley's own JSON, the operator's tools, the popular ones, then the others in
 * alphabetical order.
 */
export const senderChoices: () => readonly SenderDto[] = fromSenders(({ descriptions, own }) =>
  [
    ...ownFormats,
    ...[...descriptions].map(([name, { name: label, icon = null, steps, aliases = [] }]) => {
      return { name, label, aliases, mark: icon, steps };
    }),
  ]
    .map((sender) => ({ ...sender, hasThings: mayHaveThings(sender.name) }))
    .sort((one, other) => rank(one, own) - rank(other, own) || one.label.localeCompare(other.label, "en")),
);

function rank({ name }: SenderDto, own: ReadonlySet<string>): number {
  const index = POPULAR.indexOf(name);
  if (index < 0) return own.has(name) ? 0.5 : POPULAR.length;
  return index;
}

/** Ways to sign requests: GitHub's, which scripts use too, Standard Webhooks, then every tool with its own. */
export function schemeChoices(): { value: string; label: string }[] {
  return [
    { value: "github", label: "GitHub and scripts (X-Hub-Signature-256)" },
    { value: "standard", label: "Standard Webhooks (webhook-signature)" },
    ...senderChoices().flatMap(({ name: value, label }) =>
      value !== "github" && schemeNamed(value) ? [{ value, label }] : [],
    ),
  ];
}
