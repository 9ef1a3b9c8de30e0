import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Variables: https://docs.datadoghq.com/integrations/webhooks/
const transition =
  "{% assign transition = alert_transition | default: alert.transition | default: title | downcase %}{% unless alert_transition or alert.transition %}{% assign transition = transition | split: ' on {' | first | split: '] ' | first %}{% endunless %}";

/** Datadog's webhooks with the payload that they come with, and with the variables that one adds to it under their own names. */
export const datadog: SenderDescription = {
  name: "Datadog",
  home: "https://www.datadoghq.com",
  icon: "datadog",
  steps: [
    "Open **Integrations → Webhooks → New**, give it a name and paste `{url}` as the URL.",
    'Add `"link": "$LINK", "alert_transition": "$ALERT_TRANSITION", "alert_cycle_key": "$ALERT_CYCLE_KEY", "tags": "$TAGS"` to the payload, so that an alert is one card, with a link.',
    "Mention `@webhook-<its name>` in the message of a monitor.",
  ],
  recognise: [
    { has: { event_type: "", last_updated: "", title: "", "org.id": "", body: "" } },
    { has: { alert_transition: "", title: "", body: "" } },
    { has: { "alert.transition": "", "alert.cycle_key": "", title: "" } },
  ],
  event: "event",
  events: {
    event: {
      title: "{{ title | default: alert.title }}",
      url: "{{ link | default: alert.link | default: url }}",
      color: `${transition}{% if transition contains 'recovered' %}green{% elsif transition contains 'warn' or transition contains 'no data' %}amber{% elsif transition contains 'triggered' or transition contains 'renotify' %}red{% else %}{{ alert_type | default: alert.type | default: event_type | color: 'blue' }}{% endif %}`,
      description: "{{ body | remove: '%%%' | markdown }}",
      fields: [
        { name: "Priority", value: "{{ alert_priority | default: priority }}" },
        { name: "Host", value: "{{ hostname | default: host }}" },
        { name: "Metric", value: "{{ alert_metric | default: alert.metric | code }}" },
        { name: "Scope", value: "{{ alert_scope | default: alert.scope | code }}" },
        { name: "Status", value: "{{ alert_status | default: alert.status }}", inline: false },
        { name: "Query", value: "{{ alert_query | default: alert.query | code }}", inline: false },
        { name: "Tags", value: "{{ tags }}", inline: false },
      ],
      image: "{{ snapshot }}",
      footer: "{{ org.name }}",
      timestamp: "{{ date | default: last_updated }}",
      update_key: "{{ alert_cycle_key | default: alert.cycle_key | default: aggreg_key }}",
    },
  },
};
