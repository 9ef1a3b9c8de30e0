import type { MessageTemplate, SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://docs.gitlab.com/user/project/integrations/webhook_events/
const project = "[{{ project.path_with_namespace | default: project.name | default: project_name }}]";
// Older ones don't say their project's number everywhere.
const projectId = "{{ project.id | default: project_id | default: project.path_with_namespace }}";
const icon = "{{ user.avatar_url | default: user_avatar }}";
const isGone = "after contains '0000000000000000'";

const ran: MessageTemplate = {
  skip: "{% if object_attributes.status == 'pending' or object_attributes.status == 'created' or object_attributes.status == 'waiting_for_resource' or object_attributes.status == 'preparing' %}pipelines that wait to start{% endif %}",
  title: `${project} Pipeline {{ object_attributes.status | outcome }}: {{ object_attributes.name | default: object_attributes.ref }}`,
  url: "{{ object_attributes.url | default: '' | url }}{% unless object_attributes.url %}{{ project.web_url }}/-/pipelines/{{ object_attributes.id }}{% endunless %}",
  color: "{{ object_attributes.status | color }}",
  description:
    "{% for build in builds %}{% if build.status == 'failed' and build.allow_failure != true %}Failed: {{ build.stage | code }} → {{ build.name | code }}\n{% endif %}{% endfor %}{{ commit.id | sha | code_link: commit.url }} {{ commit.title | default: commit.message | first_line }}",
  fields: [
    { name: "Branch", value: "{{ object_attributes.ref | code }}" },
    { name: "Took", value: "{{ object_attributes.duration | duration }}" },
    { name: "Source", value: "{{ object_attributes.source | words }}" },
    {
      name: "Merge request",
      value:
        "{% if merge_request.iid %}{{ merge_request.iid | prepend: '!' | link: merge_request.url }} {{ merge_request.title }}{% endif %}",
    },
  ],
  timestamp: "{{ object_attributes.finished_at | default: object_attributes.created_at }}",
  update_key: `pipeline-${projectId}-{{ object_attributes.id }}`,
};

// What an update changed, as far as people care.
const changed =
  "{% if changes.title %}Title: {{ changes.title.previous }} → {{ changes.title.current }}\n{% endif %}{% if changes.draft %}{% if changes.draft.current %}Marked as a draft{% else %}Ready for review{% endif %}\n{% endif %}{% if changes.labels %}Labels: {{ changes.labels.previous | map: 'title' | join: ', ' | default: 'none' }} → {{ changes.labels.current | map: 'title' | join: ', ' | default: 'none' }}\n{% endif %}{% if changes.assignees %}Assigned to {{ changes.assignees.current | map: 'name' | join: ', ' | default: 'nobody' }}\n{% endif %}{% if changes.reviewers %}Reviewers: {{ changes.reviewers.current | map: 'name' | join: ', ' | default: 'none' }}\n{% endif %}{% if changes.description %}Description edited\n{% endif %}{% if object_attributes.oldrev %}New commits: {{ object_attributes.last_commit.id | sha | code_link: object_attributes.last_commit.url }} {{ object_attributes.last_commit.title | default: object_attributes.last_commit.message | first_line }}{% endif %}";
const opened = "object_attributes.action == 'open' or object_attributes.action == 'reopen'";
const text = `{% if ${opened} %}{{ object_attributes.description | markdown: object_attributes.url }}{% else %}${changed}{% endif %}`;
const happened =
  "{% case object_attributes.action %}{% when 'open' %}opened{% when 'close' %}closed{% when 'reopen' %}reopened{% when 'merge' %}merged{% when 'approved' or 'approval' %}approved{% when 'unapproved' or 'unapproval' %}no longer approved{% else %}updated{% endcase %}";
const labels = { name: "Labels", value: "{{ labels | map: 'title' | join: ', ' }}" };
const assignees = { name: "Assigned to", value: "{{ assignees | map: 'name' | join: ', ' }}" };

const mergeRequest: MessageTemplate = {
  title: `${project} Merge request ${happened}: !{{ object_attributes.iid }} {{ object_attributes.title }}`,
  url: "{{ object_attributes.url }}",
  color:
    "{% case object_attributes.state %}{% when 'merged' %}purple{% when 'closed' %}grey{% else %}{% case object_attributes.action %}{% when 'approved' or 'approval' %}green{% when 'unapproved' or 'unapproval' %}amber{% else %}blue{% endcase %}{% endcase %}",
  description: text,
  fields: [
    {
      name: "Branches",
      value: "{{ object_attributes.source_branch | code }} → {{ object_attributes.target_branch | code }}",
    },
    assignees,
    { name: "Reviewers", value: "{{ reviewers | map: 'name' | join: ', ' }}" },
    labels,
  ],
  timestamp: "{{ object_attributes.updated_at }}",
  thread_key: `merge-request-${projectId}-{{ object_attributes.iid }}`,
  update_key: `merge-request-${projectId}-{{ object_attributes.iid }}`,
};

const issue: MessageTemplate = {
  title: `${project} {{ object_attributes.type | default: 'Issue' }} ${happened}: #{{ object_attributes.iid }} {{ object_attributes.title }}`,
  url: "{{ object_attributes.url }}",
  color:
    "{% if object_attributes.state == 'closed' %}{% if object_attributes.type == 'Incident' %}green{% else %}purple{% endif %}{% elsif object_attributes.type == 'Incident' %}red{% else %}blue{% endif %}",
  description: text,
  fields: [
    {
      name: "Severity",
      value:
        "{% unless object_attributes.severity == 'unknown' %}{{ object_attributes.severity | words }}{% endunless %}",
    },
    assignees,
    labels,
    { name: "Due", value: "{{ object_attributes.due_date }}" },
  ],
  timestamp: "{{ object_attributes.updated_at }}",
  thread_key: `issue-${projectId}-{{ object_attributes.iid }}`,
  update_key: `issue-${projectId}-{{ object_attributes.iid }}`,
};

const note: MessageTemplate = {
  skip: "{% if object_attributes.system %}notes that GitLab writes itself{% endif %}",
  title: `${project} Comment {% if object_attributes.action == 'update' %}edited {% endif %}on {% if merge_request %}!{{ merge_request.iid }} {{ merge_request.title }}{% elsif issue %}#{{ issue.iid }} {{ issue.title }}{% elsif commit %}{{ commit.id | sha }} {{ commit.title | default: commit.message | first_line }}{% else %}{{ snippet.title | default: 'a snippet' }}{% endif %}`,
  url: "{{ object_attributes.url }}",
  color: "grey",
  description:
    "{% if object_attributes.position.new_path %}{{ object_attributes.position.new_path | code }}\n{% endif %}{{ object_attributes.note | markdown: object_attributes.url }}",
  timestamp: "{{ object_attributes.updated_at | default: object_attributes.created_at }}",
  thread_key: `{% if merge_request %}merge-request-${projectId}-{{ merge_request.iid }}{% elsif issue %}issue-${projectId}-{{ issue.iid }}{% elsif commit %}commit-${projectId}-{{ commit.id }}{% elsif snippet %}snippet-${projectId}-{{ snippet.id }}{% endif %}`,
};

const job: MessageTemplate = {
  skip: "{% if build_status == 'created' or build_status == 'pending' or build_status == 'waiting_for_resource' or build_status == 'preparing' or build_status == 'skipped' %}jobs that wait to start{% endif %}",
  title: `${project} Job {{ build_status | outcome }}: {{ build_stage }} → {{ build_name }}`,
  url: "{{ project.web_url | default: repository.homepage }}/-/jobs/{{ build_id }}",
  color:
    "{% if build_status == 'failed' and build_allow_failure %}amber{% else %}{{ build_status | color }}{% endif %}",
  description:
    "{% if build_status == 'failed' %}{{ build_failure_reason | words | capital }}{% if build_allow_failure %}, which is allowed{% endif %}\n{% endif %}{{ sha | sha | code }} {{ commit.message | first_line }}",
  fields: [
    { name: "Branch", value: "{{ ref | code }}" },
    { name: "Took", value: "{{ build_duration | duration }}" },
    { name: "Waited", value: "{{ build_queued_duration | duration }}" },
    { name: "Runner", value: "{{ runner.description }}" },
    {
      name: "Pipeline",
      value:
        "{% if pipeline_id and project.web_url %}{% assign at = project.web_url | append: '/-/pipelines/' | append: pipeline_id %}{{ pipeline_id | prepend: '#' | link: at }}{% endif %}",
    },
  ],
  timestamp: "{{ build_finished_at | default: build_started_at | default: build_created_at }}",
  update_key: `job-${projectId}-{{ build_id }}`,
};

const deployment: MessageTemplate = {
  title: `${project} Deployment to {{ environment }} {{ status | outcome }}`,
  url: "{{ deployable_url | default: project.web_url }}",
  color: "{{ status | color: 'blue' }}",
  description: "{{ short_sha | code_link: commit_url }} {{ commit_title | first_line }}",
  fields: [
    { name: "Environment", value: "{{ environment | link: environment_external_url }}" },
    { name: "Branch", value: "{{ ref | code }}" },
  ],
  timestamp: "{{ status_changed_at }}",
  update_key: `deployment-${projectId}-{{ deployment_id }}`,
};

/** GitLab's project and group webhooks. */
export const gitlab: SenderDescription = {
  name: "GitLab",
  home: "https://about.gitlab.com",
  icon: "gitlab",
  steps: [
    "In the project or group open **Settings → Webhooks → Add new webhook**.",
    "Paste `{url}` as the URL, and choose the events under **Trigger**.",
    "**Add webhook**, then **Test → Push events**.",
  ],
  recognise: [{ headers: { "x-gitlab-event": "" } }, { has: { object_kind: "", "project.path_with_namespace": "" } }],
  headers: ["x-gitlab-event"],
  signature: { kind: "token", header: "x-gitlab-token" },
  event: "{{ object_kind | default: event_name }}",
  all: {
    author: { name: "{{ user.name | default: user_name }}", icon_url: icon },
  },
  events: {
    push: {
      title: `${project} {% if ${isGone} %}Branch {{ ref | ref }} deleted{% elsif total_commits_count == 0 %}Branch {{ ref | ref }} created{% else %}{{ total_commits_count | count: 'commit' }} to {{ ref | ref }}{% endif %}`,
      url: `{{ project.web_url }}{% unless ${isGone} %}/-/commits/{{ ref | ref | path }}{% endunless %}`,
      color: `{% if ${isGone} %}red{% else %}blue{% endif %}`,
      description:
        "{% for commit in commits limit: 10 %}{{ commit.id | sha | code_link: commit.url }} {{ commit.title | default: commit.message | first_line }} – {{ commit.author.name }}\n{% endfor %}{% if total_commits_count > 10 %}… and {{ total_commits_count | minus: 10 }} more{% endif %}",
    },
    tag_push: {
      title: `${project} Tag {{ ref | ref }} {% if ${isGone} %}deleted{% else %}pushed{% endif %}`,
      url: `{{ project.web_url }}/-/tags{% unless ${isGone} %}/{{ ref | ref | path }}{% endunless %}`,
      color: `{% if ${isGone} %}red{% else %}blue{% endif %}`,
      description: "{{ message | lines }}",
    },
    merge_request: mergeRequest,
    "issue|work_item": issue,
    note,
    pipeline: ran,
    build: job,
    deployment,
    release: {
      title: `${project} Release {{ name | default: tag }} {% case action %}{% when 'create' %}published{% when 'delete' %}deleted{% else %}updated{% endcase %}`,
      url: "{{ url }}",
      color: "{% if action == 'delete' %}red{% else %}purple{% endif %}",
      description: "{{ payload.description | markdown: url }}",
      fields: [
        { name: "Tag", value: "{{ tag | code }}" },
        { name: "Commit", value: "{{ commit.id | sha | code_link: commit.url }} {{ commit.title | first_line }}" },
        {
          name: "Files",
          value: "{% for link in assets.links %}{{ link.name | link: link.url }}\n{% endfor %}",
        },
      ],
      timestamp: "{{ released_at | default: created_at }}",
      update_key: `release-${projectId}-{{ tag }}`,
    },
    wiki_page: {
      title: `${project} Wiki page {% case object_attributes.action %}{% when 'create' %}created{% when 'delete' %}deleted{% else %}edited{% endcase %}: {{ object_attributes.title }}`,
      url: "{{ object_attributes.url }}",
      color: "{% if object_attributes.action == 'delete' %}red{% else %}grey{% endif %}",
      description:
        "{{ object_attributes.message | lines }}{% if object_attributes.diff_url and object_attributes.action == 'update' %}\n{{ 'What changed' | link: object_attributes.diff_url }}{% endif %}",
    },
    feature_flag: {
      title: `${project} Feature flag {{ object_attributes.name }} turned {% if object_attributes.active %}on{% else %}off{% endif %}`,
      url: "{{ project.web_url }}/-/feature_flags",
      color: "{% if object_attributes.active %}green{% else %}grey{% endif %}",
      description: "{{ object_attributes.description | lines }}",
      update_key: `feature-flag-${projectId}-{{ object_attributes.id }}`,
    },
    milestone: {
      title: `${project} Milestone {% case action %}{% when 'close' %}closed{% when 'reopen' %}reopened{% when 'delete' %}deleted{% else %}created{% endcase %}: {{ object_attributes.title }}`,
      url: "{{ project.web_url }}/-/milestones/{{ object_attributes.iid }}",
      color: "{% case action %}{% when 'close' %}purple{% when 'delete' %}red{% else %}blue{% endcase %}",
      description: "{{ object_attributes.description | markdown }}",
      fields: [{ name: "Due", value: "{{ object_attributes.due_date }}" }],
      update_key: `milestone-${projectId}-{{ object_attributes.id }}`,
    },
    access_token: {
      title:
        "[{{ project.path_with_namespace | default: group.full_path | default: group.group_name }}] Access token {{ object_attributes.name }} expires on {{ object_attributes.expires_at }}",
      url: "{% if project %}{{ project.web_url }}/-/settings/access_tokens{% endif %}",
      color: "amber",
    },
    vulnerability: {
      title: "Vulnerability {{ object_attributes.state | words }}: {{ object_attributes.title }}",
      url: "{{ object_attributes.url }}",
      color:
        "{% case object_attributes.state %}{% when 'resolved' %}green{% when 'dismissed' %}grey{% else %}{{ object_attributes.severity | color: 'amber' }}{% endcase %}",
      fields: [
        { name: "Severity", value: "{{ object_attributes.severity | words }}" },
        {
          name: "Dependency",
          value:
            "{% if object_attributes.location.dependency %}{{ object_attributes.location.dependency.package.name | code }} {{ object_attributes.location.dependency.version }}{% endif %}",
        },
        { name: "File", value: "{{ object_attributes.location.file | code }}" },
        {
          name: "Known as",
          value:
            "{% for identifier in object_attributes.identifiers limit: 3 %}{{ identifier.name | link: identifier.url }}\n{% endfor %}",
        },
      ],
      timestamp: "{{ object_attributes.updated_at }}",
      update_key: "vulnerability-{{ object_attributes.url }}",
    },
    emoji: { skip: "emoji reactions" },
  },
};
