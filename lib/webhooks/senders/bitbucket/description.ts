import type { MessageTemplate, SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes of Bitbucket Cloud: https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/
// and of Bitbucket Data Center (Server): https://confluence.atlassian.com/bitbucketserver/event-payload-938025882.html
const cloud = "[{{ repository.full_name }}]";
const cloudPerson = {
  name: "{{ actor.display_name | default: actor.nickname }}",
  url: "{{ actor.links.html.href }}",
  icon_url: "{{ actor.links.avatar.href }}",
};
const cloudPullRequest = "pull-request-{{ repository.uuid }}-{{ pullrequest.id }}";

const pullRequest: MessageTemplate = {
  author: cloudPerson,
  title: `${cloud} Pull request {% case request.event %}{% when 'pullrequest:created' %}opened{% when 'pullrequest:approved' %}approved{% when 'pullrequest:unapproved' %}no longer approved{% when 'pullrequest:changes_request_created' %}needs changes{% when 'pullrequest:changes_request_removed' %}no longer needs changes{% when 'pullrequest:fulfilled' %}merged{% when 'pullrequest:rejected' %}declined{% else %}updated{% endcase %}: #{{ pullrequest.id }} {{ pullrequest.title }}`,
  url: "{{ pullrequest.links.html.href }}",
  color:
    "{% case request.event %}{% when 'pullrequest:approved' %}green{% when 'pullrequest:unapproved' or 'pullrequest:changes_request_created' %}amber{% when 'pullrequest:fulfilled' %}purple{% when 'pullrequest:rejected' %}red{% else %}blue{% endcase %}",
  description:
    "{% case request.event %}{% when 'pullrequest:created' or 'pullrequest:updated' %}{{ pullrequest.description | markdown: pullrequest.links.html.href }}{% when 'pullrequest:rejected' %}{{ pullrequest.reason | lines }}{% endcase %}",
  fields: [
    {
      name: "Branches",
      value: "{{ pullrequest.source.branch.name | code }} → {{ pullrequest.destination.branch.name | code }}",
    },
    { name: "Author", value: "{{ pullrequest.author.display_name }}" },
    { name: "Reviewers", value: "{{ pullrequest.reviewers | map: 'display_name' | join: ', ' }}" },
  ],
  timestamp: "{{ pullrequest.updated_on }}",
  thread_key: cloudPullRequest,
  update_key: cloudPullRequest,
};

const issue: MessageTemplate = {
  author: cloudPerson,
  title: `${cloud} {{ issue.kind | default: 'issue' | capital }} {% if request.event == 'issue:created' %}opened{% else %}{{ changes.status.new | default: 'updated' | words }}{% endif %}: #{{ issue.id }} {{ issue.title }}`,
  url: "{{ issue.links.html.href }}",
  color:
    "{% case issue.state %}{% when 'resolved' or 'closed' %}purple{% when 'invalid' or 'duplicate' or 'wontfix' %}grey{% else %}blue{% endcase %}",
  description:
    "{% if request.event == 'issue:created' %}{{ issue.content.raw | markdown: issue.links.html.href }}{% else %}{{ comment.content.raw | markdown: issue.links.html.href }}{% endif %}",
  fields: [
    { name: "Priority", value: "{{ issue.priority | words }}" },
    { name: "State", value: "{{ issue.state | words }}" },
    { name: "Assigned to", value: "{{ issue.assignee.display_name }}" },
  ],
  timestamp: "{{ issue.updated_on }}",
  thread_key: "issue-{{ repository.uuid }}-{{ issue.id }}",
  update_key: "issue-{{ repository.uuid }}-{{ issue.id }}",
};

const comment: MessageTemplate = {
  author: cloudPerson,
  title: `${cloud} Comment {% case request.event %}{% when 'pullrequest:comment_updated' %}edited {% when 'pullrequest:comment_deleted' %}deleted {% when 'pullrequest:comment_resolved' %}resolved {% when 'pullrequest:comment_reopened' %}reopened {% endcase %}on {% if pullrequest %}#{{ pullrequest.id }} {{ pullrequest.title }}{% elsif issue %}#{{ issue.id }} {{ issue.title }}{% else %}{{ commit.hash | default: comment.commit.hash | sha }}{% endif %}`,
  url: "{{ comment.links.html.href }}",
  color: "{% if request.event == 'pullrequest:comment_deleted' %}red{% else %}grey{% endif %}",
  description:
    "{% if comment.inline.path %}{{ comment.inline.path | code }}\n{% endif %}{{ comment.content.raw | markdown: comment.links.html.href }}",
  timestamp: "{{ comment.updated_on | default: comment.created_on }}",
  thread_key: `{% if pullrequest %}${cloudPullRequest}{% elsif issue %}issue-{{ repository.uuid }}-{{ issue.id }}{% endif %}`,
};

const server =
  "[{{ repository.project.key | default: pullRequest.toRef.repository.project.key }}/{{ repository.slug | default: pullRequest.toRef.repository.slug }}]";
const serverPerson = { name: "{{ actor.displayName | default: actor.name }}", url: "{{ actor.links.self[0].href }}" };
const serverPullRequest = "pull-request-{{ pullRequest.toRef.repository.id }}-{{ pullRequest.id }}";

const serverRequest: MessageTemplate = {
  author: serverPerson,
  title: `${server} Pull request {% case request.event %}{% when 'pr:opened' %}opened{% when 'pr:from_ref_updated' %}has new commits{% when 'pr:reviewer:approved' %}approved{% when 'pr:reviewer:unapproved' %}no longer approved{% when 'pr:reviewer:needs_work' or 'pr:reviewer:changes_requested' %}needs work{% when 'pr:merged' %}merged{% when 'pr:declined' %}declined{% when 'pr:deleted' %}deleted{% when 'pr:reviewer:updated' %}has other reviewers{% else %}updated{% endcase %}: #{{ pullRequest.id }} {{ pullRequest.title }}`,
  url: "{{ pullRequest.links.self[0].href }}",
  color:
    "{% case request.event %}{% when 'pr:reviewer:approved' %}green{% when 'pr:reviewer:unapproved' or 'pr:reviewer:needs_work' or 'pr:reviewer:changes_requested' %}amber{% when 'pr:merged' %}purple{% when 'pr:declined' or 'pr:deleted' %}red{% else %}blue{% endcase %}",
  description:
    "{% case request.event %}{% when 'pr:opened' %}{{ pullRequest.description | markdown }}{% when 'pr:modified' %}{% if previousTitle != pullRequest.title %}Title: {{ previousTitle }} → {{ pullRequest.title }}{% endif %}{% endcase %}",
  fields: [
    {
      name: "Branches",
      value: "{{ pullRequest.fromRef.displayId | code }} → {{ pullRequest.toRef.displayId | code }}",
    },
    { name: "Author", value: "{{ pullRequest.author.user.displayName }}" },
    {
      name: "Reviewers",
      value:
        "{% for reviewer in pullRequest.reviewers %}{{ reviewer.user.displayName }}{% if reviewer.approved %} (approved){% endif %}{% unless forloop.last %}, {% endunless %}{% endfor %}",
    },
  ],
  timestamp: "{{ date }}",
  thread_key: serverPullRequest,
  update_key: serverPullRequest,
};

/** Bitbucket Cloud, and Bitbucket Data Center (Server), whose requests are of another shape. */
export const bitbucket: SenderDescription = {
  name: "Bitbucket",
  aliases: ["bitbucket-server", "bitbucket-cloud", "bitbucket-data-center"],
  home: "https://bitbucket.org",
  icon: "bitbucket",
  steps: [
    "In the repository open **Repository settings → Webhooks → Add webhook** (Data Center: **Create webhook**).",
    "Give it a title, paste `{url}` as the URL, and choose the triggers.",
    "**Save**; it posts at the next push.",
  ],
  recognise: [
    { headers: { "x-event-key": "^(repo|pullrequest|issue|pr|project|mirror|diagnostics):" } },
    { has: { "pullrequest.links.html.href": "", "repository.full_name": "" } },
    { has: { "commit_status.links.commit.href": "", "repository.full_name": "" } },
    { has: { eventKey: "^(pr|repo):" } },
  ],
  headers: ["x-event-key"],
  signature: { kind: "hmac", header: "x-hub-signature", algorithm: "sha256", encoding: "hex", prefix: "sha256=" },
  delivery: { header: "x-request-uuid" },
  event: "{{ headers.x_event_key | default: eventKey }}",
  events: {
    "repo:push": {
      each: "push.changes",
      author: cloudPerson,
      title: `${cloud} {% if item.new == null %}{{ item.old.type | capital }} {{ item.old.name }} deleted{% elsif item.new.type == 'tag' %}Tag {{ item.new.name }} pushed{% elsif item.commits.size > 0 %}{% if item.truncated %}More than {% endif %}{{ item.commits | count: 'commit' }} {% if item.forced %}force-pushed {% endif %}to {{ item.new.name }}{% else %}Branch {{ item.new.name }} created{% endif %}`,
      url: "{{ item.links.html.href | default: repository.links.html.href }}",
      color: "{% if item.new == null %}red{% elsif item.forced %}amber{% else %}blue{% endif %}",
      description:
        "{% for commit in item.commits limit: 10 %}{{ commit.hash | sha | code_link: commit.links.html.href }} {{ commit.message | first_line }} – {{ commit.author.user.display_name | default: commit.author.raw }}\n{% endfor %}",
    },
    "pullrequest:created|pullrequest:updated|pullrequest:approved|pullrequest:unapproved|pullrequest:changes_request_created|pullrequest:changes_request_removed|pullrequest:fulfilled|pullrequest:rejected":
      pullRequest,
    "pullrequest:comment_created|pullrequest:comment_updated|pullrequest:comment_deleted|pullrequest:comment_resolved|pullrequest:comment_reopened|issue:comment_created|repo:commit_comment_created":
      comment,
    "issue:created|issue:updated": issue,
    "repo:commit_status_created|repo:commit_status_updated": {
      author: cloudPerson,
      title: `${cloud} {{ commit_status.name | default: commit_status.key }} {{ commit_status.state | outcome }}{% if commit_status.refname %}: {{ commit_status.refname }}{% endif %}`,
      url: "{{ commit_status.url }}",
      color: "{{ commit_status.state | color }}",
      description: "{{ commit_status.description | lines }}",
      fields: [
        {
          name: "Commit",
          value:
            "{% assign hash = commit_status.links.commit.href | split: '/' | last %}{% assign at = repository.links.html.href | append: '/commits/' | append: hash %}{{ hash | sha | code_link: at }} {{ commit_status.commit.message | first_line }}",
        },
      ],
      timestamp: "{{ commit_status.updated_on }}",
      update_key: "{{ commit_status.links.self.href }}",
    },
    "repo:fork": {
      author: cloudPerson,
      title: `${cloud} Forked to {{ fork.full_name }}`,
      url: "{{ fork.links.html.href }}",
      color: "grey",
    },
    // Data Center's button "Test connection".
    "diagnostics:ping": { title: "Bitbucket's webhook works", color: "green" },
    "repo:refs_changed": {
      each: "changes",
      author: serverPerson,
      title: `${server} {{ item.ref.type | downcase | capital }} {{ item.ref.displayId }} {% case item.type %}{% when 'ADD' %}created{% when 'DELETE' %}deleted{% else %}pushed{% endcase %}`,
      url: "{{ repository.links.self[0].href }}",
      color: "{% if item.type == 'DELETE' %}red{% else %}blue{% endif %}",
      description:
        "{% case item.type %}{% when 'ADD' %}{{ item.toHash | sha | code }}{% when 'DELETE' %}{{ item.fromHash | sha | code }}{% else %}{{ item.fromHash | sha | code }} → {{ item.toHash | sha | code }}{% endcase %}",
      timestamp: "{{ date }}",
    },
    "pr:opened|pr:from_ref_updated|pr:modified|pr:reviewer:updated|pr:reviewer:approved|pr:reviewer:unapproved|pr:reviewer:needs_work|pr:reviewer:changes_requested|pr:merged|pr:declined|pr:deleted":
      serverRequest,
    "repo:comment:added|repo:comment:edited|repo:comment:deleted": {
      author: serverPerson,
      title: `${server} Comment {% case request.event %}{% when 'repo:comment:edited' %}edited {% when 'repo:comment:deleted' %}deleted {% endcase %}on {{ commit | sha }}`,
      url: "{{ repository.links.self[0].href | remove: '/browse' }}/commits/{{ commit }}",
      color: "{% if request.event == 'repo:comment:deleted' %}red{% else %}grey{% endif %}",
      description: "{{ comment.text | markdown }}",
      timestamp: "{{ date }}",
    },
    "repo:forked": {
      author: serverPerson,
      title:
        "[{{ repository.origin.project.key }}/{{ repository.origin.slug }}] Forked to {{ repository.project.key }}/{{ repository.slug }}",
      url: "{{ repository.links.self[0].href }}",
      color: "grey",
      timestamp: "{{ date }}",
    },
    "repo:modified": {
      author: serverPerson,
      title:
        "[{{ new.project.key }}/{{ new.slug }}] Repository {% if old.slug != new.slug %}renamed from {{ old.slug }}{% else %}changed{% endif %}",
      url: "{{ new.links.self[0].href }}",
      color: "grey",
      timestamp: "{{ date }}",
    },
    "pr:comment:added|pr:comment:edited|pr:comment:deleted": {
      author: serverPerson,
      title: `${server} Comment {% case request.event %}{% when 'pr:comment:edited' %}edited {% when 'pr:comment:deleted' %}deleted {% endcase %}on #{{ pullRequest.id }} {{ pullRequest.title }}`,
      url: "{{ pullRequest.links.self[0].href }}",
      color: "{% if request.event == 'pr:comment:deleted' %}red{% else %}grey{% endif %}",
      description: "{{ comment.text | markdown }}",
      timestamp: "{{ date }}",
      thread_key: serverPullRequest,
    },
  },
};
