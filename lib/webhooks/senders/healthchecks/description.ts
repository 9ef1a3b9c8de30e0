import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shape: https://github.com/healthchecks/healthchecks/blob/master/hc/api/models.py
const CHECK = "{% assign check = check | default: payload %}";

/** Healthchecks.io, and Healthchecks on a server of one's own, by a webhook whose body is or holds `$JSON`. */
export const healthchecks: SenderDescription = {
  name: "Healthchecks.io",
  aliases: ["healthchecks.io"],
  home: "https://healthchecks.io",
  steps: [
    "In Healthchecks.io open **Integrations → Webhook → Add Integration**.",
    "For **both** “down” and “up”: method **POST**, URL `{url}`, request body `$JSON`, request header `Content-Type: application/json`.",
    "**Save Integration**, then **Test!** beside it.",
  ],
  recognise: [
    { has: { n_pings: "", grace: "", last_ping: "", status: "" } },
    { has: { "check.n_pings": "", "check.grace": "", "check.last_ping": "", "check.status": "" } },
  ],
  event: "check",
  events: {
    check: {
      title: `${CHECK}{{ check.name | default: check.slug | default: 'A check without a name' }} is {{ check.status }}`,
      url: `${CHECK}{% if check.update_url contains '/api/v' %}{{ check.update_url | split: '/api/v' | first }}/checks/{{ check.update_url | split: '/checks/' | last }}/details/{% endif %}`,
      color: `${CHECK}{{ check.status | color: 'amber' }}`,
      description: `${CHECK}{{ check.desc | lines }}`,
      fields: [
        { name: "Last ping", value: `${CHECK}{{ check.last_ping | date_time }}` },
        { name: "Expected", value: `${CHECK}{% if check.timeout %}every {{ check.timeout | duration }}{% endif %}` },
        {
          name: "Schedule",
          value: `${CHECK}{{ check.schedule | code }}{% if check.schedule and check.tz %} {{ check.tz }}{% endif %}`,
        },
        { name: "Grace", value: `${CHECK}{{ check.grace | duration }}` },
        { name: "Last run took", value: `${CHECK}{{ check.last_duration | duration }}` },
        { name: "Tags", value: `${CHECK}{{ check.tags }}` },
      ],
      timestamp: "{{ now }}",
      update_key: `${CHECK}check-{{ check.uuid | default: check.unique_key | default: check.slug | default: check.name }}`,
    },
  },
};
