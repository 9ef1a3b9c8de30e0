import { readFile } from "node:fs/promises";
import path from "node:path";
import { senderChoices } from "@/lib/webhooks/sender-choices";

/** Logos whose license requires attribution. */
export const licensedMarks: Readonly<Record<string, string>> = {
  forgejo: "CC BY-SA 4.0",
  jenkins: "CC BY-SA 3.0",
};

/**
 * Returns all senders' logos as one SVG file with a symbol for each logo's name. Missing logos are left out. They
 * take the color of the surrounding text.
 */
export async function marksFile(): Promise<string> {
  const marks = [...new Set(senderChoices.flatMap(({ mark }) => mark ?? []))].sort();
  const symbols = await Promise.all(marks.map(symbol));
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>\n`;
}

async function symbol(mark: string): Promise<string> {
  const file = path.join(/* turbopackIgnore: true */ process.cwd(), "lib/webhooks/sender-marks", `${mark}.svg`);
  const svg = await readFile(/* turbopackIgnore: true */ file, "utf8").catch(() => "");
  const [, shape] = /<path d="([^"]*)"/.exec(svg) ?? [];
  return shape ? `<symbol id="${mark}" viewBox="0 0 24 24"><path d="${shape}"/></symbol>` : "";
}
