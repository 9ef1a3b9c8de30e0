import { Secret, TOTP } from "otpauth";
import { db } from "@/lib/db/client";
import { unseal } from "@/lib/secret";
import { takeRecoveryCode } from "./recovery-codes";

/** The half minute whose code this is, now or one before or after; null for none of them. */
export function stepOfCode(secret: string, code: string): bigint | null {
  const timestamp = Date.now();
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: 1 });
  return delta === null ? null : BigInt(TOTP.counter({ timestamp }) + delta);
}

/** Uses up what somebody typed as a code: their app's or, in place of it, a recovery code. False when it isn't right, or was used before. */
export async function takeCode(user: { id: bigint; name: string }, typed: string, network?: string): Promise<boolean> {
  const code = typed.replace(/[\s-]/g, "").toLowerCase();
  return /^\d{6}$/.test(code) ? takeAppCode(user.id, code) : takeRecoveryCode(user, code, network);
}

async function takeAppCode(userId: bigint, code: string): Promise<boolean> {
  const app = await db().authenticatorApp.findUnique({ where: { userId }, select: { secret: true } });
  const secret = app && unseal(app.secret);
  const step = secret ? stepOfCode(secret, code) : null;
  if (step === null) return false;
  // Of two that come with the same code at once only one gets further.
  const where = { userId, lastStep: { lt: step } };
  return (await db().authenticatorApp.updateMany({ where, data: { lastStep: step } })).count > 0;
}
