import { createHash, randomBytes } from "node:crypto";
import { announce, leaveNotice } from "@/lib/audit/leave-notices";
import { recordMissedStep } from "@/lib/audit/sign-ins";
import { db } from "@/lib/db/client";
import { inPortions, MINUTE_MS, type TimedJob } from "@/lib/process/repeat";

/** How long a step can be completed. */
export const STEP_SECONDS = 600;

const MOST_TRIES = 5;

/** What a second step after a correct password is for: to sign in, or to link a single sign-on login. */
export type StepPurpose = "second-step" | "link-login";

/** A second step; a sign-in with a passkey alone; the adding of one. */
export type StepKind = StepPurpose | "passkey-sign-in" | "passkey-add";

type Step = {
  kind: StepKind;
  userId: bigint | null;
  sessionId: bigint | null;
  passwordHash: string | null;
  challenge: string | null;
  network: string | null;
};

/**
 * Starts a step, and returns the token that the browser's cookie must have to complete it within ten minutes. It ends
 * at once if the person is deactivated. `recordMissedSteps` deletes expired ones.
 */
export async function beginStep(step: Partial<Step> & Pick<Step, "kind">): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(Date.now() + STEP_SECONDS * 1000);
  await db().signInStep.create({
    data: { ...step, tokenHash: hashOf(token), expiresAt },
    select: { kind: true },
  });
  return token;
}

/** Returns what the browser with this token started, or null if that is over. */
export async function findStep(token: string | null): Promise<Step | null> {
  if (token === null) return null;
  const [step] = await db().$queryRaw<Step[]>`
    SELECT s.kind, s.user_id AS "userId", s.session_id AS "sessionId", s.password_hash AS "passwordHash", s.challenge, s.network
    FROM sign_in_steps s LEFT JOIN users u ON u.id = s.user_id
    WHERE s.token_hash = ${hashOf(token)} AND s.expires_at > now() AND u.deactivated_at IS NULL
      AND (s.password_hash IS NULL OR s.password_hash = u.password_hash)`;
  return step ?? null;
}

/** Ends a step. Returns false if it had already ended. */
export async function endStep(token: string): Promise<boolean> {
  const { count } = await db().signInStep.deleteMany({ where: { tokenHash: hashOf(token) } });
  return count > 0;
}

/** Sets the challenge that a passkey has to sign. */
export async function setChallenge(token: string, challenge: string): Promise<void> {
  await db().signInStep.updateMany({ where: { tokenHash: hashOf(token) }, data: { challenge } });
}

/** Uses up a step's challenge, so that only one response is accepted. Returns false if it was already used. */
export async function spendChallenge(token: string, challenge: string): Promise<boolean> {
  const where = { tokenHash: hashOf(token), challenge };
  const { count } = await db().signInStep.updateMany({ where, data: { challenge: null } });
  return count > 0;
}

/** Counts a wrong code. After the fifth one the step is over, and the password is needed again. */
export async function noteWrongCode(token: string): Promise<void> {
  const tokenHash = hashOf(token);
  await db().signInStep.updateMany({ where: { tokenHash }, data: { tries: { increment: 1 } } });
  await db().$executeRaw`
    UPDATE sign_in_steps SET expires_at = now() WHERE token_hash = ${tokenHash} AND tries >= ${MOST_TRIES}`;
}

function hashOf(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token).digest());
}

export const missedStepsJob: TimedJob = {
  name: "missed-steps",
  label: "Report sign-ins that stopped at the second step",
  every: MINUTE_MS,
  work: recordMissedSteps,
  failure: "recording missed second steps failed",
};

/**
 * Deletes expired steps. If the password was right but the second step never followed, leaves an audit entry and a
 * notice, because someone may know the password. This waits until the step expires, because most people do complete
 * it.
 */
export async function recordMissedSteps(): Promise<void> {
  await inPortions((atMost) =>
    db()
      .$transaction(async (tx) => {
        const over = await tx.$queryRaw<{ kind: StepKind; network: string | null; id: bigint | null; name: string }[]>`
          WITH over AS (
            DELETE FROM sign_in_steps WHERE token_hash IN (
              SELECT token_hash FROM sign_in_steps WHERE expires_at <= now() LIMIT ${atMost} FOR UPDATE SKIP LOCKED)
            RETURNING kind, user_id, network)
          SELECT o.kind, o.network, u.id, u.name FROM over o LEFT JOIN users u ON u.id = o.user_id`;
        const recipientIds = [];
        for (const { kind, network, id, name } of over) {
          if (id === null || (kind !== "second-step" && kind !== "link-login")) continue;
          const entryId = await recordMissedStep(tx, { id, name }, network ?? "");
          await leaveNotice(tx, id, entryId);
          recipientIds.push(id);
        }
        return { count: over.length, recipientIds };
      })
      .then(({ count, recipientIds }) => {
        announce(recipientIds);
        return count;
      }),
  );
}
