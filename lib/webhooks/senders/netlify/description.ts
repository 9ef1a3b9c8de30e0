import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://github.com/zulip/zulip/tree/main/zerver/webhooks/netlify/fixtures
const EVENT = "{% assign happened = headers.x_netlify_event | remove: 'deploy_' %}";
const SITE = "[{{ name }}]";

/** Netlify's deploy notifications: a card for each deploy, from building to published or failed. */
export const netlify: SenderDescription = {
  name: "Netlify",
  home: "https://www.netlify.com",
  icon: "netlify",
  steps: [
    "In Netlify open the project's **Project configuration → Notifications → Deploy notifications**.",
    "**Add notification → HTTP POST request**, choose the event, and paste `{url}` as the **URL to notify**.",
    "Do so for **Deploy started**, **Deploy succeeded** and **Deploy failed**, so that a deploy's message is kept up to date.",
  ],
  recognise: [
    { headers: { "x-netlify-event": "" } },
    { has: { site_id: "", deploy_ssl_url: "", admin_url: "", state: "" } },
  ],
  headers: ["x-netlify-event"],
  event: "{% if deploy_ssl_url or deploy_url %}deploy{% else %}{{ headers.x_netlify_event }}{% endif %}",
  events: {
    deploy: {
      title: `${EVENT}${SITE} Deploy {% case happened %}{% when 'locked' or 'unlocked' or 'deleted' or 'restored' %}{{ happened }}{% else %}{% case state %}{% when 'ready' %}published{% when 'error' %}failed{% else %}{{ state | words | downcase }}{% endcase %}{% endcase %}{% if branch %}: {{ branch }}{% endif %}`,
      url: "{% if admin_url %}{{ admin_url }}/deploys/{{ id | path }}{% else %}{{ deploy_ssl_url | default: deploy_url }}{% endif %}",
      color: `${EVENT}{% case happened %}{% when 'locked' or 'unlocked' %}grey{% when 'deleted' %}red{% else %}{{ state | color: 'blue' }}{% endcase %}`,
      description:
        "{{ title | lines }}\n\n{{ error_message | block }}{% if state == 'ready' %}{% for each in summary.messages limit: 5 %}{{ each.title }}\n{% endfor %}{% endif %}",
      author: { name: "{{ committer }}" },
      fields: [
        { name: "Context", value: "{{ context | words | capital }}" },
        { name: "Commit", value: "{{ commit_ref | sha | code_link: commit_url }}" },
        { name: "Took", value: "{{ deploy_time | duration }}" },
        {
          name: "Site",
          value:
            "{% if state == 'ready' %}{% assign site = deploy_ssl_url %}{% if context == 'production' %}{% assign site = ssl_url %}{% endif %}{{ site | link: site }}{% endif %}",
        },
        { name: "Review", value: "{% if review_id %}{{ review_id | prepend: '#' | link: review_url }}{% endif %}" },
      ],
      timestamp: "{{ updated_at }}",
      update_key: "deploy-{{ id }}",
    },
  },
};
