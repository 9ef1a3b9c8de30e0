import { useEffect, useEffectEvent } from "react";
import { store } from "@/lib/browser/store";

/** Panels that can be opened without their own button. */
export type Panel = "palette" | "shortcuts" | "create-channel" | "first-channels" | "invite-people";

// Kept until the panel's component has mounted, which may be after the request.
const requested = store<Panel | null>(null);

/** Opens a panel as soon as its component has mounted. */
export function openPanel(panel: Panel): void {
  requested.set(panel);
}

/** Calls `open` when this panel is requested. */
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
