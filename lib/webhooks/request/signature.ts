import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { unseal } from "@/lib/secrets/secret";
import { bodyBudget, parseJson } from "@/lib/webhooks/payload/json-object";
import type { RequestContext, SignatureScheme } from "@/lib/webhooks/request/context";
import { WebhookError, webhookError } from "@/lib/webhooks/request/response";

/**
 * GitHub's scheme, and the default for scripts:
 * https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
 */
export const GITHUB_SCHEME = {
  kind: "hmac",
  header: "x-hub-signature-256",
  algorithm: "sha256",
  encoding: "hex",
  prefix: "sha256=",
} as const satisfies SignatureScheme;

/** How old a signed timestamp may be, so that an intercepted request can't be sent later. */
const OLDEST_MS = 300_000;

type SignedRequest = { method: string; pathname: string; body: Uint8Array };

/**
 * Returns the request's signature from `header` (GitHub's `X-Hub-Signature-256`: "sha256=" and a hexadecimal
 * HMAC-SHA-256 under `secret`), or null if it's wrong. POSTs sign only the body, as GitHub does. Other methods sign a
 * line such as "DELETE /its/path" and the body, so that a post's signature can't change a message, nor one message's
 * signature another. Takes constant time for well-formed signatures. An empty secret never matches.
 */
export function signatureOf(
  secret: string,
  { method, pathname, body }: SignedRequest,
  header: string | null,
): Buffer | null {
  const [, given] = /^sha256=([\da-f]{64})$/i.exec(header ?? "") ?? [];
  if (!given || secret === "") return null;
  const hmac = createHmac("sha256", secret);
  if (method !== "POST") hmac.update(`${method} ${pathname}\n`);
  const signature = Buffer.from(given, "hex");
  return timingSafeEqual(hmac.update(body).digest(), signature) ? signature : null;
}

/**
 * Returns the request's signature, or null if none is required or the scheme has a constant one. Throws WebhookError if
 * it isn't made with the webhook's secret and scheme. If no scheme was chosen, `recognized` (the scheme of the tool
 * that the request seems to come from) or GitHub's applies; Standard Webhooks only for secrets with their prefix.
 */
export function requireSignature(
  context: RequestContext,
  body: Uint8Array,
  recognized?: SignatureScheme,
): Buffer | null {
  const { webhook, method, pathname, headers, byHand } = context;
  if (webhook.signingSecret === null || byHand !== null) return null;
  const secret = unseal(webhook.signingSecret);
  if (secret === null) {
    throw new WebhookError(
      "unsigned",
      "This webhook's signing secret can't be decrypted, probably because the server's key changed. Set it again in the channel's settings.",
    );
  }
  const mayBe = recognized?.kind !== "standard" || secret.startsWith("whsec_");
  const scheme = webhook.signatureScheme ?? (mayBe ? recognized : undefined) ?? GITHUB_SCHEME;
  // Only Parley's own scheme signs the method and path of a change.
  if (method !== "POST" || scheme === GITHUB_SCHEME) {
    const signature = signatureOf(secret, { method, pathname, body }, headers("x-hub-signature-256"));
    if (signature === null) throw method === "POST" ? webhookError("unsigned") : unsignedChange();
    return signature;
  }
  const own = secret === "" ? null : signatureUnder(scheme, secret, headers, body);
  if (own === null) {
    const header = scheme.kind === "standard" ? "webhook-signature" : scheme.header;
    const old = tellsTime(scheme) ? ", more than five minutes old" : "";
    throw new WebhookError(
      "unsigned",
      `This webhook requires signed requests, and ${header} is missing${old} or wrong. Use the webhook's secret.`,
    );
  }
  return scheme.kind === "token" ? null : own;
}

/**
 * Returns the key of a Standard Webhooks secret, or null unless it's Base64 of at least 24 bytes, optionally after
 * "whsec_".
 */
export function standardKey(secret: string): Buffer | null {
  const text = secret.replace(/^whsec_/, "");
  const key = Buffer.from(text, "base64");
  // Node decodes as much as it can: "ab=…" becomes one byte, which is easy to guess.
  return key.byteLength >= 24 && key.toString("base64") === text ? key : null;
}

function tellsTime(scheme: SignatureScheme): boolean {
  if (scheme.kind === "hmac") return scheme.timestamp !== undefined || scheme.sentAt !== undefined;
  return scheme.kind !== "token";
}

function unsignedChange(): WebhookError {
  return new WebhookError(
    "unsigned",
    "This webhook requires signed requests, and X-Hub-Signature-256 is missing or wrong. Sign the method, a space, the path, a line feed and the body with the webhook's secret.",
  );
}

type Headers = (name: string) => string | null;

/**
 * Returns the request's signature under the sender's scheme, or null if it's wrong. Takes constant time for well-formed
 * signatures.
 */
export function signatureUnder(
  scheme: SignatureScheme,
  secret: string,
  headers: Headers,
  body: Uint8Array,
): Buffer | null {
  const hmac = (algorithm: string, key: string | Buffer, before: string) =>
    createHmac(algorithm, key).update(before).update(body).digest();
  const among = (given: readonly Buffer[], expected: Buffer) =>
    given.some((each) => isSame(each, expected)) ? expected : null;
  if (scheme.kind === "token") return among([digest(headers(scheme.header) ?? "")], digest(secret));
  if (scheme.kind === "hmac") {
    const given = headers(scheme.header) ?? "";
    const prefix = scheme.prefix ?? "";
    if (!given.startsWith(prefix)) return null;
    const time = scheme.timestamp === undefined ? "" : (headers(scheme.timestamp) ?? "");
    const signature = among(
      [Buffer.from(given.slice(prefix.length), scheme.encoding)],
      hmac(scheme.algorithm, secret, time),
    );
    if (!signature || !tellsTime(scheme)) return signature;
    return isRecent(scheme.sentAt === undefined ? time : sentAt(body, scheme.sentAt)) ? signature : null;
  }
  if (scheme.kind === "stripe") {
    const parts = (headers(scheme.header) ?? "").split(",").map((part) => part.trim().split("=", 2));
    const time = parts.find(([name]) => name === "t")?.[1] ?? "";
    const given = parts.flatMap(([name, value = ""]) => (name === "v1" ? [Buffer.from(value, "hex")] : []));
    return isRecent(time) ? among(given, hmac("sha256", secret, `${time}.`)) : null;
  }
  const [id, time] = [headers("webhook-id") ?? "", headers("webhook-timestamp") ?? ""];
  const key = standardKey(secret);
  const given = (headers("webhook-signature") ?? "").split(" ").map((each) => each.split(",", 2));
  const signatures = given.flatMap(([version, value = ""]) => (version === "v1" ? [Buffer.from(value, "base64")] : []));
  return key !== null && isRecent(time) ? among(signatures, hmac("sha256", key, `${id}.${time}.`)) : null;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
}

/** Returns whether a time (seconds or milliseconds since 1970, or ISO 8601) is within five minutes of now. */
function isRecent(time: string): boolean {
  const at = /^\d{1,11}$/.test(time) ? Number(time) * 1000 : /^\d{12,14}$/.test(time) ? Number(time) : Date.parse(time);
  return Math.abs(Date.now() - at) <= OLDEST_MS;
}

/** Returns the text under `key` in the body's JSON. It's trusted because the body was signed. */
function sentAt(body: Uint8Array, key: string): string {
  try {
    const payload = parseJson(Buffer.from(body).toString(), bodyBudget());
    return String(z.looseObject({ [key]: z.union([z.string(), z.number()]) }).parse(payload)[key]);
  } catch {
    return "";
  }
}
