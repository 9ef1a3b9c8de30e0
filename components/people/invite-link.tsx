import { ReadOnlyText } from "@/components/forms/read-only-text";
import { CopyButton } from "@/components/ui/copy-button";
import type { InviteDto } from "@/lib/users/dto";
import { InviteFacts } from "./invite-facts";
import { RevokeInvite } from "./revoke-invite";

type InviteLinkProps = { invite: InviteDto; revoke: (invite: InviteDto) => Promise<string | null> };

/** The link to send. */
export function InviteLink({ invite, revoke }: InviteLinkProps) {
  return (
    <div>
      <div className="flex items-end gap-2">
        <ReadOnlyText label="Invite link" value={invite.url} className="min-w-0 flex-1" />
        <CopyButton text={invite.url} label="Copy link" variant="primary" />
      </div>
      <InviteFacts invite={invite} className="mt-2" />
      <div className="-ms-2.5 mt-1">
        <RevokeInvite invite={invite} revoke={revoke} label="Revoke this link" />
      </div>
    </div>
  );
}
