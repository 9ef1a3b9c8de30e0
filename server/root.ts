import path from "node:path";

/** The checkout that this process runs from. */
export const ROOT = path.resolve(import.meta.dirname, "..");

/** Resolves a path that someone gave to an npm script. npm runs scripts in the checkout; they mean where they are. */
export function fromCaller(file: string): string {
  return path.resolve(process.env.INIT_CWD ?? "", file);
}
