import { useState } from "react";
import { createRoot } from "react-dom/client";
import { unsent } from "@/components/chat/conversation/run/unsent";
import { afterDialog } from "@/components/ui/hooks/after-dialog";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { waitingNonces } from "@/lib/browser/kept/wipe";

/** Asks for confirmation if signing out would lose unsent messages. Returns whether to sign out. */
export async function mayLoseUnsent(): Promise<boolean> {
  const here = [...unsent.values()].flatMap(({ pending }) => pending.map(({ nonce }) => nonce));
  const count = new Set([...here, ...(await waitingNonces())]).size;
  return count === 0 || ask(count);
}

/** Opens the dialog in its own root, because the menu with the sign-out button has closed. */
function ask(count: number): Promise<boolean> {
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  return new Promise<boolean>((resolve) => {
    afterDialog(() => root.render(<UnsentDialog count={count} onAnswer={resolve} />));
  }).finally(() => {
    root.unmount();
    container.remove();
  });
}

function UnsentDialog({ count, onAnswer }: { count: number; onAnswer: (sure: boolean) => void }) {
  const [open, setOpen] = useState(true);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        // Confirming also closes the dialog, and fires first.
        if (!next) setTimeout(() => onAnswer(false));
      }}
      title={count === 1 ? "Sign out and lose a message?" : `Sign out and lose ${count} messages?`}
      description={
        count === 1
          ? "It hasn't been sent yet. Signing out deletes unsent messages from this device."
          : "They haven't been sent yet. Signing out deletes unsent messages from this device."
      }
      confirmText="Sign out"
      onConfirm={async () => {
        onAnswer(true);
        return null;
      }}
    />
  );
}
