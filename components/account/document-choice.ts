"use client";

import { useLayoutEffect, useSyncExternalStore } from "react";
import { keepCookie } from "@/lib/browser/cookie";
import { emitter } from "@/lib/browser/store";
import {
  DENSITY_COOKIE,
  type Density,
  TEXT_SIZE_COOKIE,
  type TextSize,
  THEME_COOKIE,
  type Theme,
  toDensity,
  toTextSize,
  toTheme,
} from "./choices";

const theme = documentChoice("theme", THEME_COOKIE, toTheme);
const density = documentChoice("density", DENSITY_COOKIE, toDensity);
const textSize = documentChoice("textSize", TEXT_SIZE_COOKIE, toTextSize);

/** Set the theme, density or text size. It applies immediately, and from the first paint of later pages. */
export const [chooseTheme, chooseDensity, chooseTextSize] = [theme.choose, density.choose, textSize.choose];

/** Returns the theme chosen in this browser. */
export function useTheme(rendered: Theme = "system"): Theme {
  return useSyncExternalStore(theme.subscribe, theme.current, () => rendered);
}

/** Returns the density chosen in this browser. */
export function useDensity(rendered: Density): Density {
  return useSyncExternalStore(density.subscribe, density.current, () => rendered);
}

/** Returns the text size chosen in this browser. */
export function useTextSize(rendered: TextSize): TextSize {
  return useSyncExternalStore(textSize.subscribe, textSize.current, () => rendered);
}

/**
 * A setting stored in a cookie and an attribute of the document, so that it applies before any script runs. The default
 * has neither. `read` parses the attribute.
 */
function documentChoice<T extends string>(attribute: string, cookie: string, read: (value?: string) => T) {
  const { subscribe, emit } = emitter();
  const usual = read();
  return {
    subscribe,
    current: () => read(document.documentElement.dataset[attribute]),
    choose: (value: T): void => {
      keepCookie(cookie, value === usual ? null : value);
      if (value === usual) delete document.documentElement.dataset[attribute];
      else document.documentElement.dataset[attribute] = value;
      emit();
    },
  };
}

/** Applies this browser's theme, density and text size to a page that wasn't rendered for it. */
export function useRememberedChoices(): void {
  useLayoutEffect(() => {
    chooseTheme(toTheme(cookie(THEME_COOKIE)));
    chooseDensity(toDensity(cookie(DENSITY_COOKIE)));
    chooseTextSize(toTextSize(cookie(TEXT_SIZE_COOKIE)));
  }, []);
}

function cookie(name: string): string | undefined {
  const own = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`));
  return own?.slice(name.length + 1);
}
