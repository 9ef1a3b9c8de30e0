import { fileStream } from "@/lib/file-stream";
import type { Network } from "@/lib/images/fetch-remote";
import { FRESH_MS, remoteImage } from "@/lib/images/remote-image";
import { SHOWN_TYPE } from "@/lib/images/shrink";
import type { SignedUrl } from "@/lib/images/signed-url";

type Request = { method: string; headers: { get: (name: string) => string | null }; signal?: AbortSignal };

/** What every answer says whose bytes come from somebody else: that it is nothing but what it is called, for our own pages only. */
export const SAFE_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "sandbox; default-src 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** Answers a GET or HEAD of the picture at an address that was signed. Throws as `remoteImage` does. */
export async function serveRemoteImage({ url, by }: SignedUrl, request: Request, network?: Network): Promise<Response> {
  const { file, bytes, fetchedAt } = await remoteImage(url, { by, signal: request.signal }, network);
  const etag = `"${fetchedAt.getTime().toString(36)}-${bytes.toString(36)}"`;
  const fresh = Math.max(60, Math.ceil((fetchedAt.getTime() + FRESH_MS - Date.now()) / 1000));
  const headers = {
    ...SAFE_HEADERS,
    "Content-Type": SHOWN_TYPE,
    "Content-Disposition": "inline",
    // "private": the browser may cache the picture; a proxy must not, because it would serve it to people who aren't signed in.
    "Cache-Control": `private, max-age=${fresh}, immutable`,
    ETag: etag,
  };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  const body = request.method === "HEAD" ? null : fileStream(file, 0, bytes - 1);
  return new Response(body, { headers: { ...headers, "Content-Length": `${bytes}` } });
}
