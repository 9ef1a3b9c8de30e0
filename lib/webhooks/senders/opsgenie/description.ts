import type { MessageTemplate, SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://github.com/zulip/zulip/tree/main/zerver/webhooks/opsgenie/fixtures
const alert: MessageTemplate = {
  author: { name: "{{ alert.username | default: source.name }}" },
  url: "https://app.opsgenie.com/alert/detail/{{ alert.alertId | path }}/details",
  timestamp: "{{ alert.updatedAt | default: alert.createdAt }}",
  thread_key: "alert-{{ alert.alertId }}",
};

/** Opsgenie's webhook integration: a card for each alert, what people do with it in the card's thread. */
export const opsgenie: SenderDescription = {
  name: "Opsgenie",
  home: "https://www.atlassian.com/software/opsgenie",
  icon: "opsgenie",
  steps: [
    "In Opsgenie open **Settings → Integrations → Add integration** and choose **Webhook**.",
    "Paste `{url}` as the **Webhook URL**, and turn on **Add alert description to payload** and **Add alert details to payload**.",
    "Choose the actions under **Alert actions**, at least **Alert is created**, **acknowledged** and **closed**; then turn the integration on.",
  ],
  recognise: [{ has: { action: "", "alert.alertId": "", integrationId: "" } }],
  event: "{{ action }}",
  events: {
    "Create|Acknowledge|UnAcknowledge|Close|Delete": {
      ...alert,
      title:
        "{% case action %}{% when 'Create' %}Alert{% when 'UnAcknowledge' %}Alert unacknowledged{% when 'Acknowledge' %}Alert acknowledged{% when 'Close' %}Alert closed{% when 'Delete' %}Alert deleted{% endcase %}: {{ alert.message | default: alert.alias }}",
      color:
        "{% assign priority = alert.priority | remove: 'P' %}{% case action %}{% when 'Acknowledge' %}amber{% when 'Close' %}green{% when 'Delete' %}grey{% else %}{% case priority %}{% when '3' %}amber{% when '4' or '5' %}blue{% else %}red{% endcase %}{% endcase %}",
      description: "{{ alert.description | lines }}",
      fields: [
        { name: "Priority", value: "{% if alert.priority %}P{{ alert.priority | remove: 'P' }}{% endif %}" },
        { name: "Alert", value: "{% if alert.tinyId %}#{{ alert.tinyId }}{% endif %}" },
        { name: "Entity", value: "{{ alert.entity }}" },
        { name: "Source", value: "{% if alert.source != alert.username %}{{ alert.source }}{% endif %}" },
        { name: "Tags", value: "{{ alert.tags }}" },
        { each: "alert.details", name: "{{ row.key | words | capital }}", value: "{{ row.value }}" },
      ],
      update_key: "alert-{{ alert.alertId }}",
    },
    AddNote: { ...alert, title: "Note on {{ alert.message }}", color: "blue", description: "{{ alert.note | lines }}" },
    "AssignOwnership|TakeOwnership": {
      ...alert,
      title:
        "{% if action == 'TakeOwnership' %}{{ alert.username }} takes{% else %}{{ alert.owner }} is assigned{% endif %} {{ alert.message }}",
      color: "blue",
    },
    "AddTags|RemoveTags": {
      ...alert,
      title: "Tags {% if action == 'AddTags' %}added to{% else %}removed from{% endif %} {{ alert.message }}",
      color: "grey",
      description: "{{ alert.addedTags | default: alert.removedTags | replace: ',', ', ' }}",
    },
    "AddTeam|AddRecipient": {
      ...alert,
      title: "{{ alert.team | default: alert.recipient }} added to {{ alert.message }}",
      color: "grey",
    },
    Escalate: {
      ...alert,
      title: "Alert escalated to {{ escalationNotify.name }}{% if alert.message %}: {{ alert.message }}{% endif %}",
      color: "red",
      fields: [
        { name: "Escalation", value: "{{ escalationName }}" },
        { name: "Repeated", value: "{% if repeatCount > 0 %}{{ repeatCount | count: 'time' }}{% endif %}" },
      ],
    },
    "*": {
      ...alert,
      title: "{{ action | words | capital }}: {{ alert.message }}",
      color: "grey",
    },
  },
};
