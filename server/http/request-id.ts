import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isLoopback } from "@/lib/auth/client-address";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";
import { requestId } from "@/lib/request-id";

// Without underscores: the framework's own digests have them, and the id becomes a digest.
const WELL_FORMED = /^[A-Za-z0-9.-]{8,64}$/;

/** Returns the request's id: the X-Request-Id of a trusted proxy, if it's well-formed, or a new one. */
export function requestIdOf({ headers, socket }: IncomingMessage): string {
  const given = headers["x-request-id"];
  if (typeof given === "string" && WELL_FORMED.test(given) && isTrusted(socket.remoteAddress ?? "")) return given;
  return newId();
}

function isTrusted(peer: string): boolean {
  return env.trustedProxies === undefined ? isLoopback(peer) : env.trustedProxies > 0;
}

const BYTES = 8;
const AT_ONCE = 512;
let random = Buffer.alloc(0);
let used = 0;

/** Returns 16 hexadecimal digits. Asks for randomness rarely, because each time costs as much as parsing a request. */
function newId(): string {
  if (used === random.length) {
    random = randomBytes(BYTES * AT_ONCE);
    used = 0;
  }
  used += BYTES;
  return random.toString("hex", used - BYTES, used);
}

/**
 * Makes the framework show the request's id as the error code on error pages: it shows an error's `digest`, and makes
 * one only for errors that have none.
 */
export function digestErrorsByRequest(): void {
  processWide("digest", () => {
    Object.defineProperty(Error.prototype, "digest", {
      configurable: true,
      get: requestId,
      set(this: Error, value: unknown) {
        Object.defineProperty(this, "digest", { value, configurable: true, enumerable: true, writable: true });
      },
    });
    return true;
  });
}
