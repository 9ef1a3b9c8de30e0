import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier/
// and, before Grafana 9, https://grafana.com/docs/grafana/v8.5/alerting/old-alerting/notifications/

/** Grafana's alerts: a message for each of unified alerting, and one for each of the alerting before it. */
export const grafana: SenderDescription = {
  name: "Grafana",
  home: "https://grafana.com",
  icon: "grafana",
  steps: [
    "Open **Alerting → Contact points → Add contact point** and choose **Webhook**.",
    "Paste `{url}` as the URL, leave **HTTP Method** on POST, press **Test**, then **Save contact point**.",
    "Choose the contact point in **Notification policies**, or in the alert rule itself.",
  ],
  recognise: [
    { has: { orgId: "", groupKey: "", receiver: "", externalURL: "", "alerts.0.labels": "" } },
    { has: { "alerts.0.labels": "", "alerts.0.silenceURL": "", "alerts.0.dashboardURL": "", "alerts.0.panelURL": "" } },
    { has: { ruleId: "", ruleName: "", state: "", evalMatches: "" } },
    { has: { ruleId: "", ruleName: "", ruleUrl: "", state: "" } },
  ],
  event: "{% if alerts %}alerts{% elsif ruleId %}rule{% endif %}",
  events: {
    alerts: {
      each: "alerts",
      title: `{{ item.status | default: status | default: 'firing' | upcase }}: {{ item.annotations.summary | default: item.labels.alertname | default: groupLabels.alertname | default: 'Alert' }}`,
      url: "{{ item.panelURL | default: item.dashboardURL | default: item.generatorURL | default: externalURL }}",
      color: `{% if item.status == 'resolved' %}green{% elsif item.labels.alertname contains 'NoData' %}amber{% else %}{{ item.labels.severity | color: 'red' }}{% endif %}`,
      description:
        `{{ item.annotations.description | default: item.annotations.message | lines }}\n` +
        "{% if item.status == 'resolved' %}Lasted {{ item.startsAt | until: item.endsAt }}\n{% endif %}" +
        "{% for label in item.labels limit: 15 %}{% if label[1] != blank and label[0] != 'grafana_folder' %}{{ label[0] | append: '=' | append: label[1] | code }} {% endif %}{% endfor %}\n" +
        "{% if item.annotations.runbook_url %}{{ 'Runbook' | link: item.annotations.runbook_url }} · {% endif %}" +
        "{% if item.generatorURL != blank %}{{ 'Rule' | link: item.generatorURL }}{% if item.status != 'resolved' and item.silenceURL != blank %} · {% endif %}{% endif %}" +
        "{% if item.status != 'resolved' and item.silenceURL != blank %}{{ 'Silence' | link: item.silenceURL }}{% endif %}",
      // What was measured when it fired is what people want to see of it later: a resolved alert brings no fields, and those stay.
      fields: [
        {
          each: "item.values",
          name: "{{ row.key }}",
          value: `{% if item.status != 'resolved' %}{{ row.value | number }}{% endif %}`,
        },
        {
          name: "Value",
          value:
            `{% if item.status != 'resolved' and item.values == nil and item.valueString != blank %}{% assign parts = item.valueString | split: ' value=' %}` +
            '{% for part in parts offset: 1 limit: 6 %}{% assign before = forloop.index0 %}{% if parts[before] contains "var=\'" %}{{ parts[before] | split: "var=\'" | last | split: "\'" | first }} = {% endif %}{{ part | split: \' ]\' | first | number }}\n{% endfor %}{% endif %}',
        },
      ],
      image: "{{ item.imageURL }}",
      footer: "{{ item.labels.grafana_folder | default: receiver }}",
      timestamp: "{{ item.startsAt }}",
      // The start is part of it: an alert that fires again days later is news, not a change of an old message.
      update_key: "{{ item.fingerprint }} {{ item.startsAt | time }}",
      keep_fields: true,
    },
    rule: {
      title:
        "{% if state == 'ok' %}OK{% else %}{{ state | words | capital }}{% endif %}: {{ ruleName | default: title }}",
      url: "{{ ruleUrl }}",
      color: "{{ state | color: 'blue' }}",
      description: "{{ message | lines }}",
      fields: [
        {
          each: "evalMatches",
          name: "{{ row.metric | default: 'Value' }}",
          value:
            "{{ row.value | number }}{% for tag in row.tags limit: 6 %} {{ tag[0] | append: '=' | append: tag[1] | code }}{% endfor %}",
        },
      ],
      image: "{{ imageUrl }}",
      update_key: "rule {{ ruleUrl | host }} {{ ruleId }}",
      keep_fields: true,
    },
  },
};
