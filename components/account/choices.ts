export type Theme = "system" | "light" | "dark";

export const THEME_COOKIE = "parley.theme";

export const themes: readonly { value: Theme; label: string }[] = [
  { value: "system", label: "Match system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** Parses a theme from a cookie or attribute; "system" by default. */
export function toTheme(value?: string): Theme {
  return value === "light" || value === "dark" ? value : "system";
}

export type Density = "comfortable" | "compact";

export const DENSITY_COOKIE = "parley.density";

export const densities: readonly { value: Density; label: string; hint: string }[] = [
  { value: "comfortable", label: "Comfortable", hint: "More space around each message." },
  { value: "compact", label: "Compact", hint: "Smaller avatars and less space between messages." },
];

export type TextSize = "default" | "large" | "larger";

export const TEXT_SIZE_COOKIE = "parley.text-size";

export const textSizes: readonly { value: TextSize; label: string }[] = [
  { value: "default", label: "Default" },
  { value: "large", label: "Large" },
  { value: "larger", label: "Larger" },
];

/** Parses a text size from a cookie or attribute; "default" by default. */
export function toTextSize(value?: string): TextSize {
  return value === "large" || value === "larger" ? value : "default";
}

/** Parses a density from a cookie or attribute; "comfortable" by default. */
export function toDensity(value?: string): Density {
  return value === "compact" ? "compact" : "comfortable";
}
