import { type Archive, ImportError } from "./archive";
import { isMattermost, mattermostSource } from "./mattermost";
import { isParley, parleySource } from "./parley";
import { isSlack, slackSource } from "./slack";
import type { Download } from "./slack-files";
import type { ImportSource } from "./source";

// How many folders an export that was packed again may be in.
const DEEPEST = 3;
// The names of lists that an export begins with.
const TELLING = /(?:^|\/)(?:export|(?:org_)?users|channels|groups|mpims|dms)\.json$|\.jsonl$/;

/**
 * Returns what an archive holds: an export of Slack, Mattermost or Parley, at its top or in a folder, also next to other
 * files. Throws an ImportError for anything else, and for several exports.
 */
export async function openSource(archive: Archive, download: Download): Promise<ImportSource> {
  for (const directories of levelsOf(archive)) {
    const found = directories.filter((directory) => isKnown(archive.within(directory)));
    const [directory, ...others] = found;
    if (directory === undefined) continue;
    if (others.length > 0) {
      throw new ImportError(`This has several exports: ${found.join(", ")}. Unpack it, and import each on its own.`);
    }
    const part = archive.within(directory);
    if (isParley(part)) return parleySource(part);
    return isSlack(part) ? slackSource(part, download) : mattermostSource(part);
  }
  throw new ImportError(
    "This isn't an export that Parley knows. It imports exports of Slack as JSON, Mattermost's bulk exports, and exports of a Parley workspace.",
  );
}

const isKnown = (part: Archive): boolean => isParley(part) || isSlack(part) || isMattermost(part);

/** Returns the top, then the folders in it, then those in them, but of folders only those that may be an export. */
function levelsOf({ names }: Archive): string[][] {
  const folders = new Set(
    names.filter((name) => TELLING.test(name)).map((name) => name.split("/").slice(0, -1).join("/")),
  );
  const levels = Array.from({ length: DEEPEST }, (_, index) =>
    [...folders].filter((folder) => folder !== "" && folder.split("/").length === index + 1),
  );
  return [[""], ...levels];
}
