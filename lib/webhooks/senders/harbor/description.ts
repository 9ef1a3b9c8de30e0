import type { MessageTemplate, SenderDescription } from "@/lib/webhooks/senders/described/description";

// Shapes: https://goharbor.io/docs/main/working-with-projects/project-configuration/configure-webhooks/
const image =
  "{{ event_data.repository.repo_full_name }}{% if event_data.resources[0].tag %}:{{ event_data.resources[0].tag }}{% endif %}";

const about: MessageTemplate = {
  author: { name: "{% unless operator == 'auto' %}{{ operator }}{% endunless %}" },
  // Addresses of images have no scheme, and lead nowhere in a browser.
  url: "{% assign parts = event_data.resources[0].resource_url | split: '/' %}{% if parts.size > 0 %}https://{{ parts | first }}{% endif %}",
  fields: [
    {
      name: "Image",
      value: "{% for resource in event_data.resources limit: 10 %}{{ resource.resource_url | code }}\n{% endfor %}",
      inline: false,
    },
    { name: "Digest", value: "{{ event_data.resources[0].digest | slice: 0, 19 | code }}" },
  ],
  timestamp: "{{ occur_at }}",
};

/** Harbor's project webhooks. */
export const harbor: SenderDescription = {
  name: "Harbor",
  aliases: ["goharbor"],
  home: "https://goharbor.io",
  icon: "harbor",
  steps: [
    "In the project open **Webhooks → New Webhook**.",
    "Choose **http** and the payload format **Default**, the events, and paste `{url}` as the **Endpoint URL**.",
    "**Continue**, and push an image.",
  ],
  recognise: [
    { has: { type: "^[A-Z_]+$", occur_at: "", "event_data.repository.repo_full_name": "" } },
    { has: { type: "^(REPLICATION|TAG_RETENTION|QUOTA_EXCEED|QUOTA_WARNING)$", occur_at: "", event_data: "" } },
  ],
  signature: { kind: "token", header: "authorization" },
  event: "{{ type }}",
  events: {
    "PUSH_ARTIFACT|PULL_ARTIFACT|DELETE_ARTIFACT": {
      ...about,
      title: `${image} {% case type %}{% when 'PUSH_ARTIFACT' %}pushed{% when 'PULL_ARTIFACT' %}pulled{% else %}deleted{% endcase %}`,
      color: "{% case type %}{% when 'PUSH_ARTIFACT' %}blue{% when 'PULL_ARTIFACT' %}grey{% else %}red{% endcase %}",
    },
    "SCANNING_COMPLETED|SCANNING_FAILED|SCANNING_STOPPED": {
      ...about,
      title: `${image} {% case type %}{% when 'SCANNING_FAILED' %}could not be scanned{% when 'SCANNING_STOPPED' %}scan stopped{% else %}scanned{% for report in event_data.resources[0].scan_overview %}{% if report[1].summary.total > 0 %}: {{ report[1].summary.total | count: 'vulnerability', 'vulnerabilities' }}{% else %}: no vulnerabilities{% endif %}{% endfor %}{% endcase %}`,
      color:
        "{% case type %}{% when 'SCANNING_FAILED' %}red{% when 'SCANNING_STOPPED' %}grey{% else %}{% for report in event_data.resources[0].scan_overview limit: 1 %}{% case report[1].severity %}{% when 'Critical' or 'High' %}red{% when 'Medium' %}amber{% when 'Low' or 'Negligible' %}blue{% else %}green{% endcase %}{% endfor %}{% endcase %}",
      description:
        "{% for report in event_data.resources[0].scan_overview %}{% for found in report[1].summary.summary %}{{ found[0] }}: {{ found[1] }}{% unless forloop.last %}, {% endunless %}{% endfor %}{% if report[1].summary.fixable > 0 %}\n{{ report[1].summary.fixable }} of them can be fixed.{% endif %}{% endfor %}",
      fields: [
        {
          name: "Severity",
          value: "{% for report in event_data.resources[0].scan_overview %}{{ report[1].severity }}{% endfor %}",
        },
        {
          name: "Scanner",
          value:
            "{% for report in event_data.resources[0].scan_overview %}{{ report[1].scanner.name }} {{ report[1].scanner.version }}{% endfor %}",
        },
        ...(about.fields ?? []),
      ],
      update_key: "scan-{{ event_data.repository.repo_full_name }}-{{ event_data.resources[0].digest }}",
    },
    "QUOTA_EXCEED|QUOTA_WARNING": {
      ...about,
      title:
        "[{{ event_data.repository.namespace }}] Storage quota {% if type == 'QUOTA_EXCEED' %}exceeded{% else %}nearly reached{% endif %}",
      color: "{% if type == 'QUOTA_EXCEED' %}red{% else %}amber{% endif %}",
      description: "{{ event_data.custom_attributes.Details | lines }}",
      fields: [{ name: "Repository", value: "{{ event_data.repository.repo_full_name | code }}" }],
    },
    REPLICATION: {
      ...about,
      title: `Replication of ${image} {{ event_data.replication.job_status | default: event_data.replication.status | outcome }}`,
      color: "{{ event_data.replication.job_status | default: event_data.replication.status | color: 'blue' }}",
      fields: [
        {
          name: "To",
          value:
            "{{ event_data.replication.dest_resource.endpoint }}/{{ event_data.replication.dest_resource.namespace }}",
        },
        ...(about.fields ?? []),
      ],
    },
  },
};
