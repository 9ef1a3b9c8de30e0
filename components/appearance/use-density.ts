"use client";

import { useSyncExternalStore } from "react";
import { keepCookie } from "@/lib/browser/cookie";
import { emitter } from "@/lib/browser/store";
import { DENSITY_COOKIE, type Density, toDensity } from "./density";

// The document's attribute holds the choice, because a page shows it before any script runs.
const changes = emitter();

function current(): Density {
  return toDensity(document.documentElement.dataset.density);
}

/** How closely messages stand in this browser. */
export function useDensity(rendered: Density): Density {
  return useSyncExternalStore(changes.subscribe, current, () => rendered);
}

/** Chooses a density: it shows at once, and from then on at first paint. */
export function chooseDensity(density: Density): void {
  keepCookie(DENSITY_COOKIE, density === "comfortable" ? null : density);
  if (density === "comfortable") delete document.documentElement.dataset.density;
  else document.documentElement.dataset.density = density;
  changes.emit();
}
