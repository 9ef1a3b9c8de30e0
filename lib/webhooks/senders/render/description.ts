import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shape: https://render.com/docs/webhooks
/** Render's webhooks: deploys, builds and the health of services. */
export const render: SenderDescription = {
  name: "Render",
  home: "https://render.com",
  icon: "render",
  steps: [
    "In the Render Dashboard open **Integrations → Webhooks → Create Webhook**.",
    "Paste `{url}` as the **URL**, and choose the events, such as **Deploy Ended** and **Server Failed**.",
    "**Create Webhook**. Its **Signing Secret** may go into this webhook's settings.",
  ],
  recognise: [{ has: { type: "", timestamp: "", "data.serviceId": "", "data.serviceName": "" } }],
  signature: { kind: "standard" },
  delivery: { header: "webhook-id" },
  event: "event",
  events: {
    event: {
      title:
        "[{{ payload.data.serviceName | default: payload.data.serviceId }}] {{ type | words | capital }}{% if payload.data.status != blank %}: {{ payload.data.status | words }}{% endif %}",
      color:
        "{% if payload.data.status != blank %}{{ payload.data.status | color: 'blue' }}{% else %}{{ type | color: 'blue' }}{% endif %}",
      fields: [{ name: "Service", value: "{{ payload.data.serviceId | code }}" }],
      timestamp: "{{ timestamp }}",
    },
  },
};
