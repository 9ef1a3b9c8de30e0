import type { MessageTemplate, SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://devcenter.heroku.com/articles/webhook-events
const APP = "[{{ data.app.name | default: data.name }}]";
const happened: MessageTemplate = {
  author: { name: "{{ actor.email }}" },
  url: "https://dashboard.heroku.com/apps/{{ data.app.name | default: data.name | path }}",
  timestamp: "{{ published_at | default: created_at }}",
};
const DONE = "{% case action %}{% when 'create' %}added{% when 'destroy' %}removed{% else %}changed{% endcase %}";
const DONE_COLOR = "{% case action %}{% when 'create' %}green{% when 'destroy' %}red{% else %}grey{% endcase %}";

/** Heroku's app webhooks: a card for each build and release, which is kept up to date, and one for what else changes. */
export const heroku: SenderDescription = {
  name: "Heroku",
  home: "https://www.heroku.com",
  steps: [
    "In the Heroku Dashboard open the app and **More → View webhooks → Create Webhook**.",
    "Paste `{url}` as the **Payload URL**, and choose the **Event Types**, such as `api:build` and `api:release`.",
    "**Add Webhook**. A **Secret** that you give it may go into this webhook's settings as the signing secret.",
  ],
  recognise: [
    { headers: { "heroku-webhook-hmac-sha256": "" } },
    { has: { "webhook_metadata.event.include": "^api:", resource: "", action: "" } },
  ],
  signature: { kind: "hmac", header: "heroku-webhook-hmac-sha256", algorithm: "sha256", encoding: "base64" },
  delivery: { path: "webhook_metadata.delivery.id", varies: ["webhook_metadata.attempt"] },
  event: "{{ resource }}",
  events: {
    build: {
      ...happened,
      title: `${APP} Build {% if data.status == 'pending' %}started{% else %}{{ data.status }}{% endif %}`,
      url: "https://dashboard.heroku.com/apps/{{ data.app.name | path }}/activity/builds/{{ data.id | path }}",
      color: "{% if data.status == 'pending' %}blue{% else %}{{ data.status | color }}{% endif %}",
      fields: [
        { name: "Version", value: "{{ data.source_blob.version | slice: 0, 40 | code }}" },
        { name: "Stack", value: "{{ data.stack }}" },
        {
          name: "Took",
          value: "{% unless data.status == 'pending' %}{{ data.created_at | until: data.updated_at }}{% endunless %}",
        },
      ],
      update_key: "build-{{ data.id }}",
    },
    release: {
      ...happened,
      title: `${APP} Release v{{ data.version }} {% if data.status == 'pending' %}started{% else %}{{ data.status }}{% endif %}`,
      url: "https://dashboard.heroku.com/apps/{{ data.app.name | path }}/activity",
      color: "{% if data.status == 'pending' %}blue{% else %}{{ data.status | color }}{% endif %}",
      description: "{{ data.description | lines }}",
      fields: [
        {
          name: "Commit",
          value: "{{ data.slug.commit | sha | code }} {{ data.slug.commit_description | first_line }}",
        },
        {
          name: "Current",
          value: "{% if data.current == true %}Yes{% elsif data.current == false %}No{% endif %}",
        },
        { name: "Stack", value: "{{ data.stack }}" },
      ],
      update_key: "release-{{ data.id }}",
    },
    dyno: {
      ...happened,
      title: `${APP} Dyno {{ data.name }} {% if action == 'destroy' %}removed{% else %}{{ data.state | words }}{% endif %}`,
      color: "{% if action == 'destroy' %}grey{% else %}{{ data.state | color }}{% endif %}",
      fields: [
        { name: "Command", value: "{{ data.command | code }}" },
        { name: "Release", value: "{% if data.release.version %}v{{ data.release.version }}{% endif %}" },
        { name: "Size", value: "{{ data.size }}" },
      ],
      update_key: "dyno-{{ data.id }}",
    },
    formation: {
      ...happened,
      title: `${APP} {{ data.type | capital }} {% if action == 'destroy' %}removed{% else %}scaled to {{ data.quantity }}{% endif %}`,
      color: "blue",
      fields: [
        { name: "Was", value: "{{ previous_data.quantity }}" },
        { name: "Size", value: "{{ data.size }}" },
        { name: "Command", value: "{{ data.command | code }}" },
      ],
    },
    addon: {
      ...happened,
      title: `${APP} Add-on {{ data.addon_service.name | default: data.name }} ${DONE}`,
      url: "https://dashboard.heroku.com/apps/{{ data.app.name | path }}/resources",
      color: "{% if data.state == 'provisioning' %}blue{% elsif action == 'destroy' %}red{% else %}green{% endif %}",
      fields: [
        { name: "Plan", value: "{{ data.plan.name }}" },
        { name: "Name", value: "{{ data.name | code }}" },
        { name: "State", value: "{{ data.state | words | capital }}" },
      ],
      update_key: "addon-{{ data.id }}",
    },
    collaborator: {
      ...happened,
      title: `${APP} Collaborator ${DONE}: {{ data.user.email }}`,
      url: "https://dashboard.heroku.com/apps/{{ data.app.name | path }}/access",
      color: DONE_COLOR,
      fields: [{ name: "Role", value: "{{ data.role | capital }}" }],
    },
    domain: {
      ...happened,
      title: `${APP} Domain ${DONE}: {{ data.hostname }}`,
      color: DONE_COLOR,
    },
    "app|addon-attachment|sni-endpoint": {
      ...happened,
      title: `${APP} {{ resource | words | capital }} ${DONE}{% if resource == 'addon-attachment' %}: {{ data.name }}{% endif %}`,
      color: DONE_COLOR,
      fields: [
        {
          name: "Maintenance",
          value: "{% if data.maintenance == true %}On{% elsif data.maintenance == false %}Off{% endif %}",
        },
        { name: "Region", value: "{{ data.region.name | upcase }}" },
        { name: "Stack", value: "{{ data.stack.name }}" },
        { name: "Add-on", value: "{{ data.addon.name | code }}" },
      ],
    },
  },
};
