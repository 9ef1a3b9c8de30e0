/** Whose files are counted: a person's, by their id, or those of all webhooks together. */
export type FileOwner = bigint | "webhooks";

/** The owner's id under which the files of all webhooks are counted. */
export const WEBHOOKS = 1n;

/** The owner's id under which every file of the install is counted once. */
export const INSTALL = 0n;
