"use client";

import { useTransition } from "react";
import { ReadOnlyText } from "@/components/forms/read-only-text";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import type { InviteDto } from "@/lib/users/dto";
import { InviteFacts } from "./invite-facts";
import { RevokeInvite } from "./revoke-invite";

type InviteLinkProps = {
  invite: InviteDto;
  create: () => Promise<void>;
  revoke: (invite: InviteDto) => Promise<string | null>;
};

/** The link to send, and another one instead. */
export function InviteLink({ invite, create, revoke }: InviteLinkProps) {
  const [busy, startTransition] = useTransition();
  return (
    <div>
      <div className="flex items-end gap-2">
        <ReadOnlyText label="Invite link" value={invite.url} className="min-w-0 flex-1" />
        <CopyButton text={invite.url} label="Copy link" variant="primary" />
      </div>
      <InviteFacts invite={invite} className="mt-2" />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" busy={busy} onClick={() => startTransition(create)}>
          Create a new link
        </Button>
        <RevokeInvite invite={invite} revoke={revoke} label="Revoke this link" />
      </div>
    </div>
  );
}
