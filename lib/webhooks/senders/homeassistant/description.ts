import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://github.com/zulip/zulip/tree/main/zerver/webhooks/homeassistant/fixtures
/** Home Assistant's notifications by its REST platform, whose names for values the user chooses. */
export const homeassistant: SenderDescription = {
  name: "Home Assistant",
  aliases: ["hass"],
  home: "https://www.home-assistant.io",
  icon: "homeassistant",
  steps: [
    "In `configuration.yaml` add `notify: [{ platform: rest, name: parley, method: POST_JSON, title_param_name: title, resource: '{url}' }]`.",
    "Restart Home Assistant.",
    "Call the action `notify.parley` with a `message`, and a `title` if you like, from an automation or **Developer tools → Actions**.",
  ],
  recognise: [{ headers: { "user-agent": "^HomeAssistant/" } }],
  event: "notification",
  events: {
    notification: {
      title: "{{ payload.title | default: topic }}",
      content: "{% unless payload.title or topic %}{{ message | lines }}{% endunless %}",
      description: "{% if payload.title or topic %}{{ message | lines }}{% endif %}",
      color: "blue",
      fields: [{ name: "For", value: "{{ target }}" }],
    },
  },
};
