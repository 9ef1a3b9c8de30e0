import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://github.com/zulip/zulip/tree/main/zerver/webhooks/pingdom/fixtures
/** Pingdom's webhook integration: a card for each check, which turns green where it stands. */
export const pingdom: SenderDescription = {
  name: "Pingdom",
  home: "https://www.pingdom.com",
  icon: "pingdom",
  steps: [
    "In Pingdom open **Integrations**, and **Add integration** of the type **Webhook**.",
    "Paste `{url}` as the **URL**, leave it **Active**, and **Save integration**.",
    "Edit each check that shall tell it, and tick the integration under **Connect integrations**.",
  ],
  recognise: [{ has: { check_id: "", check_name: "", current_state: "", previous_state: "" } }],
  event: "state",
  events: {
    state: {
      title:
        "{{ check_name }} {% case current_state %}{% when 'UP' %}is up{% when 'DOWN' %}is down{% when 'SUCCESS' %}works{% when 'FAILING' %}fails{% else %}is {{ current_state | words | downcase }}{% endcase %}",
      url: "{{ check_params.full_url | default: check_params.url | url }}",
      color: "{{ current_state | color: 'blue' }}",
      description:
        "{% unless long_description == 'OK' %}{{ long_description | default: description | lines }}{% endunless %}",
      fields: [
        { name: "Type", value: "{{ check_type | words }}" },
        {
          name: "Host",
          value: "{{ check_params.hostname | code }}{% if check_params.port %}:{{ check_params.port }}{% endif %}",
        },
        { name: "Was", value: "{{ previous_state | words | downcase }}" },
        {
          name: "Seen from",
          value: "{{ first_probe.location }}{% if second_probe.location %}; {{ second_probe.location }}{% endif %}",
        },
        { name: "Tags", value: "{{ tags }}" },
      ],
      timestamp: "{{ state_changed_timestamp }}",
      update_key: "check-{{ check_id }}",
    },
  },
};
