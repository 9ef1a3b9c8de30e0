/** The most that a webhook's own card may have. `problems` is how many mistakes are listed. */
export const CARD_LIMITS = {
  bytes: 64 * 1024,
  events: 100,
  fields: 25,
  values: 4_000,
  depth: 20,
  problems: 5,
} as const;

/** What may be read of a card's file. */
export const CARD_BUDGET = { nodes: CARD_LIMITS.values, depth: CARD_LIMITS.depth, characters: CARD_LIMITS.bytes };
