import type { ReactNode } from "react";
import { pageWorkspace } from "@/app/(chat)/page-workspace";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { VERSION } from "@/lib/process/version";
import { paths } from "@/lib/text/paths";
import { requirePageUser } from "@/lib/web/session";

const general = { href: paths.workspaceSettings, label: "General", exact: true } as const;
const permissions = { href: paths.workspacePermissions, label: "Permissions" } as const;
const groups = { href: paths.workspaceGroups, label: "Groups" } as const;
const emoji = { href: paths.workspaceEmoji, label: "Emoji" } as const;
const retention = { href: paths.workspaceRetention, label: "Retention" } as const;
const security = { href: paths.security, label: "Security" } as const;
const exports = { href: paths.workspaceExport, label: "Export" } as const;
const storage = { href: paths.files, label: "Storage" } as const;
const health = { href: paths.health, label: "Health" } as const;

/** The workspace's settings. Members see those that apply to them; owners and admins change them. */
export default async function WorkspaceSettingsLayout({ children }: { children: ReactNode }) {
  const user = await requirePageUser();
  const { name } = await pageWorkspace();
  const open = [general, permissions, groups, emoji, retention];
  const managed = user.role === "member" ? open : [...open, security, storage, health];
  const tabs = user.role === "owner" ? [...managed, exports] : managed;
  return (
    <SettingsFrame title="Workspace settings" note={name} tabs={tabs} version={VERSION}>
      {children}
    </SettingsFrame>
  );
}
