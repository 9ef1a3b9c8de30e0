import { mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { hasCode } from "@/lib/text/errors";

/**
 * Creates a directory with its parents, unless it's there. Throws the file system's error if one of them can't be
 * created. Each is tried once: Node's own `recursive` tries forever where the parent exists and nothing can be created
 * in it, as in /proc.
 */
export function makeDirectory(directory: string, mode = 0o777): void {
  const missing: string[] = [];
  let at = path.resolve(directory);
  while (!isDirectory(at) && at !== path.dirname(at)) {
    missing.push(at);
    at = path.dirname(at);
  }
  for (const each of missing.reverse()) {
    try {
      mkdirSync(each, { mode });
    } catch (error) {
      // Another process may have created it meanwhile. A file, or a link to nothing, isn't what was asked for.
      if (!hasCode(error, "EEXIST") || !isDirectory(each)) throw error;
    }
  }
}

function isDirectory(file: string): boolean {
  try {
    return statSync(file).isDirectory();
  } catch (error) {
    // What can't be looked at, `mkdir` says better.
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}
