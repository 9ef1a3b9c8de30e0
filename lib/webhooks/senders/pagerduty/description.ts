import type { MessageTemplate, SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://github.com/PagerDuty/developer-docs/blob/main/docs/webhooks/01-Overview.md
const reports: MessageTemplate = {
  author: { name: "{{ event.agent.summary }}", url: "{{ event.agent.html_url }}" },
  url: "{{ event.data.incident.html_url }}",
  color: "blue",
  timestamp: "{{ event.occurred_at }}",
  thread_key: "incident-{{ event.data.incident.id }}",
};

const V2_STATE =
  "{% case item.event %}{% when 'incident.unacknowledge' %}Unacknowledged{% when 'incident.escalate' %}Escalated{% when 'incident.delegate' or 'incident.assign' %}Reassigned{% else %}{{ item.incident.status | capital }}{% endcase %}";

/** PagerDuty's webhooks, of version 3 and of the older version 2: a card for each incident, its notes in the card's thread. */
export const pagerduty: SenderDescription = {
  name: "PagerDuty",
  home: "https://www.pagerduty.com",
  icon: "pagerduty",
  steps: [
    "In PagerDuty open **Integrations → Generic Webhooks (v3) → New Webhook**.",
    "Paste `{url}` as the **Webhook URL**, choose the scope, and under **Event Subscription** the events of incidents.",
    "**Add Webhook**, then **Send Test Event** on the webhook's page. The signing secret that it shows may go into this webhook's settings.",
  ],
  recognise: [
    { headers: { "x-pagerduty-signature": "" } },
    { has: { "event.event_type": "", "event.resource_type": "", "event.occurred_at": "" } },
    { has: { "messages.0.event": "^incident\\.", "messages.0.incident.incident_number": "" } },
  ],
  signature: {
    kind: "hmac",
    header: "x-pagerduty-signature",
    algorithm: "sha256",
    encoding: "hex",
    prefix: "v1=",
  },
  delivery: { path: "event.id" },
  event: "{% if messages[0].incident %}messages{% else %}{{ event.event_type }}{% endif %}",
  events: {
    "incident.triggered|incident.acknowledged|incident.unacknowledged|incident.resolved|incident.reopened|incident.escalated|incident.reassigned|incident.delegated|incident.priority_updated|incident.service_updated|incident.conference_bridge.updated":
      {
        author: {
          name: "{% unless event.agent.type == 'service_reference' %}{{ event.agent.summary }}{% endunless %}",
          url: "{{ event.agent.html_url }}",
        },
        title:
          "[{{ event.data.service.summary }}] {% case event.event_type %}{% when 'incident.priority_updated' or 'incident.service_updated' or 'incident.conference_bridge.updated' %}{{ event.data.status | capital }}{% else %}{{ event.event_type | remove: 'incident.' | words | capital }}{% endcase %}: {{ event.data.title }}",
        url: "{{ event.data.html_url }}",
        color:
          "{% if event.data.status == 'triggered' and event.data.urgency == 'low' %}amber{% else %}{{ event.data.status | color: 'red' }}{% endif %}",
        description:
          "{% case event.event_type %}{% when 'incident.priority_updated' %}The priority has changed.{% when 'incident.service_updated' %}It has moved to another service.{% when 'incident.conference_bridge.updated' %}The conference bridge has changed.{% endcase %}",
        fields: [
          { name: "Incident", value: "{% if event.data.number %}#{{ event.data.number }}{% endif %}" },
          { name: "Urgency", value: "{{ event.data.urgency | capital }}" },
          { name: "Priority", value: "{{ event.data.priority.summary }}" },
          {
            name: "Assigned to",
            value:
              "{% for person in event.data.assignees limit: 10 %}{% unless forloop.first %}, {% endunless %}{{ person.summary }}{% endfor %}",
          },
          { name: "Escalation policy", value: "{{ event.data.escalation_policy.summary }}" },
          {
            name: "Conference",
            value:
              "{% if event.data.conference_bridge.conference_url %}{{ event.data.conference_bridge.conference_url | link: event.data.conference_bridge.conference_url }}{% else %}{{ event.data.conference_bridge.conference_number }}{% endif %}",
          },
        ],
        timestamp: "{{ event.occurred_at }}",
        thread_key: "incident-{{ event.data.id }}",
        update_key: "incident-{{ event.data.id }}",
      },
    "incident.annotated": {
      ...reports,
      title: "Note on {{ event.data.incident.summary }}",
      description: "{{ event.data.content | lines }}",
    },
    "incident.status_update_published": {
      ...reports,
      title: "Status update on {{ event.data.incident.summary }}",
      description: "{{ event.data.message | lines }}",
    },
    "incident.responder.added|incident.responder.replied": {
      ...reports,
      title:
        "{% if event.event_type == 'incident.responder.added' %}{{ event.data.user.summary | default: event.data.escalation_policy.summary }} asked to help with {{ event.data.incident.summary }}{% else %}{{ event.data.user.summary }} {{ event.data.state | words }} to help with {{ event.data.incident.summary }}{% endif %}",
      description: "{{ event.data.message | lines }}",
    },
    "incident.workflow.started|incident.workflow.completed": {
      ...reports,
      title:
        "{{ event.data.incident_workflow.summary }} {{ event.event_type | remove: 'incident.workflow.' }} for {{ event.data.incident.summary }}",
      color: "grey",
      description: "{{ event.data.summary }}",
    },
    "service.created|service.updated|service.deleted": {
      author: { name: "{{ event.agent.summary }}", url: "{{ event.agent.html_url }}" },
      title: "Service {{ event.event_type | remove: 'service.' }}: {{ event.data.summary }}",
      url: "{{ event.data.html_url }}",
      color: "{% if event.event_type == 'service.deleted' %}red{% else %}grey{% endif %}",
      timestamp: "{{ event.occurred_at }}",
    },
    // The button "Send Test Event".
    "pagey.ping": {
      title: "PagerDuty's webhook works",
      color: "green",
      description: "{{ event.data.message | lines }}",
      timestamp: "{{ event.occurred_at }}",
    },
    messages: {
      each: "messages",
      author: {
        name: "{{ item.log_entries[0].agent.summary }}",
        url: "{{ item.log_entries[0].agent.html_url }}",
      },
      title: `[{{ item.incident.service.name }}] ${V2_STATE}: {{ item.incident.title | default: item.incident.summary }}`,
      url: "{{ item.incident.html_url }}",
      color: "{{ item.incident.status | color: 'red' }}",
      description: "{{ item.log_entries[0].channel.details | lines }}",
      fields: [
        { name: "Incident", value: "#{{ item.incident.incident_number }}" },
        { name: "Urgency", value: "{{ item.incident.urgency | capital }}" },
        {
          name: "Assigned to",
          value:
            "{% for each in item.incident.assignments limit: 10 %}{% unless forloop.first %}, {% endunless %}{{ each.assignee.summary }}{% endfor %}",
        },
        { name: "Escalation policy", value: "{{ item.incident.escalation_policy.summary }}" },
      ],
      timestamp: "{{ item.created_on }}",
      thread_key: "incident-{{ item.incident.id }}",
      update_key: "incident-{{ item.incident.id }}",
    },
  },
};
