import type { MessageTemplate, SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://learn.microsoft.com/en-us/azure/devops/service-hooks/events
// Most addresses in `resource` lead to the API; the one for people stands in the message.
const link = "{% assign parts = message.markdown | split: '](' %}{{ parts[1] | split: ')' | first }}";
const gone = "0000000000000000000000000000000000000000";
const repository = "[{{ resource.repository.project.name }}/{{ resource.repository.name }}]";
const pullRequestKey = "pull-request-{{ resource.repository.id }}-{{ resource.pullRequestId }}";
const workItemKey = "work-item-{{ resourceContainers.project.id }}-{{ resource.workItemId | default: resource.id }}";

const pullRequest: MessageTemplate = {
  author: {
    name: "{% if request.event == 'git.pullrequest.created' %}{{ resource.createdBy.displayName }}{% else %}{{ resource.closedBy.displayName }}{% endif %}",
  },
  title: `${repository} Pull request {% if request.event == 'git.pullrequest.created' %}opened{% else %}{% case resource.status %}{% when 'completed' %}merged{% when 'abandoned' %}abandoned{% else %}{% if resource.mergeStatus == 'conflicts' %}has conflicts{% elsif request.event == 'git.pullrequest.merged' %}can be merged{% else %}updated{% endif %}{% endcase %}{% endif %}: !{{ resource.pullRequestId }} {{ resource.title }}`,
  url: `{% if resource._links.web.href %}{{ resource._links.web.href }}{% else %}${link}{% endif %}`,
  color:
    "{% case resource.status %}{% when 'completed' %}purple{% when 'abandoned' %}grey{% else %}{% if resource.mergeStatus == 'conflicts' %}amber{% else %}blue{% endif %}{% endcase %}",
  description:
    "{% if request.event == 'git.pullrequest.created' %}{{ resource.description | markdown: resource._links.web.href }}{% elsif resource.status == 'active' %}{{ message.text | first_line }}{% endif %}",
  fields: [
    {
      name: "Branches",
      value: "{{ resource.sourceRefName | ref | code }} → {{ resource.targetRefName | ref | code }}",
    },
    { name: "Author", value: "{{ resource.createdBy.displayName }}" },
    { name: "Reviewers", value: "{{ resource.reviewers | map: 'displayName' | join: ', ' }}" },
  ],
  timestamp: "{{ createdDate }}",
  thread_key: pullRequestKey,
  update_key: pullRequestKey,
};

/** A work item's field, as it is now; of an update only the whole after it tells all. */
const field = (name: string) => `resource.revision.fields['${name}'] | default: resource.fields['${name}']`;
// What an update changed, as far as people care; its fields hold much that the tool notes for itself.
const changes = [
  ["State", "System.State"],
  ["Title", "System.Title"],
  ["Assigned to", "System.AssignedTo"],
  ["Iteration", "System.IterationPath"],
  ["Priority", "Microsoft.VSTS.Common.Priority"],
  ["Severity", "Microsoft.VSTS.Common.Severity"],
]
  .map(
    ([name, at]) =>
      `{% assign change = resource.fields['${at}'] %}{% if change.newValue %}${name}: {{ change.oldValue.displayName | default: change.oldValue | default: 'none' }} → {{ change.newValue.displayName | default: change.newValue }}\n{% endif %}`,
  )
  .join("");
// People are names, "Name <address>", or objects.
const workItem: MessageTemplate = {
  author: {
    name: "{{ resource.revisedBy.displayName | default: resource.fields['System.ChangedBy'].displayName | default: resource.fields['System.ChangedBy'] | split: ' <' | first }}",
  },
  title: `[{{ ${field("System.TeamProject")} }}] {{ ${field("System.WorkItemType")} | default: 'Work item' }} {% case request.event %}{% when 'workitem.created' %}created{% when 'workitem.deleted' %}deleted{% when 'workitem.restored' %}restored{% when 'workitem.commented' %}commented on{% else %}updated{% endcase %}: #{{ resource.workItemId | default: resource.id }} {{ ${field("System.Title")} }}`,
  url: `{% if resource._links.html.href %}{{ resource._links.html.href }}{% else %}${link}{% endif %}`,
  color: `{% if request.event == 'workitem.deleted' %}red{% else %}{% assign state = ${field("System.State")} %}{% case state %}{% when 'Done' or 'Closed' or 'Resolved' or 'Completed' %}purple{% when 'Removed' %}grey{% else %}blue{% endcase %}{% endif %}`,
  description: `{% if request.event == 'workitem.updated' %}${changes}{% endif %}{% assign comment = resource.fields['System.History'] %}{{ comment.newValue | default: comment | text_of_html | lines }}`,
  fields: [
    { name: "State", value: `{{ ${field("System.State")} }}` },
    {
      name: "Assigned to",
      value:
        "{{ resource.revision.fields['System.AssignedTo'].displayName | default: resource.fields['System.AssignedTo'].displayName | default: resource.fields['System.AssignedTo'] | split: ' <' | first }}",
    },
    { name: "Iteration", value: `{{ ${field("System.IterationPath")} }}` },
  ],
  timestamp: "{{ createdDate }}",
  thread_key: workItemKey,
};

const run: MessageTemplate = {
  title:
    "[{{ resource.pipeline.name | default: resource.run.pipeline.name }}] Run {{ resource.run.name }} {% if resource.run.state == 'completed' %}{{ resource.run.result | outcome }}{% else %}{{ resource.run.state | outcome }}{% endif %}",
  url: `{% if resource.run._links.web.href %}{{ resource.run._links.web.href }}{% else %}${link}{% endif %}`,
  color: "{% if resource.run.state == 'completed' %}{{ resource.run.result | color: 'grey' }}{% else %}blue{% endif %}",
  fields: [
    {
      name: "Took",
      value:
        "{% if resource.run.state == 'completed' %}{{ resource.run.createdDate | until: resource.run.finishedDate }}{% endif %}",
    },
  ],
  timestamp: "{{ createdDate }}",
  update_key: "run-{{ resourceContainers.project.id }}-{{ resource.run.id }}",
};

/** Azure DevOps' service hooks, of Services and of Server. */
export const azuredevops: SenderDescription = {
  name: "Azure DevOps",
  aliases: ["azure", "ado", "tfs", "vsts"],
  home: "https://azure.microsoft.com/products/devops",
  steps: [
    "In the project open **Project settings → Service hooks → Create subscription**, and choose **Web Hooks**.",
    "Choose the trigger; a subscription is for one kind of event. **Next**.",
    "Paste `{url}` as the **URL**, leave **Resource details to send** at **All**, **Test**, then **Finish**.",
  ],
  recognise: [
    { has: { eventType: "^(build|git|tfvc|workitem|ms\\.vss|message)", publisherId: "", resourceVersion: "" } },
  ],
  event: "{{ eventType }}",
  events: {
    "build.complete": {
      author: {
        name: "{{ resource.requestedFor.displayName | default: resource.requests[0].requestedFor.displayName }}",
      },
      title:
        "[{{ resource.definition.name }}] Build {{ resource.buildNumber }} {{ resource.result | default: resource.status | outcome }}",
      url: `{% if resource._links.web.href %}{{ resource._links.web.href }}{% else %}${link}{% endif %}`,
      color: "{{ resource.result | default: resource.status | color: 'grey' }}",
      fields: [
        {
          name: "Branch",
          value:
            "{% assign version = resource.sourceGetVersion | split: ':' %}{{ resource.sourceBranch | default: version[1] | ref | code }}",
        },
        {
          name: "Commit",
          value:
            "{% assign version = resource.sourceGetVersion | split: ':' %}{{ resource.sourceVersion | default: version[2] | sha | code }}",
        },
        { name: "Took", value: "{{ resource.startTime | until: resource.finishTime }}" },
        { name: "Reason", value: "{{ resource.reason | words }}" },
      ],
      timestamp: "{{ resource.finishTime }}",
      update_key: "build-{{ resourceContainers.project.id }}-{{ resource.id }}",
    },
    "git.push": {
      author: { name: "{{ resource.pushedBy.displayName }}" },
      title: `${repository} {% assign to = resource.refUpdates[0] %}{% if to.newObjectId == '${gone}' %}{{ to.name | ref }} deleted{% elsif resource.commits.size > 0 %}{{ resource.commits | count: 'commit' }} to {{ to.name | ref }}{% else %}{{ to.name | ref }} {% if to.oldObjectId == '${gone}' %}created{% else %}pushed{% endif %}{% endif %}`,
      url: `{{ resource.repository.remoteUrl }}{% assign to = resource.refUpdates[0] %}{% unless to.newObjectId == '${gone}' %}?version=GB{{ to.name | ref | url_encode }}{% endunless %}`,
      color: `{% if resource.refUpdates[0].newObjectId == '${gone}' %}red{% else %}blue{% endif %}`,
      description:
        "{% for commit in resource.commits limit: 10 %}{% assign at = resource.repository.remoteUrl | append: '/commit/' | append: commit.commitId %}{{ commit.commitId | sha | code_link: at }} {{ commit.comment | first_line }} – {{ commit.author.name }}\n{% endfor %}",
      timestamp: "{{ resource.date }}",
    },
    "git.pullrequest.created|git.pullrequest.updated|git.pullrequest.merged": pullRequest,
    "workitem.created|workitem.updated|workitem.deleted|workitem.restored": { ...workItem, update_key: workItemKey },
    "workitem.commented": workItem,
    "ms.vss-pipelines.run-state-changed-event": run,
    "ms.vss-pipelines.stage-state-changed-event": {
      ...run,
      title:
        "[{{ resource.pipeline.name }}] Run {{ resource.run.name }}, stage {{ resource.stage.displayName | default: resource.stage.name }} {% if resource.stage.state == 'completed' %}{{ resource.stage.result | outcome }}{% else %}{{ resource.stage.state | outcome }}{% endif %}",
      url: `{% if resource.stage._links.web.href %}{{ resource.stage._links.web.href }}{% else %}${link}{% endif %}`,
      color:
        "{% if resource.stage.state == 'completed' %}{{ resource.stage.result | color: 'grey' }}{% else %}blue{% endif %}",
      fields: [],
      update_key: "stage-{{ resourceContainers.project.id }}-{{ resource.run.id }}-{{ resource.stage.name }}",
    },
    "ms.vss-release.deployment-started-event|ms.vss-release.deployment-completed-event": {
      author: { name: "{{ resource.environment.owner.displayName }}" },
      title:
        "[{{ resource.project.name }}] {{ resource.environment.release.name }} to {{ resource.environment.name }} {% if request.event contains 'started' %}running{% else %}{{ resource.environment.status | outcome }}{% endif %}",
      url: `{% if resource.environment.release._links.web.href %}{{ resource.environment.release._links.web.href }}{% else %}${link}{% endif %}`,
      color:
        "{% if request.event contains 'started' %}blue{% else %}{{ resource.environment.status | color: 'grey' }}{% endif %}",
      fields: [{ name: "Pipeline", value: "{{ resource.release.releaseDefinition.name }}" }],
      timestamp: "{{ createdDate }}",
      update_key:
        "deployment-{{ resource.project.id }}-{{ resource.environment.release.id }}-{{ resource.environment.id }}",
    },
    // All of them say what happened in a sentence.
    "*": {
      title: "{{ message.text | first_line }}",
      url: link,
      color:
        "{% assign named = eventType | remove: '-event' | split: '.' | last | color: 'blue' %}{{ resource.approval.status | default: resource.deployment.status | default: resource.job.result | color: named }}",
      description: "{{ detailedMessage.text | replace_first: message.text, '' | lines }}",
      fields: [{ name: "Approval", value: "{{ resource.approval.status | words | capital }}" }],
      timestamp: "{{ createdDate }}",
    },
  },
};
