"use client";

import { UserPlus } from "lucide-react";
import { useState } from "react";
import { usePanel } from "@/components/frame/panels";
import { Dialog } from "@/components/ui/dialog";
import { late } from "@/components/ui/late";
import type { InviteActions } from "./use-invites";

const links = late(() => import("./invite-links"));

/** The button that invites people, and the dialog with the invite link. */
export function InviteDialog(actions: InviteActions) {
  const [open, setOpen] = useState(false);
  const InviteLinks = links.use()?.InviteLinks;
  usePanel("invite-people", () => setOpen(true));
  return (
    <Dialog
      load={links.load}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className="flex min-h-7 w-full items-center gap-2 rounded-md px-2.5 text-sm text-text-muted -outline-offset-2 hover:bg-surface-hover hover:text-text pointer-coarse:min-h-11"
        >
          <UserPlus aria-hidden="true" className="size-4" />
          Invite people
        </button>
      }
      title="Invite people"
      description="Anyone with this link can join."
    >
      {InviteLinks ? <InviteLinks {...actions} /> : null}
    </Dialog>
  );
}
