import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { MadePasskey, UsedPasskey } from "@/lib/people/two-step/schema";

type Site = { domain: string; origin: string };

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A passkey in software that answers requests as a device would. */
export class SoftPasskey {
  readonly id = randomBytes(32);
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  /** The counter that it reports on its next use. */
  counter = 0;
  /** Whether it verifies the user by a fingerprint or PIN. */
  verifies = true;

  /** Answers a request to create it. */
  make(challenge: string, { domain, origin }: Site): MadePasskey {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]);
    const length = Buffer.from([0, this.id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, isoCBOR.encode(cose)]);
    const authData = new Uint8Array(Buffer.concat([this.#data(domain, HAS_CREDENTIAL), credential]));
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData("webauthn.create", challenge, origin).toString("base64url"),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])).toString(
          "base64url",
        ),
        transports: ["internal"],
      },
    };
  }

  /** Answers a request to sign with it. */
  use(challenge: string, { domain, origin }: Site, userHandle?: string): UsedPasskey {
    const data = this.#data(domain, 0);
    const client = clientData("webauthn.get", challenge, origin);
    const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, this.#keys.privateKey).toString("base64url"),
        ...(userHandle !== undefined && { userHandle: Buffer.from(userHandle).toString("base64url") }),
      },
    };
  }

  #named() {
    const id = this.id.toString("base64url");
    return { id, rawId: id, type: "public-key" as const };
  }

  #data(domain: string, more: number): Buffer {
    const flags = PRESENT | (this.verifies ? VERIFIED : 0) | more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([createHash("sha256").update(domain).digest(), Buffer.from([flags]), counter]);
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
