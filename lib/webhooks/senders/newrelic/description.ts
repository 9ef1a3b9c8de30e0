import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://docs.newrelic.com/docs/alerts/get-notified/notification-integrations/#webhook
// and, of the channels before workflows, https://docs.newrelic.com/docs/alerts/new-relic-alerts/managing-notification-channels/customize-your-webhook-payload
// A body of one's own may leave out all but the state, and write that in lower case.
const state =
  "{% assign state = state | downcase %}{% if acknowledgedAt and state != 'closed' %}{% assign state = 'acknowledged' %}{% endif %}";

/** New Relic's issues, by a workflow's webhook with its default template, and the incidents of the older channels: an issue is one card. */
export const newrelic: SenderDescription = {
  name: "New Relic",
  home: "https://newrelic.com",
  icon: "newrelic",
  steps: [
    "Open **Alerts → Destinations → Webhook**, paste `{url}` as **Endpoint URL** and save it.",
    "Open **Alerts → Workflows → Add a workflow**, and choose **Webhook** with that destination under **Notify**.",
    "Leave the payload template as it is, press **Send test notification**, and activate the workflow.",
  ],
  recognise: [
    { has: { issueUrl: "", state: "", priority: "", totalIncidents: "" } },
    { has: { issueUrl: "", state: "", priority: "", title: "" } },
    { has: { issueUrl: "^https://[\\w.-]+\\.newrelic\\.com/", state: "" } },
    { has: { incident_id: "", current_state: "", condition_name: "" } },
    { has: { incident_id: "", current_state: "", policy_name: "" } },
  ],
  event: "{% if issueUrl or state %}issue{% elsif incident_id or current_state %}incident{% endif %}",
  events: {
    issue: {
      title: `${state}{% capture what %}{{ title | default: alertConditionNames | default: alertPolicyNames | default: impactedEntities }}{% endcapture %}{% if what == '' %}Issue {{ state | default: 'changed' }}{% elsif state == 'activated' or state == 'created' %}{{ priority | downcase | default: state | capital }}: {{ what }}{% else %}{{ state | words | capital }}: {{ what }}{% endif %}`,
      url: "{{ issueUrl }}",
      color: `${state}{% if state == 'closed' %}green{% elsif state == 'acknowledged' %}amber{% else %}{{ priority | color: 'amber' }}{% endif %}`,
      fields: [
        { name: "Priority", value: "{{ priority | downcase | capital }}" },
        {
          name: "State",
          value: `${state}{{ state | words | capital }}`,
        },
        { name: "Impacted", value: "{{ impactedEntities }}" },
        { name: "Incidents", value: "{{ totalIncidents }}" },
        { name: "Condition", value: "{{ alertConditionNames }}" },
        { name: "Policy", value: "{{ alertPolicyNames }}" },
        { name: "Owner", value: "{% unless owner == 'N/A' %}{{ owner }}{% endunless %}" },
        {
          name: "Lasted",
          value:
            "{% assign state = state | downcase %}{% if state == 'closed' %}{% assign end = closedAt | default: updatedAt %}{{ createdAt | until: end }}{% endif %}",
        },
      ],
      footer: "{{ workflowName }}",
      timestamp: "{{ createdAt }}",
      update_key: "issue {{ id }}",
    },
    incident: {
      title:
        "{% assign what = condition_name | default: policy_name %}{% if what %}{{ current_state | words | downcase | capital }}: {{ what }}{% else %}Incident {{ current_state | words | downcase }}{% endif %}",
      url: "{{ incident_url }}",
      color:
        "{% assign state = current_state | downcase %}{% if state == 'closed' %}green{% elsif state == 'acknowledged' %}amber{% else %}{{ severity | color: 'red' }}{% endif %}",
      description:
        "{{ details | lines }}{% if runbook_url contains '://' %}\n{{ 'Runbook' | link: runbook_url }}{% endif %}{% if current_state == 'open' and incident_acknowledge_url %}\n{{ 'Acknowledge' | link: incident_acknowledge_url }}{% endif %}",
      fields: [
        { name: "Incident", value: "#{{ incident_id }}" },
        {
          name: "Targets",
          value:
            "{% for target in targets limit: 5 %}{% unless forloop.first %}, {% endunless %}{{ target.name | link: target.link }}{% endfor %}",
        },
        { name: "Policy", value: "{{ policy_name }}" },
        { name: "Severity", value: "{{ severity | downcase | capital }}" },
        { name: "Owner", value: "{{ owner }}" },
      ],
      timestamp: "{{ timestamp }}",
      update_key: "incident {{ incident_id }}",
    },
  },
};
