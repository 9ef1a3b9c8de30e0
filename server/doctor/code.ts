import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { processWide } from "@/lib/process/process-wide";
import { authSecret } from "@/lib/secrets/secret";

/** The header with which the doctor identifies itself. */
export const DOCTOR_HEADER = "x-parley-doctor";

/**
 * What the doctor asks of a running Parley: what it saw of the request, a stream, one that is silent for a while, or to
 * count a body's bytes.
 */
export type Purpose = "seen" | "stream" | "quiet" | "body";

const VALID_MS = 60_000;

/** Returns a code for one request, which only someone with the install's secret can make. */
export function makeCode(purpose: Purpose, now = Date.now()): string {
  const text = `${purpose}.${now + VALID_MS}.${randomUUID()}`;
  return `${text}.${mac(text)}`;
}

/** Returns what a code is for, the first time that this process gets it within a minute; otherwise null. */
export function takeCode(code: string, now = Date.now()): Purpose | null {
  const [, text = "", purpose, expires, given = ""] =
    /^((seen|stream|quiet|body)\.(\d{13})\.[\w-]{36})\.([\w-]{43})$/.exec(code) ?? [];
  if (text === "" || !timingSafeEqual(Buffer.from(given), Buffer.from(mac(text)))) return null;
  const used = processWide("doctor-codes", () => new Map<string, number>());
  for (const [each, until] of used) if (until < now) used.delete(each);
  const until = Number(expires);
  // The clocks of two machines may differ a little, which the doctor reports.
  if (used.has(text) || until < now - VALID_MS || until > now + 3 * VALID_MS) return null;
  used.set(text, until + 2 * VALID_MS);
  return purpose as Purpose;
}

function mac(text: string): string {
  return createHmac("sha256", authSecret()).update(`doctor:${text}`).digest("base64url");
}
