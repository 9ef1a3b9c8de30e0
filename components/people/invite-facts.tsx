import { clsx } from "clsx";
import { Time } from "@/components/ui/time";
import type { InviteDto } from "@/lib/users/dto";

/** For how many people a link still is, and how long. */
export function InviteFacts({ invite, className }: { invite: InviteDto; className?: string }) {
  return (
    <p className={clsx("text-sm text-text-muted", className)}>
      {left(invite)}, until <Time at={invite.expiresAt} format="date" />.
    </p>
  );
}

function left({ uses, maxUses }: InviteDto): string {
  if (maxUses !== null) return `${maxUses - uses} of ${maxUses} ${maxUses === 1 ? "use" : "uses"} left`;
  return uses === 0 ? "For any number of people" : `For any number of people, ${uses} so far`;
}
