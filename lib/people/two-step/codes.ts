import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { unseal } from "@/lib/secrets/secret";

/**
 * Returns the 30-second step of this code: the current one, or the one before or after; null if it's none of them.
 */
export function stepOfCode(secret: string, code: string): bigint | null {
  const timestamp = Date.now();
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: 1 });
  return delta === null ? null : BigInt(TOTP.counter({ timestamp }) + delta);
}

/** Uses up an authenticator code or a recovery code. Returns false if it's incorrect or was already used. */
export async function takeCode(user: { id: bigint; name: string }, typed: string, network?: string): Promise<boolean> {
  const code = typed.replace(/[\s-]/g, "").toLowerCase();
  return /^\d{6}$/.test(code) ? takeAppCode(user.id, code) : takeRecoveryCode(user, code, network);
}

async function takeAppCode(userId: bigint, code: string): Promise<boolean> {
  const app = await db().authenticatorApp.findUnique({ where: { userId }, select: { secret: true } });
  const secret = app && unseal(app.secret);
  const step = secret ? stepOfCode(secret, code) : null;
  if (step === null) return false;
  // If the same code comes twice at once, only one request succeeds.
  const where = { userId, lastStep: { lt: step } };
  return (await db().authenticatorApp.updateMany({ where, data: { lastStep: step } })).count > 0;
}

const COUNT = 10;
// Base32: 32 letters, so that each is equally likely for a random byte. Without 0 and 1, which look like o and l.
const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
const LENGTH = 16;

type IdAndName = { id: bigint; name: string };

/** Replaces a user's recovery codes with ten new ones. Only their hashes are stored, so they can't be shown again. */
export async function makeCodes(tx: Transaction, userId: bigint): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: codes.map((code) => ({ userId, hash: hashOf(userId, code) })) });
  return codes;
}

/** Uses up a recovery code, and records that. Returns false if it's incorrect or was already used. */
async function takeRecoveryCode(user: IdAndName, code: string, network?: string): Promise<boolean> {
  if (code.length !== LENGTH) return false;
  return db().$transaction(async (tx) => {
    const { count } = await tx.recoveryCode.updateMany({
      where: { userId: user.id, hash: hashOf(user.id, code), usedAt: null },
      data: { usedAt: new Date() },
    });
    if (count === 0) return false;
    const where = network === undefined ? {} : { network };
    await recordAudit(tx, { actor: user, action: "account.recovery_code_used", ...where });
    return true;
  });
}

/** Returns a new code as it's shown, such as "abcd-efgh-ijkl-mnop". */
function newCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS.charAt(byte % LETTERS.length)).join("");
  return (letters.match(/.{4}/g) ?? []).join("-");
}

function hashOf(userId: bigint, code: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    createHash("sha256")
      .update(`${userId}:${code.replaceAll("-", "")}`)
      .digest(),
  );
}
