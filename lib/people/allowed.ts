import type { Transaction } from "@/lib/db/transaction";
import type { AllowedPeople } from "@/lib/people/dto";
import type { SessionUser } from "@/lib/people/find-session-user";
import { AppError, noSuchThing } from "@/lib/text/errors";

const REFUSALS = {
  whoInvites: "Only owners and admins can invite people. Ask one of them for an invite link.",
  whoCreatesChannels: "Only owners and admins can create channels. Ask one of them to create it.",
} as const;

type Permission = keyof typeof REFUSALS;
type Reader = Pick<Transaction, "workspace">;
type WithRole = Pick<SessionUser, "role">;

/** Throws `forbidden` if only owners and admins may do this and the user is a member. */
export async function requireAllowed(tx: Reader, user: WithRole, what: Permission): Promise<void> {
  if (!(await mayDo(tx, user, what))) throw new AppError("forbidden", REFUSALS[what]);
}

/** Returns whether someone with this role may do this. */
export async function mayDo(tx: Reader, { role }: WithRole, what: Permission): Promise<boolean> {
  const found = await tx.workspace.findFirst({ select: { whoInvites: true, whoCreatesChannels: true } });
  return isAllowed({ role }, found?.[what]);
}

/** Returns whether someone with this role is among these people. */
export function isAllowed({ role }: WithRole, who: AllowedPeople = "everyone"): boolean {
  return role !== "member" || who === "everyone";
}

/** Throws `not_found` unless the user is an owner or admin, as if what only they may see didn't exist. */
export function requireAdmin({ role }: WithRole): void {
  if (role === "member") throw noSuchThing();
}
