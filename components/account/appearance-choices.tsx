"use client";

import { SettingsSection } from "@/components/settings/settings-section";
import { RadioCards } from "@/components/ui/controls/radio-cards";
import {
  type Density,
  densities,
  type TextSize,
  type Theme,
  textSizes,
  themes,
  toDensity,
  toTextSize,
  toTheme,
} from "./choices";
import { chooseDensity, chooseTextSize, chooseTheme, useDensity, useTextSize, useTheme } from "./document-choice";

type AppearanceChoicesProps = { rendered: { theme: Theme; density: Density; textSize: TextSize } };

/** Theme, density and text size of this browser, which apply immediately. */
export function AppearanceChoices({ rendered }: AppearanceChoicesProps) {
  const theme = useTheme(rendered.theme);
  const density = useDensity(rendered.density);
  const textSize = useTextSize(rendered.textSize);
  return (
    <SettingsSection title="Appearance" hint="Saved in this browser.">
      <div className="flex flex-col gap-8">
        <RadioCards
          label="Theme"
          row
          options={themes}
          value={theme}
          onValueChange={(value) => chooseTheme(toTheme(value))}
        />
        <RadioCards
          label="Density"
          options={densities}
          value={density}
          onValueChange={(value) => chooseDensity(toDensity(value))}
        />
        <RadioCards
          label="Text size"
          row
          options={textSizes}
          value={textSize}
          onValueChange={(value) => chooseTextSize(toTextSize(value))}
        />
      </div>
    </SettingsSection>
  );
}
