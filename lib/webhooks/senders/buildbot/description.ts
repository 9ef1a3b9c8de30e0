import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shape: https://docs.buildbot.net/current/manual/configuration/reporters/http_status.html
// with the numbers of https://docs.buildbot.net/current/developer/results.html
const isOver = "complete or event == 'finished'";
const result = `{% if ${isOver} %}{% case results %}{% when 0 %}succeeded{% when 1 %}succeeded with warnings{% when 2 %}failed{% when 3 %}skipped{% when 4 %}errored{% when 5 %}will be tried again{% when 6 %}cancelled{% else %}finished{% endcase %}{% else %}running{% endif %}`;

/** Buildbot's HttpStatusPush, and reporters that say the same by fewer names. */
export const buildbot: SenderDescription = {
  name: "Buildbot",
  home: "https://buildbot.net",
  steps: [
    "In `master.cfg` write `from buildbot.plugins import reporters`.",
    'Then `c["services"].append(reporters.HttpStatusPush(serverUrl="{url}"))`.',
    "Reload it: `buildbot reconfig <master's folder>`. The next build posts here.",
  ],
  recognise: [
    { has: { buildid: "", buildername: "", event: "^(new|finished)$" } },
    { has: { buildid: "", "builder.name": "", buildrequestid: "", state_string: "" } },
  ],
  event: "build",
  events: {
    build: {
      title: `[{{ project | default: buildset.sourcestamps[0].project | default: buildername | default: builder.name }}] Build #{{ number | default: buildid }} of {{ buildername | default: builder.name }} ${result}`,
      url: "{{ payload.url }}",
      color: `{% if ${isOver} %}{% case results %}{% when 0 %}green{% when 1 or 5 %}amber{% when 2 or 4 %}red{% else %}grey{% endcase %}{% else %}blue{% endif %}`,
      description:
        "{% for step in steps %}{% if step.results == 2 or step.results == 4 %}Failed: {{ step.name | code }} {{ step.state_string }}\n{% endif %}{% endfor %}{{ state_string | lines }}",
      fields: [
        { name: "Branch", value: "{{ buildset.sourcestamps[0].branch | code }}" },
        { name: "Revision", value: "{{ buildset.sourcestamps[0].revision | sha | code }}" },
        { name: "Took", value: "{% if complete %}{{ started_at | until: complete_at }}{% endif %}" },
        { name: "Reason", value: "{{ buildset.reason }}" },
      ],
      timestamp: "{{ complete_at | default: started_at | default: payload.timestamp }}",
      update_key: "{{ payload.url }}",
    },
  },
};
