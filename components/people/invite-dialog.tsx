"use client";

import { UserPlus } from "lucide-react";
import { useState } from "react";
import { usePanel } from "@/components/frame/panels";
import { Button } from "@/components/ui/button";
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
        <Button variant="ghost" className="justify-start px-2.5!">
          <UserPlus aria-hidden="true" />
          Invite people
        </Button>
      }
      title="Invite people"
      description="Anyone with this link can join."
    >
      {InviteLinks ? <InviteLinks {...actions} /> : null}
    </Dialog>
  );
}
