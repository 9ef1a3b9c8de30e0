import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { ourSenders } from "@/lib/webhooks/senders/descriptions";

/** Logos whose license requires attribution. */
export const licensedMarks: Readonly<Record<string, string>> = {
  forgejo: "CC BY-SA 4.0",
  jenkins: "CC BY-SA 3.0",
};

const CHATS = ["lib/webhooks/formats/discord", "lib/webhooks/formats/github", "lib/webhooks/formats/mattermost"];

/** Returns the names of all logos, in order, with their files: each is in its tool's folder. */
function files(): [mark: string, file: string][] {
  const ofChats = CHATS.map((folder): [string, string] => {
    const mark = path.basename(folder);
    return [mark, path.join(/* turbopackIgnore: true */ process.cwd(), folder, `${mark}.svg`)];
  });
  const ofTools = ourSenders().flatMap(({ file, description }): [string, string][] => {
    const mark = description?.icon;
    return mark === undefined ? [] : [[mark, path.join(/* turbopackIgnore: true */ path.dirname(file), `${mark}.svg`)]];
  });
  return [...ofChats, ...ofTools].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Returns whether there is a logo of this name. */
export function isMark(name: string): boolean {
  return files().some(([mark, file]) => mark === name && existsSync(/* turbopackIgnore: true */ file));
}

/**
 * Returns all logos as one SVG file with a symbol for each logo's name. They take the color of the surrounding text.
 */
export async function marksFile(): Promise<string> {
  const symbols = await Promise.all(files().map(symbol));
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>\n`;
}

async function symbol([mark, file]: [mark: string, file: string]): Promise<string> {
  const svg = await readFile(/* turbopackIgnore: true */ file, "utf8");
  const [, shape] = /<path d="([^"]*)"/.exec(svg) ?? [];
  return shape ? `<symbol id="${mark}" viewBox="0 0 24 24"><path d="${shape}"/></symbol>` : "";
}
