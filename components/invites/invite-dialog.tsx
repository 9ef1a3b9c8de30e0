"use client";

import { UserPlus } from "lucide-react";
import { useState } from "react";
import { usePanel } from "@/components/panels/panels";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { latePart } from "@/components/ui/late";
import { Skeleton } from "@/components/ui/skeleton";
import { type InviteActions, useInvites } from "./use-invites";

const OtherInvites = latePart(async () => (await import("./invite-links")).OtherInvites);
const InviteLink = latePart(async () => (await import("./invite-links")).InviteLink);
const NewInvite = latePart(async () => (await import("./new-invite")).NewInvite);

/** The button that invites people, and the dialog with the link to send them. */
export function InviteDialog(actions: InviteActions) {
  const [open, setOpen] = useState(false);
  const { invites, error, load, create, revoke } = useInvites(actions);

  function change(next: boolean): void {
    setOpen(next);
    if (next) void load();
  }

  usePanel("invite-people", () => change(true));

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      trigger={
        <Button variant="ghost" className="justify-start px-2.5!">
          <UserPlus aria-hidden="true" />
          Invite people
        </Button>
      }
      title="Invite people"
      description="Whoever opens this link can make an account in this workspace."
    >
      {error && <Banner tone="danger">{error}</Banner>}
      {invites ? (
        <div className="flex flex-col gap-6">
          <InviteLink key={invites.current.id} invite={invites.current} revoke={revoke} />
          <NewInvite usual={invites.terms} create={create} />
          {invites.others.length > 0 && <OtherInvites invites={invites.others} revoke={revoke} />}
        </div>
      ) : (
        !error && <Skeleton className="h-28 w-full" />
      )}
    </Dialog>
  );
}
