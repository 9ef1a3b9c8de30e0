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

/** What may be read of a card as the form stores it. It takes more words than a file. */
export const MODEL_BUDGET = { nodes: 40_000, depth: CARD_LIMITS.depth, characters: 256 * 1024 };
