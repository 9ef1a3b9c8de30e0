import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://github.com/zulip/zulip/tree/main/zerver/webhooks/uptimerobot/fixtures
const NAME = "{{ monitorFriendlyName | default: monitor_friendly_name }}";
const TYPE = "{% assign type = alertType | default: alert_type | append: '' %}";

/** UptimeRobot's webhooks, with its own names for values or with those of a body that the user wrote. */
export const uptimerobot: SenderDescription = {
  name: "UptimeRobot",
  home: "https://uptimerobot.com",
  steps: [
    "In UptimeRobot open **Integrations & API** (in the old dashboard **My Settings → Add Alert Contact**) and add a **Webhook**, which its Team and Enterprise plans have.",
    "Paste `{url}` as the **URL to notify**, and turn on **Send default variables as POST parameters**.",
    "Choose the events under **Enable notifications for**, save, and choose it in each monitor's alert contacts.",
  ],
  recognise: [
    { has: { monitorFriendlyName: "", alertType: "" } },
    { has: { monitor_friendly_name: "", alert_type_friendly_name: "" } },
  ],
  event: "alert",
  events: {
    alert: {
      title: `${TYPE}${NAME} {% case type %}{% when '1' %}is down{% when '2' %}is up{% when '3' %}has a certificate that expires{% if sslExpiryDaysLeft and sslExpiryDaysLeft != '*sslExpiryDaysLeft*' %} in {{ sslExpiryDaysLeft | count: 'day' }}{% endif %}{% else %}{{ alertTypeFriendlyName | default: alert_type_friendly_name | words }}{% endcase %}`,
      url: "{{ monitorURL | default: monitor_url }}",
      color: `${TYPE}{% case type %}{% when '1' %}red{% when '2' %}green{% when '3' %}amber{% else %}{{ alertTypeFriendlyName | default: alert_type_friendly_name | color: 'blue' }}{% endcase %}`,
      description: "{{ alertDetails | default: alert_details | lines }}",
      fields: [
        {
          name: "Lasted",
          // A variable that UptimeRobot doesn't fill in stays as its name between stars.
          value:
            "{% assign lasted = alertFriendlyDuration | default: alert_friendly_duration %}{% if lasted == blank or lasted contains '*' %}{{ alertDuration | duration }}{% else %}{{ lasted }}{% endif %}",
        },
        { name: "Monitored", value: "{{ monitorURL | default: monitor_url }}" },
        { name: "Certificate expires", value: "{{ sslExpiryDate | time | date_time }}" },
      ],
      timestamp: "{{ alertDateTime }}",
      update_key: `${TYPE}{% if type == '3' %}certificate{% else %}monitor{% endif %}-{{ monitorID | default: monitor_id | default: monitorURL | default: monitor_url }}`,
    },
  },
};
