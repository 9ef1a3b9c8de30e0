import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shape: https://docs.rundeck.com/docs/manual/notifications/webhooks.html
/** Rundeck's job notifications, as webhooks with a JSON payload: an execution is one card. */
export const rundeck: SenderDescription = {
  name: "Rundeck",
  home: "https://www.rundeck.com",
  icon: "rundeck",
  steps: [
    "In the job open **Actions → Edit this job → Notifications** and add one to **On Start**, **On Success** and **On Failure**.",
    "Choose **Send Webhook**, paste `{url}`, with the payload format **JSON** and the method **POST**.",
    "**Save** the job and run it.",
  ],
  recognise: [
    { headers: { "x-rundeck-notification-trigger": "" } },
    { has: { trigger: "", executionId: "", "execution.project": "", "execution.job": "" } },
  ],
  event: "{{ trigger }}",
  events: {
    "start|success|failure|avgduration|retryablefailure|*": {
      author: { name: "{{ execution.user }}" },
      title:
        "[{{ execution.project }}] {% if trigger == 'avgduration' %}Takes longer than usual{% elsif trigger == 'start' and status != 'scheduled' %}Job started{% else %}Job {{ status | default: execution.status | words }}{% endif %}: {{ execution.job.name }}",
      url: "{{ execution.href | default: execution.permalink }}",
      color:
        "{% if trigger == 'avgduration' %}amber{% else %}{{ status | default: execution.status | color: 'blue' }}{% endif %}",
      description:
        "{{ execution.description | first_line }}{% if execution.argstring %}\n{{ execution.argstring | code }}{% endif %}",
      fields: [
        { name: "Execution", value: "#{{ executionId | default: execution.id }}" },
        { name: "Group", value: "{{ execution.job.group }}" },
        {
          name: "Took",
          value: "{{ execution.date-started.unixtime | until: execution.date-ended.unixtime }}",
        },
        { name: "Takes on average", value: "{{ execution.job.averageDuration | duration_ms }}" },
        { name: "Failed nodes", value: "{{ execution.failedNodes }}" },
      ],
      timestamp: "{{ execution.date-ended.date | default: execution.date-started.date }}",
      update_key: "execution {{ execution.href | host }} {{ executionId | default: execution.id }}",
    },
  },
};
