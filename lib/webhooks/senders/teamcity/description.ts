import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: of TeamCity's own webhooks https://www.jetbrains.com/help/teamcity/teamcity-webhooks.html
// and of the plugin tcWebHooks https://github.com/tcplugins/tcWebHooks/wiki
const isRunning =
  "build.notifyType == 'buildStarted' or build.notifyType == 'changesLoaded' or build.buildResult == 'running'";

/** TeamCity's own webhooks, and those of its plugin tcWebHooks. */
export const teamcity: SenderDescription = {
  name: "TeamCity",
  home: "https://www.jetbrains.com/teamcity/",
  icon: "teamcity",
  steps: [
    "In the project open **Parameters → Add new parameter**, and add `teamcity.internal.webhooks.enable` with the value `true`.",
    "Add `teamcity.internal.webhooks.url` with the value `{url}`.",
    "Add `teamcity.internal.webhooks.events` with the value `BUILD_STARTED;BUILD_FINISHED;BUILD_INTERRUPTED`.",
  ],
  recognise: [
    { has: { "build.buildTypeId": "", "build.notifyType": "", "build.buildResult": "" } },
    { has: { eventType: "^(BUILD|CHANGES|AGENT)_", "payload.href": "^/app/rest/" } },
  ],
  event: "{{ eventType | default: build.notifyType }}",
  events: {
    "BUILD_STARTED|BUILD_FINISHED|BUILD_INTERRUPTED": {
      author: {
        name: "{{ payload.payload.triggered.user.name | default: payload.payload.triggered.user.username }}",
      },
      title:
        "[{{ payload.payload.buildType.projectName }}] {{ payload.payload.buildType.name | default: payload.payload.buildTypeId }} #{{ payload.payload.number }} {% case eventType %}{% when 'BUILD_STARTED' %}running{% when 'BUILD_INTERRUPTED' %}cancelled{% else %}{{ payload.payload.status | outcome }}{% endcase %}",
      url: "{{ payload.payload.webUrl }}",
      color:
        "{% case eventType %}{% when 'BUILD_STARTED' %}blue{% when 'BUILD_INTERRUPTED' %}grey{% else %}{{ payload.payload.status | color: 'amber' }}{% endcase %}",
      description: "{% unless eventType == 'BUILD_STARTED' %}{{ payload.payload.statusText | lines }}{% endunless %}",
      fields: [
        { name: "Branch", value: "{{ payload.payload.branchName | ref | code }}" },
        {
          name: "Took",
          value:
            "{% unless eventType == 'BUILD_STARTED' %}{{ payload.payload.startDate | until: payload.payload.finishDate }}{% endunless %}",
        },
        { name: "Agent", value: "{{ payload.payload.agent.name }}" },
        { name: "Trigger", value: "{{ payload.payload.triggered.type | words }}" },
      ],
      timestamp: "{{ payload.payload.finishDate | default: payload.payload.startDate }}",
      update_key: "build-{{ payload.payload.buildTypeId }}-{{ payload.payload.id }}",
    },
    "changesLoaded|buildStarted|beforeBuildFinish|buildFinished|buildInterrupted|buildSuccessful|buildFailed|buildFixed|buildBroken":
      {
        title: `[{{ build.projectName }}] {{ build.buildName }} #{{ build.buildNumber }} {% if ${isRunning} %}running{% elsif build.notifyType == 'buildInterrupted' %}cancelled{% else %}{% if build.buildResultDelta == 'fixed' or build.buildResultDelta == 'broken' %}{{ build.buildResultDelta }}{% else %}{{ build.buildResult | outcome }}{% endif %}{% endif %}`,
        url: "{{ build.buildStatusUrl }}",
        color: `{% if ${isRunning} %}blue{% elsif build.notifyType == 'buildInterrupted' %}grey{% else %}{{ build.buildResult | color: 'amber' }}{% endif %}`,
        description: `{% unless ${isRunning} %}{{ build.buildStatus | lines }}{% endunless %}`,
        fields: [
          { name: "Branch", value: "{{ build.branchDisplayName | default: build.branchName | code }}" },
          { name: "Agent", value: "{{ build.agentName }}" },
          { name: "Started by", value: "{{ build.triggeredBy }}" },
        ],
        update_key: "build-{{ build.buildTypeId }}-{{ build.buildId }}",
      },
  },
};
