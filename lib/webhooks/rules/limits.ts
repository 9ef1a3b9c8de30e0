// Browsers load this without the model, which needs a validator.

/** How many rules a webhook can have, and how large one can be. */
export const RULE_LIMITS = { perWebhook: 50, conditions: 10, text: 100, path: 10 } as const;
