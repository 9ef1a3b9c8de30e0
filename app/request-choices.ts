import { cookies } from "next/headers";
import {
  DENSITY_COOKIE,
  TEXT_SIZE_COOKIE,
  THEME_COOKIE,
  toDensity,
  toTextSize,
  toTheme,
} from "@/components/account/choices";

/** Returns the theme, density and text size of the browser that sent this request. */
export async function requestChoices() {
  const jar = await cookies();
  return {
    theme: toTheme(jar.get(THEME_COOKIE)?.value),
    density: toDensity(jar.get(DENSITY_COOKIE)?.value),
    textSize: toTextSize(jar.get(TEXT_SIZE_COOKIE)?.value),
  };
}
