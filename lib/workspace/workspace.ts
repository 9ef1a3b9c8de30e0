import { db } from "@/lib/db/client";
import { avatarHashOf } from "@/lib/files/images/uploaded-avatar";
import { isAllowed } from "@/lib/people/allowed";
import type { SessionUser } from "@/lib/people/find-session-user";
import { paths } from "@/lib/text/paths";
import type { WorkspaceDto, WorkspaceFaceDto } from "@/lib/workspace/dto";

/** Returns the workspace's name and logo, for anyone; null before setup. */
export async function workspaceFace(): Promise<WorkspaceFaceDto | null> {
  const found = await db().workspace.findFirst({ select: { name: true, logoUrl: true } });
  return found && { name: found.name, logoUrl: shownLogo(found.logoUrl) };
}

/** Returns the workspace around a person's pages. */
export async function workspaceFor(user: SessionUser): Promise<WorkspaceDto> {
  const select = { name: true, logoUrl: true, whoInvites: true, whoCreatesChannels: true } as const;
  const found = await db().workspace.findFirst({ select });
  return {
    name: found?.name ?? "Parley",
    logoUrl: shownLogo(found?.logoUrl ?? null),
    mayInvite: isAllowed(user, found?.whoInvites),
    mayCreateChannels: isAllowed(user, found?.whoCreatesChannels),
  };
}

/** Returns the path of a stored logo, which also works for people who aren't signed in. */
export function shownLogo(logoUrl: string | null): string | null {
  const hash = avatarHashOf(logoUrl);
  return hash === null ? null : paths.api.logo(hash);
}
