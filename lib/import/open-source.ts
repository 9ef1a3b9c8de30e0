import { type Archive, ImportError } from "./archive";
import { isMattermost, mattermostSource } from "./mattermost";
import { isParley, parleySource } from "./parley";
import { isSlack, slackSource } from "./slack";
import type { Download } from "./slack-messages";
import type { ImportSource } from "./source";

/**
 * Returns what an archive holds: an export of Slack, Mattermost or Parley, at its top or in its only directory. Throws an
 * ImportError for anything else.
 */
export async function openSource(archive: Archive, download: Download): Promise<ImportSource> {
  const [first = ""] = archive.names;
  const directory = first.split("/")[0] ?? "";
  const isAlone = archive.names.every((name) => name.startsWith(`${directory}/`));
  for (const part of isAlone ? [archive, archive.within(directory)] : [archive]) {
    if (isParley(part)) return parleySource(part);
    if (isSlack(part)) return slackSource(part, download);
    if (isMattermost(part)) return mattermostSource(part);
  }
  throw new ImportError(
    "This isn't an export that Parley knows. It imports exports of Slack, Mattermost's bulk exports, and exports of a Parley workspace.",
  );
}
