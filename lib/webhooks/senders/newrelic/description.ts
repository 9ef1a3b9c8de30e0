import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://docs.newrelic.com/docs/alerts/get-notified/notification-integrations/#webhook
// and, of the channels before workflows, https://docs.newrelic.com/docs/alerts/new-relic-alerts/managing-notification-channels/customize-your-webhook-payload
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
    { has: { incident_id: "", current_state: "", condition_name: "" } },
    { has: { incident_id: "", current_state: "", policy_name: "" } },
  ],
  event: "{% if issueUrl %}issue{% elsif incident_id %}incident{% endif %}",
  events: {
    issue: {
      title:
        "{% if state == 'CLOSED' %}Closed{% elsif acknowledgedAt and state != 'CLOSED' %}Acknowledged{% elsif state == 'ACTIVATED' or state == 'CREATED' %}{{ priority | downcase | capital | default: 'Active' }}{% else %}{{ state | words | downcase | capital }}{% endif %}: {{ title }}",
      url: "{{ issueUrl }}",
      color:
        "{% if state == 'CLOSED' %}green{% elsif acknowledgedAt %}amber{% else %}{{ priority | color: 'red' }}{% endif %}",
      fields: [
        { name: "Priority", value: "{{ priority | downcase | capital }}" },
        {
          name: "State",
          value:
            "{% if acknowledgedAt and state != 'CLOSED' %}Acknowledged{% else %}{{ state | words | downcase | capital }}{% endif %}",
        },
        { name: "Impacted", value: "{{ impactedEntities }}" },
        { name: "Incidents", value: "{{ totalIncidents }}" },
        { name: "Condition", value: "{{ alertConditionNames }}" },
        { name: "Policy", value: "{{ alertPolicyNames }}" },
        { name: "Owner", value: "{% unless owner == 'N/A' %}{{ owner }}{% endunless %}" },
        {
          name: "Lasted",
          value:
            "{% if state == 'CLOSED' %}{% assign end = closedAt | default: updatedAt %}{{ createdAt | until: end }}{% endif %}",
        },
      ],
      footer: "{{ workflowName }}",
      timestamp: "{{ createdAt }}",
      update_key: "issue {{ id }}",
    },
    incident: {
      title:
        "{% if current_state == 'open' %}Open{% else %}{{ current_state | words | downcase | capital }}{% endif %}: {{ condition_name | default: policy_name }}",
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
