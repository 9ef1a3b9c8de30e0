import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://github.com/zulip/zulip/tree/main/zerver/webhooks/freshping/fixtures
/** Freshping's webhooks: a card for each check, which turns green where it stands. */
export const freshping: SenderDescription = {
  name: "Freshping",
  home: "https://www.freshworks.com/website-monitoring/",
  steps: [
    "In Freshping open **Settings → Integrations**, and press **Create Integration** under **Webhooks**.",
    "Paste `{url}` as the URL that it calls, and choose the checks.",
    "**Create**, then **Test**.",
  ],
  recognise: [{ has: { webhook_event_id: "", "webhook_event_data.check_state_name": "" } }],
  delivery: { path: "webhook_event_id" },
  event: "check",
  events: {
    check: {
      title:
        "{{ webhook_event_data.check_name }} {% case webhook_event_data.check_state_name %}{% when 'Available' %}is up{% when 'Reporting Error' %}reports an error{% else %}is {{ webhook_event_data.check_state_name | words | downcase }}{% endcase %}",
      url: "{{ webhook_event_data.request_url }}",
      color: "{{ webhook_event_data.check_state_name | color: 'red' }}",
      fields: [
        { name: "HTTP status", value: "{{ webhook_event_data.http_status_code }}" },
        { name: "Response", value: "{{ webhook_event_data.response_time | duration_ms }}" },
        { name: "Application", value: "{{ webhook_event_data.application_name }}" },
      ],
      footer: "{{ organization_name }}",
      timestamp: "{{ webhook_event_data.request_start_time | default: webhook_event_created_on }}",
      update_key: "check-{{ webhook_event_data.check_id }}",
    },
  },
};
