export type Density = "comfortable" | "compact";

export const DENSITY_COOKIE = "parley.density";

export const densities: readonly { value: Density; label: string; hint: string }[] = [
  { value: "comfortable", label: "Comfortable", hint: "Room around every message." },
  {
    value: "compact",
    label: "Compact",
    hint: "Smaller avatars and less space between messages, at the same text size.",
  },
];

/** The density that a cookie or an attribute names; without one it is comfortable. */
export function toDensity(value?: string): Density {
  return value === "compact" ? "compact" : "comfortable";
}
