import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shape: https://vercel.com/docs/webhooks/webhooks-api
const DEPLOYMENT = "{% assign deployment = payload.payload.deployment %}";

/** Vercel's webhooks: a card for each deployment, from created to ready or failed. */
export const vercel: SenderDescription = {
  name: "Vercel",
  home: "https://vercel.com",
  icon: "vercel",
  steps: [
    "In Vercel open the team's **Settings → Webhooks**, which its Pro and Enterprise plans have.",
    "Choose the **Deployment** events and the projects, and paste `{url}` as the **Endpoint URL**.",
    "**Create Webhook**. The secret that it shows may go into this webhook's settings as the signing secret.",
  ],
  recognise: [
    { headers: { "x-vercel-signature": "" } },
    { has: { type: "^deployment\\.", "payload.deployment.id": "", "payload.links.deployment": "" } },
  ],
  signature: { kind: "hmac", header: "x-vercel-signature", algorithm: "sha1", encoding: "hex" },
  delivery: { path: "id", varies: ["createdAt"] },
  event: "{{ type }}",
  events: {
    "deployment.created|deployment.ready|deployment.succeeded|deployment.promoted|deployment.error|deployment.canceled":
      {
        title: `${DEPLOYMENT}[{{ deployment.name }}] Deployment {% case type %}{% when 'deployment.error' %}failed{% when 'deployment.created' %}started{% when 'deployment.ready' %}ready{% else %}{{ type | remove: 'deployment.' }}{% endcase %}{% if deployment.meta.githubCommitRef %}: {{ deployment.meta.githubCommitRef }}{% elsif payload.payload.target %}: {{ payload.payload.target }}{% endif %}`,
        url: "{{ payload.payload.links.deployment }}",
        color: "{{ type | remove: 'deployment.' | color }}",
        description: `${DEPLOYMENT}{{ deployment.meta.githubCommitMessage | first_line }}`,
        author: { name: `${DEPLOYMENT}{{ deployment.meta.githubCommitAuthorName }}` },
        fields: [
          { name: "Target", value: "{{ payload.payload.target | default: 'preview' | capital }}" },
          {
            name: "Commit",
            value: `${DEPLOYMENT}{% assign meta = deployment.meta %}{% if meta.githubCommitSha and meta.githubOrg and meta.githubRepo %}{% assign commit = 'https://github.com/' | append: meta.githubOrg | append: '/' | append: meta.githubRepo | append: '/commit/' | append: meta.githubCommitSha %}{{ meta.githubCommitSha | sha | code_link: commit }}{% else %}{{ meta.githubCommitSha | sha | code }}{% endif %}`,
          },
          {
            name: "Site",
            value: `${DEPLOYMENT}{% if deployment.url %}{% assign host = deployment.url | remove_first: 'https://' %}{% assign site = 'https://' | append: host %}{{ host | link: site }}{% endif %}`,
          },
          { name: "Regions", value: "{{ payload.payload.regions }}" },
        ],
        timestamp: "{{ createdAt }}",
        update_key: `${DEPLOYMENT}deployment-{{ deployment.id }}`,
      },
  },
};
