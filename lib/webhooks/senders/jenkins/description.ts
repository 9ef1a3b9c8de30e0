import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shape: https://plugins.jenkins.io/notification/
const state = "{% if build.phase == 'STARTED' %}running{% else %}{{ build.status | outcome }}{% endif %}";

/** Jenkins, by its Notification plugin. */
export const jenkins: SenderDescription = {
  name: "Jenkins",
  home: "https://www.jenkins.io",
  icon: "jenkins",
  steps: [
    "Install the **Notification** plugin, and open the job's **Configure → Job Notifications → Add Endpoint**.",
    "Choose the format **JSON**, the protocol **HTTP** and the event **All Events**, and paste `{url}` as the **URL**.",
    "**Save**, and build the job.",
  ],
  recognise: [{ has: { "build.full_url": "", "build.phase": "", "build.number": "" } }],
  event: "{{ build.phase }}",
  events: {
    QUEUED: { skip: "builds that wait to start" },
    "STARTED|COMPLETED|FINALIZED": {
      title: `[{{ name }}] Build #{{ build.number }} ${state}`,
      url: "{{ build.full_url }}",
      color:
        "{% if build.phase == 'STARTED' %}blue{% else %}{% case build.status %}{% when 'UNSTABLE' %}amber{% else %}{{ build.status | color: 'grey' }}{% endcase %}{% endif %}",
      description:
        "{% if build.scm.commit %}{{ build.scm.commit | sha | code }}{% endif %}{% if build.scm.culprits.size > 0 %} by {{ build.scm.culprits | join: ', ' }}{% endif %}{% if build.status == 'FAILURE' and build.phase != 'STARTED' %}{{ build.log | block }}{% endif %}",
      fields: [
        { name: "Branch", value: "{{ build.scm.branch | code }}" },
        { name: "Repository", value: "{{ build.scm.url }}" },
        {
          each: "build.parameters",
          name: "{{ row.key }}",
          value: "{{ row.value | code }}",
        },
        {
          name: "Files",
          value:
            "{% for file in build.artifacts limit: 10 %}{{ file[0] | link: file[1].archive }}{% unless forloop.last %}, {% endunless %}{% endfor %}",
          inline: false,
        },
      ],
      update_key: "{{ build.full_url }}",
    },
  },
};
