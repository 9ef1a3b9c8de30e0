import type { MessageTemplate, SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://linear.app/developers/webhooks and Zulip's test suite.
const issue = "{% if data.team.key %}[{{ data.team.key }}-{{ data.number }}] {% endif %}";

// What was before stands in `updatedFrom`, and what is now in `data`.
const changes = `{% for change in updatedFrom %}{% case change[0] %}
{% when 'stateId' %}{{ 'Status' | bold }}: {{ data.state.name }}
{% when 'assigneeId' %}{{ 'Assignee' | bold }}: {{ data.assignee.name | default: 'nobody' }}
{% when 'priority' %}{{ 'Priority' | bold }}: {{ data.priorityLabel | default: data.priority }}
{% when 'title' %}{{ 'Title' | bold }}, before: {{ change[1] }}
{% when 'name' %}{{ 'Name' | bold }}, before: {{ change[1] }}
{% when 'description' %}{{ 'Description' | bold }} changed
{% when 'content' %}{{ 'Description' | bold }} changed
{% when 'dueDate' %}{{ 'Due' | bold }}: {{ data.dueDate | default: 'none' }}
{% when 'targetDate' %}{{ 'Target date' | bold }}: {{ data.targetDate | default: 'none' }}
{% when 'startDate' %}{{ 'Start date' | bold }}: {{ data.startDate | default: 'none' }}
{% when 'estimate' %}{{ 'Estimate' | bold }}: {{ data.estimate | default: 'none' }}
{% when 'labelIds' %}{{ 'Labels' | bold }}: {{ data.labels | map: 'name' | join: ', ' | default: 'none' }}
{% when 'cycleId' %}{{ 'Cycle' | bold }}: {{ data.cycle.number | default: 'none' }}
{% when 'projectId' %}{{ 'Project' | bold }}: {{ data.project.name | default: 'none' }}
{% when 'statusId' %}{{ 'Status' | bold }}: {{ data.status.name }}
{% when 'leadId' %}{{ 'Lead' | bold }}: {{ data.lead.name | default: 'nobody' }}
{% endcase %}{% endfor %}`.replaceAll("%}\n{% when", "%}{% when");
const onlyOrder = `{% capture changes %}${changes}{% endcapture %}{% assign changes = changes | strip %}{% if changes == '' %}changes of nothing but order and dates{% endif %}`;

const stateColor =
  "{% case data.state.type %}{% when 'completed' %}green{% when 'canceled' %}grey{% when 'started' %}blue{% else %}grey{% endcase %}";

const fields: MessageTemplate["fields"] = [
  { name: "Status", value: "{{ data.state.name | default: data.status.name }}" },
  { name: "Priority", value: "{{ data.priorityLabel }}" },
  { name: "Assignee", value: "{{ data.assignee.name }}" },
  { name: "Labels", value: "{{ data.labels | map: 'name' | join: ', ' }}" },
  { name: "Due", value: "{{ data.dueDate | default: data.targetDate }}" },
];

const comment: MessageTemplate = {
  color: "blue",
  description: "{{ data.body | markdown: url, 'Linear' }}",
  thread_key: "issue-{{ data.issueId }}",
  update_key: "comment-{{ data.id }}",
};
const on =
  "{{ data.issue.title | default: data.projectUpdate.project.name | default: data.quotedText }}{% unless data.issue.title or data.projectUpdate or data.quotedText %}{% if data.issueId %}an issue{% elsif data.projectId %}a project{% else %}a document{% endif %}{% endunless %}";

// Comments don't carry the issue's number, but their address does.
const commented =
  "{% if data.issueId and url contains '/issue/' %}[{{ url | split: '/issue/' | last | split: '#' | first | split: '/' | first }}] {% endif %}";

const update: MessageTemplate = {
  color: "{% case data.health %}{% when 'onTrack' %}green{% when 'atRisk' %}amber{% when 'offTrack' %}red{% endcase %}",
  description: "{{ data.body | markdown: url, 'Linear' }}",
  thread_key: "project-{{ data.projectId }}",
  update_key: "update-{{ data.id }}",
};

/** Linear's webhooks for issues, comments, projects and their updates. */
export const linear: SenderDescription = {
  name: "Linear",
  home: "https://linear.app",
  icon: "linear",
  steps: [
    "In Linear open **Settings → Administration → API → Webhooks → New webhook**.",
    "Paste `{url}` as the URL, and choose the team and under **Data change events** what to tell of.",
    "Save it; to have its requests checked, copy its **Signing secret** into this webhook's settings.",
  ],
  recognise: [
    { headers: { "linear-event": "" } },
    { has: { action: "", type: "^[A-Z]", "data.id": "", organizationId: "", webhookTimestamp: "" } },
  ],
  signature: {
    kind: "hmac",
    header: "linear-signature",
    algorithm: "sha256",
    encoding: "hex",
    sentAt: "webhookTimestamp",
  },
  delivery: { header: "linear-delivery", varies: ["webhookTimestamp"] },
  event: "{{ type }}.{{ action }}",
  all: {
    url: "{{ url }}",
    author: { name: "{{ actor.name | default: data.user.name | default: data.creator.name }}", url: "{{ actor.url }}" },
    footer: "{{ data.team.name | default: data.project.name }}",
    timestamp: "{{ createdAt }}",
  },
  events: {
    "Issue.create": {
      title: `${issue}Issue created: {{ data.title }}`,
      color: "blue",
      description: "{{ data.description | markdown: url, 'Linear' }}",
      fields,
      thread_key: "issue-{{ data.id }}",
    },
    "Issue.update": {
      skip: onlyOrder,
      title: `${issue}{% if updatedFrom.stateId %}{{ data.state.name }}{% else %}Updated{% endif %}: {{ data.title }}`,
      color: `{% if updatedFrom.stateId %}${stateColor}{% else %}grey{% endif %}`,
      description: changes,
      thread_key: "issue-{{ data.id }}",
    },
    "Issue.remove": {
      title: `${issue}Issue deleted: {{ data.title }}`,
      color: "red",
      thread_key: "issue-{{ data.id }}",
    },
    "Comment.create": { ...comment, title: `${commented}Comment on: ${on}` },
    "Comment.update": { ...comment, title: `${commented}Comment edited on: ${on}` },
    "Comment.remove": { ...comment, title: `${commented}Comment deleted on: ${on}`, color: "grey", description: "" },
    "Project.create": {
      title: "Project created: {{ data.name }}",
      color: "blue",
      description: "{{ data.description | lines }}",
      fields,
      thread_key: "project-{{ data.id }}",
    },
    "Project.update": {
      skip: onlyOrder,
      title: "{% if updatedFrom.statusId %}{{ data.status.name }}{% else %}Project updated{% endif %}: {{ data.name }}",
      color:
        "{% if updatedFrom.statusId %}{% case data.status.type %}{% when 'completed' %}green{% when 'started' %}blue{% else %}grey{% endcase %}{% else %}grey{% endif %}",
      description: changes,
      thread_key: "project-{{ data.id }}",
    },
    "Project.remove": {
      title: "Project deleted: {{ data.name }}",
      color: "red",
      thread_key: "project-{{ data.id }}",
    },
    "ProjectUpdate.create": {
      ...update,
      title: "{{ data.project.name }}: {{ data.health | words | default: 'update' }}",
    },
    "ProjectUpdate.update": {
      ...update,
      title: "{{ data.project.name }}: {{ data.health | words | default: 'update' }} (edited)",
    },
    "ProjectUpdate.remove": {
      ...update,
      title: "{{ data.project.name }}: update deleted",
      color: "grey",
      description: "",
    },
    // Whatever else there is: labels, cycles, documents, initiatives, customers.
    "*": {
      title:
        "{{ type | words | capital }} {% case action %}{% when 'create' %}created{% when 'remove' %}deleted{% when 'update' %}changed{% else %}{{ action | words }}{% endcase %}: {{ data.name | default: data.title }}",
      color: "{% case action %}{% when 'create' %}blue{% when 'remove' %}red{% else %}grey{% endcase %}",
      description: "{{ data.description | lines }}",
    },
    "Reaction.create|Reaction.update|Reaction.remove": { skip: "reactions" },
  },
};
