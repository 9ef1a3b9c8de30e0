import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { unseal } from "@/lib/seal";
import type { RequestContext } from "@/lib/webhooks/request/context";
import { WebhookError, webhookError } from "@/lib/webhooks/request/webhook-error";

/** How a sender signs its requests with the secret that it shares with the webhook. */
export type SignatureScheme =
  /** The header holds the secret itself. */
  | { kind: "token"; header: string }
  /** The header holds an HMAC of the body under the secret, after `prefix`; of what the header `timestamp` holds and the body, if one is named. */
  | {
      kind: "hmac";
      header: string;
      algorithm: "sha1" | "sha256" | "sha512";
      encoding: "hex" | "base64";
      prefix?: string;
      timestamp?: string;
    }
  /** Stripe's: "t=…,v1=…" with an HMAC-SHA-256 of "<t>.<body>", at most five minutes old. */
  | { kind: "stripe"; header: string }
  /** Standard Webhooks (standardwebhooks.com): `webhook-id`, `webhook-timestamp`, `webhook-signature`; at most five minutes old. */
  | { kind: "standard" };

const OLDEST_SECONDS = 300;

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
 * The request's signature, or null if the webhook asks for none or the scheme makes the same one for every request. Throws
 * WebhookError unless it is made with the webhook's secret, as `scheme` says or else as GitHub does.
 */
export function requireSignature(context: RequestContext, body: Uint8Array, scheme?: SignatureScheme): Buffer | null {
  const { webhook, method, pathname, headers, byHand } = context;
  if (webhook.signingSecret === null || byHand !== null) return null;
  const secret = unseal(webhook.signingSecret);
  if (secret === null) {
    throw new WebhookError(
      "unsigned",
      "This webhook's signing secret can't be read any more. A member has to set it again.",
    );
  }
  if (scheme) {
    const own = secret === "" ? null : signatureUnder(scheme, secret, headers, body);
    if (own === null) {
      const header = scheme.kind === "standard" ? "webhook-signature" : scheme.header;
      throw new WebhookError(
        "unsigned",
        `This webhook takes only signed requests: ${header} is missing, or not made with its secret.`,
      );
    }
    return scheme.kind === "token" ? null : own;
  }
  const signature = signatureOf(secret, { method, pathname, body }, headers("x-hub-signature-256"));
  if (signature === null) throw method === "POST" ? webhookError("unsigned") : unsignedChange();
  return signature;
}

function unsignedChange(): WebhookError {
  return new WebhookError(
    "unsigned",
    "This webhook takes only signed requests: X-Hub-Signature-256 is missing, or not made with its secret of the method, a space, the path, a line feed and the body.",
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
    return among([Buffer.from(given.slice(prefix.length), scheme.encoding)], hmac(scheme.algorithm, secret, time));
  }
  if (scheme.kind === "stripe") {
    const parts = (headers(scheme.header) ?? "").split(",").map((part) => part.trim().split("=", 2));
    const time = parts.find(([name]) => name === "t")?.[1] ?? "";
    const given = parts.flatMap(([name, value = ""]) => (name === "v1" ? [Buffer.from(value, "hex")] : []));
    return isRecent(time) ? among(given, hmac("sha256", secret, `${time}.`)) : null;
  }
  const [id, time] = [headers("webhook-id") ?? "", headers("webhook-timestamp") ?? ""];
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const given = (headers("webhook-signature") ?? "").split(" ").map((each) => each.split(",", 2));
  const signatures = given.flatMap(([version, value = ""]) => (version === "v1" ? [Buffer.from(value, "base64")] : []));
  return key.byteLength > 0 && isRecent(time) ? among(signatures, hmac("sha256", key, `${id}.${time}.`)) : null;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
}

/** Whether these seconds since 1970 are at most five minutes from now: an old request, caught on its way, isn't taken again. */
function isRecent(seconds: string): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(Date.now() / 1000 - Number(seconds)) <= OLDEST_SECONDS;
}
