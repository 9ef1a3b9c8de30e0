import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** Logos whose license requires attribution. */
export const licensedMarks: Readonly<Record<string, string>> = {
  forgejo: "CC BY-SA 4.0",
  jenkins: "CC BY-SA 3.0",
};

const FOLDER = path.join(/* turbopackIgnore: true */ process.cwd(), "lib/webhooks/sender-marks");

/** Returns the names of all logos. */
export async function markNames(): Promise<string[]> {
  const files = await readdir(/* turbopackIgnore: true */ FOLDER);
  return files.flatMap((file) => /^(.+)\.svg$/.exec(file)?.[1] ?? []).sort();
}

/**
 * Returns all logos as one SVG file with a symbol for each logo's name. They take the color of the surrounding text.
 */
export async function marksFile(): Promise<string> {
  const marks = await markNames();
  const symbols = await Promise.all(marks.map(symbol));
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>\n`;
}

async function symbol(mark: string): Promise<string> {
  const file = path.join(/* turbopackIgnore: true */ FOLDER, `${mark}.svg`);
  const svg = await readFile(/* turbopackIgnore: true */ file, "utf8");
  const [, shape] = /<path d="([^"]*)"/.exec(svg) ?? [];
  return shape ? `<symbol id="${mark}" viewBox="0 0 24 24"><path d="${shape}"/></symbol>` : "";
}
