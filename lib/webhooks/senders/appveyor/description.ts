import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shape: https://www.appveyor.com/docs/notifications/#webhook-payload-default
/** AppVeyor's webhook notifications. */
export const appveyor: SenderDescription = {
  name: "AppVeyor",
  home: "https://www.appveyor.com",
  icon: "appveyor",
  steps: [
    "In the project open **Settings → Notifications → Add notification**, and choose **Webhook**.",
    "Paste `{url}` as the **Webhook URL**, and choose on which results it is sent.",
    "**Save**, and start a build.",
  ],
  recognise: [{ has: { eventName: "^build_", "eventData.buildVersion": "", "eventData.buildUrl": "" } }],
  event: "{{ eventName }}",
  events: {
    "build_success|build_failure": {
      author: { name: "{{ eventData.commitAuthor }}" },
      title:
        "[{{ eventData.projectName }}] Build {{ eventData.buildVersion }} {{ eventData.status | outcome }}: {{ eventData.branch }}",
      url: "{{ eventData.buildUrl }}",
      color: "{{ eventData.status | color: 'amber' }}",
      description:
        "{% for job in eventData.jobs %}{% if job.failed and job.name != '' %}Failed: {{ job.name | code }}\n{% endif %}{% for message in job.compilationMessages %}{% if message.category == 'error' %}{{ message.fileName | code }}: {{ message.message }}\n{% endif %}{% endfor %}{% endfor %}{{ eventData.commitId | sha | code_link: eventData.commitUrl }} {{ eventData.commitMessage | first_line }}",
      fields: [
        { name: "Branch", value: "{{ eventData.branch | code }}" },
        { name: "Took", value: "{{ eventData.duration | split: '.' | first }}" },
        {
          name: "Pull request",
          value:
            "{% if eventData.isPullRequest %}#{{ eventData.pullRequestId }} {{ eventData.pullRequestName }}{% endif %}",
        },
        {
          name: "Files",
          value:
            "{% for job in eventData.jobs %}{% for file in job.artifacts limit: 5 %}{{ file.fileName | link: file.permalink }} ({{ file.size | bytes }})\n{% endfor %}{% endfor %}",
          inline: false,
        },
      ],
      update_key: "build-{{ eventData.projectId }}-{{ eventData.buildId }}",
    },
  },
};
