import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://shopify.dev/docs/api/webhooks. Amounts are in the currency's main unit.
const customer = "{{ customer.first_name }} {{ customer.last_name }}{% unless customer %}{{ email }}{% endunless %}";
const lines =
  "{% for line in line_items limit: 8 %}{{ line.quantity }} × {{ line.name | default: line.title }}\n{% endfor %}{{ note | lines }}";
const admin = "https://{{ headers.x_shopify_shop_domain }}/admin/";
const change =
  "{% assign change = request.event | split: '/' | last %}{% case change %}{% when 'create' %}created{% when 'delete' %}deleted{% else %}changed{% endcase %}";
const changeColor =
  "{% assign change = request.event | split: '/' | last %}{% case change %}{% when 'create' %}blue{% when 'delete' %}red{% else %}grey{% endcase %}";

const order: SenderDescription["events"][string] = {
  title:
    "Order {{ name }} {% case request.event %}{% when 'orders/create' %}placed{% when 'orders/paid' %}paid{% when 'orders/cancelled' %}cancelled{% when 'orders/fulfilled' %}fulfilled{% when 'orders/partially_fulfilled' %}partly fulfilled{% else %}changed{% endcase %}: {{ total_price }} {{ currency }}",
  color:
    "{% case request.event %}{% when 'orders/create' %}blue{% when 'orders/paid' %}green{% when 'orders/cancelled' %}red{% when 'orders/fulfilled' %}green{% else %}grey{% endcase %}",
  description: lines,
  fields: [
    {
      name: "Customer",
      value: customer,
    },
    { name: "Payment", value: "{{ financial_status | words }}" },
    { name: "Fulfilment", value: "{{ fulfillment_status | words }}" },
    { name: "Reason", value: "{{ cancel_reason | words }}" },
  ],
};

/** A Shopify shop's webhooks for orders, checkouts, products, customers and apps. Each of them is one message, which changes with it. */
export const shopify: SenderDescription = {
  name: "Shopify",
  home: "https://www.shopify.com",
  icon: "shopify",
  steps: [
    "In the shop's admin open **Settings → Notifications → Webhooks → Create webhook**.",
    "Choose an event such as **Order creation**, the format **JSON**, and paste `{url}` as the URL.",
    "To have its requests checked, copy the secret that stands below the list of webhooks into this webhook's settings.",
  ],
  recognise: [{ headers: { "x-shopify-topic": "", "x-shopify-shop-domain": "" } }],
  headers: ["x-shopify-topic", "x-shopify-shop-domain"],
  signature: { kind: "hmac", header: "x-shopify-hmac-sha256", algorithm: "sha256", encoding: "base64" },
  delivery: { header: "x-shopify-webhook-id" },
  event: "{{ headers.x_shopify_topic }}",
  all: {
    url: `${admin}orders/{{ id }}`,
    footer: "{{ headers.x_shopify_shop_domain }}",
    timestamp: "{{ updated_at | default: created_at }}",
    update_key: "order-{{ id }}",
  },
  events: {
    "orders/create|orders/paid|orders/updated|orders/cancelled|orders/fulfilled|orders/partially_fulfilled": order,
    // Of what is deleted Shopify sends the number alone.
    "orders/delete|draft_orders/delete|checkouts/delete": {
      title:
        "{% case request.event %}{% when 'orders/delete' %}Order{% when 'checkouts/delete' %}Checkout{% else %}Draft order{% endcase %} deleted: {{ id | default: token }}",
      url: "",
      color: "red",
      update_key:
        "{% if request.event == 'orders/delete' %}order-{{ id }}{% elsif request.event == 'checkouts/delete' %}checkout-{{ token | default: id }}{% else %}draft-order-{{ id }}{% endif %}",
    },
    "draft_orders/create|draft_orders/update": {
      title: `Draft order {{ name }} ${change}: {{ total_price }} {{ currency }}`,
      url: `${admin}draft_orders/{{ id }}`,
      color: "{% if status == 'completed' %}green{% else %}blue{% endif %}",
      description: lines,
      fields: [
        { name: "Customer", value: customer },
        { name: "State", value: "{{ status | words }}" },
      ],
      update_key: "draft-order-{{ id }}",
    },
    "refunds/create": {
      title:
        "Refund{% if transactions[0].amount %}: {{ transactions[0].amount }} {{ transactions[0].currency }}{% else %} created{% endif %}",
      url: `${admin}orders/{{ order_id }}`,
      color: "amber",
      description: "{{ note | lines }}",
      update_key: "refund-{{ id }}",
    },
    "app/uninstalled": {
      title: "App uninstalled{% if name %} by {{ name }}{% endif %}",
      url: "",
      color: "red",
      fields: [
        { name: "Owner", value: "{{ shop_owner }}" },
        { name: "Plan", value: "{{ plan_display_name | default: plan_name | words }}" },
      ],
      update_key: "",
    },
    "shop/update": {
      title: "Shop settings changed: {{ name }}",
      url: `${admin}settings/general`,
      color: "grey",
      update_key: "",
    },
    "collections/create|collections/update|collections/delete": {
      title: `Collection ${change}: {{ title | default: id }}`,
      url: `{% unless request.event == 'collections/delete' %}${admin}collections/{{ id }}{% endunless %}`,
      color: changeColor,
      description: "{{ body_html | text_of_html | truncate: 600 | lines }}",
      update_key: "collection-{{ id }}",
    },
    "checkouts/create|checkouts/update": {
      title:
        "Checkout {% if completed_at %}completed{% elsif request.event == 'checkouts/create' %}started{% else %}changed{% endif %}: {{ total_price }} {{ currency }}",
      url: `${admin}checkouts/{{ id }}`,
      color: "{% if completed_at %}green{% elsif request.event == 'checkouts/create' %}blue{% else %}grey{% endif %}",
      description: lines,
      fields: [{ name: "Customer", value: customer }],
      update_key: "checkout-{{ token | default: id }}",
    },
    "products/create|products/update|products/delete": {
      title: `Product ${change}: {{ title | default: id }}`,
      url: `{% unless request.event == 'products/delete' %}${admin}products/{{ id }}{% endunless %}`,
      color: changeColor,
      description: "{{ body_html | text_of_html | truncate: 600 | lines }}",
      fields: [
        { name: "State", value: "{{ status | words }}" },
        { name: "Vendor", value: "{{ vendor }}" },
        {
          name: "Price",
          value: "{{ variants | map: 'price' | uniq | join: ', ' }}",
        },
      ],
      update_key: "product-{{ id }}",
    },
    "customers/create|customers/update|customers/delete": {
      title: `Customer ${change}: {% if first_name or last_name %}{{ first_name }} {{ last_name }}{% else %}{{ email | default: id }}{% endif %}`,
      url: `{% unless request.event == 'customers/delete' %}${admin}customers/{{ id }}{% endunless %}`,
      color: changeColor,
      fields: [
        { name: "Email", value: "{{ email }}" },
        { name: "Orders", value: "{% if orders_count > 0 %}{{ orders_count }}{% endif %}" },
      ],
      update_key: "customer-{{ id }}",
    },
  },
};
