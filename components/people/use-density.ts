"use client";

import { useSyncExternalStore } from "react";
import { keepChoice } from "./choice-cookie";
import { DENSITY_COOKIE, type Density, toDensity } from "./density";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function current(): Density {
  return toDensity(document.documentElement.dataset.density);
}

/** How closely messages stand in this browser. */
export function useDensity(rendered: Density): Density {
  return useSyncExternalStore(subscribe, current, () => rendered);
}

/** Chooses a density: it shows at once, and from then on at first paint. */
export function chooseDensity(density: Density): void {
  keepChoice(DENSITY_COOKIE, density === "comfortable" ? null : density);
  if (density === "comfortable") delete document.documentElement.dataset.density;
  else document.documentElement.dataset.density = density;
  for (const listener of listeners) listener();
}
