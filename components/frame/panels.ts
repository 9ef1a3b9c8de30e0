import { useEffect, useEffectEvent } from "react";
import { store } from "@/lib/browser/store";

/** What can be opened from elsewhere than its own button. */
export type Panel = "palette" | "shortcuts" | "create-channel" | "invite-people";

// It stays until the panel's component is there, which listens after the page around it.
const requested = store<Panel | null>(null);

/** Opens a panel of the frame, wherever its component stands, as soon as that is there. */
export function openPanel(panel: Panel): void {
  requested.set(panel);
}

/** Calls `open` whenever somebody asks for this panel. */
export function usePanel(panel: Panel, open: () => void): void {
  const asked = useEffectEvent(open);
  useEffect(() => {
    const take = () => {
      if (requested.get() !== panel) return;
      requested.set(null);
      asked();
    };
    take();
    return requested.subscribe(take);
  }, [panel]);
}
