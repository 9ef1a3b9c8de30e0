import type { ReactNode } from "react";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { requirePageUser } from "@/lib/auth/session";
import { paths } from "@/lib/paths";
import { workspaceFor } from "@/lib/workspace/workspace";

const general = { href: paths.workspaceSettings, label: "General", exact: true } as const;
const permissions = { href: paths.workspacePermissions, label: "Permissions" } as const;
const security = { href: paths.security, label: "Security" } as const;
const storage = { href: paths.files, label: "Storage" } as const;

/** The workspace's settings. Members see those that apply to them; owners and admins change them. */
export default async function WorkspaceSettingsLayout({ children }: { children: ReactNode }) {
  const user = await requirePageUser();
  const { name } = await workspaceFor(user);
  const tabs = user.role === "member" ? [general, permissions] : [general, permissions, security, storage];
  return (
    <SettingsFrame title="Workspace settings" note={name} tabs={tabs}>
      {children}
    </SettingsFrame>
  );
}
