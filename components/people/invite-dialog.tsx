"use client";

import { clsx } from "clsx";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { usePanel } from "@/components/frame/panels";
import { Dialog } from "@/components/ui/dialog";
import { late } from "@/components/ui/late";
import { rowStyle } from "@/components/ui/row-style";
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
          className={clsx(rowStyle, "w-full text-text-muted hover:bg-surface-hover hover:text-text")}
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
