/** The folder of the bundle, in the checkout. */
export const BUNDLE: string;
/** The file that says what the bundle was made from. */
export const BUNDLE_STAMP: string;
/** Returns whether the checkout has a bundle that was made from the files that it has now. */
export function isBundled(root: string): boolean;
/** Returns a SHA-256 in hex over the names and contents of these files of the checkout. Throws if one is missing. */
export function digestOf(root: string, files: readonly string[]): string;
/** Says that a start needs the development packages, and what to do. */
export function notBuilt(root: string): string;
