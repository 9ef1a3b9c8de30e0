import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import { z } from "zod";
import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import { asPerson } from "@/lib/people/as-person";
import { workspaceName } from "@/lib/people/create-workspace";
import type { SessionUser } from "@/lib/people/find-session-user";
import { requireProof } from "@/lib/people/two-step/factors";
import { seal, unseal } from "@/lib/secrets/secret";
import { AppError, hasCode } from "@/lib/text/errors";
import { stepOfCode } from "./codes";
import type { AppOfferDto, NewCodesDto } from "./dto";
import { codesUnlessMade, dropFactor } from "./factors";

const OFFER_MS = 30 * 60_000;

const ticketSchema = z.object({
  for: z.literal("authenticator app"),
  userId: z.string(),
  sessionId: z.string(),
  secret: z.string(),
  until: z.number(),
});

/** Creates a secret for an authenticator app. It is stored only once a code comes back with the ticket. */
export async function offerApp(user: SessionUser, proof: string | undefined): Promise<AppOfferDto> {
  await requireProof(user, proof, { freshIsEnough: true });
  if (await db().authenticatorApp.findUnique({ where: { userId: user.id }, select: { userId: true } })) throw hasOne();
  const secret = new Secret({ size: 20 });
  const issuer = (await workspaceName()) ?? "Parley";
  const address = new TOTP({ issuer, label: user.email, secret }).toString();
  const ticket: z.input<typeof ticketSchema> = {
    for: "authenticator app",
    userId: `${user.id}`,
    sessionId: `${user.sessionId}`,
    secret: secret.base32,
    until: Date.now() + OFFER_MS,
  };
  return {
    ticket: Buffer.from(seal(JSON.stringify(ticket))).toString("base64url"),
    secret: secret.base32,
    qr: qrOf(address),
  };
}

/**
 * Turns on the app that generated this code. Returns recovery codes if there were none. Throws `invalid` if the code
 * is wrong, or the ticket has expired or is from another session; `conflict` if an app is on already.
 */
export async function confirmApp(user: SessionUser, input: { ticket: string; code: string }): Promise<NewCodesDto> {
  const secret = secretOf(user, input.ticket);
  if (secret === null) {
    throw new AppError("invalid", "Setup timed out or was started elsewhere. Close this and start again.");
  }
  const lastStep = stepOfCode(secret, input.code.replace(/\s/g, ""));
  if (lastStep === null) {
    throw new AppError("invalid", "That code is incorrect. Check your device's clock and enter the latest code.", {
      field: "code",
    });
  }
  try {
    return await asPerson(user, async (tx) => {
      const data = { userId: user.id, secret: seal(secret), lastStep };
      await tx.authenticatorApp.create({ data, select: { userId: true } });
      await recordAudit(tx, { actor: user, action: "account.app_turned_on" });
      return { codes: await codesUnlessMade(tx, user.id) };
    });
  } catch (error) {
    if (hasCode(error, "P2002")) throw hasOne();
    throw error;
  }
}

/**
 * Turns the app off, with a password or code as proof. Throws `conflict` for the last factor if the workspace
 * requires two-step sign-in.
 */
export async function turnOffApp(user: SessionUser, proof: string | undefined): Promise<void> {
  await requireProof(user, proof);
  await dropFactor(user, async (tx) => {
    const { count } = await tx.authenticatorApp.deleteMany({ where: { userId: user.id } });
    if (count > 0) await recordAudit(tx, { actor: user, action: "account.app_turned_off" });
  });
}

function hasOne(): AppError {
  return new AppError("conflict", "An authenticator app is already set up. Turn it off first to use another.");
}

function secretOf(user: SessionUser, ticket: string): string | null {
  const text = unseal(new Uint8Array(Buffer.from(ticket, "base64url")));
  const parsed = text === null ? null : ticketSchema.safeParse(JSON.parse(text));
  if (!parsed?.success) return null;
  const { userId, sessionId, secret, until } = parsed.data;
  const isTheirs = userId === `${user.id}` && sessionId === `${user.sessionId}`;
  return isTheirs && until > Date.now() ? secret : null;
}

/** Returns the rows of a QR code, with the margin that cameras need. */
function qrOf(text: string): string[] {
  return encode(text, { border: 4 }).data.map((row) => row.map((isDark) => (isDark ? "1" : "0")).join(""));
}
