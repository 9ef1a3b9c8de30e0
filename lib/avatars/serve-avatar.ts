import { stat } from "node:fs/promises";
import { db } from "@/lib/db/client";
import { AppError, hasCode } from "@/lib/errors";
import { fileStream, SAFE_HEADERS } from "@/lib/images/serve-image";
import { SHOWN_TYPE } from "@/lib/images/shrink";
import { log } from "@/lib/log";
import { filePathOf } from "@/lib/uploads/file-paths";

type Request = { method: string; headers: { get: (name: string) => string | null } };

/**
 * Responds to a GET or HEAD with the uploaded avatar with this hash, or only if it's the workspace's logo. Browsers can
 * cache it forever, because another avatar has another URL. Throws `not_found` for any other hash.
 */
export async function serveAvatar(hex: string, request: Request, { logosOnly = false } = {}): Promise<Response> {
  if (!/^[0-9a-f]{64}$/.test(hex)) throw noSuchAvatar();
  const hash = new Uint8Array(Buffer.from(hex, "hex"));
  const found = await db().avatar.findFirst({
    where: { hash, ...(logosOnly && { workspaceId: { not: null } }) },
    select: { id: true },
  });
  if (!found) throw noSuchAvatar();
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
  const file = filePathOf(hash);
  const { size } = await stat(file).catch((error: unknown) => {
    if (!hasCode(error, "ENOENT")) throw error;
    log.error({ avatarId: `${found.id}`, hash: hex }, "an avatar's file is missing");
    throw noSuchAvatar();
  });
  const body = request.method === "HEAD" ? null : fileStream(file, 0, size - 1);
  return new Response(body, { headers: { ...headers, "Content-Length": `${size}` } });
}

function noSuchAvatar(): AppError {
  return new AppError("not_found", "This doesn't exist, or you don't have access to it.");
}
