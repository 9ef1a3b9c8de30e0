import { formatSize } from "@/components/message/attachment/format-size";
import { store, useStore } from "@/lib/browser/store";
import { cleanText } from "@/lib/text";
import { UPLOAD_LIMITS } from "@/lib/uploads/dto";
import { type LocalFile, releaseFiles, toLocalFile } from "./local-file";

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

type Sized = { size: number };
type Named = Sized & { name: string };

/** Returns the files that still fit into the message, and an error for each that doesn't. */
export function fitting<F extends Named>(
  attached: readonly Sized[],
  chosen: readonly F[],
): { files: F[]; problems: string[] } {
  const { files: most, fileBytes, totalBytes } = UPLOAD_LIMITS;
  const files: F[] = [];
  const problems: string[] = [];
  let total = attached.reduce((sum, { size }) => sum + size, 0);
  let leftOut = 0;
  for (const file of chosen) {
    const name = `"${cleanText(file.name)}"`;
    if (file.size === 0) problems.push(`${name} is empty. Choose another file.`);
    else if (file.size > fileBytes)
      problems.push(`${name} is too large. A file can be at most ${formatSize(fileBytes)}.`);
    else if (attached.length + files.length >= most) leftOut += 1;
    else if (total + file.size > totalBytes) {
      problems.push(`${name} doesn't fit. A message's files can be at most ${formatSize(totalBytes)} together.`);
    } else {
      files.push(file);
      total += file.size;
    }
  }
  if (leftOut > 0) {
    problems.push(`A message can have at most ${most} files. ${leftOut} ${leftOut === 1 ? "was" : "were"} left out.`);
  }
  return { files, problems };
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

/** Adds the files that fit into the tray, and keeps an error for the others and for `refused` ones. */
export function addFiles(trayKey: string, chosen: readonly File[], refused: readonly string[] = []): void {
  const before = trayOf(trayKey).adding ?? Promise.resolve();
  // One choice after the other, so that files keep the order in which they were chosen.
  const adding = before.then(async () => {
    const { files, problems } = fitting(
      trayOf(trayKey).files.map(({ file }) => file),
      chosen,
    );
    const added = await Promise.all(files.map(toLocalFile));
    const all = [...trayOf(trayKey).files, ...added];
    const isLast = trayOf(trayKey).adding === adding;
    change(trayKey, {
      files: all,
      problems: [...refused, ...problems],
      said:
        added.length === 0
          ? ""
          : `${namesOf(added)} added, ${all.length === 1 ? "1 file" : `${all.length} files`} to send`,
      ...(isLast && { adding: null }),
    });
  });
  change(trayKey, { adding, problems: [] });
}

/** Removes a file from the tray. */
export function removeFile(trayKey: string, key: string): void {
  const { files } = trayOf(trayKey);
  const removed = files.filter((file) => file.key === key);
  releaseFiles(removed);
  const left = files.filter((file) => file.key !== key);
  change(trayKey, { files: left, problems: [], said: `${namesOf(removed)} removed` });
}

/** Empties the tray and returns its files. */
export function takeFiles(trayKey: string): readonly LocalFile[] {
  const { files } = trayOf(trayKey);
  change(trayKey, { files: [], problems: [], said: "" });
  return files;
}

function change(trayKey: string, fields: Partial<Tray>): void {
  trays.set(new Map([...trays.get(), [trayKey, { ...trayOf(trayKey), ...fields }]]));
}

function namesOf(files: readonly LocalFile[]): string {
  return files.map(({ file }) => cleanText(file.name)).join(", ");
}
