import { deferred } from "@/components/ui/deferred/deferred";
import { store, useStore } from "@/lib/browser/store";
import type { Entry } from "./choose";
import type { LocalFile } from "./local-file";

/** Returns whether a paste is meant as files. Text copied from a document or table also comes with an image of itself. */
export function isPasteOfFiles({ files, types }: Pick<DataTransfer, "files" | "types">): boolean {
  return files.length > 0 && !(types.includes("text/plain") && types.includes("text/html"));
}

/** The files chosen for a draft. `said` is announced to screen readers; `adding` resolves when chosen files have been read. */
type Tray = {
  files: readonly LocalFile[];
  problems: readonly string[];
  said: string;
  adding: Promise<void> | null;
};

const nothing: Tray = { files: [], problems: [], said: "", adding: null };

const trays = store<ReadonlyMap<string, Tray>>(new Map());

/** Returns the tray of a draft, which lasts as long as the page. The same object until it changes. */
export function trayOf(trayKey: string): Tray {
  return trays.get().get(trayKey) ?? nothing;
}

/** Returns the tray of a draft, live. */
export function useTray(trayKey: string): Tray {
  return useStore(trays, nothing, (all) => all.get(trayKey) ?? nothing);
}

// Few messages have files.
const choosing = deferred(() => import("./choose"));

/** Adds dropped or pasted files that fit into the tray, and keeps an error for the others. */
export function addDropped(trayKey: string, { items, files }: DataTransfer): void {
  // Only readable during the event.
  const entries = [...items].map((item) => (item.kind === "file" ? item.webkitGetAsEntry() : null));
  addFiles(trayKey, [...files], entries);
}

/** Adds the files that fit into the tray, and keeps an error for the others. `entries` has which of them are folders. */
export function addFiles(trayKey: string, chosen: readonly File[], entries: readonly Entry[] = []): void {
  const before = trayOf(trayKey).adding ?? Promise.resolve();
  // One choice after the other, so that files keep the order in which they were chosen.
  const adding = before.then(async () => {
    const part = await choosing.load();
    const added = await part?.trayWith(trayOf(trayKey).files, chosen, entries);
    const isLast = trayOf(trayKey).adding === adding;
    changeTray(trayKey, { ...added, ...(isLast && { adding: null }) });
  });
  changeTray(trayKey, { adding, problems: [] });
}

/** Empties the tray and returns its files. */
export function takeFiles(trayKey: string): readonly LocalFile[] {
  const { files } = trayOf(trayKey);
  changeTray(trayKey, { files: [], problems: [], said: "" });
  return files;
}

/** Changes these fields of a tray. */
export function changeTray(trayKey: string, fields: Partial<Tray>): void {
  trays.set(new Map([...trays.get(), [trayKey, { ...trayOf(trayKey), ...fields }]]));
}
