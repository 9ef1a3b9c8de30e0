import type { MessageTemplate, SenderDescription } from "@/lib/webhooks/senders/described/description";
import { servarr, sizeOf } from "@/lib/webhooks/senders/sonarr/servarr";

// Shapes: https://github.com/Radarr/Radarr/blob/develop/src/NzbDrone.Core/Notifications/Webhook/WebhookBase.cs
const shared = servarr("Radarr");

const MOVIE =
  "{{ movie.title }}{% assign year = movie.year | default: remoteMovie.year %}{% if year %} ({{ year }}){% endif %}";

const aboutMovie: MessageTemplate = {
  url: "{% if applicationUrl contains '://' and movie.tmdbId %}{{ applicationUrl }}/movie/{{ movie.tmdbId }}{% elsif movie.tmdbId %}https://www.themoviedb.org/movie/{{ movie.tmdbId }}{% endif %}",
  footer: shared.footer,
};
const aboutDownload: MessageTemplate = {
  ...aboutMovie,
  update_key: "download-{{ downloadId }}",
};

/** Radarr's webhook connection: what is grabbed, imported, renamed and deleted, and how Radarr itself is. */
export const radarr: SenderDescription = {
  name: "Radarr",
  home: "https://radarr.video",
  icon: "radarr",
  steps: shared.steps,
  recognise: [{ headers: { "user-agent": "^Radarr/" } }, { has: { eventType: "", "movie.tmdbId": "" } }],
  event: "{{ eventType }}",
  events: {
    Grab: {
      ...aboutDownload,
      title: `Grabbed: ${MOVIE}`,
      color: "blue",
      fields: shared.grabbed,
    },
    Download: {
      ...aboutDownload,
      title: `{% if isUpgrade %}Upgraded{% else %}Imported{% endif %}: ${MOVIE}`,
      color: "green",
      fields: [
        { name: "Quality", value: "{{ movieFile.quality }}" },
        { name: "Size", value: sizeOf("movieFile") },
        { name: "Before", value: "{% if isUpgrade %}{{ deletedFiles[0].quality }}{% endif %}" },
        { name: "File", value: "{{ movieFile.relativePath | code }}", inline: false },
      ],
    },
    ManualInteractionRequired: {
      ...aboutDownload,
      ...shared.needsHelp,
      title: `Needs somebody's help: ${MOVIE}`,
    },
    MovieFileDelete: {
      ...aboutMovie,
      title: `File deleted: ${MOVIE}`,
      color: "{% if deleteReason == 'upgrade' %}grey{% else %}red{% endif %}",
      fields: [
        { name: "Reason", value: "{{ deleteReason | words | capital }}" },
        { name: "Quality", value: "{{ movieFile.quality }}" },
        { name: "Size", value: sizeOf("movieFile") },
        { name: "File", value: "{{ movieFile.relativePath | code }}", inline: false },
      ],
    },
    Rename: { ...aboutMovie, title: `Files renamed: ${MOVIE}`, color: "grey" },
    MovieAdded: { ...aboutMovie, title: `Movie added: ${MOVIE}`, color: "blue" },
    MovieDelete: {
      ...aboutMovie,
      title: `Movie deleted: ${MOVIE}`,
      color: "red",
      description: "{% if deletedFiles %}Its files are deleted too.{% else %}Its files are kept.{% endif %}",
      fields: [{ name: "Size", value: "{{ movieFolderSize | bytes }}" }],
    },
    ...shared.ofItself,
  },
};
