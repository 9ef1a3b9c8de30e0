import type { MessageTemplate, SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://developer.zendesk.com/api-reference/webhooks/event-types/ticket-events/. States come in capitals, and no address: an
// event names its account only by a number.
const number = "[#{{ detail.id }}]";
const subject = "{{ detail.subject | default: detail.description | first_line }}";
const stateColor =
  "{% case state %}{% when 'new' %}blue{% when 'open' %}blue{% when 'pending' %}amber{% when 'hold' %}amber{% when 'solved' %}green{% when 'closed' %}grey{% when 'deleted' %}red{% else %}grey{% endcase %}";
const priorityColor = "{% case priority %}{% when 'urgent' %}red{% when 'high' %}amber{% else %}blue{% endcase %}";

// What any event is called, of whatever it is: "Ticket soft deleted", "Messaging ticket message added".
const what = "{% assign what = request.event | replace: '.', ' ' | words | remove: 'soft ' | capital %}{{ what }}";
const name = "{{ detail.subject | default: detail.name | default: detail.title | default: detail.email | first_line }}";
const deleted =
  "{% assign change = request.event | split: '.' | last %}{% case change %}{% when 'deleted' or 'soft_deleted' or 'permanently_deleted' or 'marked_as_spam' %}red{% when 'created' or 'undeleted' or 'published' or 'message_added' %}blue{% else %}grey{% endcase %}";

const fields: MessageTemplate["fields"] = [
  { name: "Status", value: "{{ detail.status | downcase | words }}" },
  { name: "Priority", value: "{{ detail.priority | downcase | words }}" },
  { name: "Type", value: "{{ detail.type | downcase | words }}" },
  { name: "Came by", value: "{{ detail.via.channel | words }}" },
  { name: "Tags", value: "{{ detail.tags | join: ', ' }}" },
];

/** Zendesk's webhooks for events of tickets, and of what else there is: people, organizations, articles, agents. */
export const zendesk: SenderDescription = {
  name: "Zendesk",
  home: "https://www.zendesk.com",
  icon: "zendesk",
  steps: [
    "In the Admin Center open **Apps and integrations → Webhooks → Create webhook**, choose **Zendesk events** and the ticket events.",
    "Paste `{url}` as the endpoint URL, with the request method **POST**, the format **JSON** and no authentication.",
    "**Test webhook**, then **Create webhook**. To have its requests checked, copy its **signing secret** into this webhook's settings.",
  ],
  recognise: [{ has: { type: "^zen:event-type[:/]", zendesk_event_version: "" } }],
  signature: {
    kind: "hmac",
    header: "x-zendesk-webhook-signature",
    algorithm: "sha256",
    encoding: "base64",
    timestamp: "x-zendesk-webhook-signature-timestamp",
  },
  delivery: { path: "id" },
  event: "{{ type | remove: 'zen:event-type:' | remove: 'zen:event-type/' }}",
  all: {
    timestamp: "{{ time }}",
    thread_key: "{{ subject }}",
  },
  events: {
    "ticket.created": {
      title: `${number} Ticket created: ${subject}`,
      color: `{% assign priority = detail.priority | downcase %}${priorityColor}`,
      description: "{{ detail.description | truncate: 1500 | lines }}",
      fields,
    },
    "ticket.comment_added": {
      title: `${number} {% if event.comment.is_public == false %}Internal note{% elsif event.comment.author.is_staff %}Reply{% else %}Comment{% endif %}: ${subject}`,
      color: "{% if event.comment.author.is_staff %}grey{% else %}blue{% endif %}",
      author: { name: "{{ event.comment.author.name }}" },
      description: "{{ event.comment.body | truncate: 2000 | lines }}",
    },
    "ticket.status_changed": {
      title: `${number} {{ event.current | downcase | words | capital }}: ${subject}`,
      color: `{% assign state = event.current | downcase %}${stateColor}`,
      description: "{{ event.previous | downcase | words }} → {{ event.current | downcase | words }}",
      fields: [{ name: "Priority", value: "{{ detail.priority | downcase | words }}" }],
    },
    "ticket.priority_changed": {
      title: `${number} Priority {{ event.current | downcase | words | default: 'removed' }}: ${subject}`,
      color: `{% assign priority = event.current | downcase %}${priorityColor}`,
      description:
        "{{ event.previous | downcase | words | default: 'none' }} → {{ event.current | downcase | words | default: 'none' }}",
      fields: [{ name: "Status", value: "{{ detail.status | downcase | words }}" }],
    },
    "ticket.agent_assignment_changed": {
      title: `${number} {% if event.current %}Reassigned{% else %}Unassigned{% endif %}: ${subject}`,
      color: "grey",
      fields: [{ name: "Status", value: "{{ detail.status | downcase | words }}" }],
    },
    // In a chat no event holds the ticket's subject.
    "messaging_ticket.message_added": {
      title: "[#{{ detail.id }}] Message{% if event.actor.name %} from {{ event.actor.name }}{% endif %}",
      color: "{% if event.actor.type == 'agent' %}grey{% else %}blue{% endif %}",
      author: { name: "{{ event.actor.name }}" },
      description: "{{ event.message.body | truncate: 2000 | lines }}",
    },
    "*": {
      title: `{% if request.event contains 'ticket.' %}${number} {% endif %}${what}: ${name}`,
      color: deleted,
      description:
        "{% assign before = event.previous | default: event.previous_state %}{% assign after = event.current | default: event.new_state %}{% if before or after %}{{ before | words | default: 'none' }} → {{ after | words | default: 'none' }}{% endif %}",
      fields: [
        { name: "Status", value: "{{ detail.status | downcase | words }}" },
        { name: "Tags added", value: "{{ event.tags_added | join: ', ' }}" },
        { name: "Tags removed", value: "{{ event.tags_removed | join: ', ' }}" },
      ],
    },
  },
};
