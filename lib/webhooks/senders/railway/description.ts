import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shape: https://docs.railway.com/guides/webhooks
/** Railway's webhooks: a card for each deployment, which is kept up to date, and one for each alert. */
export const railway: SenderDescription = {
  name: "Railway",
  home: "https://railway.com",
  icon: "railway",
  steps: [
    "In Railway open the project's **Settings → Webhooks**.",
    "Paste `{url}`, and choose the events.",
    "**Save Webhook**, then **Test Webhook**.",
  ],
  recognise: [{ has: { type: "", "resource.project.id": "", "resource.workspace.id": "", severity: "" } }],
  event: "event",
  events: {
    event: {
      title:
        "[{{ resource.project.name }}] {{ type | split: '.' | join: ' ' | words | downcase | capital }}{% if resource.service.name %}: {{ resource.service.name }}{% endif %}",
      url: "https://railway.com/project/{{ resource.project.id | path }}",
      color: "{% assign fallback = severity | color: 'blue' %}{{ type | split: '.' | last | color: fallback }}",
      author: { name: "{{ details.commitAuthor }}" },
      description: "{{ details.commitMessage | first_line }}",
      fields: [
        { name: "Environment", value: "{{ resource.environment.name }}" },
        { name: "Branch", value: "{{ details.branch | code }}" },
        { name: "Commit", value: "{{ details.commitHash | sha | code }}" },
        { name: "Source", value: "{{ details.source }}" },
      ],
      timestamp: "{{ timestamp }}",
      update_key: "deployment-{{ resource.deployment.id }}",
    },
  },
};
