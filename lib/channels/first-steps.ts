import type { FirstStepsDto } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import type { SessionUser } from "@/lib/users/find-session-user";

/** How far the owner of a new workspace has come; null for everybody else, and once nothing is left to do. */
export async function firstSteps(user: SessionUser): Promise<FirstStepsDto | null> {
  if (user.role !== "owner") return null;
  const [steps] = await db().$queryRaw<FirstStepsDto[]>`
    SELECT
      EXISTS (SELECT FROM users u WHERE u.id <> ${user.id}) AS "somebodyJoined",
      EXISTS (SELECT FROM channels c WHERE c.kind <> 'direct' OFFSET 1) AS "channelMade",
      EXISTS (SELECT FROM webhooks) AS "webhookMade",
      EXISTS (SELECT FROM messages m WHERE m.user_id = ${user.id}) AS "messagePosted"`;
  return steps && Object.values(steps).includes(false) ? steps : null;
}
