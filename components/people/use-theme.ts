"use client";

import { useSyncExternalStore } from "react";
import { THEME_COOKIE, type Theme, toTheme } from "./theme";

const YEAR_SECONDS = 365 * 24 * 3600;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function current(): Theme {
  return toTheme(document.documentElement.dataset.theme);
}

/** The theme chosen in this browser, and how to choose another: it shows at once, and from then on at first paint. */
export function useTheme(rendered: Theme = "system"): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, current, () => rendered);
  return [theme, choose];
}

function choose(theme: Theme): void {
  const age = theme === "system" ? 0 : YEAR_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http.
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${age}; samesite=lax`;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}
