import type { FieldTemplate, MessageTemplate, SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://github.com/go-gitea/gitea/blob/main/modules/structs/hook.go
const repository = "[{{ repository.full_name }}]";
const isGone = "after contains '0000000000000000'";
const isMerged = "action == 'closed' and pull_request.merged";

const issue: MessageTemplate = {
  title: `${repository} Issue {{ action | words }}: #{{ issue.number }} {{ issue.title }}`,
  // Older ones say only where the API has it.
  url: "{% if issue.html_url %}{{ issue.html_url }}{% else %}{{ repository.html_url }}/issues/{{ issue.number }}{% endif %}",
  color: "{% if action == 'deleted' %}red{% elsif issue.state == 'closed' %}purple{% else %}blue{% endif %}",
  description:
    "{% if action == 'opened' or action == 'reopened' %}{{ issue.body | markdown: issue.html_url }}{% elsif changes.title %}Title: {{ changes.title.from }} → {{ issue.title }}{% endif %}",
  fields: detailsOf("issue"),
  timestamp: "{{ issue.updated_at }}",
  thread_key: "issue-{{ repository.id }}-{{ issue.number }}",
  update_key: "issue-{{ repository.id }}-{{ issue.number }}",
};

const pullRequest: MessageTemplate = {
  title: `${repository} Pull request {% if ${isMerged} %}merged{% elsif action == 'synchronized' %}has new commits{% else %}{{ action | words }}{% endif %}: #{{ pull_request.number | default: number }} {{ pull_request.title }}`,
  url: "{{ pull_request.html_url | default: pull_request.url }}",
  color: "{% if pull_request.merged %}purple{% elsif pull_request.state == 'closed' %}grey{% else %}blue{% endif %}",
  description:
    "{% if action == 'opened' or action == 'reopened' %}{{ pull_request.body | markdown: pull_request.html_url }}{% elsif changes.title %}Title: {{ changes.title.from }} → {{ pull_request.title }}{% elsif requested_reviewer %}{{ requested_reviewer.full_name | default: requested_reviewer.login }}{% endif %}",
  fields: [
    {
      name: "Branches",
      value:
        "{{ pull_request.head.ref | default: pull_request.head_branch | code }} → {{ pull_request.base.ref | default: pull_request.base_branch | code }}",
    },
    {
      name: "Changes",
      value:
        "{% if pull_request.changed_files %}+{{ pull_request.additions }} −{{ pull_request.deletions }} in {{ pull_request.changed_files | count: 'file' }}{% endif %}",
    },
    ...detailsOf("pull_request"),
  ],
  timestamp: "{{ pull_request.updated_at }}",
  // Comments on it are comments on an issue of its number.
  thread_key: "issue-{{ repository.id }}-{{ pull_request.number | default: number }}",
  update_key: "issue-{{ repository.id }}-{{ pull_request.number | default: number }}",
};

const review: MessageTemplate = {
  title: `${repository} {% case request.event %}{% when 'pull_request_approved' %}Approved{% when 'pull_request_rejected' %}Changes requested{% else %}Reviewed{% endcase %}: #{{ pull_request.number | default: number }} {{ pull_request.title }}`,
  url: "{{ pull_request.html_url | default: pull_request.url }}",
  color:
    "{% case request.event %}{% when 'pull_request_approved' %}green{% when 'pull_request_rejected' %}amber{% else %}grey{% endcase %}",
  description: "{{ review.content | markdown: pull_request.html_url }}",
  thread_key: "issue-{{ repository.id }}-{{ pull_request.number | default: number }}",
};

const ref: MessageTemplate = {
  title: `${repository} {{ ref_type | capital }} {{ ref | ref }} {% if request.event == 'delete' %}deleted{% else %}created{% endif %}`,
  url: "{{ repository.html_url }}{% if request.event == 'create' %}/src/{{ ref_type }}/{{ ref | ref | path }}{% endif %}",
  color: "{% if request.event == 'delete' %}red{% else %}blue{% endif %}",
};

function detailsOf(thing: "issue" | "pull_request"): FieldTemplate[] {
  return [
    {
      name: "Assigned to",
      value: `{{ ${thing}.assignees | map: 'login' | join: ', ' | default: ${thing}.assignee.login }}`,
    },
    { name: "Labels", value: `{{ ${thing}.labels | map: 'name' | join: ', ' }}` },
    { name: "Milestone", value: `{{ ${thing}.milestone.title }}` },
  ];
}

/** Gitea, Forgejo and Gogs, whose webhooks are of one family: the younger ones send the older ones' headers too. */
export const gitea: SenderDescription = {
  name: "Gitea, Forgejo, Gogs",
  aliases: ["forgejo", "gogs", "codeberg"],
  home: "https://about.gitea.com",
  icon: "gitea",
  steps: [
    "In the repository open **Settings → Webhooks → Add webhook**, and choose **Gitea**, **Forgejo** or **Gogs**.",
    "Paste `{url}` as the **Target URL** (Gogs: **Payload URL**), with `application/json` as content type, and choose the events.",
    "**Add webhook**, open it again, and **Test delivery**.",
  ],
  recognise: [
    { headers: { "x-gitea-event": "" } },
    { headers: { "x-forgejo-event": "" } },
    { headers: { "x-gogs-event": "" } },
  ],
  headers: ["x-gitea-event", "x-forgejo-event", "x-gogs-event"],
  signature: { kind: "hmac", header: "x-gogs-signature", algorithm: "sha256", encoding: "hex" },
  delivery: { header: "x-gogs-delivery" },
  event: "{{ headers.x_gitea_event | default: headers.x_forgejo_event | default: headers.x_gogs_event }}",
  all: {
    author: {
      name: "{{ sender.full_name | default: sender.login | default: sender.username }}",
      icon_url: "{{ sender.avatar_url }}",
    },
  },
  events: {
    push: {
      title: `${repository} {% if ${isGone} %}{{ ref | ref }} deleted{% else %}{{ total_commits | default: commits.size | count: 'commit' }} to {{ ref | ref }}{% endif %}`,
      url: `{% if ${isGone} %}{{ repository.html_url }}{% else %}{{ compare_url | default: repository.html_url }}{% endif %}`,
      color: `{% if ${isGone} %}red{% else %}blue{% endif %}`,
      description:
        "{% for commit in commits limit: 10 %}{{ commit.id | sha | code_link: commit.url }} {{ commit.message | first_line }} – {{ commit.author.name }}\n{% endfor %}{% if total_commits > 10 %}… and {{ total_commits | minus: 10 }} more{% endif %}",
    },
    "create|delete": ref,
    issues: issue,
    pull_request: pullRequest,
    issue_comment: {
      title: `${repository} Comment {% case action %}{% when 'edited' %}edited {% when 'deleted' %}deleted {% endcase %}on #{{ issue.number }} {{ issue.title }}`,
      url: "{{ comment.html_url }}",
      color: "{% if action == 'deleted' %}red{% else %}grey{% endif %}",
      description: "{{ comment.body | markdown: comment.html_url }}",
      timestamp: "{{ comment.updated_at }}",
      thread_key: "issue-{{ repository.id }}-{{ issue.number }}",
    },
    "pull_request_approved|pull_request_rejected|pull_request_comment": review,
    release: {
      title: `${repository} {% if release.prerelease %}Pre-release{% else %}Release{% endif %} {{ release.name | default: release.tag_name }} {{ action | words }}`,
      url: "{% if release.html_url %}{{ release.html_url }}{% else %}{{ repository.html_url }}/releases{% endif %}",
      color: "{% if action == 'deleted' %}red{% else %}purple{% endif %}",
      description: "{{ release.body | markdown: release.html_url }}",
      fields: [
        { name: "Tag", value: "{{ release.tag_name | code }}" },
        { name: "Of", value: "{{ release.target_commitish | code }}" },
      ],
      timestamp: "{{ release.published_at | default: release.created_at }}",
      update_key: "release-{{ repository.id }}-{{ release.id }}",
    },
    wiki: {
      title: `${repository} Wiki page {{ action | words }}: {{ page }}`,
      url: "{{ repository.html_url }}/wiki/{{ page | path }}",
      color: "{% if action == 'deleted' %}red{% else %}grey{% endif %}",
      description: "{{ payload.comment | lines }}",
    },
    fork: {
      title: "[{{ forkee.full_name }}] Forked to {{ repository.full_name }}",
      url: "{{ repository.html_url }}",
      color: "grey",
    },
    repository: {
      title: "Repository {{ repository.full_name }} {{ action | words }}",
      url: "{{ repository.html_url }}",
      color: "{% if action == 'deleted' %}red{% else %}blue{% endif %}",
      description: "{{ repository.description | lines }}",
    },
  },
};
