import type { MessageTemplate, SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://docs.sentry.io/organization/integrations/integration-platform/webhooks/
/** Where an event happened: the innermost frame with its line of code. */
function crash(event: string): string {
  return (
    `{% assign thrown = ${event}.exception.values | last %}{% assign frame = thrown.stacktrace.frames | last %}` +
    `{% if frame %}{% if frame.function %}{{ frame.function | code }} in {% endif %}{{ frame.filename | default: frame.abs_path | code }}{% if frame.lineno %}, line {{ frame.lineno }}{% endif %}{{ frame.context_line | strip | block }}` +
    `{% else %}{{ ${event}.culprit | default: culprit | code }}{% endif %}`
  );
}

/** An event that was seen, in a rule's alert or by itself. */
function seen(event: string): MessageTemplate {
  return {
    // The event itself names its project by a number; the address of the API has its name.
    title: `{% if ${event}.url contains '/projects/' %}{% assign path = ${event}.url | split: '/projects/' | last | split: '/' %}[{{ path[1] }}] {% endif %}{{ ${event}.title | default: ${event}.message | default: ${event}.culprit }}`,
    url: `{{ ${event}.web_url }}`,
    color: `{{ ${event}.level | color: 'red' }}`,
    description: crash(event),
    fields: [
      { name: "Level", value: `{{ ${event}.level }}` },
      { name: "Environment", value: `{{ ${event}.environment }}` },
      { name: "Release", value: `{{ ${event}.release | code }}` },
      { name: "Transaction", value: `{{ ${event}.transaction | code }}` },
      { name: "Rule", value: "{{ data.triggered_rule }}" },
    ],
    timestamp: `{{ ${event}.datetime | default: ${event}.timestamp }}`,
    thread_key: `issue {{ ${event}.issue_id }}`,
    update_key: `issue {{ ${event}.issue_id }}`,
  };
}

/** Sentry's integration platform, and its older webhooks plugin. An issue is one card, whose comments are in its thread. */
export const sentry: SenderDescription = {
  name: "Sentry",
  home: "https://sentry.io",
  icon: "sentry",
  steps: [
    "Open **Settings → Developer Settings → Custom Integrations → Create New Integration → Internal Integration**.",
    "Paste `{url}` as **Webhook URL**, turn on **Alert Rule Action**, and choose **issue** and **comment** under **Webhooks**.",
    "**Save Changes**; then choose the integration as an action of your alerts under **Alerts**.",
  ],
  recognise: [
    { headers: { "sentry-hook-resource": "" } },
    { has: { project_slug: "", culprit: "", url: "", "event.event_id": "" } },
    { has: { action: "", "installation.uuid": "", "data.issue.shortId": "" } },
  ],
  headers: ["sentry-hook-resource"],
  signature: { kind: "hmac", header: "sentry-hook-signature", algorithm: "sha256", encoding: "hex" },
  event:
    "{% if data.metric_alert %}metric_alert{% elsif data.issue %}issue{% elsif data.comment %}comment{% elsif data.error %}error{% elsif data.event %}event_alert{% elsif event.event_id %}plugin{% else %}{{ headers.sentry_hook_resource }}{% endif %}",
  events: {
    event_alert: seen("data.event"),
    error: seen("data.error"),
    issue: {
      author: { name: "{% if actor.type == 'user' %}{{ actor.name }}{% endif %}" },
      title:
        "[{{ data.issue.project.slug | default: data.issue.project.name }}] {% if action == 'created' %}New issue{% else %}Issue {{ action | words }}{% endif %}: {{ data.issue.title }}",
      url: "{{ data.issue.web_url | default: data.issue.permalink }}",
      color:
        "{% if action == 'resolved' %}green{% elsif action == 'ignored' or action == 'archived' %}grey{% else %}{{ data.issue.level | color: 'red' }}{% endif %}",
      description:
        "{{ data.issue.culprit | code }}{% if data.issue.metadata.filename %} in {{ data.issue.metadata.filename | code }}{% endif %}",
      fields: [
        {
          name: "Assigned to",
          value:
            "{{ data.assignee.name | default: data.issue.assignedTo.name }}{% if data.assignee.type == 'team' %} (team){% endif %}",
        },
        { name: "Level", value: "{{ data.issue.level }}" },
        { name: "Events", value: "{{ data.issue.count | number }}" },
        { name: "Users", value: "{% if data.issue.userCount > 0 %}{{ data.issue.userCount | number }}{% endif %}" },
        {
          name: "Because",
          value:
            "{% if data.issue.substatus != 'new' and data.issue.substatus != 'ongoing' %}{{ data.issue.substatus | words }}{% endif %}",
        },
        { name: "In release", value: "{{ data.issue.statusDetails.inRelease | code }}" },
      ],
      footer: "{{ data.issue.shortId }}",
      timestamp: "{{ data.issue.lastSeen }}",
      thread_key: "issue {{ data.issue.id }}",
      update_key: "issue {{ data.issue.id }}",
    },
    comment: {
      author: { name: "{{ actor.name }}" },
      title: "[{{ data.project_slug }}] Comment{% if action != 'created' %} {{ action | words }}{% endif %}",
      color: "{% if action == 'deleted' %}grey{% else %}blue{% endif %}",
      description: "{{ data.comment | markdown }}",
      timestamp: "{{ data.timestamp }}",
      thread_key: "issue {{ data.issue_id }}",
    },
    installation: {
      author: { name: "{% if actor.type == 'user' %}{{ actor.name }}{% endif %}" },
      title:
        "[{{ data.installation.organization.slug }}] {{ data.installation.app.slug }} {% if action == 'created' %}installed{% elsif action == 'deleted' %}removed{% else %}{{ action | words }}{% endif %}",
      color: "{% if action == 'deleted' %}red{% else %}blue{% endif %}",
      fields: [{ name: "Status", value: "{{ data.installation.status | words }}" }],
    },
    // What Sentry's agent does about an issue, of which it says no more than the number.
    seer: {
      title: "Seer: {{ action | words }}",
      color:
        "{% if action contains '_started' %}blue{% elsif action contains 'pr_created' %}purple{% else %}green{% endif %}",
      fields: [
        { name: "Issue", value: "{{ data.group_id }}" },
        { name: "Run", value: "{{ data.run_id }}" },
      ],
      thread_key: "issue {{ data.group_id }}",
    },
    metric_alert: {
      title: "{{ data.description_title }}",
      url: "{{ data.web_url }}",
      // An alert that is open is not as good as an issue that is.
      color: "{% if action == 'open' %}red{% else %}{{ action | color: 'red' }}{% endif %}",
      description: "{{ data.description_text | replace: '\\\\n', '\\n' | lines }}",
      fields: [
        { name: "Projects", value: "{{ data.metric_alert.projects }}" },
        { name: "Measures", value: "{{ data.metric_alert.alert_rule.aggregate | code }}" },
        { name: "Environment", value: "{{ data.metric_alert.alert_rule.environment }}" },
        {
          name: "Lasted",
          value:
            "{% if data.metric_alert.date_closed %}{{ data.metric_alert.date_started | until: data.metric_alert.date_closed }}{% endif %}",
        },
      ],
      footer: "{{ data.metric_alert.title }}",
      timestamp: "{{ data.metric_alert.date_started }}",
      update_key: "metric alert {{ data.metric_alert.id }}",
    },
    plugin: {
      title: "[{{ project_slug }}] {{ event.title | default: message | default: culprit }}",
      url: "{{ url }}",
      color: "{{ level | color: 'red' }}",
      description: crash("event"),
      fields: [
        { name: "Level", value: "{{ level }}" },
        { name: "Environment", value: "{{ event.environment }}" },
        { name: "Release", value: "{{ event.release | code }}" },
        { name: "Rules", value: "{{ triggering_rules }}" },
      ],
      timestamp: "{{ event.timestamp }}",
      thread_key: "issue {{ id }}",
      update_key: "issue {{ id }}",
    },
  },
};
