import { clsx } from "clsx";
import { Time } from "@/components/ui/time";
import type { InviteDto } from "@/lib/users/dto";

/** How long a link works, and how many came by it. */
export function InviteFacts({ invite, className }: { invite: InviteDto; className?: string }) {
  return (
    <p className={clsx("text-sm text-text-muted", className)}>
      Works until <Time at={invite.expiresAt} format="date" />. {joined(invite.uses)}
    </p>
  );
}

function joined(uses: number): string {
  if (uses === 0) return "Nobody has joined with it yet.";
  return uses === 1 ? "1 person has joined with it." : `${uses} people have joined with it.`;
}
