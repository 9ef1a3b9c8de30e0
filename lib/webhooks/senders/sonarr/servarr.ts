import type { FieldTemplate, MessageTemplate } from "@/lib/webhooks/senders/described/description";

/** The size that an object says it has. To Liquid the size of one that says nothing is the number of its keys. */
export function sizeOf(path: string): string {
  return `{% if ${path}.size > 999 %}{{ ${path}.size | bytes }}{% endif %}`;
}

/** What the tools of Sonarr's family say alike: how they are set up, what they fetch, and how they are themselves. */
export function servarr(name: string) {
  const footer = `{{ instanceName | default: '${name}' }}`;
  const steps = [
    `In ${name} open **Settings → Connect**, press **+** and choose **Webhook**.`,
    "Tick the **Notification Triggers**, and paste `{url}` as the **URL**, with the method **POST**.",
    "**Test**, then **Save**.",
  ] as const;
  const grabbed: readonly FieldTemplate[] = [
    { name: "Quality", value: "{{ release.quality }}" },
    { name: "Size", value: sizeOf("release") },
    { name: "Indexer", value: "{{ release.indexer }}" },
    { name: "Client", value: "{{ downloadClient }}" },
    { name: "Release", value: "{{ release.releaseTitle }}", inline: false },
  ];
  const needsHelp: MessageTemplate = {
    description:
      "{% for each in downloadStatusMessages limit: 5 %}{{ each.title | bold }}\n{% for message in each.messages limit: 5 %}{{ message }}\n{% endfor %}{% endfor %}",
    color: "amber",
    fields: [
      { name: "Quality", value: "{{ downloadInfo.quality }}" },
      { name: "Size", value: sizeOf("downloadInfo") },
      { name: "Client", value: "{{ downloadClient }}" },
      { name: "Status", value: "{{ downloadStatus | words | capital }}" },
    ],
  };
  const ofItself: Record<string, MessageTemplate> = {
    "Health|HealthRestored": {
      title: "{% if eventType == 'HealthRestored' %}Resolved: {% endif %}{{ message | first_line }}",
      url: "{{ wikiUrl }}",
      color: "{% if eventType == 'HealthRestored' %}green{% else %}{{ level | color: 'amber' }}{% endif %}",
      fields: [
        { name: "Level", value: "{{ level | capital }}" },
        { name: "Check", value: "{{ type | words }}" },
      ],
      footer,
      update_key: "health-{% if instanceName %}{{ instanceName }}-{% endif %}{{ type }}",
    },
    ApplicationUpdate: {
      title: `${name} updated to {{ newVersion }}`,
      color: "blue",
      fields: [{ name: "Before", value: "{{ previousVersion }}" }],
      footer,
    },
    Test: { title: `${name} can post here`, color: "green", footer },
  };
  return { footer, steps, grabbed, needsHelp, ofItself };
}
