import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isUnder } from "@/server/http/gate";

/** Headers that pass the nonce to rendering; clients can't set them. */
const RESERVED = ["x-nonce", "content-security-policy", "content-security-policy-report-only"];

/**
 * Gives a page request its own nonce, in the request for rendering and in the response's policy. Drops these headers
 * from the client, on every path.
 */
export function securePage(request: IncomingMessage, response: ServerResponse, pathname: string, dev: boolean): void {
  for (const name of RESERVED) Reflect.deleteProperty(request.headers, name);
  if (["/api", "/webhooks", "/_next"].some((prefix) => isUnder(pathname, prefix))) return;
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce, dev);
  request.headers["x-nonce"] = nonce;
  request.headers["content-security-policy"] = policy;
  response.setHeader("content-security-policy", policy);
}

function contentSecurityPolicy(nonce: string, dev: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    // Code is highlighted in a worker. Without worker-src the browser would apply script-src, and a worker can't carry a nonce.
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${dev ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
