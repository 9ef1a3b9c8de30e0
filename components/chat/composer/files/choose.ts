import { makeNonce } from "@/lib/browser/nonce";
import { IMAGE_TYPES, UPLOAD_LIMITS } from "@/lib/files/uploads/dto";
import { sizeText } from "@/lib/text/size-text";
import { cleanText } from "@/lib/text/text";
import type { LocalFile } from "./local-file";

type FileSize = { size: number };
type FileFacts = FileSize & { name: string };

/** Returns the files that still fit into the message, and an error for each that doesn't. */
export function fitting<F extends FileFacts>(
  attached: readonly FileSize[],
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
      problems.push(`${name} is too large. A file can be at most ${sizeText(fileBytes)}.`);
    else if (attached.length + files.length >= most) leftOut += 1;
    else if (total + file.size > totalBytes) {
      problems.push(`${name} doesn't fit. A message's files can be at most ${sizeText(totalBytes)} together.`);
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

/** What a browser says of something dropped; null for text. */
export type Entry = Pick<FileSystemEntry, "name" | "isDirectory"> | null;

/** Returns what a tray with these files has after others were chosen. `entries` has which of them are folders. */
export async function trayWith(
  before: readonly LocalFile[],
  chosen: readonly File[],
  entries: readonly Entry[],
): Promise<{ files: LocalFile[]; problems: string[]; said: string }> {
  // Browsers can't send folders.
  const folders = new Set(entries.flatMap((entry) => (entry?.isDirectory ? [entry.name] : [])));
  const refused = [...folders].map((name) => `"${cleanText(name)}" is a folder. Attach its files instead.`);
  const { files, problems } = fitting(
    before.map(({ file }) => file),
    chosen.filter(({ name }) => !folders.has(name)),
  );
  const added = await Promise.all(files.map(toLocalFile));
  const all = [...before, ...added];
  const count = all.length === 1 ? "1 file" : `${all.length} files`;
  const said = added.length === 0 ? "" : `${namesOf(added)} added, ${count} to send`;
  return { files: all, problems: [...refused, ...problems], said };
}

/** Returns the files' names as one text. */
export function namesOf(files: readonly LocalFile[]): string {
  return files.map(({ file }) => cleanText(file.name)).join(", ");
}

/** Returns the file with what is needed to show it: an image's pixel size, null for other files. Never throws. */
export async function toLocalFile(file: File): Promise<LocalFile> {
  const url = URL.createObjectURL(file);
  const pixels = IMAGE_TYPES.has(file.type) ? await measure(url) : null;
  return { key: makeNonce(), file, url, pixels };
}

function measure(url: string): Promise<LocalFile["pixels"]> {
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => resolve(null);
    image.src = url;
  });
}
