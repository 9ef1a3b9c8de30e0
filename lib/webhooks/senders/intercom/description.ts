import type { MessageTemplate, SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://developers.intercom.com/docs/references/webhooks/webhook-models and Zulip's test suite. Texts are HTML.
const item = "data.item";
const person = `${item}.user.name | default: ${item}.contacts.contacts[0].name | default: ${item}.source.author.name | default: ${item}.user.email | default: ${item}.source.author.email`;
const part = `{% assign part = ${item}.conversation_parts.conversation_parts | last %}`;

const conversation: MessageTemplate = {
  url: `{{ ${item}.links.conversation_web }}{% unless ${item}.links.conversation_web %}https://app.intercom.com/a/inbox/{{ app_id }}/inbox/conversation/{{ ${item}.id }}{% endunless %}`,
  author: { name: `${part}{{ part.author.name }}{% unless part.author.name %}{{ ${person} }}{% endunless %}` },
  description: `${part}{{ part.body | text_of_html | truncate: 2000 | lines }}`,
  thread_key: `conversation-{{ ${item}.id }}`,
};
const who = `{{ ${person} | default: 'somebody' }}`;
const assignee: NonNullable<MessageTemplate["fields"]>[number] = {
  name: "Assignee",
  value: `{% unless ${item}.assignee.type == 'nobody_admin' %}{{ ${item}.assignee.name }}{% endunless %}`,
};

const contact: MessageTemplate = {
  url: `https://app.intercom.com/a/apps/{{ app_id }}/users/{{ ${item}.contact.id | default: ${item}.user.id | default: ${item}.id }}`,
  color: "blue",
  fields: [
    { name: "Email", value: `{{ ${item}.email }}` },
    {
      name: "Location",
      value: `{{ ${item}.location_data.city_name }}{% if ${item}.location_data.country_name %}, {{ ${item}.location_data.country_name }}{% endif %}`,
    },
    { name: "Company", value: `{{ ${item}.companies.companies | map: 'name' | join: ', ' }}` },
  ],
};
const name = `{{ ${item}.name | default: ${item}.pseudonym | default: ${item}.email | default: ${item}.id }}`;

// Of a ticket's events some hold the ticket itself, and others it and the part that is new.
const ticket = `{% assign ticket = ${item}.ticket %}{% unless ticket %}{% assign ticket = ${item} %}{% endunless %}`;
const newPart = `{% assign part = ${item}.ticket_part %}{% unless part %}{% assign part = ${item}.ticket_parts.ticket_parts | last %}{% endunless %}`;
const about = `${ticket}{{ ticket.ticket_attributes._default_title_ | default: ticket.ticket_type.name }}`;
const ticketNumber = `${ticket}{% if ticket.ticket_id %}[#{{ ticket.ticket_id }}] {% endif %}`;
const ticketPart: MessageTemplate = {
  url: `${ticket}https://app.intercom.com/a/inbox/{{ app_id }}/inbox/conversation/{{ ticket.id }}`,
  author: { name: `${newPart}{{ part.author.name }}` },
  fields: [{ name: "State", value: `${ticket}{{ ticket.ticket_state.internal_label }}` }],
  thread_key: `${ticket}ticket-{{ ticket.id }}`,
};

/** Intercom's webhooks for conversations, tickets, contacts and companies. */
export const intercom: SenderDescription = {
  name: "Intercom",
  home: "https://www.intercom.com",
  icon: "intercom",
  steps: [
    "In Intercom's Developer Hub open your app, or make one, and there **Configure → Webhooks**.",
    "Paste `{url}` as the endpoint URL, choose topics such as `conversation.user.created`, and save.",
    "To have its requests checked, set this webhook's signing secret to the app's **client secret**, under **Basic information**.",
  ],
  recognise: [{ has: { type: "^notification_event$", topic: "", "data.item.type": "", app_id: "" } }],
  signature: { kind: "hmac", header: "x-hub-signature", algorithm: "sha1", encoding: "hex", prefix: "sha1=" },
  delivery: { path: "id", varies: ["delivery_attempts", "delivery_status", "delivered_at", "first_sent_at"] },
  handshake: { method: "HEAD" },
  event: "{{ topic }}",
  all: { timestamp: "{{ created_at }}" },
  events: {
    ping: { title: "Intercom is connected", description: `{{ ${item}.message | lines }}`, color: "grey" },
    "conversation.user.created|conversation.admin.single.created": {
      ...conversation,
      title: `New conversation: ${who}`,
      color: "blue",
      author: { name: "" },
      description: `{{ ${item}.conversation_message.body | default: ${item}.source.body | text_of_html | truncate: 2000 | lines }}`,
      fields: [assignee],
    },
    "conversation.user.replied|conversation.contact.replied": {
      ...conversation,
      title: `${who} replied`,
      color: "blue",
      author: { name: "" },
    },
    "conversation.admin.replied|conversation.operator.replied": {
      ...conversation,
      title: `Reply to ${who}`,
      color: "grey",
    },
    "conversation.admin.noted": { ...conversation, title: `Note on: ${who}`, color: "grey" },
    "conversation.admin.assigned|conversation.admin.open.assigned": {
      ...conversation,
      title: `{% if ${item}.assignee.type == 'nobody_admin' %}Unassigned{% else %}Assigned to {{ ${item}.assignee.name | default: 'somebody' }}{% endif %}: ${who}`,
      color: "grey",
    },
    "conversation.admin.closed": { ...conversation, title: `Closed: ${who}`, color: "green" },
    "conversation.admin.opened|conversation.admin.unsnoozed": {
      ...conversation,
      title: `Opened again: ${who}`,
      color: "blue",
    },
    "conversation.admin.snoozed": {
      ...conversation,
      title: `Snoozed: ${who}`,
      color: "grey",
      fields: [{ name: "Until", value: `{{ ${item}.snoozed_until | date_time }}` }],
    },
    "ticket.created": {
      ...ticketPart,
      title: `${ticketNumber}Ticket created: ${about}`,
      color: "blue",
      description: `${ticket}{{ ticket.ticket_attributes._default_description_ | truncate: 1500 | lines }}`,
    },
    "ticket.admin.replied|ticket.contact.replied|ticket.note.created": {
      ...ticketPart,
      title: `${ticketNumber}{% if topic == 'ticket.note.created' %}Note{% else %}Reply{% endif %}: ${about}`,
      color: "{% if topic == 'ticket.contact.replied' %}blue{% else %}grey{% endif %}",
      description: `${newPart}{{ part.body | text_of_html | truncate: 2000 | lines }}`,
    },
    "ticket.state.updated|ticket.closed": {
      ...ticketPart,
      title: `${ticketNumber}{% if topic == 'ticket.closed' %}Closed{% else %}${ticket}{{ ticket.ticket_state.internal_label | default: 'State changed' }}{% endif %}: ${about}`,
      color: `${ticket}{% if topic == 'ticket.closed' %}green{% else %}{% case ticket.ticket_state.category %}{% when 'resolved' %}green{% when 'waiting_on_customer' %}amber{% else %}blue{% endcase %}{% endif %}`,
    },
    "ticket.admin.assigned|ticket.team.assigned": {
      ...ticketPart,
      title: `${ticketNumber}Assigned: ${about}`,
      color: "grey",
    },
    "contact.created|contact.user.created|contact.lead.created|user.created": {
      ...contact,
      title: `New ${"{{ data.item.type | default: 'contact' }}"}: ${name}`,
    },
    "contact.signed_up|contact.lead.signed_up|visitor.signed_up": {
      ...contact,
      title: `Signed up: ${name}`,
      color: "green",
    },
    "conversation.deleted": {
      title: "Conversation deleted",
      color: "red",
    },
    "contact.deleted|user.deleted|contact.archived": {
      ...contact,
      title: `Contact {% if topic == 'contact.archived' %}archived{% else %}deleted{% endif %}: ${name}`,
      color: "{% if topic == 'contact.archived' %}grey{% else %}red{% endif %}",
      url: "",
    },
    "company.created": {
      title: `New company: ${name}`,
      url: `https://app.intercom.com/a/apps/{{ app_id }}/companies/{{ ${item}.id }}`,
      color: "blue",
      fields: [
        { name: "Users", value: `{% if ${item}.user_count > 0 %}{{ ${item}.user_count | number }}{% endif %}` },
        {
          name: "Monthly spend",
          value: `{% if ${item}.monthly_spend > 0 %}{{ ${item}.monthly_spend | number }}{% endif %}`,
        },
        { name: "Industry", value: `{{ ${item}.industry }}` },
        { name: "Website", value: `{{ ${item}.website }}` },
      ],
    },
  },
};
