import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { markAvatarUrl } from "@/lib/files/images/mark-avatar";
import { fromSenders, ourSenders } from "@/lib/webhooks/senders/descriptions";

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

const avatars = fromSenders(
  ({ descriptions }) =>
    new Map<string, string>([
      ["github", markAvatarUrl("github")],
      ...[...descriptions].flatMap(([name, { icon }]) =>
        icon === undefined ? [] : [[name, markAvatarUrl(icon)] as const],
      ),
    ]),
);

/**
 * Returns the `avatar_url` of a webhook without another avatar: its tool's logo. Null for tools without one, and for a
 * chat's format, because the tool behind it isn't the chat.
 */
export function defaultAvatarOf(sender: string | null): string | null {
  return (sender !== null && avatars().get(sender)) || null;
}

/** Returns a logo as an avatar: white on a color of its own, in either theme. Null if there is no logo of this name. */
export async function markTile(mark: string): Promise<string | null> {
  const file = files().find(([name]) => name === mark);
  const shape = file && (await shapeOf(file[1]));
  if (!shape) return null;
  const hue = [...mark].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 0);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 36 36"><path fill="hsl(${hue},40%,34%)" d="M-6-6h36v36H-6z"/><path fill="#fff" d="${shape}"/></svg>\n`;
}

/** Returns the only path of a logo's file. */
async function shapeOf(file: string): Promise<string | undefined> {
  const svg = await readFile(/* turbopackIgnore: true */ file, "utf8");
  return /<path d="([^"]*)"/.exec(svg)?.[1];
}

async function symbol([mark, file]: [mark: string, file: string]): Promise<string> {
  const shape = await shapeOf(file);
  return shape ? `<symbol id="${mark}" viewBox="0 0 24 24"><path d="${shape}"/></symbol>` : "";
}
