import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shape: https://docs.sonarsource.com/sonarqube-server/latest/project-administration/webhooks/
const failing = "condition.status == 'ERROR' or condition.status == 'WARN'";

/** A measured value as people know it: ratings as letters, shares in percent. `value` is a name in the template. */
function measure(metric: string, value: string): string {
  return (
    `{% if ${value} == nil %}–{% elsif ${metric} contains '_rating' %}{% assign letters = 'A,B,C,D,E' | split: ',' %}{% assign place = ${value} | floor | minus: 1 %}{{ letters[place] | default: ${value} }}` +
    `{% elsif ${metric} contains 'coverage' or ${metric} contains 'density' or ${metric} contains 'reviewed' %}{{ ${value} | times: 1 | round: 1 }} %{% else %}{{ ${value} | number }}{% endif %}`
  );
}

/** SonarQube's and SonarCloud's webhooks: the result of an analysis. */
export const sonarqube: SenderDescription = {
  name: "SonarQube",
  aliases: ["sonar", "sonarcloud"],
  home: "https://www.sonarsource.com/products/sonarqube/",
  icon: "sonarqubeserver",
  steps: [
    "In the project open **Project Settings → Webhooks** (for all projects: **Administration → Configuration → Webhooks**).",
    "**Create**: give it a name, paste `{url}` as **URL**, and the webhook's signing secret, if it has one, as **Secret**.",
    "Run an analysis: its result is posted when it is done.",
  ],
  recognise: [
    { headers: { "x-sonarqube-project": "" } },
    { has: { taskId: "", analysedAt: "", "project.key": "", serverUrl: "" } },
    { has: { taskId: "", "qualityGate.conditions": "", "project.key": "" } },
  ],
  signature: { kind: "hmac", header: "x-sonar-webhook-hmac-sha256", algorithm: "sha256", encoding: "hex" },
  event: "analysis",
  events: {
    analysis: {
      title:
        "[{{ project.name | default: project.key }}] {% if qualityGate %}Quality gate {% if qualityGate.status == 'OK' %}passed{% elsif qualityGate.status == 'WARN' %}passed with warnings{% else %}failed{% endif %}{% else %}Analysis {% if status == 'SUCCESS' %}done{% else %}{{ status | downcase | words }}{% endif %}{% endif %}{% if branch.type == 'PULL_REQUEST' %}: pull request {{ branch.name }}{% elsif branch.name %}: {{ branch.name }}{% endif %}",
      url: "{% if branch.url or project.url %}{{ branch.url | default: project.url }}{% elsif serverUrl %}{{ serverUrl }}/dashboard?id={{ project.key | url_encode }}{% endif %}",
      color: "{{ qualityGate.status | default: status | color: 'blue' }}",
      description: `{% for condition in qualityGate.conditions %}{% if ${failing} %}{{ condition.metric | words | capital | bold }}: ${measure("condition.metric", "condition.value")}, required {% if condition.operator == 'LESS_THAN' %}at least{% elsif condition.operator == 'GREATER_THAN' %}at most{% else %}{{ condition.operator | words | downcase }}{% endif %} ${measure("condition.metric", "condition.errorThreshold")}\n{% endif %}{% endfor %}`,
      fields: [
        {
          each: "qualityGate.conditions",
          name: "{{ row.metric | words | capital }}",
          value: `{% if row.status == 'OK' %}${measure("row.metric", "row.value")}{% endif %}`,
        },
        { name: "Revision", value: "{{ revision | sha | code }}" },
      ],
      footer: "{{ qualityGate.name }}",
      timestamp: "{{ analysedAt }}",
    },
  },
};
