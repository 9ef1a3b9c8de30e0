import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { PushPayload } from "@/lib/attention/push/dto";
import type { Subscription } from "@/lib/attention/push/schema";
import type { Network } from "@/lib/network/fetch-remote";

/** Keys of a browser that never receives anything: the curve's generator is a valid public key. */
export const BROWSER_KEYS = {
  p256dh: "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
  auth: "AAAAAAAAAAAAAAAAAAAAAA",
};

/** A subscribed browser, as a push service and Parley know it. */
export type TestBrowser = { subscription: Subscription; path: string; ecdh: ECDH; auth: Buffer };

/** A push as received, decrypted with its browser's keys. */
export type ReceivedPush = { path: string; headers: IncomingHttpHeaders; payload: PushPayload; claims: Claims };

type Claims = { aud: string; exp: number; sub: string; publicKey: string };

type Answer = { status: number; headers?: Record<string, string> };

const PUBLIC = "93.184.216.34";

/**
 * A push service on this machine that stands in for every public address. It decrypts pushes as the browser would,
 * and verifies their signatures. `answer` determines its responses.
 */
export class PushService {
  readonly received: ReceivedPush[] = [];
  answer: (path: string) => Answer | "silence" = () => ({ status: 201 });
  /** The number of pushes that haven't been answered. */
  unanswered = 0;
  readonly #browsers = new Map<string, TestBrowser>();
  readonly #server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const path = request.url ?? "";
      const answer = this.answer(path);
      if (answer === "silence") {
        this.unanswered += 1;
        return;
      }
      const { status, headers = {} } = answer;
      const browser = this.#browsers.get(path);
      if (browser && status < 300) {
        const payload = JSON.parse(decrypt(Buffer.concat(parts), browser)) as PushPayload;
        this.received.push({ path, headers: request.headers, payload, claims: claimsOf(request.headers) });
      }
      response.writeHead(status, headers).end();
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", () => resolve()));
  }

  stop(): void {
    this.#server.close();
  }

  /** Resolves every name to a public address, and connects every address to this service. */
  get network(): Network {
    const { port } = this.#server.address() as AddressInfo;
    return { resolve: async () => [PUBLIC], connect: () => connect(port, "127.0.0.1") };
  }

  /** Returns a browser with an endpoint here. Its URL uses plain http, which subscribing would refuse. */
  browser(): TestBrowser {
    const path = `/push/${randomBytes(8).toString("hex")}`;
    const ecdh = createECDH("prime256v1");
    ecdh.generateKeys();
    const auth = randomBytes(16);
    const keys = { p256dh: ecdh.getPublicKey("base64url"), auth: auth.toString("base64url") };
    const browser = { subscription: { endpoint: `http://push.example${path}`, keys }, path, ecdh, auth };
    this.#browsers.set(path, browser);
    return browser;
  }
}

/** Decrypts by RFC 8291, as the browser does. */
function decrypt(body: Buffer, { ecdh, auth }: TestBrowser): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync("sha256", ecdh.computeSecret(sender), auth, info, 32));
  const derived = (what: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${what}\0`, length));
  const decipher = createDecipheriv("aes-128-gcm", derived("aes128gcm", 16), derived("nonce", 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
}

/** Verifies by RFC 8292. Throws if it isn't signed by the key that it names. */
function claimsOf({ authorization = "" }: IncomingHttpHeaders): Claims {
  const [, token = "", publicKey = ""] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [head = "", body = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const key = createPublicKey({ key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, format: "jwk" });
  const signed = Buffer.from(`${head}.${body}`);
  const isSigned = verify("sha256", signed, { key, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url"));
  if (!isSigned) throw new Error("A push is not signed by the key that it names.");
  return { ...(JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as Omit<Claims, "publicKey">), publicKey };
}
