"use client";

import { useSyncExternalStore } from "react";
import { onTrays, type Tray, trayOf } from "./tray";

const none = trayOf("");

/** What is in the tray of a place, as it is now. */
export function useTray(place: string): Tray {
  return useSyncExternalStore(
    onTrays,
    () => trayOf(place),
    () => none,
  );
}
