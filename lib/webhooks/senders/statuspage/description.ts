import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://github.com/zulip/zulip/tree/main/zerver/webhooks/statuspage/fixtures
/** Atlassian Statuspage's webhook subscriptions: a card for each incident with its story, and one for each component. */
export const statuspage: SenderDescription = {
  name: "Statuspage",
  aliases: ["statuspage.io"],
  home: "https://www.atlassian.com/software/statuspage",
  icon: "statuspage",
  steps: [
    "On the status page press **Subscribe to updates**, and choose the webhook.",
    "Paste `{url}`, give an email address for the case that it can't be reached, and **Subscribe to notifications**.",
    "If the page offers no webhook, its owner enables that in the dashboard under **Notifications → Webhook**.",
  ],
  recognise: [
    { has: { "page.status_indicator": "", "incident.impact": "", "incident.incident_updates": "" } },
    { has: { "page.status_indicator": "", "component.name": "", "component_update.new_status": "" } },
  ],
  event: "{% if incident %}incident{% elsif component_update %}component{% endif %}",
  events: {
    incident: {
      title: "{{ incident.status | words | capital }}: {{ incident.name }}",
      url: "{{ incident.shortlink }}",
      color:
        "{% case incident.status %}{% when 'resolved' or 'postmortem' or 'completed' %}green{% when 'scheduled' %}blue{% else %}{% case incident.impact %}{% when 'critical' or 'major' %}red{% when 'maintenance' %}blue{% else %}amber{% endcase %}{% endcase %}",
      description:
        "{% for update in incident.incident_updates limit: 6 %}{{ update.status | words | capital | bold }} · {{ update.display_at | default: update.created_at | date_time }}\n{{ update.body | text_of_html | lines }}\n\n{% endfor %}",
      fields: [
        {
          name: "Impact",
          value: "{% unless incident.impact == 'none' %}{{ incident.impact | words | capital }}{% endunless %}",
        },
        {
          name: "Components",
          value:
            "{% for each in incident.components limit: 10 %}{{ each.name }}: {{ each.status | words }}\n{% endfor %}",
        },
        {
          name: "Planned",
          value:
            "{% if incident.scheduled_for %}{{ incident.scheduled_for | date_time }} – {{ incident.scheduled_until | date_time }}{% endif %}",
        },
        { name: "Lasted", value: "{{ incident.created_at | until: incident.resolved_at }}" },
      ],
      footer: "{{ page.status_description }}",
      timestamp: "{{ incident.updated_at }}",
      update_key: "incident-{{ incident.id }}",
    },
    component: {
      title: "{{ component.name }}: {{ component_update.new_status | words }}",
      url: "{{ meta.unsubscribe | split: '?' | first }}",
      color:
        "{% case component_update.new_status %}{% when 'operational' %}green{% when 'major_outage' %}red{% when 'under_maintenance' %}blue{% else %}amber{% endcase %}",
      description: "It was {{ component_update.old_status | words }}.",
      footer: "{{ page.status_description }}",
      timestamp: "{{ component_update.created_at }}",
      update_key: "component-{{ component.id }}",
    },
  },
};
