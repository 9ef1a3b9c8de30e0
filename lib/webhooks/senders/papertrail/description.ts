import type { MessageTemplate, SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://www.papertrail.com/help/web-hooks/
const search: MessageTemplate = {
  url: "{{ saved_search.html_search_url }}",
  color: "amber",
  footer: "{{ saved_search.query }}",
};

/** Papertrail's alerts: what a saved search found, or how often it found something. */
export const papertrail: SenderDescription = {
  name: "Papertrail",
  home: "https://www.papertrail.com",
  steps: [
    "Save a search in the **Events** viewer, or open **Alerts** and choose a saved search.",
    "**Create an Alert → Webhook**, and paste `{url}` as **URL**.",
    "**Create Alert**, then press **Send test data**.",
  ],
  recognise: [{ has: { "saved_search.id": "", "saved_search.name": "", "saved_search.query": "", max_id: "" } }],
  event: "{% if events %}events{% elsif counts %}counts{% endif %}",
  events: {
    events: {
      ...search,
      title: "{{ saved_search.name }}: {{ events | count: 'event' }}",
      description:
        "{% capture log %}{% for event in events limit: 20 %}{{ event.display_received_at | default: event.received_at | raw }} {{ event.source_name | default: event.hostname | raw }} {{ event.program | raw }}: {{ event.message | raw }}\n{% endfor %}{% endcapture %}{{ log | block }}{% assign all = events | size %}{% if all > 20 %}… and {{ all | minus: 20 }} more{% endif %}",
      fields: [
        { name: "From", value: "{{ events | map: 'source_name' | uniq }}" },
        { name: "Severity", value: "{{ events | map: 'severity' | uniq }}" },
      ],
      timestamp: "{% assign newest = events | last %}{{ newest.received_at }}",
    },
    counts: {
      ...search,
      title:
        "{% assign all = 0 %}{% for count in counts %}{% for moment in count.timeseries %}{% assign all = all | plus: moment[1] %}{% endfor %}{% endfor %}{{ saved_search.name }}: {{ all | count: 'event' }}",
      fields: [
        {
          each: "counts",
          name: "{{ row.source_name }}",
          value:
            "{% assign sum = 0 %}{% for moment in row.timeseries %}{% assign sum = sum | plus: moment[1] %}{% endfor %}{{ sum | number }}",
        },
      ],
    },
  },
};
