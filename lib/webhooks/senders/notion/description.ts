import type { MessageTemplate, SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://developers.notion.com/reference/webhooks-events-delivery. Events name pages only by their ids.
const page: MessageTemplate = {
  url: "https://www.notion.so/{{ entity.id | remove: '-' | path }}",
  color:
    "{% case request.event %}{% when 'page.created' %}blue{% when 'database.created' %}blue{% when 'data_source.created' %}blue{% when 'page.deleted' %}red{% when 'database.deleted' %}red{% when 'data_source.deleted' %}red{% else %}grey{% endcase %}",
  fields: [
    {
      name: "Changed",
      value:
        "{% if data.updated_properties[0].name %}{{ data.updated_properties | map: 'name' | join: ', ' }}{% elsif data.updated_properties %}{{ data.updated_properties | count: 'property', 'properties' }}{% elsif data.updated_blocks %}{{ data.updated_blocks | count: 'block' }}{% endif %}",
    },
    { name: "In", value: "{% unless data.parent.type == 'space' %}a {{ data.parent.type | words }}{% endunless %}" },
  ],
  thread_key: "{{ entity.id }}",
};

/** Notion's integration webhooks. */
export const notion: SenderDescription = {
  name: "Notion",
  home: "https://www.notion.com",
  icon: "notion",
  steps: [
    "At <https://www.notion.so/my-integrations> open your integration's tab **Webhooks → Create a subscription**; paste `{url}`.",
    "Notion sends a verification token, which you find in this webhook's **Delivery log**: paste it under **Verify subscription**.",
    "Share the pages to hear of with the integration, under the page's **••• → Connections**.",
  ],
  recognise: [
    { has: { subscription_id: "", integration_id: "", "entity.id": "", "entity.type": "", workspace_id: "" } },
    { has: { verification_token: "^secret_" } },
  ],
  signature: { kind: "hmac", header: "x-notion-signature", algorithm: "sha256", encoding: "hex", prefix: "sha256=" },
  delivery: { path: "id", varies: ["attempt_number"] },
  event: "{% if verification_token %}verification{% else %}{{ type }}{% endif %}",
  all: { footer: "{{ workspace_name }}", timestamp: "{{ timestamp }}" },
  events: {
    verification: {
      title: "Notion wants to know whether it may post here",
      color: "amber",
      description:
        "People who manage this webhook find Notion's verification token in its **Delivery log**: paste it in Notion under **Verify subscription**. To have Notion's requests checked, make it this webhook's signing secret as well.",
      remark: "Paste this in Notion under Verify subscription: {{ verification_token }}",
    },
    "page.created|page.content_updated|page.properties_updated|page.deleted|page.undeleted|page.moved|page.locked|page.unlocked":
      { ...page, title: "Page {{ type | split: '.' | last | replace: 'undeleted', 'restored' | words }}" },
    "database.created|database.content_updated|database.schema_updated|database.deleted|database.undeleted|database.moved|data_source.created|data_source.content_updated|data_source.schema_updated|data_source.deleted|data_source.undeleted|data_source.moved":
      { ...page, title: "Database {{ type | split: '.' | last | replace: 'undeleted', 'restored' | words }}" },
    "comment.created|comment.updated|comment.deleted": {
      title: "Comment {{ type | split: '.' | last }}",
      url: "https://www.notion.so/{{ data.page_id | default: data.parent.id | remove: '-' | path }}",
      color: "{% if type == 'comment.created' %}blue{% else %}grey{% endif %}",
      thread_key: "{{ data.page_id | default: data.parent.id }}",
    },
  },
};
