"use client";

import { useSyncExternalStore } from "react";
import { keepCookie } from "@/lib/browser/cookie";
import { emitter } from "@/lib/browser/store";
import { THEME_COOKIE, type Theme, toTheme } from "./theme";

// The document's attribute holds the choice, because a page shows it before any script runs.
const changes = emitter();

function current(): Theme {
  return toTheme(document.documentElement.dataset.theme);
}

/** The theme chosen in this browser, and how to choose another. */
export function useTheme(rendered: Theme = "system"): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(changes.subscribe, current, () => rendered);
  return [theme, chooseTheme];
}

/** Chooses a theme: it shows at once, and from then on at first paint. */
export function chooseTheme(theme: Theme): void {
  keepCookie(THEME_COOKIE, theme === "system" ? null : theme);
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  changes.emit();
}
