import { store, useStore } from "@/lib/browser/store";
import { cleanText } from "@/lib/messages/markdown/clean-text";
import { fitting } from "./fitting";
import { type LocalFile, releaseFiles, toLocalFile } from "./local-file";

/** What was chosen to be sent to a place, and isn't yet: `said` is what has just happened to it, `adding` that more is being looked at. */
export type Tray = {
  files: readonly LocalFile[];
  problems: readonly string[];
  said: string;
  adding: Promise<void> | null;
};

const nothing: Tray = { files: [], problems: [], said: "", adding: null };

const trays = store<ReadonlyMap<string, Tray>>(new Map());

/** What is in the tray of a place: it lasts as long as the page does. The same object until it changes. */
export function trayOf(place: string): Tray {
  return trays.get().get(place) ?? nothing;
}

/** What is in the tray of a place, live. */
export function useTray(place: string): Tray {
  return useStore(trays, (all) => all.get(place) ?? nothing, nothing);
}

/** Puts files into the tray as far as they fit; of the others, as of `refused` ones, it keeps a sentence to show. */
export function addFiles(place: string, chosen: readonly File[], refused: readonly string[] = []): void {
  const before = trayOf(place).adding ?? Promise.resolve();
  // One choice after the other, so that files stand in the order in which they were chosen.
  const adding = before.then(async () => {
    const { files, problems } = fitting(
      trayOf(place).files.map(({ file }) => file),
      chosen,
    );
    const added = await Promise.all(files.map(toLocalFile));
    const all = [...trayOf(place).files, ...added];
    const isLast = trayOf(place).adding === adding;
    change(place, {
      files: all,
      problems: [...refused, ...problems],
      said:
        added.length === 0
          ? ""
          : `${namesOf(added)} added, ${all.length === 1 ? "1 file" : `${all.length} files`} to send`,
      ...(isLast && { adding: null }),
    });
  });
  change(place, { adding, problems: [] });
}

/** Takes one file out of the tray. */
export function removeFile(place: string, key: string): void {
  const { files } = trayOf(place);
  const removed = files.filter((file) => file.key === key);
  releaseFiles(removed);
  const left = files.filter((file) => file.key !== key);
  change(place, { files: left, problems: [], said: `${namesOf(removed)} removed` });
}

/** Empties the tray and answers what was in it. */
export function takeFiles(place: string): readonly LocalFile[] {
  const { files } = trayOf(place);
  change(place, { files: [], problems: [], said: "" });
  return files;
}

function change(place: string, fields: Partial<Tray>): void {
  trays.set(new Map([...trays.get(), [place, { ...trayOf(place), ...fields }]]));
}

function namesOf(files: readonly LocalFile[]): string {
  return files.map(({ file }) => cleanText(file.name)).join(", ");
}
