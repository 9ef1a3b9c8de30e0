import type { InviteDto } from "@/lib/users/dto";
import { InviteFacts } from "./invite-facts";
import { RevokeInvite } from "./revoke-invite";

type OtherInvitesProps = { invites: InviteDto[]; revoke: (invite: InviteDto) => Promise<string | null> };

/** The links that also work. */
export function OtherInvites({ invites, revoke }: OtherInvitesProps) {
  return (
    <section aria-labelledby="other-invites">
      <h3 id="other-invites" className="mb-2 font-medium text-sm">
        Other links that work
      </h3>
      <ul aria-labelledby="other-invites" className="divide-y rounded-xl border">
        {invites.map((invite) => (
          <li key={invite.id} className="flex items-center justify-between gap-3 px-3.5 py-2.5">
            <div className="min-w-0">
              <p className="truncate text-sm">By {invite.createdByName}</p>
              <InviteFacts invite={invite} />
            </div>
            {invite.canRevoke && <RevokeInvite invite={invite} revoke={revoke} label="Revoke" />}
          </li>
        ))}
      </ul>
    </section>
  );
}
