import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://developers.asana.com/docs/webhooks-guide. Events name things mostly by their ids; a name is there only sometimes.
const task =
  "{% if item.resource.resource_type == 'story' %}{{ item.parent.gid | default: item.resource.gid }}{% else %}{{ item.resource.gid }}{% endif %}";
const kind = "{{ item.resource.resource_type | words | capital }}";

/** Asana's webhooks for a project or a task. */
export const asana: SenderDescription = {
  name: "Asana",
  home: "https://asana.com",
  icon: "asana",
  steps: [
    "At <https://app.asana.com/0/my-apps> create a personal access token, and copy the project's id out of its address.",
    "`curl -H 'Authorization: Bearer <token>' -d resource=<project id> -d target={url} https://app.asana.com/api/1.0/webhooks`",
    "Change a task of the project. Asana sends ids rather than names, so each card links to its task.",
  ],
  recognise: [
    { headers: { "x-hook-signature": "" }, has: { "events.0.resource.gid": "" } },
    { has: { "events.0.resource.gid": "", "events.0.resource.resource_type": "", "events.0.action": "" } },
    { headers: { "x-hook-signature": "" }, has: { events: "^$" } },
  ],
  handshake: { header: "x-hook-secret" },
  event: "{% if events.size == 0 %}heartbeat{% else %}events{% endif %}",
  events: {
    heartbeat: { skip: "heartbeats" },
    events: {
      each: "events",
      skip: "{% if item.resource.resource_type == 'story' and item.resource.resource_subtype != 'comment_added' %}stories that only repeat a change{% endif %}",
      title: `{% if item.resource.resource_type == 'story' %}Comment {{ item.action }}{% elsif item.change.field %}${kind} changed ({{ item.change.field | words }}){% elsif item.action == 'added' and item.parent.resource_type %}${kind} added to {{ item.parent.resource_type | words }}{% elsif item.action == 'removed' and item.parent.resource_type %}${kind} removed from {{ item.parent.resource_type | words }}{% else %}${kind} {{ item.action | replace: 'undeleted', 'restored' }}{% endif %}{% if item.resource.name %}: {{ item.resource.name }}{% endif %}`,
      url: `https://app.asana.com/0/0/${task}`,
      color:
        "{% if item.action == 'deleted' %}red{% elsif item.action == 'added' %}blue{% elsif item.change.field == 'completed' %}green{% else %}grey{% endif %}",
      author: { name: "{{ item.user.name }}" },
      timestamp: "{{ item.created_at }}",
      thread_key: `task-${task}`,
    },
  },
};
