import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shape: https://docs.travis-ci.com/user/notifications/#webhooks-delivery-format
/** Travis CI, which sends its JSON in a form. */
export const travis: SenderDescription = {
  name: "Travis CI",
  aliases: ["travis-ci"],
  home: "https://www.travis-ci.com",
  icon: "travisci",
  steps: [
    "In the repository's `.travis.yml` add `notifications: { webhooks: { urls: ['{url}'], on_start: always } }`.",
    "Leave `on_start` out to hear only how builds end, or add `on_success: change` to hear of changes only.",
    "Commit and push it: the build that this starts posts here.",
  ],
  recognise: [{ has: { build_url: "", status_message: "", "repository.owner_name": "", matrix: "" } }],
  event: "build",
  events: {
    build: {
      author: { name: "{{ author_name }}" },
      title:
        "[{{ repository.owner_name }}/{{ repository.name }}] Build #{{ number }} {% if state == 'started' %}running{% else %}{{ status_message | outcome }}{% endif %}: {{ tag | default: branch }}",
      url: "{{ build_url }}",
      color: "{% if state == 'started' %}blue{% else %}{{ status_message | color: 'grey' }}{% endif %}",
      description:
        "{% for job in matrix %}{% if job.state == 'failed' or job.state == 'errored' %}{{ job.state | capital }}: job {{ job.number }}{% if job.allow_failure %}, which is allowed{% endif %}\n{% endif %}{% endfor %}{{ commit | sha | code_link: compare_url }} {{ payload.message | first_line }}",
      fields: [
        { name: "Branch", value: "{{ branch | code }}" },
        { name: "Took", value: "{{ duration | duration }}" },
        {
          name: "Pull request",
          value: "{% if pull_request_number %}#{{ pull_request_number }} {{ pull_request_title }}{% endif %}",
        },
        { name: "Trigger", value: "{% unless type == 'pull_request' %}{{ type | words }}{% endunless %}" },
      ],
      timestamp: "{{ finished_at | default: started_at }}",
      update_key: "build-{{ id }}",
    },
  },
};
