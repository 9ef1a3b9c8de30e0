import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://learn.netdata.cloud/docs/alerts-&-notifications/notifications/centralized-cloud-notifications/webhook
/** Netdata Cloud's webhook notifications: alerts, and nodes that can or can't be reached. */
export const netdata: SenderDescription = {
  name: "Netdata",
  home: "https://www.netdata.cloud",
  icon: "netdata",
  steps: [
    "Open **Space settings → Alerts & Notifications → + Add configuration** and choose **Webhook**.",
    "Paste `{url}` as **Webhook URL**, and choose the rooms and notifications.",
    "Press **Test**, copy the token from the message that appears here into **Verification**, and save.",
  ],
  recognise: [
    { has: { alert: "", alert_url: "", severity: "", chart: "" } },
    { has: { alarm: "", alarm_url: "", severity: "", chart: "" } },
    { has: { "status.reachable": "", host: "", severity: "" } },
  ],
  event: "{% if status.text %}reachability{% elsif alert_url or alarm_url %}alert{% endif %}",
  events: {
    alert: {
      title: "{{ severity | capital }}: {{ message | default: alert | default: alarm }}",
      url: "{{ alert_url | default: alarm_url }}",
      color: "{% if severity == 'clear' %}green{% else %}{{ severity | color: 'amber' }}{% endif %}",
      description: "{{ info | lines }}",
      fields: [
        { name: "Alert", value: "{{ alert | default: alarm | code }}" },
        { name: "Chart", value: "{{ chart | code }}" },
        { name: "Class", value: "{{ class }}" },
        { name: "Raised for", value: "{{ duration }}" },
        {
          name: "Other alerts on the node",
          value:
            "{% assign critical = additional_active_critical_alerts | default: critical_count %}{% assign warning = additional_active_warning_alerts | default: warning_count %}{% if critical > 0 or warning > 0 %}{{ critical }} critical, {{ warning }} warning{% endif %}",
        },
      ],
      footer: "{{ space }}",
      timestamp: "{{ date }}",
    },
    reachability: {
      title: "{{ status.text | capital }}: {{ host }}",
      url: "{{ url }}",
      color: "{% if status.reachable == true %}green{% else %}red{% endif %}",
      description: "{{ message | lines }}",
      update_key: "reachability {{ host }}",
    },
  },
};
