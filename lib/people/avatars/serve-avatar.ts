import { db } from "@/lib/db/client";
import { SAFE_HEADERS } from "@/lib/files/images/serve-image";
import { SHOWN_TYPE } from "@/lib/files/images/shrink";
import { fileStore } from "@/lib/files/stores/stores";
import { fileNameOf } from "@/lib/files/uploads/file-paths";
import { log } from "@/lib/process/log";
import { noSuchThing } from "@/lib/text/errors";

type Request = { method: string; headers: { get: (name: string) => string | null }; signal?: AbortSignal };

/**
 * Responds to a GET or HEAD with the uploaded avatar with this hash, or only if it's the workspace's logo. Browsers can
 * cache it forever, because another avatar has another URL. Throws `not_found` for any other hash, and like
 * `FileStore`.
 */
export async function serveAvatar(hex: string, request: Request, { logosOnly = false } = {}): Promise<Response> {
  if (!/^[0-9a-f]{64}$/.test(hex)) throw noSuchThing();
  const hash = new Uint8Array(Buffer.from(hex, "hex"));
  const found = await db().avatar.findFirst({
    where: { hash, ...(logosOnly && { workspaceId: { not: null } }) },
    select: { id: true, hash: true },
  });
  return servePicture(found, request);
}

/** Does the same for the image of the custom emoji with this ID, which never changes either. */
export async function serveEmoji(emojiId: bigint, request: Request): Promise<Response> {
  return servePicture(await db().avatar.findUnique({ where: { emojiId }, select: { id: true, hash: true } }), request);
}

async function servePicture(found: { id: bigint; hash: Uint8Array } | null, request: Request): Promise<Response> {
  if (!found) throw noSuchThing();
  const { hash } = found;
  const hex = Buffer.from(hash).toString("hex");
  const etag = `"${hex}"`;
  const headers = {
    ...SAFE_HEADERS,
    "Content-Type": SHOWN_TYPE,
    "Content-Disposition": "inline",
    // "private": a proxy must not serve it to people who aren't signed in, or after a logo was removed.
    "Cache-Control": "private, max-age=31536000, immutable",
    ETag: etag,
  };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  const { signal } = request;
  const size = request.method === "HEAD" ? await fileStore().sizeOf(fileNameOf(hash)) : null;
  const file = request.method === "HEAD" ? null : await fileStore().read(fileNameOf(hash), { signal });
  if (size === null && file === null) {
    log.error({ avatarId: `${found.id}`, hash: hex }, "an avatar's file is missing");
    throw noSuchThing();
  }
  return new Response(file?.body ?? null, { headers: { ...headers, "Content-Length": `${file?.size ?? size}` } });
}
