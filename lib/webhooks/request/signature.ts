import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { unseal } from "@/lib/secret";
import type { RequestContext, SignatureScheme } from "@/lib/webhooks/request/context";
import { WebhookError, webhookError } from "@/lib/webhooks/request/response";

/** GitHub's, and that of every script which has no other: https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries */
export const GITHUB_SCHEME = {
  kind: "hmac",
  header: "x-hub-signature-256",
  algorithm: "sha256",
  encoding: "hex",
  prefix: "sha256=",
} as const satisfies SignatureScheme;

/** A request whose sender says when it sent it is taken for so long: one that was caught on its way isn't taken later. */
const OLDEST_MS = 300_000;

type SignedRequest = { method: string; pathname: string; body: Uint8Array };

/**
 * The signature in `header` (GitHub's `X-Hub-Signature-256`: "sha256=" and a hexadecimal HMAC-SHA-256 under `secret`), or null unless it
 * is this request's. A POST is signed as GitHub does, by its body alone; anything else by a line "DELETE /its/path" and the body, so
 * that what was signed for a post changes no message, and what was signed for one message changes no other. Takes the same time for
 * every signature of the right form. Nothing is signed with an empty secret.
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
 * The request's signature, or null if the webhook asks for none or its scheme makes the same one for every request. Throws WebhookError
 * unless it is made with the webhook's secret by the webhook's scheme. While nobody has chosen that, `recognised`, the scheme of the
 * tool that the request says it is from, or else GitHub's decides; Standard Webhooks only where the secret is marked as one of theirs.
 */
export function requireSignature(
  context: RequestContext,
  body: Uint8Array,
  recognised?: SignatureScheme,
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
  const mayBe = recognised?.kind !== "standard" || secret.startsWith("whsec_");
  const scheme = webhook.signatureScheme ?? (mayBe ? recognised : undefined) ?? GITHUB_SCHEME;
  // Only Parley's own way signs the method and the path of a change.
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

/** The key that a secret of Standard Webhooks stands for, or null unless it is Base64 of 24 bytes or more, which may follow "whsec_". */
export function standardKey(secret: string): Buffer | null {
  const text = secret.replace(/^whsec_/, "");
  const key = Buffer.from(text, "base64");
  // Node reads what it can of any text: of "ab=…" one byte, which everybody guesses.
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
 * The request's signature as its sender makes it, or null unless it is right. Takes the same time for every signature of the right form.
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

/** Whether a time, in seconds or milliseconds since 1970 or after ISO 8601, is at most five minutes from now. */
function isRecent(time: string): boolean {
  const at = /^\d{1,11}$/.test(time) ? Number(time) * 1000 : /^\d{12,14}$/.test(time) ? Number(time) : Date.parse(time);
  return Math.abs(Date.now() - at) <= OLDEST_MS;
}

/** What the body's JSON holds under `key`, as text. It was signed, so it is the sender's. */
function sentAt(body: Uint8Array, key: string): string {
  try {
    const payload: unknown = JSON.parse(Buffer.from(body).toString());
    return String(z.looseObject({ [key]: z.union([z.string(), z.number()]) }).parse(payload)[key]);
  } catch {
    return "";
  }
}
