import type { MessageTemplate, SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://developer.atlassian.com/server/jira/platform/webhooks/ and Zulip's test suite.
const key = "{% if issue.key %}[{{ issue.key }}] {% endif %}";
const status =
  "{% for change in changelog.items %}{% if change.field == 'status' %}{{ change.toString }}{% endif %}{% endfor %}";

// Some servers leave the issue out of what they tell of its comments.
const commented = "{{ issue.fields.summary | default: 'an issue' }}";
const comment: MessageTemplate = {
  url: "{{ issue.self | default: comment.self | split: '/rest/' | first }}{% if issue.key %}/browse/{{ issue.key }}?focusedCommentId={{ comment.id }}{% endif %}",
  color: "blue",
  description: "{{ comment.body | truncate: 1500 | jira_markup }}",
  author: {
    name: "{{ comment.updateAuthor.displayName | default: comment.author.displayName | default: user.displayName }}",
    icon_url: "{{ comment.updateAuthor.avatarUrls['48x48'] | default: comment.author.avatarUrls['48x48'] }}",
  },
  timestamp: "{{ comment.updated | default: timestamp }}",
  thread_key:
    "issue-{% if issue.id %}{{ issue.id }}{% else %}{{ comment.self | split: '/issue/' | last | split: '/' | first }}{% endif %}",
  update_key: "comment-{{ comment.id }}",
};

// A server tells of it as an update of the issue, and names the issue instead of the work.
const worked =
  "{% if worklog.timeSpent %}: {{ worklog.timeSpent }}{% elsif issue.key %} on: [{{ issue.key }}] {{ issue.fields.summary }}{% endif %}";

const work: MessageTemplate = {
  url: "{{ issue.self | default: worklog.self | split: '/rest/' | first }}{% if issue.key %}/browse/{{ issue.key }}{% endif %}",
  color: "grey",
  description: "{{ worklog.comment | truncate: 800 | jira_markup }}",
  author: {
    name: "{{ worklog.updateAuthor.displayName | default: worklog.author.displayName | default: user.displayName }}",
    icon_url: "{{ worklog.updateAuthor.avatarUrls['48x48'] }}",
  },
  fields: [
    { name: "Time spent", value: "{{ worklog.timeSpentSeconds | duration }}" },
    { name: "Started", value: "{{ worklog.started | date_time }}" },
  ],
  thread_key: "issue-{{ worklog.issueId | default: issue.id }}",
  update_key: "{% if worklog.id %}worklog-{{ worklog.id }}{% endif %}",
};

/** Jira, in the cloud and on one's own server. */
export const jira: SenderDescription = {
  name: "Jira",
  home: "https://www.atlassian.com/software/jira",
  icon: "jira",
  steps: [
    "As an administrator open **Settings → System → WebHooks → Create a WebHook**.",
    "Paste `{url}` as the URL, and choose the events under **Issue** and **Comment**; a JQL query narrows them to a project.",
    "**Create**, then comment on an issue to see it here.",
  ],
  recognise: [
    { has: { webhookEvent: "^(jira:|comment_|worklog_|sprint_|attachment_|issuelink_)", timestamp: "^\\d+$" } },
    { has: { "transition.to_status": "", "issue.key": "", timestamp: "^\\d+$" } },
  ],
  signature: { kind: "hmac", header: "x-hub-signature", algorithm: "sha256", encoding: "hex", prefix: "sha256=" },
  delivery: { header: "x-atlassian-webhook-identifier" },
  // Jira's own servers tell of comments as updates of the issue, and a workflow's own webhook has no event.
  event:
    "{% if transition.to_status %}transition{% elsif issue_event_type_name == 'issue_comment_deleted' %}comment_deleted{% elsif webhookEvent == 'jira:issue_updated' and comment.body and changelog == nil %}{% if issue_event_type_name == 'issue_comment_edited' %}comment_updated{% else %}comment_created{% endif %}{% elsif webhookEvent == 'jira:worklog_updated' %}{% case issue_event_type_name %}{% when 'issue_worklog_deleted' %}worklog_deleted{% when 'issue_work_logged' %}worklog_created{% else %}worklog_updated{% endcase %}{% else %}{{ webhookEvent }}{% endif %}",
  all: {
    author: { name: "{{ user.displayName | default: user.name }}", icon_url: "{{ user.avatarUrls['48x48'] }}" },
    url: "{{ issue.self | split: '/rest/' | first }}/browse/{{ issue.key }}",
    footer: "{{ issue.fields.project.name }}",
    timestamp: "{{ timestamp }}",
    thread_key: "issue-{{ issue.id }}",
  },
  events: {
    "jira:issue_created": {
      title: `${key}{{ issue.fields.issuetype.name | default: 'Issue' }} created: {{ issue.fields.summary }}`,
      color: "blue",
      description: "{{ issue.fields.description | truncate: 800 | jira_markup }}",
      fields: [
        { name: "Priority", value: "{{ issue.fields.priority.name }}" },
        { name: "Status", value: "{{ issue.fields.status.name }}" },
        { name: "Assignee", value: "{{ issue.fields.assignee.displayName }}" },
        { name: "Labels", value: "{{ issue.fields.labels | join: ', ' }}" },
        { name: "Due", value: "{{ issue.fields.duedate }}" },
      ],
    },
    "jira:issue_updated": {
      skip: "{% if changelog.items.size == 1 and changelog.items[0].field == 'Rank' and comment == nil %}issues that only moved in their list{% endif %}",
      title: `${key}{% capture status %}${status}{% endcapture %}{% if status != '' %}{{ status }}{% elsif changelog.items.size == 1 %}{{ changelog.items[0].field | words | capital }} changed{% else %}Updated{% endif %}: {{ issue.fields.summary }}`,
      color: `{% capture status %}${status}{% endcapture %}{% if status == '' %}grey{% else %}{% case issue.fields.status.statusCategory.key %}{% when 'done' %}green{% when 'indeterminate' %}blue{% when 'new' %}grey{% else %}{{ status | color: 'blue' }}{% endcase %}{% endif %}`,
      description:
        "{% for change in changelog.items limit: 10 %}{{ change.field | words | capital | bold }}{% if change.field != 'description' %}: {{ change.fromString | default: 'none' | truncate: 200 }} → {{ change.toString | default: 'none' | truncate: 200 }}{% else %} changed{% endif %}\n{% endfor %}\n{{ comment.body | truncate: 1500 | jira_markup }}",
      fields: [
        { name: "Priority", value: "{{ issue.fields.priority.name }}" },
        { name: "Assignee", value: "{{ issue.fields.assignee.displayName }}" },
      ],
    },
    "jira:issue_deleted": {
      title: `${key}{{ issue.fields.issuetype.name | default: 'Issue' }} deleted: {{ issue.fields.summary }}`,
      url: "",
      color: "red",
    },
    transition: {
      title: `${key}{{ transition.to_status }}: {{ issue.fields.summary }}`,
      color: "{{ transition.to_status | color: 'blue' }}",
      description:
        "{{ transition.from_status }} → {{ transition.to_status }}\n{{ comment | truncate: 1500 | jira_markup }}",
      fields: [
        { name: "Transition", value: "{{ transition.transitionName }}" },
        { name: "Priority", value: "{{ issue.fields.priority.name }}" },
        { name: "Assignee", value: "{{ issue.fields.assignee.displayName }}" },
      ],
    },
    attachment_created: {
      title: `${key}Attached to: {{ issue.fields.summary }}`,
      color: "grey",
      description:
        "{{ attachment.filename | link: attachment.content }}{% if attachment.size %} ({{ attachment.size | bytes }}){% endif %}",
      author: {
        name: "{{ attachment.author.displayName }}",
        icon_url: "{{ attachment.author.avatarUrls['48x48'] }}",
      },
    },
    "sprint_created|sprint_updated|sprint_started|sprint_closed|sprint_deleted": {
      title: "Sprint {{ request.event | remove: 'sprint_' | replace: 'updated', 'changed' }}: {{ sprint.name }}",
      url: "{% if sprint.originBoardId %}{{ sprint.self | split: '/rest/' | first }}/secure/RapidBoard.jspa?rapidView={{ sprint.originBoardId }}{% endif %}",
      color:
        "{% case request.event %}{% when 'sprint_closed' %}green{% when 'sprint_deleted' %}red{% when 'sprint_updated' %}grey{% else %}blue{% endcase %}",
      description: "{{ sprint.goal | lines }}",
      thread_key: "sprint-{{ sprint.id }}",
    },
    attachment_deleted: {
      title: `${key}Attachment deleted: {{ attachment.filename }}`,
      color: "grey",
    },
    comment_created: { ...comment, title: `${key}Comment on: ${commented}` },
    comment_updated: { ...comment, title: `${key}Comment edited on: ${commented}` },
    comment_deleted: {
      ...comment,
      title: `${key}Comment deleted on: ${commented}`,
      url: "{{ issue.self | split: '/rest/' | first }}/browse/{{ issue.key }}",
      color: "grey",
      description: "",
      timestamp: "{{ timestamp }}",
      update_key: "{% if comment.id %}comment-{{ comment.id }}{% endif %}",
    },
    worklog_created: { ...work, title: `Work logged${worked}` },
    worklog_updated: { ...work, title: `Logged work changed${worked}` },
    worklog_deleted: { ...work, title: `Logged work deleted${worked}` },
  },
};
