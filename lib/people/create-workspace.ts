import { hash } from "@node-rs/argon2";
import type { z } from "zod";
import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import { refuseCommonPassword } from "@/lib/people/common-passwords";
import type { setupSchema } from "@/lib/people/schema";
import { AppError, hasCode } from "@/lib/text/errors";

/** Returns whether the workspace still has to be created at /setup. */
export async function needsSetup(): Promise<boolean> {
  return (await db().workspace.count()) === 0;
}

/** The workspace's name, or null before setup. */
export async function workspaceName(): Promise<string | null> {
  return (await db().workspace.findFirst({ select: { name: true } }))?.name ?? null;
}

/**
 * Creates the workspace, its owner and #general, all or nothing. Throws `invalid` for a password that is too common,
 * and `conflict` if there already is a workspace, even if it was created at the same moment.
 */
export async function createWorkspace(
  input: z.output<typeof setupSchema>,
): Promise<{ userId: bigint; channelId: bigint }> {
  // Before the slow hash, so that strangers can't keep a running install busy.
  if (!(await needsSetup())) throw alreadyThere();
  await refuseCommonPassword(input.password, "password");
  const passwordHash = await hash(input.password);
  try {
    return await db().$transaction(async (tx) => {
      await tx.workspace.create({ data: { name: input.workspaceName } });
      const { name, email } = input;
      const select = { id: true, name: true } as const;
      const user = await tx.user.create({ data: { name, email, passwordHash, role: "owner" }, select });
      const channel = await tx.channel.create({
        data: {
          name: "general",
          topic: "For everyone",
          createdById: user.id,
          memberships: { create: { userId: user.id, role: "manager" } },
        },
        select,
      });
      const details = { name: { from: null, to: input.workspaceName } };
      await recordAudit(tx, { actor: user, action: "workspace.created", details });
      await recordAudit(tx, { actor: user, action: "channel.created", channel });
      return { userId: user.id, channelId: channel.id };
    });
  } catch (error) {
    if (hasCode(error, "P2002")) throw alreadyThere();
    throw error;
  }
}

function alreadyThere(): AppError {
  return new AppError("conflict", "This workspace already exists. Sign in, or ask a member for an invite link.");
}
