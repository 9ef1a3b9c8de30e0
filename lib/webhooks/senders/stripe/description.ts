import type { MessageTemplate, SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://docs.stripe.com/api/events/types, stripe-ruby-mock's and Zulip's test suites.
const amount = "{{ data.object.amount | money: data.object.currency }}";
const dashboard = "https://dashboard.stripe.com/{% unless livemode %}test/{% endunless %}";
const customer: NonNullable<MessageTemplate["fields"]>[number] = {
  name: "Customer",
  value:
    "{{ data.object.customer_name | default: data.object.billing_details.name | default: data.object.customer_details.name | default: data.object.customer_email | default: data.object.billing_details.email | default: data.object.customer_details.email | default: data.object.receipt_email | default: data.object.customer }}",
};

const card =
  "{% assign card = data.object.payment_method_details.card %}{% unless card %}{% assign card = data.object.source %}{% endunless %}{% unless card %}{% assign card = data.object.last_payment_error.payment_method.card %}{% endunless %}{% if card.last4 %}{{ card.brand | capital }} ···· {{ card.last4 }}{% endif %}";

const payment: MessageTemplate = {
  url: `${dashboard}payments/{{ data.object.payment_intent | default: data.object.id }}`,
  description: "{{ data.object.description }}",
  fields: [
    customer,
    { name: "Card", value: card },
    {
      name: "Refunded",
      value:
        "{% if data.object.amount_refunded > 0 %}{{ data.object.amount_refunded | money: data.object.currency }}{% endif %}",
    },
    { name: "Reason", value: "{{ data.object.failure_code | default: data.object.last_payment_error.code | words }}" },
    {
      name: "Risk",
      value:
        "{% if data.object.outcome.risk_level != 'normal' %}{{ data.object.outcome.risk_level | words }}{% endif %}",
    },
  ],
};

const failed: MessageTemplate = {
  ...payment,
  title: `Payment failed: ${amount}`,
  color: "red",
  description:
    "{{ data.object.failure_message | default: data.object.last_payment_error.message | lines }}\n{{ data.object.outcome.seller_message }}\n{{ data.object.description }}",
};

const invoiceState =
  "{% if data.object.status == 'open' %}{% if data.object.attempted %}not paid{% else %}open{% endif %}{% elsif data.object.status %}{{ data.object.status | words }}{% elsif data.object.paid %}paid{% else %}open{% endif %}";
const invoice: MessageTemplate = {
  title: `Invoice ${invoiceState}: {{ data.object.total | default: data.object.amount_due | money: data.object.currency }}`,
  url: `${dashboard}invoices/{{ data.object.id }}`,
  color: `{% capture state %}${invoiceState}{% endcapture %}{% case state %}{% when 'paid' %}green{% when 'void' %}grey{% when 'uncollectible' %}red{% when 'draft' %}grey{% when 'not paid' %}amber{% else %}blue{% endcase %}`,
  description:
    "{% for line in data.object.lines.data limit: 5 %}{{ line.description | default: line.plan.nickname | default: line.plan.name }}\n{% endfor %}{{ data.object.hosted_invoice_url | default: '' | url | replace: data.object.hosted_invoice_url, 'Invoice page' | link: data.object.hosted_invoice_url }}",
  fields: [
    customer,
    { name: "Number", value: "{{ data.object.number }}" },
    {
      name: "Due",
      value: "{% if data.object.amount_remaining > 0 %}{{ data.object.due_date | date_time }}{% endif %}",
    },
    { name: "Next attempt", value: "{{ data.object.next_payment_attempt | date_time }}" },
    { name: "Attempts", value: "{% if data.object.attempt_count > 1 %}{{ data.object.attempt_count }}{% endif %}" },
  ],
};

const plan =
  "{% assign plan = data.object.plan %}{% unless plan %}{% assign plan = data.object.items.data[0].plan %}{% endunless %}";
const subscription: MessageTemplate = {
  url: `${dashboard}subscriptions/{{ data.object.id }}`,
  fields: [
    { name: "Customer", value: "{{ data.object.customer }}" },
    { name: "Plan", value: `${plan}{{ plan.nickname | default: plan.name | default: plan.id }}` },
    {
      name: "Price",
      value: `${plan}{{ plan.amount | money: plan.currency }}{% if plan.interval %} per {% if plan.interval_count > 1 %}{{ plan.interval_count | count: plan.interval }}{% else %}{{ plan.interval }}{% endif %}{% endif %}`,
    },
    { name: "Quantity", value: "{% if data.object.quantity > 1 %}{{ data.object.quantity | number }}{% endif %}" },
    {
      name: "Trial ends",
      value: "{% if data.object.status == 'trialing' %}{{ data.object.trial_end | date_time }}{% endif %}",
    },
    {
      name: "Ends",
      value:
        "{% if data.object.cancel_at_period_end %}{{ data.object.cancel_at | default: data.object.current_period_end | date_time }}{% endif %}",
    },
    { name: "Reason", value: "{{ data.object.cancellation_details.reason | words }}" },
  ],
};

/** Stripe's event destinations: payments, disputes, invoices, subscriptions, payouts. Each is one message, which changes with its state. */
export const stripe: SenderDescription = {
  name: "Stripe",
  home: "https://stripe.com",
  icon: "stripe",
  steps: [
    "In Stripe's dashboard open **Developers → Webhooks → Add destination**, and choose the events: charges, disputes, invoices, subscriptions, payouts.",
    "Choose **Webhook endpoint** and paste `{url}` as the endpoint URL.",
    "To have its requests checked, copy the destination's **Signing secret** into this webhook's settings.",
  ],
  recognise: [
    { headers: { "stripe-signature": "" } },
    { has: { object: "^event$", type: "", "data.object.object": "", pending_webhooks: "" } },
  ],
  signature: { kind: "stripe", header: "stripe-signature" },
  delivery: { path: "id", varies: ["pending_webhooks"] },
  event: "{{ type }}",
  all: {
    footer: "{% unless livemode %}Test mode{% endunless %}",
    timestamp: "{{ created }}",
    update_key: "{{ data.object.id }}",
  },
  events: {
    "charge.succeeded|payment_intent.succeeded": { ...payment, title: `Payment succeeded: ${amount}`, color: "green" },
    "charge.pending|payment_intent.processing": { ...payment, title: `Payment processing: ${amount}`, color: "blue" },
    "charge.failed|payment_intent.payment_failed": failed,
    "charge.refunded": {
      ...payment,
      title: `Payment {% unless data.object.refunded %}partly {% endunless %}refunded: ${amount}`,
      color: "amber",
    },
    "charge.captured": { ...payment, title: `Payment captured: ${amount}`, color: "green" },
    "charge.expired|payment_intent.canceled": { ...payment, title: `Payment cancelled: ${amount}`, color: "grey" },
    "charge.refund.updated|refund.created|refund.updated|refund.failed": {
      title: `Refund {{ data.object.status | words }}: ${amount}`,
      url: `${dashboard}payments/{{ data.object.payment_intent | default: data.object.charge }}`,
      color: "{{ data.object.status | color: 'amber' }}",
      fields: [
        { name: "Charge", value: "{{ data.object.charge | code }}" },
        { name: "Reason", value: "{{ data.object.failure_reason | default: data.object.reason | words }}" },
      ],
    },
    "charge.dispute.created|charge.dispute.updated|charge.dispute.closed|charge.dispute.funds_withdrawn|charge.dispute.funds_reinstated":
      {
        title: `Dispute {{ data.object.status | words }}: ${amount}`,
        url: `${dashboard}disputes/{{ data.object.id }}`,
        color:
          "{% case data.object.status %}{% when 'won' %}green{% when 'lost' %}red{% when 'needs_response' %}red{% when 'warning_closed' %}grey{% else %}amber{% endcase %}",
        fields: [
          { name: "Reason", value: "{{ data.object.reason | words }}" },
          {
            name: "Evidence due",
            value:
              "{% if data.object.status contains 'needs_response' %}{{ data.object.evidence_details.due_by | date_time }}{% endif %}",
          },
          {
            name: "Customer",
            value: "{{ data.object.evidence.customer_name | default: data.object.evidence.customer_email_address }}",
          },
          { name: "Charge", value: "{{ data.object.charge | code }}" },
        ],
      },
    "checkout.session.completed|checkout.session.async_payment_succeeded|checkout.session.async_payment_failed|checkout.session.expired":
      {
        title:
          "Checkout {{ type | split: '.' | last | replace: 'async_payment_succeeded', 'paid' | replace: 'async_payment_failed', 'payment failed' }}: {{ data.object.amount_total | money: data.object.currency }}",
        url: "{% if data.object.payment_intent %}https://dashboard.stripe.com/{% unless livemode %}test/{% endunless %}payments/{{ data.object.payment_intent }}{% endif %}",
        color:
          "{% if type contains 'failed' %}red{% elsif type contains 'expired' %}grey{% elsif data.object.payment_status == 'unpaid' %}blue{% else %}green{% endif %}",
        fields: [
          customer,
          { name: "Payment", value: "{{ data.object.payment_status | words }}" },
          { name: "Kind", value: "{% if data.object.mode != 'payment' %}{{ data.object.mode }}{% endif %}" },
        ],
      },
    "invoice.created|invoice.finalized|invoice.sent|invoice.updated|invoice.paid|invoice.voided|invoice.marked_uncollectible|invoice.payment_succeeded":
      invoice,
    "invoice.payment_failed": {
      ...invoice,
      title: "Invoice not paid: {{ data.object.amount_due | money: data.object.currency }}",
      color: "red",
    },
    "invoice.upcoming": {
      ...invoice,
      title: "Invoice to come: {{ data.object.amount_due | money: data.object.currency }}",
      url: `${dashboard}{% if data.object.subscription %}subscriptions/{{ data.object.subscription }}{% else %}customers/{{ data.object.customer }}{% endif %}`,
      color: "blue",
      update_key: "",
    },
    "customer.subscription.created": {
      ...subscription,
      title: `New subscription: ${plan}{{ plan.nickname | default: plan.name | default: plan.id }}{% if data.object.status != 'active' %} ({{ data.object.status | words }}){% endif %}`,
      color:
        "{% if data.object.status == 'active' or data.object.status == 'trialing' %}green{% else %}amber{% endif %}",
    },
    "customer.subscription.updated|customer.subscription.paused|customer.subscription.resumed": {
      ...subscription,
      title:
        "Subscription {% if data.object.cancel_at_period_end %}ends soon{% else %}{{ data.object.status | words }}{% endif %}",
      color:
        "{% if data.object.cancel_at_period_end %}amber{% else %}{% case data.object.status %}{% when 'active' %}green{% when 'trialing' %}blue{% when 'past_due' %}amber{% when 'unpaid' %}red{% when 'incomplete' %}amber{% else %}grey{% endcase %}{% endif %}",
      description:
        "{% if data.previous_attributes.status %}{{ data.previous_attributes.status | words }} → {{ data.object.status | words }}{% endif %}",
    },
    "customer.subscription.deleted": {
      ...subscription,
      title: `Subscription ended: ${plan}{{ plan.nickname | default: plan.name | default: plan.id }}`,
      color: "red",
    },
    "customer.subscription.trial_will_end": {
      ...subscription,
      title: "Trial ends {{ data.object.trial_end | date_time }}",
      color: "amber",
    },
    "customer.created|customer.deleted": {
      title:
        "{% if type == 'customer.created' %}New customer{% else %}Customer deleted{% endif %}: {{ data.object.name | default: data.object.email | default: data.object.id }}",
      url: `${dashboard}customers/{{ data.object.id }}`,
      color: "{% if type == 'customer.created' %}blue{% else %}grey{% endif %}",
      fields: [{ name: "Email", value: "{{ data.object.email }}" }],
    },
    "*": {
      title:
        "{{ type | replace: '.', ' ' | words | capital }}{% if data.object.amount %}: {{ data.object.amount | money: data.object.currency }}{% endif %}",
      url: `${dashboard}events/{{ id }}`,
      color: "{{ type | split: '.' | last | color: 'grey' }}",
      description: "{{ data.object.description }}",
      fields: [
        customer,
        {
          name: "State",
          value:
            "{% if data.object.status %}{{ data.object.status | words }}{% elsif data.object.active == true %}active{% elsif data.object.active == false %}inactive{% endif %}",
        },
        {
          name: "Changed",
          value:
            "{% for change in data.previous_attributes limit: 10 %}{% unless forloop.first %}, {% endunless %}{{ change[0] | words }}{% endfor %}",
        },
        {
          name: "Link",
          value: "{% if data.object.url contains '://' %}{{ data.object.url | link: data.object.url }}{% endif %}",
          inline: false,
        },
      ],
    },
    "payout.created|payout.updated|payout.paid|payout.failed|payout.canceled|payout.reconciliation_completed": {
      title: `Payout {% if type == 'payout.failed' %}failed{% else %}{{ data.object.status | words }}{% endif %}: ${amount}`,
      url: `${dashboard}payouts/{{ data.object.id }}`,
      color:
        "{% if type == 'payout.failed' %}red{% else %}{% case data.object.status %}{% when 'paid' %}green{% when 'failed' %}red{% when 'canceled' %}grey{% else %}blue{% endcase %}{% endif %}",
      description: "{{ data.object.failure_message | lines }}",
      fields: [
        { name: "Arrives", value: "{{ data.object.arrival_date | date_time }}" },
        { name: "Method", value: "{{ data.object.method | words }}" },
        { name: "Reason", value: "{{ data.object.failure_code | words }}" },
      ],
    },
  },
};
