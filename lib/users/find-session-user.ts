import { db } from "@/lib/db/client";
import type { WorkspaceRole } from "@/lib/users/dto";

/** The person behind a request. */
export type SessionUser = {
  id: bigint;
  name: string;
  email: string;
  avatarUrl: string | null;
  role: WorkspaceRole;
  sessionVersion: number;
};

/** The active user with this id whose sessions of this version are still valid, or null. */
export async function findSessionUser(id: bigint, sessionVersion: number): Promise<SessionUser | null> {
  return db().user.findUnique({
    where: { id, sessionVersion, deactivatedAt: null },
    select: { id: true, name: true, email: true, avatarUrl: true, role: true, sessionVersion: true },
  });
}
