import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://github.com/zulip/zulip/tree/main/zerver/webhooks/opensearch/fixtures
function listed(name: string): string {
  return `{% if payload contains '- ${name}: ' %}{{ payload | split: '- ${name}: ' | last | first_line }}{% endif %}`;
}

/** OpenSearch's custom webhook channel, which sends plain text: its default message is read, any other is shown as it is. */
export const opensearch: SenderDescription = {
  name: "OpenSearch",
  home: "https://opensearch.org",
  icon: "opensearch",
  steps: [
    "Open **Management → Notifications → Create channel** and choose **Custom webhook**, **POST** and **Webhook URL**.",
    "Paste `{url}`, leave the header `Content-Type` as it is, and **Send test message**.",
    "In **Alerting → Monitors** give a trigger an action with that channel.",
  ],
  recognise: [
    { text: "^Monitor .* just entered alert status\\. Please investigate" },
    { text: "^Test message content body for config id " },
  ],
  event:
    "{% if payload contains 'just entered alert status' %}alert{% elsif payload contains 'Test message content body' %}test{% else %}message{% endif %}",
  events: {
    alert: {
      title: `Alert: ${listed("Trigger")}`,
      color: `{% assign severity = payload | split: '- Severity: ' | last | first_line %}{% if severity == '1' or severity == '2' %}red{% elsif severity == '4' or severity == '5' %}blue{% else %}amber{% endif %}`,
      // What somebody has added to the default message stands in further lines.
      description:
        "{{ payload | first_line }}{% assign rows = payload | strip | split: '\n' %}{% for row in rows offset: 1 limit: 20 %}{% unless row contains '- Trigger: ' or row contains '- Severity: ' or row contains '- Period start: ' or row contains '- Period end: ' %}\n{{ row | lines }}{% endunless %}{% endfor %}",
      fields: [
        { name: "Severity", value: listed("Severity") },
        {
          name: "Monitor",
          value: "{{ payload | first_line | split: ' just entered alert status' | first | remove_first: 'Monitor ' }}",
        },
        {
          name: "Period",
          value:
            "{% assign start = payload | split: '- Period start: ' | last | first_line %}{% assign end = payload | split: '- Period end: ' | last | first_line | remove: ' UTC' %}{% if payload contains '- Period start: ' %}{{ start | remove: ' UTC' | until: end }}{% endif %}",
        },
      ],
      timestamp:
        "{% if payload contains '- Period end: ' %}{{ payload | split: '- Period end: ' | last | first_line | remove: ' UTC' }}{% endif %}",
    },
    test: { title: "OpenSearch can post here", color: "blue", description: "{{ payload | lines }}" },
    message: {
      title: "{{ payload | first_line | remove_first: 'topic: ' }}",
      color: "amber",
      description:
        "{% assign heading = payload | strip | split: '\\n' | first %}{{ payload | strip | remove_first: heading | lines }}",
    },
  },
};
