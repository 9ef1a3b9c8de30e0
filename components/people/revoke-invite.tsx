"use client";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { InviteDto } from "@/lib/users/dto";

type RevokeInviteProps = {
  invite: InviteDto;
  revoke: (invite: InviteDto) => Promise<string | null>;
  label: string;
};

/** Ends a link, after asking. */
export function RevokeInvite({ invite, revoke, label }: RevokeInviteProps) {
  return (
    <ConfirmDialog
      trigger={
        <Button size="small" variant="ghost" className="text-danger!">
          {label}
        </Button>
      }
      title={`Revoke the invite link of ${invite.createdByName}?`}
      description="Nobody can join with it any more. Whoever has joined stays."
      confirmText="Revoke"
      onConfirm={() => revoke(invite)}
    />
  );
}
