import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shape: https://docs.docker.com/docker-hub/repos/manage/webhooks/
/** Docker Hub's webhooks, which tell of pushes. */
export const dockerhub: SenderDescription = {
  name: "Docker Hub",
  aliases: ["docker"],
  home: "https://hub.docker.com",
  icon: "docker",
  steps: [
    "In the repository open the tab **Webhooks**.",
    "Give it a name, and paste `{url}` as the **Webhook URL**.",
    "**Create**, and push an image.",
  ],
  recognise: [{ has: { "push_data.pusher": "", "push_data.pushed_at": "", "repository.repo_name": "" } }],
  event: "push",
  events: {
    push: {
      author: { name: "{{ push_data.pusher }}" },
      title: "{{ repository.repo_name }}{% if push_data.tag != blank %}:{{ push_data.tag }}{% endif %} pushed",
      url: "{{ repository.repo_url }}",
      color: "blue",
      description: "{{ repository.description | lines }}",
      fields: [
        {
          name: "Pull it",
          value:
            "{% capture image %}{{ repository.repo_name | raw }}{% if push_data.tag != blank %}:{{ push_data.tag | raw }}{% endif %}{% endcapture %}{{ image | prepend: 'docker pull ' | code }}",
          inline: false,
        },
      ],
      timestamp: "{{ push_data.pushed_at }}",
    },
  },
};
