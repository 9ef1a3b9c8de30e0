import { useEffect, useEffectEvent } from "react";

/** What can be opened from elsewhere than its own button. */
export type Panel = "palette" | "shortcuts" | "create-channel" | "invite-people";

const EVENT = "parley:open";

// Asked for before its component listened, which does so after the page around it.
let wanted: Panel | null = null;

/** Opens a panel of the frame, wherever its component stands, as soon as that is there. */
export function openPanel(panel: Panel): void {
  const isHeard = !window.dispatchEvent(new CustomEvent(EVENT, { detail: panel, cancelable: true }));
  wanted = isHeard ? null : panel;
}

/** Calls `open` whenever somebody asks for this panel. */
export function usePanel(panel: Panel, open: () => void): void {
  const asked = useEffectEvent(open);
  useEffect(() => {
    const heard = (event: Event) => {
      if (!(event instanceof CustomEvent) || event.detail !== panel) return;
      event.preventDefault();
      asked();
    };
    window.addEventListener(EVENT, heard);
    if (wanted === panel) {
      wanted = null;
      asked();
    }
    return () => window.removeEventListener(EVENT, heard);
  }, [panel]);
}
