import { toast } from "@/components/ui/overlays/toaster";
import { excerpt } from "@/lib/messages/cards/excerpt";
import type { IncidentActKind, MessageDto } from "@/lib/messages/dto";

/** Closes a card's incident and says so with a way to undo it. `act` resolves to null, or to an error. */
export async function closeIncident(
  message: MessageDto,
  act: (kind: IncidentActKind) => Promise<string | null>,
): Promise<void> {
  const run = async (kind: IncidentActKind) => {
    const error = await act(kind);
    if (error !== null) toast.error(error);
    return error === null;
  };
  if (!(await run("close"))) return;
  toast(`Closed “${excerpt(message, 60)}”`, { action: { label: "Undo", onClick: () => void run("reopen") } });
}
