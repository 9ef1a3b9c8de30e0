import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** The checkout that this process runs from. */
export const ROOT = checkoutOf(import.meta.dirname);

/** Loads or resolves a package of the checkout, not the copy of it that a build may have for pages. */
export const requireFromRoot = createRequire(path.join(ROOT, "package.json"));

/** A build puts this file's code into a folder of its own. */
function checkoutOf(directory: string): string {
  const isCheckout = existsSync(path.join(directory, "server/launch.mjs"));
  return isCheckout || directory === path.dirname(directory) ? directory : checkoutOf(path.dirname(directory));
}

/** Resolves a path that someone gave to an npm script. npm runs scripts in the checkout; they mean where they are. */
export function fromCaller(file: string): string {
  return path.resolve(process.env.INIT_CWD ?? "", file);
}
