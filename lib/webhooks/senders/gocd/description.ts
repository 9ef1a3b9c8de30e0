import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: of a stage as GoCD tells its plugins https://plugin-api.gocd.org/current/notifications/#stage-status-changed
// and of a pipeline's run as its API has it https://api.gocd.org/current/#the-pipeline-instance-object
const stage = "data.pipeline.stage";

/** GoCD, by a plugin that posts its notifications. */
export const gocd: SenderDescription = {
  name: "GoCD",
  home: "https://www.gocd.org",
  icon: "gocd",
  steps: [
    "Put a notification plugin that posts JSON to an address into the server's `plugins/external` folder, and restart GoCD.",
    "Open **Admin → Plugins**, and in the plugin's settings paste `{url}` as its webhook's address.",
    "**Save**, and trigger a pipeline.",
  ],
  recognise: [
    { has: { type: "^stage$", "data.pipeline.stage.name": "" } },
    { has: { "build_cause.material_revisions": "", "stages.0.jobs": "", natural_order: "" } },
  ],
  event: "{{ type | default: 'pipeline' }}",
  events: {
    stage: {
      title: `[{{ data.pipeline.name }}] #{{ data.pipeline.counter }} {{ ${stage}.name }} {% if ${stage}.result == 'Unknown' %}running{% else %}{{ ${stage}.result | outcome }}{% endif %}`,
      color: `{% if ${stage}.result == 'Unknown' %}blue{% else %}{{ ${stage}.result | color: 'grey' }}{% endif %}`,
      description: `{% for job in ${stage}.jobs %}{% if job.result == 'Failed' %}Failed: {{ job.name | code }}\n{% endif %}{% endfor %}`,
      fields: [
        {
          name: "Jobs",
          value: `{% for job in ${stage}.jobs limit: 10 %}{{ job.name | code }} {% if job.result == 'Unknown' %}{{ job.state | outcome }}{% else %}{{ job.result | outcome }}{% endif %}\n{% endfor %}`,
        },
        { name: "Group", value: "{{ data.pipeline.group }}" },
        {
          name: "Repository",
          value: "{{ data.pipeline['build-cause'][0].material['git-configuration'].url }}",
        },
        {
          name: "Branch",
          value: "{{ data.pipeline['build-cause'][0].material['git-configuration'].branch | code }}",
        },
        {
          name: "Revision",
          value: "{{ data.pipeline['build-cause'][0].modifications[0].revision | sha | code }}",
        },
        { name: "Triggered by", value: `{{ ${stage}['approved-by'] }}` },
      ],
      timestamp: `{{ ${stage}['last-transition-time'] | default: ${stage}['create-time'] }}`,
      update_key: `{{ data.pipeline.name }}/{{ data.pipeline.counter }}/{{ ${stage}.name }}/{{ ${stage}.counter }}`,
    },
    pipeline: {
      author: { name: "{{ build_cause.material_revisions[0].modifications[0].user_name | split: ' <' | first }}" },
      title:
        "[{{ name }}] #{{ counter }} {% assign last = stages | last %}{{ last.name }} {% if last.result == 'Unknown' %}running{% else %}{{ last.result | outcome }}{% endif %}",
      color:
        "{% assign last = stages | last %}{% if last.result == 'Unknown' %}blue{% else %}{{ last.result | color: 'grey' }}{% endif %}",
      description:
        "{% for stage in stages %}{% for job in stage.jobs %}{% if job.result == 'Failed' %}Failed: {{ stage.name | code }} → {{ job.name | code }}\n{% endif %}{% endfor %}{% endfor %}{% assign change = build_cause.material_revisions[0].modifications[0] %}{{ change.revision | sha | code }} {{ change.comment | first_line }}",
      fields: [
        { name: "Cause", value: "{{ build_cause.trigger_message }}" },
        { name: "From", value: "{{ build_cause.material_revisions[0].material.description }}" },
      ],
      timestamp: "{{ build_cause.material_revisions[0].modifications[0].modified_time }}",
      update_key: "{{ name }}/{{ counter }}",
    },
  },
};
