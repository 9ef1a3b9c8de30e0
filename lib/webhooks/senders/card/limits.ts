/** The most that a webhook's own card may have. `problems` is how many mistakes are listed. */
export const CARD_LIMITS = {
  bytes: 64 * 1024,
  events: 100,
  fields: 25,
  values: 4_000,
  depth: 20,
  problems: 5,
} as const;
