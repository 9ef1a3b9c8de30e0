import { cleanText } from "@/lib/messages/markdown/clean-text";

/** The files that are dropped or pasted, and a sentence on each folder: a browser can't send one. */
export function chosenFrom({ items, files }: DataTransfer): { files: File[]; refused: string[] } {
  const folders = new Set(
    [...items].flatMap((item) => {
      const entry = item.kind === "file" ? item.webkitGetAsEntry() : null;
      return entry?.isDirectory ? [entry.name] : [];
    }),
  );
  return {
    files: [...files].filter(({ name }) => !folders.has(name)),
    refused: [...folders].map((name) => `"${cleanText(name)}" is a folder. Attach the files in it.`),
  };
}

/** Whether a paste is meant as files: what was copied from a document or a table comes as text with a picture of it. */
export function isPasteOfFiles({ files, types }: Pick<DataTransfer, "files" | "types">): boolean {
  return files.length > 0 && !(types.includes("text/plain") && types.includes("text/html"));
}
