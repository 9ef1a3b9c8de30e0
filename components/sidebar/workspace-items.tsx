"use client";

import { openPanel } from "@/components/frame/panels";
import { afterDialog } from "@/components/ui/hooks/after-dialog";
import { Settings, UserPlus, Users } from "@/components/ui/icons/icons";
import { HardDrive, Paperclip, ScrollText, Webhook } from "@/components/ui/icons/more-icons";
import { MenuItem, MenuLink, MenuSeparator } from "@/components/ui/overlays/menu-items";
import { useWorkspace } from "@/lib/browser/workspace";
import type { WorkspaceRole } from "@/lib/people/dto";
import { paths } from "@/lib/text/paths";
import { workspacePaths } from "@/lib/text/workspace-paths";

/** The items of the workspace menu: what this person may open or do. */
export function WorkspaceItems({ role }: { role: WorkspaceRole }) {
  const { mayInvite } = useWorkspace();
  return (
    <>
      {mayInvite && (
        <>
          <MenuItem
            icon={<UserPlus aria-hidden="true" />}
            onSelect={() => afterDialog(() => openPanel("invite-people"))}
          >
            Invite people
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuLink href={workspacePaths.settings} icon={<Settings aria-hidden="true" />}>
        Settings
      </MenuLink>
      <MenuLink href={paths.people} icon={<Users aria-hidden="true" />}>
        People
      </MenuLink>
      <MenuLink href={paths.allFiles} icon={<Paperclip aria-hidden="true" />}>
        Files
      </MenuLink>
      <MenuLink href={workspacePaths.webhooks} icon={<Webhook aria-hidden="true" />}>
        Webhooks
      </MenuLink>
      {role !== "member" && (
        <>
          <MenuLink href={workspacePaths.files} icon={<HardDrive aria-hidden="true" />}>
            Storage
          </MenuLink>
          <MenuLink href={workspacePaths.auditLog} icon={<ScrollText aria-hidden="true" />}>
            Audit log
          </MenuLink>
        </>
      )}
    </>
  );
}
