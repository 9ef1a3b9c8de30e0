import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import { asPerson } from "@/lib/people/as-person";
import { workspaceName } from "@/lib/people/create-workspace";
import type { SessionUser } from "@/lib/people/find-session-user";
import { mailOwner, noteForOwner } from "@/lib/people/mail-owner";
import { requireProof } from "@/lib/people/two-step/factors";
import { AppError, hasCode } from "@/lib/text/errors";
import type { NewCodesDto } from "./dto";
import { codesUnlessMade, dropFactor } from "./factors";
import type { RelyingParty } from "./relying-party";
import type { MadePasskey, UsedPasskey } from "./schema";
import { beginStep, endStep, findStep, STEP_SECONDS } from "./steps";

const MOST = 20;

/** Returns what a browser needs to create a passkey, and the token to finish it. */
export async function beginAddingPasskey(
  user: SessionUser,
  proof: string | undefined,
  { domain }: RelyingParty,
): Promise<{ token: string; options: PublicKeyCredentialCreationOptionsJSON }> {
  await requireProof(user, proof, { freshIsEnough: true });
  const known = await db().passkey.findMany({
    where: { userId: user.id },
    take: MOST,
    select: { credentialId: true, transports: true },
  });
  if (known.length >= MOST) throw tooMany();
  const options = await generateRegistrationOptions({
    rpName: (await workspaceName()) ?? "Parley",
    rpID: domain,
    userID: handleOf(user.id),
    userName: user.email,
    userDisplayName: user.name,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    // Discoverable, so that it works without an email address. Requires a fingerprint or PIN, so that it counts as
    // two factors.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    timeout: STEP_SECONDS * 1_000,
  });
  const { id: userId, sessionId } = user;
  const token = await beginStep({ kind: "passkey-add", userId, sessionId, challenge: options.challenge });
  return { token, options };
}

/**
 * Adds the passkey that a browser created, and mails its owner. Returns recovery codes if there were none. Throws
 * `invalid` if it wasn't started in this browser and session within `STEP_SECONDS`, or the response doesn't match.
 */
export async function addPasskey(
  user: SessionUser,
  token: string | null,
  { name, response }: { name: string; response: MadePasskey },
  { domain, origin }: RelyingParty,
): Promise<NewCodesDto> {
  const step = await findStep(token);
  const isTheirs = step?.kind === "passkey-add" && step.userId === user.id && step.sessionId === user.sessionId;
  if (!isTheirs || !step.challenge || token === null || !(await endStep(token))) throw notMade();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, response: withoutUndefined(response.response), clientExtensionResults: {} },
    expectedChallenge: step.challenge,
    expectedOrigin: origin,
    expectedRPID: domain,
    requireUserVerification: true,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }));
  if (!verified || !registrationInfo) throw notMade();
  const { id: credentialId, publicKey, counter, transports = [] } = registrationInfo.credential;
  try {
    const made = await asPerson(user, async (tx) => {
      if ((await tx.passkey.count({ where: { userId: user.id } })) >= MOST) throw tooMany();
      const codes = await codesUnlessMade(tx, user.id);
      // A password change takes the same lock and may have ended the session: an intruder's passkey must not outlive
      // it.
      const isThere = (await tx.session.count({ where: { id: user.sessionId, userId: user.id } })) > 0;
      if (!isThere) throw notMade();
      const key = { credentialId, publicKey: new Uint8Array(publicKey), counter: BigInt(counter), transports };
      await tx.passkey.create({ data: { userId: user.id, domain, name, ...key }, select: { id: true } });
      const details = { name: { from: null, to: name } };
      await noteForOwner(tx, user.id, await recordAudit(tx, { actor: user, action: "account.passkey_added", details }));
      return { codes };
    });
    mailOwner(user.id, {
      subject: "A passkey was added to your account",
      what: `The passkey "${name}" was added to your account and can now sign in to it.`,
      undo: "remove it on your account page",
    });
    return made;
  } catch (error) {
    if (hasCode(error, "P2002")) throw new AppError("conflict", "You've already added this passkey.");
    throw error;
  }
}

/** Renames one of your passkeys. Throws `not_found` for others. */
export async function renamePasskey(user: SessionUser, passkeyId: bigint, name: string): Promise<void> {
  const own = { id: passkeyId, userId: user.id };
  const { count } = await asPerson(user, (tx) => tx.passkey.updateMany({ where: own, data: { name } }));
  if (count === 0) throw isGone();
}

/**
 * Removes one of your passkeys, with a password or code as proof. Throws `not_found` for others, and `conflict` for the
 * last factor if the workspace requires two-step sign-in.
 */
export async function removePasskey(user: SessionUser, passkeyId: bigint, proof: string | undefined): Promise<void> {
  const where = { id: passkeyId, userId: user.id };
  if ((await db().passkey.count({ where })) === 0) throw isGone();
  await requireProof(user, proof);
  await dropFactor(user, async (tx) => {
    const passkey = await tx.passkey.findFirst({ where, select: { name: true } });
    if (!passkey) throw isGone();
    await tx.passkey.deleteMany({ where });
    const details = { name: { from: passkey.name, to: null } };
    await recordAudit(tx, { actor: user, action: "account.passkey_removed", details });
  });
}

/** Returns what a browser needs to sign with a passkey of this person, or of anyone if no person is given. */
export async function passkeyOptions(
  userId: bigint | null,
  { domain }: RelyingParty,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const where = { userId: userId ?? 0n, domain };
  const known =
    userId === null
      ? []
      : await db().passkey.findMany({ where, take: MOST, select: { credentialId: true, transports: true } });
  return generateAuthenticationOptions({
    rpID: domain,
    userVerification: "required",
    timeout: STEP_SECONDS * 1_000,
    allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
}

/** The person a passkey belongs to. `passwordHash` is null if the signature is invalid or the counter went back. */
type Signer = { id: bigint; name: string; passwordHash: string | null };

/** Returns who signed this challenge with their passkey, and records its use; null if the passkey is unknown. */
export async function signerOf(
  response: UsedPasskey,
  challenge: string,
  { domain, origin }: RelyingParty,
): Promise<Signer | null> {
  const passkey = await db().passkey.findUnique({
    where: { credentialId: response.id },
    select: {
      id: true,
      credentialId: true,
      publicKey: true,
      counter: true,
      domain: true,
      user: { select: { id: true, name: true, passwordHash: true, deactivatedAt: true } },
    },
  });
  if (!passkey || passkey.domain !== domain) return null;
  const { id, name, deactivatedAt, passwordHash } = passkey.user;
  const refused = { id, name, passwordHash: null };
  const { userHandle } = response.response;
  const isOther = Boolean(userHandle) && !Buffer.from(userHandle ?? "", "base64url").equals(handleOf(id));
  if (deactivatedAt || isOther) return refused;
  const { authenticatorData, clientDataJSON, signature } = response.response;
  const checked = await verifyAuthenticationResponse({
    response: { ...response, response: { authenticatorData, clientDataJSON, signature }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: domain,
    credential: { id: passkey.credentialId, publicKey: passkey.publicKey, counter: Number(passkey.counter) },
    requireUserVerification: true,
  }).catch(() => null);
  if (!checked?.verified) return refused;
  const counter = BigInt(checked.authenticationInfo.newCounter);
  // The counter of a copied passkey falls behind. Many passkeys don't count and always send 0.
  const { count } = await db().passkey.updateMany({
    where: { id: passkey.id, OR: [{ counter: { lt: counter } }, ...(counter === 0n ? [{ counter }] : [])] },
    data: { counter, lastUsedAt: new Date() },
  });
  return count > 0 ? { id, name, passwordHash } : refused;
}

/** Returns the id that a passkey stores for its user. It contains nothing but the account's id. */
function handleOf(userId: bigint): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${userId}`);
}

function withoutUndefined({ clientDataJSON, attestationObject, transports }: MadePasskey["response"]) {
  return { clientDataJSON, attestationObject, ...(transports && { transports }) };
}

function notMade(): AppError {
  return new AppError(
    "invalid",
    `The passkey wasn't added. Start again and follow your browser's prompts within ${STEP_SECONDS / 60} minutes.`,
  );
}

function tooMany(): AppError {
  return new AppError("conflict", `You can have at most ${MOST} passkeys. Remove one first.`);
}

function isGone(): AppError {
  return new AppError("not_found", "This passkey was already removed.");
}
