"use client";

import { ChevronDown } from "@/components/ui/icons";
import { late } from "@/components/ui/late";
import { Menu } from "@/components/ui/menu";
import { WorkspaceMark } from "@/components/workspace/workspace-mark";
import { useWorkspace } from "@/lib/browser/workspace";
import type { WorkspaceRole } from "@/lib/users/dto";

const items = late(() => import("./workspace-items"));

/** The workspace's logo and name, with the menu of its pages. */
export function WorkspaceMenu({ role }: { role: WorkspaceRole }) {
  const workspace = useWorkspace();
  const { name } = workspace;
  const WorkspaceItems = items.use()?.WorkspaceItems;
  return (
    <Menu
      load={items.load}
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`${name}, workspace menu`}
          className="target-y flex min-w-0 items-center gap-2 rounded-md px-1.5 transition-colors hover:bg-surface-hover data-[state=open]:bg-surface-hover"
        >
          <WorkspaceMark workspace={workspace} size={24} />
          <span className="truncate font-semibold text-base">{name}</span>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
        </button>
      }
    >
      {WorkspaceItems ? <WorkspaceItems role={role} /> : null}
    </Menu>
  );
}
