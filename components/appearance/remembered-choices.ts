import { useLayoutEffect } from "react";
import { DENSITY_COOKIE, toDensity } from "./density";
import { chooseDensity, chooseTheme } from "./document-choice";
import { THEME_COOKIE, toTheme } from "./theme";

/** Gives a page that no server has rendered for this browser the theme and density that were chosen in it. */
export function useRememberedChoices(): void {
  useLayoutEffect(() => {
    chooseTheme(toTheme(cookie(THEME_COOKIE)));
    chooseDensity(toDensity(cookie(DENSITY_COOKIE)));
  }, []);
}

function cookie(name: string): string | undefined {
  const own = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`));
  return own?.slice(name.length + 1);
}
