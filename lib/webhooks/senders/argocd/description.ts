import type { SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shape: an Application, https://argo-cd.readthedocs.io/en/stable/operator-manual/application.yaml, as
// https://argo-cd.readthedocs.io/en/stable/operator-manual/notifications/examples/ sends parts of it.
const isDegraded = "status.health.status == 'Degraded' or status.health.status == 'Missing'";
const phase = "status.operationState.phase";

/** Argo CD's notifications, when their template posts the whole application. */
export const argocd: SenderDescription = {
  name: "Argo CD",
  aliases: ["argo"],
  home: "https://argo-cd.readthedocs.io",
  icon: "argo",
  steps: [
    'In the ConfigMap `argocd-notifications-cm` add `service.webhook.parley: "url: {url}"`.',
    "There too add `template.parley: \"webhook: {parley: {method: POST, body: '{{toJson .app}}'}}\"`, and `parley` to what triggers such as `trigger.on-deployed` and `trigger.on-sync-failed` send.",
    'Subscribe each application to them: annotate it with `notifications.argoproj.io/subscribe.on-deployed.parley: ""`.',
  ],
  recognise: [
    { has: { apiVersion: "^argoproj\\.io/", kind: "^Application$", "metadata.name": "" } },
    { has: { "metadata.name": "", "spec.destination": "", "status.sync.status": "", "status.health.status": "" } },
  ],
  event: "application",
  events: {
    application: {
      author: {
        name: "{{ status.operationState.operation.initiatedBy.username }}",
      },
      // Where Argo CD itself is the application does not say; this is what it runs at.
      url: "{{ status.summary.externalURLs[0] }}",
      title: `[{{ metadata.name }}] {% if ${phase} == 'Failed' or ${phase} == 'Error' %}Sync failed{% elsif ${phase} == 'Running' %}Sync running{% elsif ${isDegraded} %}{{ status.health.status }}{% elsif ${phase} == 'Succeeded' %}Synced{% else %}{{ status.sync.status | words }}{% endif %}{% if ${phase} == 'Succeeded' and status.health.status == 'Healthy' %} and healthy{% elsif ${phase} == 'Succeeded' and status.health.status == 'Progressing' %}, rolling out{% endif %}`,
      color: `{% if ${phase} == 'Failed' or ${phase} == 'Error' or ${isDegraded} %}red{% elsif ${phase} == 'Running' or status.health.status == 'Progressing' %}blue{% elsif ${phase} == 'Succeeded' and status.health.status == 'Healthy' %}green{% else %}amber{% endif %}`,
      description: `{% if ${phase} == 'Failed' or ${phase} == 'Error' %}{{ status.operationState.message | block }}{% for resource in status.operationState.syncResult.resources limit: 20 %}{% if resource.status == 'SyncFailed' %}{{ resource.kind }} {{ resource.name | code }}: {{ resource.message }}\n{% endif %}{% endfor %}{% elsif ${isDegraded} %}{% for resource in status.resources limit: 50 %}{% if resource.health.status == 'Degraded' or resource.health.status == 'Missing' %}{{ resource.kind }} {{ resource.name | code }}: {{ resource.health.message | default: resource.health.status }}\n{% endif %}{% endfor %}{% endif %}`,
      fields: [
        { name: "Health", value: "{{ status.health.status | words }}" },
        { name: "Sync", value: "{{ status.sync.status | words }}" },
        {
          name: "Revision",
          value:
            "{{ status.operationState.syncResult.revision | default: status.sync.revision | sha | code }} of {{ spec.source.targetRevision | default: 'HEAD' | code }}",
        },
        { name: "Repository", value: "{{ spec.source.repoURL }}" },
        { name: "To", value: "{{ spec.destination.namespace | code }}" },
        {
          name: "Images",
          value: "{% for image in status.summary.images limit: 5 %}{{ image | code }}\n{% endfor %}",
          inline: false,
        },
      ],
      timestamp: "{{ status.operationState.finishedAt | default: status.operationState.startedAt }}",
      update_key:
        "{{ metadata.namespace }}/{{ metadata.name }}/{{ status.operationState.syncResult.revision | default: status.sync.revision }}",
    },
  },
};
