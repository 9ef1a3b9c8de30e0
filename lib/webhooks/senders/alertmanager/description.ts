import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shape: https://prometheus.io/docs/alerting/latest/configuration/#webhook_config

/** Prometheus' Alertmanager, by its webhook_configs, as other tools (vmalert, Thanos, Mimir, Loki) use it too: a message for each alert. */
export const alertmanager: SenderDescription = {
  name: "Alertmanager",
  aliases: ["prometheus"],
  home: "https://prometheus.io/docs/alerting/latest/alertmanager/",
  icon: "prometheus",
  steps: [
    "In `alertmanager.yml` give a receiver `webhook_configs: [{ url: '{url}' }]`.",
    "Name that receiver in `route`, and leave `send_resolved` on, so that alerts turn green.",
    "Reload Alertmanager: `curl -X POST http://localhost:9093/-/reload`.",
  ],
  recognise: [
    { has: { groupKey: "", receiver: "", externalURL: "", "alerts.0.labels": "" } },
    { has: { version: "^[34]$", groupKey: "", status: "^(firing|resolved)$", "alerts.0.labels": "" } },
  ],
  event: "{% if alerts %}alerts{% endif %}",
  events: {
    alerts: {
      each: "alerts",
      title: `{{ item.status | default: status | upcase }}: {{ item.annotations.summary | default: item.annotations.title | default: item.labels.alertname | default: 'Alert' }}`,
      url: "{{ item.generatorURL | default: externalURL }}",
      color: `{% if item.status == 'resolved' %}green{% else %}{{ item.labels.severity | color: 'red' }}{% endif %}`,
      description:
        "{{ item.annotations.description | default: item.annotations.message | lines }}\n\n" +
        "{% if item.annotations.runbook_url contains '://' %}{{ 'Runbook' | link: item.annotations.runbook_url }} · {% endif %}" +
        "{% if item.annotations.dashboard_url contains '://' %}{{ 'Dashboard' | link: item.annotations.dashboard_url }} · {% endif %}" +
        "{% if externalURL %}{{ 'Alertmanager' | link: externalURL }}{% endif %}",
      fields: [
        { name: "Severity", value: "{{ item.labels.severity }}" },
        {
          name: "Lasted",
          value: `{% if item.status == 'resolved' %}{{ item.startsAt | until: item.endsAt }}{% endif %}`,
        },
        {
          each: "item.labels",
          name: "{{ row.key }}",
          value:
            "{% unless row.key == 'severity' or row.key == 'prometheus' or row.key contains '__' %}{{ row.value | code }}{% endunless %}",
        },
      ],
      footer: "{{ receiver }}",
      timestamp: "{{ item.startsAt }}",
      // The start is part of it: an alert that fires again days later is news, not a change of an old message.
      update_key:
        "{% if item.fingerprint %}{{ item.fingerprint }}{% else %}{% capture labels %}{% for label in item.labels %}{{ label[0] }}={{ label[1] }} {% endfor %}{% endcapture %}{{ labels | digest }}{% endif %} {{ item.startsAt | time }}",
      keep_fields: true,
    },
  },
};
