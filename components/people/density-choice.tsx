"use client";

import { RadioCards } from "@/components/ui/radio-cards";
import { type Density, densities, toDensity } from "./density";
import { chooseDensity, useDensity } from "./use-density";

/** The choice of how closely messages stand; it applies at once. */
export function DensityChoice({ rendered }: { rendered: Density }) {
  const density = useDensity(rendered);
  return (
    <RadioCards
      label="Density"
      options={densities}
      value={density}
      onValueChange={(value) => chooseDensity(toDensity(value))}
    />
  );
}
