"use client";

import { useSyncExternalStore } from "react";
import { keepChoice } from "./choice-cookie";
import { THEME_COOKIE, type Theme, toTheme } from "./theme";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function current(): Theme {
  return toTheme(document.documentElement.dataset.theme);
}

/** The theme chosen in this browser, and how to choose another. */
export function useTheme(rendered: Theme = "system"): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, current, () => rendered);
  return [theme, chooseTheme];
}

/** Chooses a theme: it shows at once, and from then on at first paint. */
export function chooseTheme(theme: Theme): void {
  keepChoice(THEME_COOKIE, theme === "system" ? null : theme);
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}
