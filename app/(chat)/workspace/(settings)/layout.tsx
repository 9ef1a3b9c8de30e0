import type { ReactNode } from "react";
import { pageWorkspace } from "@/app/(chat)/page-workspace";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { VERSION } from "@/lib/process/version";
import { workspacePaths } from "@/lib/text/workspace-paths";
import { requirePageUser } from "@/lib/web/session";

const general = { href: workspacePaths.settings, label: "General", exact: true } as const;
const permissions = { href: workspacePaths.permissions, label: "Permissions" } as const;
const groups = { href: workspacePaths.groups, label: "Groups" } as const;
const emoji = { href: workspacePaths.emoji, label: "Emoji" } as const;
const retention = { href: workspacePaths.retention, label: "Retention" } as const;
const security = { href: workspacePaths.security, label: "Security" } as const;
const exports = { href: workspacePaths.export, label: "Export" } as const;
const storage = { href: workspacePaths.files, label: "Storage" } as const;
const health = { href: workspacePaths.health, label: "Health" } as const;

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
