import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { publish } from "@/lib/events/hub";
import { requireAdmin } from "@/lib/people/allowed";
import { asPerson } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { IS_RESTRICTED } from "@/lib/people/restricted";
import { AppError } from "@/lib/text/errors";
import { hasSecondStep } from "./factors";

// Why: docs/decisions/sessions.md

/**
 * Returns whether two-step sign-in is required, and how many people haven't set it up. Throws `not_found` for members.
 */
export async function twoStepRequirement(
  user: SessionUser,
): Promise<{ required: boolean; without: number; own: boolean }> {
  requireAdmin(user);
  const [workspace, without, own] = await Promise.all([
    db().workspace.findFirst({ select: { requiresTwoStep: true } }),
    db().user.count({ where: { deactivatedAt: null, authenticatorApp: null, passkeys: { none: {} } } }),
    hasSecondStep(user.id),
  ]);
  return { required: workspace?.requiresTwoStep ?? false, without, own };
}

/**
 * Requires two-step sign-in, which blocks everything else for people without it, or makes it optional. Throws
 * `not_found` for members, and `conflict` if the actor hasn't set it up.
 */
export async function requireTwoStep(user: SessionUser, required: boolean): Promise<void> {
  requireAdmin(user);
  if (required && !(await hasSecondStep(user.id))) {
    throw new AppError("conflict", "Set up two-step sign-in for your own account first.");
  }
  await asPerson(user, async (tx, now) => {
    requireAdmin(now);
    const { count } = await tx.workspace.updateMany({
      where: { requiresTwoStep: !required },
      data: { requiresTwoStep: required },
    });
    if (count === 0) return;
    const action = required ? "workspace.two_step_required" : "workspace.two_step_not_required";
    await recordAudit(tx, { actor: user, action });
  });
  if (!required) return;
  // Open pages of these people learn of it at once. If a hint is lost, they do within a few seconds.
  const restricted = await db().$queryRaw<{ id: bigint }[]>`
    SELECT u.id FROM users u WHERE u.deactivated_at IS NULL AND EXISTS (SELECT FROM sessions s WHERE s.user_id = u.id)
      AND ${Prisma.raw(IS_RESTRICTED)} LIMIT 1000`;
  for (const { id } of restricted) publish({ kind: "user", userId: id });
}
