import type { MessageTemplate, SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://circleci.com/docs/reference/webhooks-reference/
// Projects on GitLab say in `trigger_parameters` what others say in `vcs`.
const branch = "{{ pipeline.vcs.branch | default: pipeline.trigger_parameters.git.branch }}";
const tag = "{{ pipeline.vcs.tag | default: pipeline.trigger_parameters.git.tag }}";

const ran: MessageTemplate = {
  author: {
    name: "{{ pipeline.vcs.commit.author.name | default: pipeline.trigger_parameters.gitlab.commit_author_name }}",
  },
  url: "{{ workflow.url }}",
  description:
    "{{ pipeline.vcs.revision | default: pipeline.trigger_parameters.git.checkout_sha | sha | code }} {{ pipeline.vcs.commit.subject | default: pipeline.trigger_parameters.gitlab.commit_title }}",
};
const fields = [
  { name: "Branch", value: branch.replaceAll(" }}", " | code }}") },
  { name: "Tag", value: tag.replaceAll(" }}", " | code }}") },
  { name: "Pipeline", value: "#{{ pipeline.number }}" },
];

/** CircleCI's outbound webhooks. */
export const circleci: SenderDescription = {
  name: "CircleCI",
  aliases: ["circle"],
  home: "https://circleci.com",
  icon: "circleci",
  steps: [
    "In the project open **Project Settings → Webhooks → Add Webhook**.",
    "Give it a name, paste `{url}` as the **Receiver URL**, and choose **Workflow Completed** (and **Job Completed** if you want each job).",
    "**Test Ping Event**, then **Add Webhook**.",
  ],
  recognise: [
    { headers: { "circleci-event-type": "" } },
    { has: { "webhook.id": "", "pipeline.number": "", "workflow.id": "", "project.slug": "" } },
  ],
  signature: { kind: "hmac", header: "circleci-signature", algorithm: "sha256", encoding: "hex", prefix: "v1=" },
  delivery: { path: "id" },
  event: "{{ type }}",
  events: {
    "workflow-completed": {
      ...ran,
      title: `[{{ project.name }}] Workflow {{ workflow.status | outcome }}: {{ workflow.name }}, ${branch}${tag}`,
      color: "{{ workflow.status | color: 'amber' }}",
      fields: [...fields, { name: "Took", value: "{{ workflow.created_at | until: workflow.stopped_at }}" }],
      timestamp: "{{ workflow.stopped_at | default: happened_at }}",
      update_key: "workflow-{{ workflow.id }}",
    },
    "job-completed": {
      ...ran,
      title: "[{{ project.name }}] Job {{ job.status | outcome }}: {{ workflow.name }} → {{ job.name }}",
      color: "{{ job.status | color: 'amber' }}",
      fields: [...fields, { name: "Took", value: "{{ job.started_at | until: job.stopped_at }}" }],
      timestamp: "{{ job.stopped_at | default: happened_at }}",
      update_key: "job-{{ job.id }}",
    },
    ping: { title: "CircleCI's webhook {{ webhook.name }} works", color: "green", timestamp: "{{ happened_at }}" },
  },
};
