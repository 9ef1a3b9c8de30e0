"use client";

import { RadioCards } from "@/components/ui/radio-cards";
import { type Theme, themes, toTheme } from "./theme";
import { useTheme } from "./use-theme";

/** The choice of a theme; it applies at once. */
export function ThemeChoice({ rendered }: { rendered: Theme }) {
  const [theme, setTheme] = useTheme(rendered);
  return (
    <RadioCards label="Theme" options={themes} value={theme} onValueChange={(value) => setTheme(toTheme(value))} />
  );
}
