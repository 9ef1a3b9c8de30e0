import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { ROOT } from "@/server/root";
import type { Entry } from "./table";
import type { Scene } from "./world";

type Ids = Pick<Scene, "channelId" | "messageId" | "webhookId" | "ruleId" | "attachmentId" | "userId" | "token">;

/** A request without a role's cookie. `action` is the id of a server action. */
export type RoleRequest<Body = string | Uint8Array> = {
  method: string;
  path: string;
  type?: string;
  body?: Body;
  action?: string;
};

/** The build's server actions, with their ids and the pages to post them to. */
export const ACTIONS = new Map<string, { id: string; page: string }>(
  Object.entries(read<{ node: Record<string, ServerAction> }>("server/server-reference-manifest.json").node).map(
    ([id, { exportedName, filename, workers }]) => {
      const folder = posix.dirname(filename).replace(/^app\//, "");
      const worker = Object.keys(workers)[0] ?? "";
      return [`${exportedName} of ${folder}`, { id, page: `/${worker.replace(/^app\/|\/?page$/g, "")}` }];
    },
  ),
);

type ServerAction = { exportedName: string; filename: string; workers: Record<string, unknown> };

/** The build's pages and route handlers, as "page /(chat)/…" and "/api/…", without Next's own. */
export const BUILT = Object.keys(read<Record<string, string>>("server/app-paths-manifest.json"))
  .filter((name) => !name.startsWith("/_"))
  .map((name) =>
    name.endsWith("/page") ? `page ${name.slice(0, -"/page".length) || "/"}` : name.replace(/\/route$/, ""),
  );

function read<T>(file: string): T {
  return JSON.parse(readFileSync(join(ROOT, ".next", file), "utf8"));
}

/** Returns the request for a page, a route handler or a server action, as a browser sends it. */
export function requestOf(entry: Entry, scene: Scene): RoleRequest<string> {
  if ("action" in entry.asked) {
    const action = ACTIONS.get(entry.name);
    if (!action) throw new Error(`The build has no server action ${entry.name}.`);
    const body = JSON.stringify([entry.asked.action(scene)]);
    return {
      method: "POST",
      path: fill(action.page, scene),
      type: "text/plain;charset=UTF-8",
      body,
      action: action.id,
    };
  }
  const { method, json } = entry.asked;
  const body = json && { type: "application/json", body: JSON.stringify(json(scene)) };
  return { method, path: addressOf(entry, scene), ...body };
}

/** Returns the request with a file that the entry's route takes, or null if it takes none. */
export async function uploadOf(entry: Entry, scene: Scene): Promise<RoleRequest | null> {
  if ("action" in entry.asked || !entry.asked.form) return null;
  const form = new FormData();
  for (const [name, value] of Object.entries(entry.asked.form(scene))) form.append(name, value);
  form.append("file", new File(["A file of two halves. ".repeat(100)], "file.txt"));
  const encoded = new Response(form);
  const type = encoded.headers.get("content-type") ?? "";
  return { method: "POST", path: addressOf(entry, scene), type, body: new Uint8Array(await encoded.arrayBuffer()) };
}

/** Returns the address of an entry's page or route in a scene. */
export function addressOf({ name, of, asked }: Entry, scene: Scene): string {
  const pattern = name.replace(/^\S+ /, "");
  const at = of === "written" ? { ...scene, messageId: scene.ownMessageId } : scene;
  const given = "query" in asked ? (asked.query ?? "") : "";
  const query =
    given === "channel" ? `channel=${scene.channelId}` : given === "since" ? `since=${scene.channelId}:0` : given;
  return fill(pattern, at) + (query && `?${query}`);
}

/** Fills in the parameters of a path as the build has it. */
export function fill(pattern: string, ids: Ids): string {
  const wrong = "x".repeat(ids.token.length);
  const values: Record<string, string> = {
    channelId: `${ids.channelId}`,
    messageId: `${ids.messageId}`,
    rootId: `${ids.messageId}`,
    webhookId: `${ids.webhookId}`,
    ruleId: `${ids.ruleId}`,
    attachmentId: `${ids.attachmentId}`,
    userId: `${ids.userId}`,
    name: "file.txt",
    emoji: encodeURIComponent("👍"),
    token: wrong,
    version: "v10",
    code: "wrong",
    sender: "gitlab",
    "...nextauth": "csrf",
    "[...rest]": pattern.endsWith("webhooks/[[...rest]]")
      ? `${ids.webhookId}/${wrong}/messages/${ids.messageId}`
      : "nothing",
  };
  return pattern
    .replace(/\/\([^)]+\)/g, "")
    .replace(/\[(\[?[^\]]+\]?)\]/g, (_, name: string) => values[name] ?? name)
    .replace(/^$/, "/");
}
