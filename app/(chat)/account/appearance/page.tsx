import type { Metadata } from "next";
import { cookies } from "next/headers";
import { AppearanceChoices } from "@/components/account/appearance-choices";
import {
  DENSITY_COOKIE,
  TEXT_SIZE_COOKIE,
  THEME_COOKIE,
  toDensity,
  toTextSize,
  toTheme,
} from "@/components/account/choices";
import { requirePageUser } from "@/lib/auth/session";

export const metadata: Metadata = { title: "Appearance" };

/** Theme, density and text size of this browser. */
export default async function AppearancePage() {
  await requirePageUser();
  const jar = await cookies();
  return (
    <AppearanceChoices
      rendered={{
        theme: toTheme(jar.get(THEME_COOKIE)?.value),
        density: toDensity(jar.get(DENSITY_COOKIE)?.value),
        textSize: toTextSize(jar.get(TEXT_SIZE_COOKIE)?.value),
      }}
    />
  );
}
