import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shape: https://docs.splunk.com/Documentation/Splunk/latest/Alert/Webhooks
/** Splunk's webhook alert action: the first row of a search's result. */
export const splunk: SenderDescription = {
  name: "Splunk",
  home: "https://www.splunk.com",
  icon: "splunk",
  steps: [
    "Save your search by **Save As → Alert**, and under **Trigger Actions** choose **Add Actions → Webhook**.",
    "Paste `{url}` as **URL**, and press **Save**.",
    "From Splunk 9 on an administrator adds this address under **Settings → Server settings → Webhook allow list**.",
  ],
  recognise: [
    { has: { sid: "", results_link: "", result: "", app: "" } },
    { has: { sid: "", results_link: "", search_name: "" } },
  ],
  event: "alert",
  events: {
    alert: {
      title: "{{ search_name | default: 'Search' }} triggered",
      url: "{{ results_link }}",
      // A row that the search found may have a state too; what is posted is an alert.
      color:
        "{% assign level = result.severity | default: result.log_level | default: result.level | color %}{% if level == 'red' %}red{% else %}amber{% endif %}",
      description: "{{ result._raw | block }}",
      fields: [
        // An event has dozens of fields that say what its text says; the row of a report says what it was made for.
        {
          each: "result",
          name: "{{ row.key }}",
          value:
            "{% assign start = row.key | slice: 0 %}{% if result._raw == blank and start != '_' %}{{ row.value }}{% elsif row.key == 'host' or row.key == 'source' or row.key == 'sourcetype' %}{{ row.value | code }}{% endif %}",
        },
        { name: "Owner", value: "{{ owner }}" },
      ],
      footer: "{{ app }}",
      timestamp: "{{ result._time }}",
    },
  },
};
