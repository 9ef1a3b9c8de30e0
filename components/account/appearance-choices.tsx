"use client";

import { RadioCards } from "@/components/ui/radio-cards";
import { type Density, densities, type Theme, themes, toDensity, toTheme } from "./choices";
import { chooseDensity, chooseTheme, useDensity, useTheme } from "./document-choice";

type AppearanceChoicesProps = { rendered: { theme: Theme; density: Density } };

/** Theme and density settings, which apply immediately. */
export function AppearanceChoices({ rendered }: AppearanceChoicesProps) {
  const theme = useTheme(rendered.theme);
  const density = useDensity(rendered.density);
  return (
    <div className="flex flex-col gap-6">
      <RadioCards label="Theme" options={themes} value={theme} onValueChange={(value) => chooseTheme(toTheme(value))} />
      <RadioCards
        label="Density"
        options={densities}
        value={density}
        onValueChange={(value) => chooseDensity(toDensity(value))}
      />
    </div>
  );
}
