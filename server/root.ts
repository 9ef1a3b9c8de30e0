import path from "node:path";

/** The checkout that this process runs from. */
export const ROOT = path.resolve(import.meta.dirname, "..");
