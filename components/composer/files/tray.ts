import { late } from "@/components/ui/late";
import { store, useStore } from "@/lib/browser/store";
import { cleanText } from "@/lib/text";
import type { LocalFile } from "./local-file";

/** Returns the dropped or pasted files, and an error for each folder: browsers can't send folders. */
export function chosenFrom({ items, files }: DataTransfer): { files: File[]; refused: string[] } {
  const folders = new Set(
    [...items].flatMap((item) => {
      const entry = item.kind === "file" ? item.webkitGetAsEntry() : null;
      return entry?.isDirectory ? [entry.name] : [];
    }),
  );
  return {
    files: [...files].filter(({ name }) => !folders.has(name)),
    refused: [...folders].map((name) => `"${cleanText(name)}" is a folder. Attach its files instead.`),
  };
}

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
  return useStore(trays, (all) => all.get(trayKey) ?? nothing, nothing);
}

// Few messages have files.
const choosing = late(() => import("./choose"));

/** Adds the files that fit into the tray, and keeps an error for the others and for `refused` ones. */
export function addFiles(trayKey: string, chosen: readonly File[], refused: readonly string[] = []): void {
  const before = trayOf(trayKey).adding ?? Promise.resolve();
  // One choice after the other, so that files keep the order in which they were chosen.
  const adding = before.then(async () => {
    const part = await choosing.load();
    const added = await part?.withFiles(trayOf(trayKey).files, chosen, refused);
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
