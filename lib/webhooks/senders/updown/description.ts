import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://updown.io/api#webhooks
const NAME = "{{ item.check.alias | default: item.check.url }}";

/** updown.io's webhooks, each a list of events: a card for each downtime, which turns green where it stands. */
export const updown: SenderDescription = {
  name: "updown.io",
  aliases: ["updown.io"],
  home: "https://updown.io",
  steps: [
    "In updown.io open the [settings](https://updown.io/settings/edit), and find **Webhooks**.",
    "Paste `{url}` under **Webhook endpoint URLs**, and press **+**.",
    "If a check chooses its recipients itself, choose the webhook there too.",
  ],
  recognise: [{ has: { "0.event": "^check\\.", "0.check.token": "" } }],
  event: "events",
  events: {
    events: {
      each: "payload",
      title: `{% case item.event %}{% when 'check.down' %}${NAME} is down{% when 'check.still_down' %}${NAME} is still down{% when 'check.up' %}${NAME} is up{% when 'check.ssl_invalid' %}Certificate invalid: ${NAME}{% when 'check.ssl_valid' %}Certificate valid again: ${NAME}{% when 'check.ssl_expiration' %}Certificate expires in {{ item.ssl.days_before_expiration | count: 'day' }}: ${NAME}{% when 'check.ssl_renewed' %}Certificate renewed: ${NAME}{% when 'check.performance_drop' %}Apdex dropped {{ item.apdex_dropped }}: ${NAME}{% else %}{{ item.event | remove: 'check.' | words | capital }}: ${NAME}{% endcase %}`,
      url: "{{ item.downtime.details_url | default: item.check.url }}",
      color:
        "{% case item.event %}{% when 'check.down' or 'check.still_down' or 'check.ssl_invalid' %}red{% when 'check.up' or 'check.ssl_valid' or 'check.ssl_renewed' %}green{% else %}amber{% endcase %}",
      description:
        "{% if item.event == 'check.up' and item.downtime.duration %}It was down for {{ item.downtime.duration | duration }}.{% else %}{{ item.ssl.error | lines }}{% endif %}",
      fields: [
        { name: "Error", value: "{{ item.downtime.error | default: item.check.error }}" },
        { name: "Uptime", value: "{% if item.check.uptime %}{{ item.check.uptime | number }} %{% endif %}" },
        {
          name: "Checked every",
          value: "{% if item.event == 'check.down' %}{{ item.check.period | duration }}{% endif %}",
        },
        { name: "Issuer", value: "{{ item.ssl.cert.issuer | default: item.ssl.new_cert.issuer }}" },
        { name: "Valid until", value: "{{ item.ssl.cert.to | default: item.ssl.new_cert.to | date_time }}" },
      ],
      timestamp:
        "{{ item.downtime.ended_at | default: item.downtime.started_at | default: item.time | default: item.check.last_check_at }}",
      update_key:
        "{% if item.downtime.started_at %}downtime-{{ item.check.token }}-{{ item.downtime.started_at }}{% elsif item.ssl %}certificate-{{ item.check.token }}{% endif %}",
    },
  },
};
