import type { Embed, EmbedField, EmbedTool, FactKind } from "@/lib/messages/dto";
import { type Card, embedOf } from "@/lib/webhooks/interpret/card";

/** A card of a tool, and the name of the webhook that posts it. */
export type ToolCard = { webhook: string; embed: Embed; updateKey?: string };

const tools = {
  grafana: { name: "Grafana", mark: "grafana" },
  kuma: { name: "Uptime Kuma", mark: "uptimekuma" },
  pagerduty: { name: "PagerDuty", mark: "pagerduty" },
  gitlab: { name: "GitLab", mark: "gitlab" },
  sentry: { name: "Sentry", mark: "sentry" },
  jira: { name: "Jira", mark: "jira" },
  stripe: { name: "Stripe", mark: "stripe" },
  argocd: { name: "Argo CD", mark: "argo" },
} satisfies Record<string, EmbedTool>;

const fact = (name: string, value: string, kind?: FactKind): EmbedField => ({
  name,
  value,
  inline: true,
  ...(kind && { kind }),
});
const commit = (hash: string) =>
  fact("Commit", `[\`${hash}\`](https://gitlab.acme.example/shop/web/-/commit/${hash})`, "code");
const person = (name: string) => ({ name });

const firing = { word: "Firing", tone: "bad", open: true } as const;
const down = { word: "Down", tone: "bad", open: true } as const;
const failed = { word: "Failed", tone: "bad", open: false } as const;
const passed = { word: "Passed", tone: "good", open: false } as const;
const resolved = { word: "Resolved", tone: "good", open: false } as const;
const up = { word: "Up", tone: "good", open: false } as const;

/** Returns thirty cards of eight tools, as they come in on a busy morning that ends now, the oldest first. */
export function toolCards(now: Date): ToolCard[] {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
  const made: ToolCard[] = [];
  const add = (webhook: string, tool: keyof typeof tools, card: Card, updateKey?: string) =>
    made.push({ webhook, embed: { ...embedOf(card), tool: tools[tool] }, ...(updateKey && { updateKey }) });
  const alert = (tool: keyof typeof tools, card: Card, updateKey?: string) => add("Alerts", tool, card, updateKey);
  const kumaUrl = "https://status.acme.example/dashboard/4";

  add("GitLab", "gitlab", {
    place: ["shop/web"],
    subject: "main",
    event: "Pipeline",
    state: passed,
    url: "https://gitlab.acme.example/shop/web/-/pipelines/8841",
    facts: [commit("4f2c1e9"), fact("Took", "4 min 12 s", "duration"), fact("Stages", "build, test, deploy")],
    person: person("Grace Hopper"),
  });
  add("GitLab", "gitlab", {
    place: ["shop/web"],
    subject: "!412 Keep the basket when signing in",
    state: { word: "Merged", tone: "done", open: false },
    url: "https://gitlab.acme.example/shop/web/-/merge_requests/412",
    facts: [fact("Into", "`main`", "code"), fact("From", "`keep-basket`", "code")],
    person: person("Linus Okafor"),
  });
  add("GitLab", "gitlab", {
    place: ["shop/web"],
    subject: "main",
    event: "Pipeline",
    state: failed,
    url: "https://gitlab.acme.example/shop/web/-/pipelines/8842",
    summary: "Job “e2e” failed in stage test: 2 of 341 tests.",
    facts: [commit("b81d07a"), fact("Took", "7 min 3 s", "duration")],
    person: person("Linus Okafor"),
  });
  add("GitLab", "gitlab", {
    place: ["shop/api"],
    event: "Comment",
    subject: "!97 Pay by invoice",
    url: "https://gitlab.acme.example/shop/api/-/merge_requests/97#note_5",
    body: "Could this run in the background? It holds the lock for as long as the bank takes.",
    person: person("Ada Lovelace"),
  });
  add("GitLab", "gitlab", {
    place: ["shop/web"],
    subject: "main",
    event: "Pipeline",
    state: passed,
    url: "https://gitlab.acme.example/shop/web/-/pipelines/8843",
    facts: [commit("c40aa9f"), fact("Took", "4 min 31 s", "duration"), fact("Stages", "build, test, deploy")],
    person: person("Linus Okafor"),
  });
  add("GitLab", "gitlab", {
    place: ["shop/web"],
    event: "Push",
    subject: "release/42",
    url: "https://gitlab.acme.example/shop/web/-/commits/release/42",
    list: ["`c40aa9f` Wait for the bank in the end-to-end tests", "`b81d07a` Retry payments that time out"],
    person: person("Linus Okafor"),
  });
  add("GitLab", "gitlab", {
    place: ["shop/web"],
    event: "Release",
    subject: "42.1.1 Retries after time-outs",
    url: "https://gitlab.acme.example/shop/web/-/releases/42.1.1",
    facts: [fact("Tag", "`v42.1.1`", "code")],
    person: person("Linus Okafor"),
  });
  alert("grafana", {
    place: ["shop", "production"],
    subject: "p99 of checkout-api is 2.4 s",
    state: resolved,
    url: "https://grafana.acme.example/alerting/p99",
    summary: "Requests to POST /v1/orders were slow since 4f2c1e.",
    labels: ["severity=critical", "service=checkout-api", "team=blue", "zone=eu-1", "cluster=a"],
    links: [{ label: "Runbook", url: "https://wiki.acme.example/p99" }],
    startedAt: ago(84),
    endedAt: ago(42),
  });
  alert("kuma", {
    subject: "Checkout page",
    state: up,
    url: kumaUrl,
    facts: [fact("Response", "182 ms", "duration"), fact("Was down for", "3 min 40 s", "duration")],
    startedAt: ago(71),
    endedAt: ago(67),
  });
  alert(
    "grafana",
    {
      place: ["shop", "production"],
      subject: "Error rate of payments is 5.2 %",
      state: firing,
      severity: "critical",
      url: "https://grafana.acme.example/alerting/errors",
      summary: "Usually fewer than 0.3 % fail. The bank's gateway answers with 504.",
      labels: ["service=payments", "team=blue", "zone=eu-1", "cluster=a", "slo=99.9", "bank=north"],
      links: [
        { label: "Runbook", url: "https://wiki.acme.example/payments" },
        { label: "Rule", url: "https://grafana.acme.example/rule/7" },
        { label: "Silence", url: "https://grafana.acme.example/silence/7" },
      ],
      startedAt: ago(38),
    },
    "demo-errors",
  );
  alert("pagerduty", {
    place: ["Payments"],
    subject: "#4187 Bank gateway answers with 504",
    state: { word: "Acknowledged", tone: "warning", open: false },
    url: "https://acme.pagerduty.example/incidents/4187",
    facts: [
      fact("Assigned to", "Grace Hopper", "person"),
      fact("Urgency", "high"),
      fact("Policy", "Payments, weekdays"),
    ],
  });
  alert("kuma", { subject: "Bank's gateway", state: down, url: kumaUrl, summary: "HTTP 504" }, "demo-bank");
  add("Sentry", "sentry", {
    place: ["shop-web", "production"],
    event: "New issue",
    subject: "TypeError: Cannot read properties of undefined (reading 'total')",
    tone: "bad",
    url: "https://sentry.acme.example/issues/771",
    summary: "basket/summary.tsx in BasketSummary",
    facts: [fact("Events", "318", "number"), fact("Users", "41", "number"), fact("Release", "`web@42.1.0`", "code")],
    labels: ["browser=Safari 19", "os=iOS 20", "handled=no", "url=/basket", "locale=de"],
  });
  add("Sentry", "sentry", {
    place: ["shop-api"],
    event: "Regression",
    subject: "TimeoutError: bank.charge took longer than 30 s",
    tone: "bad",
    url: "https://sentry.acme.example/issues/702",
    facts: [fact("Events", "1,204", "number"), fact("Users", "96", "number"), fact("Release", "`api@42.0.3`", "code")],
  });
  add("Sentry", "sentry", {
    place: ["shop-web"],
    subject: "ChunkLoadError: Loading chunk 71 failed",
    state: resolved,
    url: "https://sentry.acme.example/issues/688",
    person: person("Ada Lovelace"),
  });
  add("Jira", "jira", {
    place: ["SHOP"],
    event: "Issue created",
    subject: "SHOP-2214 Customers are charged twice after a time-out",
    url: "https://acme.jira.example/browse/SHOP-2214",
    facts: [fact("Type", "Bug"), fact("Priority", "Highest"), fact("Assignee", "Linus Okafor", "person")],
    person: person("Mira from support"),
  });
  add("Jira", "jira", {
    place: ["SHOP"],
    subject: "SHOP-2198 Show the delivery date in the basket",
    state: { word: "In review", tone: "progress", open: false },
    url: "https://acme.jira.example/browse/SHOP-2198",
    facts: [fact("Was", "In progress"), fact("Assignee", "Grace Hopper", "person")],
  });
  add("Jira", "jira", {
    place: ["SHOP"],
    event: "Comment",
    subject: "SHOP-2214 Customers are charged twice after a time-out",
    url: "https://acme.jira.example/browse/SHOP-2214",
    body: "Two more customers wrote in. I've refunded both and attached the payments' IDs.",
    person: person("Mira from support"),
  });
  add("Stripe", "stripe", {
    event: "Payment",
    subject: "€ 129.00 from Sunniva Dahl",
    state: { word: "Declined", tone: "bad", open: false },
    url: "https://dashboard.stripe.example/payments/pi_1",
    facts: [fact("Reason", "insufficient_funds", "code"), fact("Card", "Visa ···· 4242"), fact("Invoice", "A-1044")],
  });
  add("Stripe", "stripe", {
    event: "Dispute",
    subject: "€ 48.50 of Noah Berg",
    state: { word: "Needs response", tone: "warning", open: true },
    url: "https://dashboard.stripe.example/disputes/du_1",
    facts: [fact("Reason", "fraudulent", "code"), fact("Answer by", "2 Dec 2026", "time")],
  });
  add("Stripe", "stripe", {
    event: "Payout",
    subject: "€ 18,204.77",
    state: { word: "Paid", tone: "good", open: false },
    url: "https://dashboard.stripe.example/payouts/po_1",
    facts: [fact("To", "DE·· ···· 3000"), fact("Arrives", "1 Dec 2026", "time")],
  });
  add("Argo CD", "argocd", {
    place: ["web", "production"],
    subject: "web",
    state: { word: "Syncing", tone: "progress", open: false },
    url: "https://argo.acme.example/applications/web",
    facts: [fact("Revision", "`4f2c1e9`", "code"), fact("Branch", "`release/42`", "code")],
  });
  add("Argo CD", "argocd", {
    place: ["web", "production"],
    subject: "web",
    state: { word: "Deployed", tone: "good", open: false },
    url: "https://argo.acme.example/applications/web",
    facts: [
      fact("Revision", "`4f2c1e9`", "code"),
      fact("Took", "2 min 48 s", "duration"),
      fact("Pods", "6 of 6", "number"),
    ],
  });
  add("Argo CD", "argocd", {
    place: ["search", "staging"],
    subject: "search",
    state: { word: "Degraded", tone: "bad", open: true },
    url: "https://argo.acme.example/applications/search",
    summary: "Deployment search-index: 1 of 3 pods is ready, ImagePullBackOff.",
    facts: [fact("Revision", "`a30b77c`", "code"), fact("Sync", "Synced")],
  });
  alert(
    "grafana",
    {
      place: ["Infrastructure"],
      subject: "Disk of backup-2 is 91 % full",
      state: { word: "Warning", tone: "warning", open: true },
      severity: "medium",
      url: "https://grafana.acme.example/alerting/disk",
      facts: [fact("Free", "41 GB", "bytes"), fact("Grows by", "2.1 GB a day", "bytes"), fact("Full in", "19 days")],
      labels: ["host=backup-2", "device=sda1", "team=ops", "dc=fra"],
      links: [{ label: "Dashboard", url: "https://grafana.acme.example/d/disks" }],
      startedAt: ago(12),
    },
    "demo-disk",
  );
  alert("kuma", {
    subject: "Bank's gateway",
    state: up,
    url: kumaUrl,
    facts: [fact("Response", "240 ms", "duration"), fact("Was down for", "21 min", "duration")],
    startedAt: ago(31),
    endedAt: ago(10),
  });
  alert("pagerduty", {
    place: ["Payments"],
    subject: "#4187 Bank gateway answers with 504",
    state: resolved,
    url: "https://acme.pagerduty.example/incidents/4187",
    facts: [fact("Resolved by", "Grace Hopper", "person")],
    startedAt: ago(33),
    endedAt: ago(9),
  });
  alert("grafana", {
    place: ["shop", "staging"],
    subject: "Queue of mails is longer than 500",
    state: resolved,
    url: "https://grafana.acme.example/alerting/mails",
    labels: ["service=mailer", "team=green"],
    startedAt: ago(26),
    endedAt: ago(8),
  });
  alert("kuma", { subject: "Documentation", state: down, url: kumaUrl, summary: "Timeout of 48 s" }, "demo-docs");
  alert(
    "pagerduty",
    {
      place: ["Search"],
      subject: "#4188 Index is three hours behind",
      state: { word: "Triggered", tone: "bad", open: true },
      severity: "high",
      url: "https://acme.pagerduty.example/incidents/4188",
      facts: [fact("Assigned to", "Linus Okafor", "person"), fact("Policy", "Search, always")],
    },
    "demo-search",
  );
  return made;
}
