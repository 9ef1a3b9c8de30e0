import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://raygun.com/documentation/product-guides/integrations/webhooks/
/** Raygun's error notifications and what people do with errors: an error is one card, with its story in the thread. */
export const raygun: SenderDescription = {
  name: "Raygun",
  home: "https://raygun.com",
  steps: [
    "Open **Integrations → Webhook** of your application.",
    "Paste `{url}` as the address, and choose the notifications that you want here.",
    "**Save**, then press **Send test**.",
  ],
  recognise: [{ has: { event: "^error_(notification|activity)$", eventType: "", "application.name": "" } }],
  event: "{{ event }}",
  all: { url: "{{ error.url }}", thread_key: "{{ error.url }}" },
  events: {
    error_notification: {
      title:
        "[{{ application.name }}] {% if eventType == 'NewErrorOccurred' %}New error{% elsif eventType == 'ErrorReoccurred' %}Error is back{% elsif eventType contains 'FollowUp' %}Error goes on{% else %}{{ eventType | words | capital }}{% endif %}{% if error.message != blank %}: {{ error.message }}{% endif %}",
      color: "{% if eventType contains 'FollowUp' %}amber{% else %}red{% endif %}",
      description: "{% if eventType contains 'FollowUp' %}{{ eventType | words | capital }}{% endif %}",
      fields: [
        { name: "Occurrences", value: "{{ error.totalOccurrences | number }}" },
        { name: "Users affected", value: "{{ error.usersAffected | number }}" },
        { name: "First seen", value: "{{ error.firstOccurredOn | date_time }}" },
        { name: "Tags", value: "{{ error.instance.tags }}" },
        {
          name: "User",
          value: "{{ error.instance.affectedUser.FullName | default: error.instance.affectedUser.Identifier }}",
        },
        { each: "error.instance.customData", name: "{{ row.key | words | capital }}", value: "{{ row.value }}" },
      ],
      timestamp: "{{ error.lastOccurredOn }}",
      update_key: "{{ error.url }}",
    },
    error_activity: {
      author: { name: "{{ error.user }}" },
      title:
        "[{{ application.name }}] {% if eventType == 'StatusChanged' %}{{ error.status | words }}{% elsif eventType == 'AssignedToUser' %}Assigned to {{ error.assignedTo }}{% elsif eventType == 'CommentAdded' %}Comment{% else %}{{ eventType | words | capital }}{% endif %}: {{ error.message }}",
      color: "{% if eventType == 'StatusChanged' %}{{ error.status | color: 'blue' }}{% else %}blue{% endif %}",
      description: "{% if error.comment %}{{ error.comment | lines }}{% else %}{{ error.description }}{% endif %}",
      timestamp: "{{ error.activityDate }}",
      update_key: "{% if eventType == 'StatusChanged' %}{{ error.url }}{% endif %}",
      keep_fields: true,
    },
  },
};
