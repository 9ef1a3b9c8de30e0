/** The most that a webhook's own card may have. */
export const CARD_LIMITS = {
  /** Of its file. */
  bytes: 64 * 1024,
  fields: 25,
  /** Of a file: its texts, lists and objects. */
  values: 4_000,
} as const;

const DEPTH = 20;

/** What may be read of a card's file. */
export const CARD_BUDGET = { nodes: CARD_LIMITS.values, depth: DEPTH, characters: CARD_LIMITS.bytes };

/** What may be read of a card as the form stores it. It takes more words than a file. */
export const MODEL_BUDGET = { nodes: 40_000, depth: DEPTH, characters: 256 * 1024 };
