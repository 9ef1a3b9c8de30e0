import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shape: https://github.com/louislam/uptime-kuma/blob/master/server/notification-providers/webhook.js
/** Uptime Kuma's webhook notifications: a card for each monitor, which turns green where it stands. */
export const uptimekuma: SenderDescription = {
  name: "Uptime Kuma",
  aliases: ["kuma"],
  home: "https://uptime.kuma.pet",
  icon: "uptimekuma",
  steps: [
    "In Uptime Kuma open **Settings → Notifications → Setup Notification** and choose **Webhook**.",
    "Paste `{url}` as the **Post URL**, and leave **Request Body** at `application/json`.",
    "**Test**, turn on **Default enabled** or **Apply on all existing monitors**, then **Save**.",
  ],
  recognise: [{ has: { heartbeat: "", monitor: "", msg: "" } }],
  event: "{% if heartbeat %}heartbeat{% else %}notice{% endif %}",
  events: {
    heartbeat: {
      title:
        "{{ monitor.name }} is {% case heartbeat.status %}{% when 0 %}down{% when 1 %}up{% when 2 %}pending{% when 3 %}under maintenance{% else %}checked{% endcase %}",
      url: "{{ monitor.url }}",
      color: "{% case heartbeat.status %}{% when 0 %}red{% when 1 %}green{% when 2 %}amber{% else %}blue{% endcase %}",
      description: "{{ heartbeat.msg | lines }}",
      fields: [
        { name: "Type", value: "{{ monitor.type | upcase }}" },
        {
          name: "Host",
          value:
            "{{ monitor.hostname | code }}{% if monitor.hostname and monitor.port %}:{{ monitor.port }}{% endif %}",
        },
        { name: "Response", value: "{{ heartbeat.ping | duration_ms }}" },
        { name: "Retries", value: "{% if heartbeat.retries > 0 %}{{ heartbeat.retries }}{% endif %}" },
        { name: "About", value: "{{ monitor.description }}", inline: false },
      ],
      timestamp: "{{ heartbeat.time }}",
      update_key: "monitor-{{ heartbeat.monitorID | default: monitor.id }}",
    },
    // "[Ticket shop][https://tickets.example.com] server certificate … will expire in 7 days", or a test.
    notice: {
      title:
        "{% if msg contains '][http' %}{{ msg | split: '][' | first }}] {{ msg | split: '] ' | last | first_line }}{% else %}{{ msg | first_line }}{% endif %}",
      url: "{% if msg contains '][http' %}{{ msg | split: '][' | last | split: '] ' | first }}{% endif %}",
      color: "{% if msg contains 'certificate' %}amber{% else %}blue{% endif %}",
    },
  },
};
