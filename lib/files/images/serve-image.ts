import { FRESH_MS, remoteImage } from "@/lib/files/images/remote-image";
import { SHOWN_TYPE } from "@/lib/files/images/shrink";
import type { SignedUrl } from "@/lib/files/images/signed-url";
import { fileStream } from "@/lib/files/stores/file-stream";
import type { Network } from "@/lib/network/fetch-remote";

type Request = { method: string; headers: { get: (name: string) => string | null }; signal?: AbortSignal };

/**
 * Headers for all content from users and other sites: browsers must not run it, guess its type or embed it elsewhere.
 */
export const SAFE_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "sandbox; default-src 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** Answers a GET or HEAD request for a signed image. Throws as `remoteImage` does. */
export async function serveRemoteImage({ url, by }: SignedUrl, request: Request, network?: Network): Promise<Response> {
  const { file, bytes, fetchedAt } = await remoteImage(url, { by, signal: request.signal }, network);
  const etag = `"${fetchedAt.getTime().toString(36)}-${bytes.toString(36)}"`;
  const fresh = Math.max(60, Math.ceil((fetchedAt.getTime() + FRESH_MS - Date.now()) / 1000));
  const headers = {
    ...SAFE_HEADERS,
    "Content-Type": SHOWN_TYPE,
    "Content-Disposition": "inline",
    // "private": the browser may cache the image; a proxy must not, because it would serve it to people who aren't signed in.
    "Cache-Control": `private, max-age=${fresh}, immutable`,
    ETag: etag,
  };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  const body = request.method === "HEAD" ? null : fileStream(file, 0, bytes - 1);
  return new Response(body, { headers: { ...headers, "Content-Length": `${bytes}` } });
}
