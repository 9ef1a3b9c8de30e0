import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import type { SignatureScheme } from "@/lib/webhooks/request/context";
import { signatureOf, signatureUnder, standardKey } from "./signature";

// The example from GitHub's documentation.
const secret = "It's a Secret to Everybody";
const body = Buffer.from("Hello, World!");
const signature = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
const post = (secret: string, body: Uint8Array, header: string | null) =>
  signatureOf(secret, { method: "POST", pathname: "/webhooks/incoming/1/t", body }, header)?.toString("hex") ?? null;

test("GitHub's documented example matches its secret", () => {
  expect(post(secret, body, `sha256=${signature}`)).toBe(signature);
  expect(post(secret, body, `sha256=${signature.toUpperCase()}`)).toBe(signature);
});

test.each([
  ["another secret", "it's a secret to everybody", body, `sha256=${signature}`],
  ["another body", secret, Buffer.from("Hello, World"), `sha256=${signature}`],
  ["another signature", secret, body, `sha256=${signature.replace("7", "8")}`],
  ["a signature without its first characters", secret, body, `sha256=${signature.slice(2)}`],
  ["a longer signature", secret, body, `sha256=${signature}00`],
  ["a signature with a line break", secret, body, `sha256=${signature}\n`],
  ["the bare digest", secret, body, signature],
  ["GitHub's older algorithm", secret, body, `sha1=${signature.slice(0, 40)}`],
  ["an empty header", secret, body, ""],
  ["no header", secret, body, null],
])("%s doesn't match", (_, secret, body, header) => expect(post(secret, body, header)).toBe(null));

test("an empty secret signs nothing, not even its own digest", () => {
  // HMAC-SHA-256 of "" under "".
  const header = "sha256=b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad";
  expect(post("", new Uint8Array(), header)).toBe(null);
});

test("other methods sign the method and path, so one signature can't be used for another request", () => {
  const pathname = "/api/webhooks/1/token/messages/2";
  const hmac = (text: string) => createHmac("sha256", secret).update(text).digest("hex");
  const check = (method: string, path: string, text: string, signed: string) =>
    signatureOf(secret, { method, pathname: path, body: Buffer.from(text) }, `sha256=${hmac(signed)}`) !== null;
  expect(check("DELETE", pathname, "", `DELETE ${pathname}\n`)).toBe(true);
  expect(check("PATCH", pathname, "{}", `PATCH ${pathname}\n{}`)).toBe(true);
  expect(check("DELETE", pathname, "", "")).toBe(false);
  expect(check("PATCH", pathname, "{}", "{}")).toBe(false);
  expect(check("DELETE", pathname, "", `PATCH ${pathname}\n`)).toBe(false);
  expect(check("DELETE", `${pathname}3`, "", `DELETE ${pathname}\n`)).toBe(false);
  expect(check("POST", pathname, "{}", `POST ${pathname}\n{}`)).toBe(false);
});

test("an HMAC of a header's time and the body matches only with both", () => {
  const scheme = {
    kind: "hmac",
    header: "x-signature",
    algorithm: "sha256",
    encoding: "base64",
    timestamp: "x-time",
  } as const;
  const time = new Date().toISOString();
  const signed = createHmac("sha256", secret).update(`${time}${body}`).digest("base64");
  const check = (headers: Record<string, string>, text: Uint8Array = body) =>
    signatureUnder(scheme, secret, (name) => headers[name] ?? null, text) !== null;
  expect(check({ "x-signature": signed, "x-time": time })).toBe(true);
  expect(check({ "x-signature": signed, "x-time": new Date(Date.now() + 1000).toISOString() })).toBe(false);
  expect(check({ "x-signature": signed })).toBe(false);
  expect(check({ "x-signature": signed, "x-time": time }, Buffer.from("other"))).toBe(false);
  expect(check({ "x-time": time })).toBe(false);
});

test("a request signed with its time is valid for five minutes", () => {
  const key = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const check = (scheme: SignatureScheme, secondsAgo: number) => {
    const ms = Date.now() - secondsAgo * 1000;
    const [seconds, iso] = [`${Math.floor(ms / 1000)}`, new Date(ms).toISOString()];
    const text = Buffer.from(JSON.stringify({ sent: ms }));
    const hmac = (secret: string | Buffer, ...parts: (string | Buffer)[]) =>
      parts.reduce((hash, part) => hash.update(part), createHmac("sha256", secret));
    const headers: Record<string, string> = {
      "x-plain": hmac(key, text).digest("hex"),
      "x-timed": hmac(key, iso, text).digest("hex"),
      "x-time": iso,
      "stripe-signature": `t=${seconds},v1=${hmac(key, `${seconds}.`, text).digest("hex")}`,
      "webhook-id": "msg_1",
      "webhook-timestamp": seconds,
      "webhook-signature": `v1,${hmac(Buffer.from(key.slice(6), "base64"), `msg_1.${seconds}.`, text).digest("base64")}`,
    };
    return signatureUnder(scheme, key, (name) => headers[name] ?? null, text) !== null;
  };
  const plain = { kind: "hmac", header: "x-plain", algorithm: "sha256", encoding: "hex" } as const;
  const timed: SignatureScheme[] = [
    { kind: "standard" },
    { kind: "stripe", header: "stripe-signature" },
    { ...plain, header: "x-timed", timestamp: "x-time" },
    { ...plain, sentAt: "sent" },
  ];
  for (const scheme of timed) {
    expect([check(scheme, 0), check(scheme, 280), check(scheme, 320), check(scheme, -320)], scheme.kind).toEqual([
      true,
      true,
      false,
      false,
    ]);
  }
  expect(check(plain, 320)).toBe(true);
});

test.each([
  ["a text that Node decodes to one byte", "ab=KQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", false],
  ["a sentence", "correct horse battery staple and more", false],
  ["sixteen bytes", Buffer.alloc(16, 7).toString("base64"), false],
  ["URL-safe Base64", Buffer.alloc(32, 255).toString("base64url"), false],
  ["24 bytes", Buffer.alloc(24, 7).toString("base64"), true],
  ["32 bytes with the prefix whsec_", `whsec_${Buffer.alloc(32, 255).toString("base64")}`, true],
])("%s is checked as a Standard Webhooks secret", (_, secret, fits) => expect(standardKey(secret) !== null).toBe(fits));
