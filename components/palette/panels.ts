import { useEffect, useEffectEvent } from "react";

/** What can be opened from elsewhere than its own button. */
export type Panel = "palette" | "shortcuts" | "create-channel" | "invite-people";

const EVENT = "parley:open";

/** Opens a panel of the frame, wherever its component stands. */
export function openPanel(panel: Panel): void {
  window.dispatchEvent(new CustomEvent(EVENT, { detail: panel }));
}

/** Calls `open` whenever somebody asks for this panel. */
export function usePanel(panel: Panel, open: () => void): void {
  const asked = useEffectEvent(open);
  useEffect(() => {
    const heard = (event: Event) => event instanceof CustomEvent && event.detail === panel && asked();
    window.addEventListener(EVENT, heard);
    return () => window.removeEventListener(EVENT, heard);
  }, [panel]);
}
