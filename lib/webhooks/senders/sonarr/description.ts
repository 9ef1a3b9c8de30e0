import type { MessageTemplate, SenderDescription } from "@/lib/webhooks/senders/described/description";
import { servarr, sizeOf } from "@/lib/webhooks/senders/sonarr/servarr";

// Shapes: https://github.com/Sonarr/Sonarr/blob/develop/src/NzbDrone.Core/Notifications/Webhook/WebhookBase.cs
const shared = servarr("Sonarr");

const EPISODE =
  "{% if series.title %}{{ series.title }}{% else %}{{ series.path | split: '/' | last }}{% endif %}{% if episodes.size == 1 %} {{ episodes[0].seasonNumber }}×{{ episodes[0].episodeNumber }}{% endif %}";

const aboutSeries: MessageTemplate = {
  url: "{% if applicationUrl contains '://' and series.titleSlug %}{{ applicationUrl }}/series/{{ series.titleSlug | path }}{% elsif series.imdbId %}https://www.imdb.com/title/{{ series.imdbId | path }}/{% endif %}",
  footer: shared.footer,
};
const aboutEpisodes: MessageTemplate = {
  ...aboutSeries,
  description:
    "{% for each in episodes limit: 10 %}{{ each.seasonNumber }}×{{ each.episodeNumber }} {{ each.title | bold }}\n{% endfor %}",
  update_key: "download-{{ downloadId }}-{{ episodes[0].id }}",
};

/** Sonarr's webhook connection: what is grabbed, imported, renamed and deleted, and how Sonarr itself is. */
export const sonarr: SenderDescription = {
  name: "Sonarr",
  home: "https://sonarr.tv",
  icon: "sonarr",
  steps: shared.steps,
  recognise: [{ headers: { "user-agent": "^Sonarr/" } }, { has: { eventType: "", "series.tvdbId": "" } }],
  event: "{{ eventType }}",
  events: {
    Grab: {
      ...aboutEpisodes,
      title: `Grabbed: ${EPISODE}`,
      color: "blue",
      fields: shared.grabbed,
    },
    Download: {
      ...aboutEpisodes,
      title: `{% if isUpgrade %}Upgraded{% else %}Imported{% endif %}: ${EPISODE}`,
      color: "green",
      fields: [
        { name: "Quality", value: "{{ episodeFile.quality | default: episodeFiles[0].quality }}" },
        { name: "Size", value: sizeOf("episodeFile") },
        {
          name: "Before",
          value: "{% if isUpgrade %}{{ deletedFiles[0].quality }}{% endif %}",
        },
        { name: "File", value: "{{ episodeFile.relativePath | code }}", inline: false },
      ],
    },
    ManualInteractionRequired: {
      ...aboutEpisodes,
      ...shared.needsHelp,
      title: `Needs somebody's help: ${EPISODE}`,
    },
    EpisodeFileDelete: {
      ...aboutEpisodes,
      title: `File deleted: ${EPISODE}`,
      color: "{% if deleteReason == 'upgrade' %}grey{% else %}red{% endif %}",
      update_key: "",
      fields: [
        { name: "Reason", value: "{{ deleteReason | words | capital }}" },
        { name: "Size", value: sizeOf("episodeFile") },
        { name: "File", value: "{{ episodeFile.relativePath | code }}", inline: false },
      ],
    },
    Rename: { ...aboutSeries, title: "Files renamed: {{ series.title }}", color: "grey" },
    SeriesAdd: { ...aboutSeries, title: "Series added: {{ series.title }}", color: "blue" },
    SeriesDelete: {
      ...aboutSeries,
      title: "Series deleted: {{ series.title }}",
      color: "red",
      description: "{% if deletedFiles %}Its files are deleted too.{% else %}Its files are kept.{% endif %}",
    },
    ...shared.ofItself,
  },
};
