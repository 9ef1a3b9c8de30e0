import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://support.freshdesk.com/support/solutions/articles/132589 and Zulip's test suite. What happened comes as
// "{status:{from:4,to:6}}" or "{ticket_action:created}", which isn't JSON.
const ticket = "freshdesk_webhook";
const said = "{{ freshdesk_webhook.ticket_description | text_of_html | truncate: 1200 | lines }}";

/** Freshdesk's automations with "Trigger webhook". */
export const freshdesk: SenderDescription = {
  name: "Freshdesk",
  home: "https://www.freshworks.com/freshdesk/",
  steps: [
    "In Freshdesk open **Admin → Workflows → Automations → Ticket Updates** (and **Ticket Creation**) **→ New rule**; as an action choose **Trigger webhook**.",
    "Request type **POST**, URL `{url}`, encoding **JSON**, content **Advanced**.",
    'As its content: `{"freshdesk_webhook": {"triggered_event": "{{triggered_event}}", "ticket_id": "{{ticket.id}}", "ticket_url": "{{ticket.url}}", "ticket_subject": "{{ticket.subject}}", "ticket_description": "{{ticket.description}}", "ticket_type": "{{ticket.ticket_type}}", "ticket_status": "{{ticket.status}}", "ticket_priority": "{{ticket.priority}}", "requester_name": "{{ticket.requester.name}}", "requester_email": "{{ticket.requester.email}}"}}`',
  ],
  recognise: [{ has: { "freshdesk_webhook.ticket_id": "" } }],
  event: `{% assign what = ${ticket}.triggered_event %}{% if what contains 'ticket_action:created' %}created{% elsif what contains 'note_type' %}noted{% elsif what contains 'status:' %}status{% elsif what contains 'priority:' %}priority{% else %}ticket{% endif %}`,
  all: {
    url: `{{ ${ticket}.ticket_url }}`,
    fields: [
      { name: "Status", value: `{{ ${ticket}.ticket_status }}` },
      { name: "Priority", value: `{{ ${ticket}.ticket_priority }}` },
      { name: "Type", value: `{{ ${ticket}.ticket_type }}` },
      {
        name: "Requester",
        value: `{{ ${ticket}.requester_name | default: ${ticket}.ticket_requester_name | default: ${ticket}.requester_email }}`,
      },
      { name: "Agent", value: `{{ ${ticket}.ticket_agent_name | default: ${ticket}.agent_name }}` },
    ],
    thread_key: `ticket-{{ ${ticket}.ticket_id }}`,
  },
  events: {
    created: {
      title: `[#{{ ${ticket}.ticket_id }}] Ticket created: {{ ${ticket}.ticket_subject }}`,
      color: `{% case ${ticket}.ticket_priority %}{% when 'Urgent' %}red{% when 'High' %}amber{% else %}blue{% endcase %}`,
      description: said,
    },
    noted: {
      title: `[#{{ ${ticket}.ticket_id }}] {% if ${ticket}.triggered_event contains 'private' %}Private{% else %}Public{% endif %} note: {{ ${ticket}.ticket_subject }}`,
      color: "blue",
      description: `{{ ${ticket}.ticket_latest_public_comment | text_of_html | lines }}`,
    },
    status: {
      title: `[#{{ ${ticket}.ticket_id }}] {{ ${ticket}.ticket_status }}: {{ ${ticket}.ticket_subject }}`,
      color: `{% if ${ticket}.ticket_status contains 'Waiting' %}amber{% else %}{{ ${ticket}.ticket_status | color: 'blue' }}{% endif %}`,
    },
    priority: {
      title: `[#{{ ${ticket}.ticket_id }}] Priority {{ ${ticket}.ticket_priority }}: {{ ${ticket}.ticket_subject }}`,
      color: `{% case ${ticket}.ticket_priority %}{% when 'Urgent' %}red{% when 'High' %}amber{% else %}grey{% endcase %}`,
    },
    ticket: {
      title: `[#{{ ${ticket}.ticket_id }}] Ticket updated: {{ ${ticket}.ticket_subject }}`,
      color: `{{ ${ticket}.ticket_status | color: 'grey' }}`,
      description: `{% if ${ticket}.ticket_latest_public_comment or ${ticket}.latest_public_comment %}{{ ${ticket}.ticket_latest_public_comment | default: ${ticket}.latest_public_comment | text_of_html | truncate: 1200 | lines }}{% else %}${said}{% endif %}`,
    },
  },
};
