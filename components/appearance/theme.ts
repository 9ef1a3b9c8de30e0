export type Theme = "system" | "light" | "dark";

export const THEME_COOKIE = "parley.theme";

export const themes: readonly { value: Theme; label: string }[] = [
  { value: "system", label: "Like the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** The theme that a cookie or an attribute names; without one the system decides. */
export function toTheme(value?: string): Theme {
  return value === "light" || value === "dark" ? value : "system";
}
