import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Folders whose rooms are in order, from the ground up: a room imports only from rooms before it. "." are the folder's
 * own files. Each room's README.md says what it owns. Why: docs/decisions/folders.md
 */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  lib: [
    ...["text", "process", "db", "secrets", "network", "events", "files", "audit", "people", "channels", "messages"],
    ...["live", "attention", "workspace", "webhooks", "moving", "operation", "web", "browser"],
  ],
  "lib/people": [".", "notifications", "sign-in", "avatars", "two-step", "account"],
  "lib/messages": [
    ...["markdown", ".", "cards", "files", "read", "threads", "emoji", "previews", "things", "post"],
    ...["change", "incidents", "later", "scheduled", "drafts", "search"],
  ],
  "lib/webhooks": [
    ...["payload", "rules", "request", "interpret", "formats", "senders", "deliveries", "endpoint", ".", "docs"],
  ],
  components: [
    ...["ui", "emoji", "frame", "settings", "people", "channels", "chat", "attention", "search", "webhooks"],
    ...["sign-in", "account", "sidebar", "palette", "offline"],
  ],
  "components/ui": ["hooks", "icons", "display", "deferred", "controls", "time", "overlays", "forms", "lists"],
  "components/chat": [
    ...["message", "keyboard", "composer", "later", "incidents", "conversation", "channel", "thread", "drafts"],
  ],
};

/** An import of one file by another, both without their endings. */
export type Import = { from: string; to: string };

const CODE = /\.(tsx?|mjs)$/;
const NO_ROOM = /\/testing\/|\/db\/generated\/|\.test\./;
const PATHS = /"((?:@\/|\.{1,2}\/)[^"\n]+)"/g;

/** Returns every import within these folders, also of types and in `import()`, but not those of tests. */
export function importsWithin(...roots: string[]): Import[] {
  const files = roots
    .flatMap((root) =>
      readdirSync(root, { recursive: true, encoding: "utf8" }).map((file) => path.posix.join(root, file)),
    )
    .filter((file) => CODE.test(file) && !NO_ROOM.test(file));
  const known = new Set(files.map(withoutEnding));
  return files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(PATHS)]
      .map(([, given = ""]) => (given.startsWith("@/") ? given.slice(2) : path.posix.join(path.dirname(file), given)))
      .map((to) => ({ from: withoutEnding(file), to: known.has(to) ? to : withoutEnding(to) }))
      .filter(({ to }) => known.has(to)),
  );
}

const withoutEnding = (file: string) => file.replace(CODE, "");

/** Returns the imports within `folder` from rooms that aren't below their own. Rooms that `order` doesn't have are above all. */
export function upward(imports: readonly Import[], folder: string, order: readonly string[]): string[] {
  const level = (file: string) => {
    const at = order.indexOf(roomOf(file, folder));
    return at < 0 ? order.length : at;
  };
  return imports
    .filter(({ from, to }) => from.startsWith(`${folder}/`) && to.startsWith(`${folder}/`))
    .filter(({ from, to }) => level(to) > level(from))
    .map(({ from, to }) => `${from} imports ${to}`);
}

function roomOf(file: string, folder: string): string {
  const [room = "", ...rest] = file.slice(folder.length + 1).split("/");
  return rest.length === 0 ? "." : room;
}

/** Returns the folders that import each other in a circle, however long: Tarjan's strongly connected components. */
export function circles(imports: readonly Import[]): string[][] {
  const folders = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [here, there] = [path.dirname(from), path.dirname(to)];
    if (here !== there) folders.set(here, (folders.get(here) ?? new Set()).add(there));
  }
  const found: string[][] = [];
  const entered = new Map<string, number>();
  const open: string[] = [];
  // Returns the earliest open folder that this one leads to.
  const enter = (folder: string): number => {
    const order = entered.size;
    entered.set(folder, order);
    open.push(folder);
    let lowest = order;
    for (const next of folders.get(folder) ?? []) {
      const seen = entered.get(next);
      if (seen === undefined) lowest = Math.min(lowest, enter(next));
      else if (open.includes(next)) lowest = Math.min(lowest, seen);
    }
    if (lowest === order) {
      const circle = open.splice(open.indexOf(folder));
      if (circle.length > 1) found.push(circle.sort());
    }
    return lowest;
  };
  for (const folder of folders.keys()) if (!entered.has(folder)) enter(folder);
  return found;
}
