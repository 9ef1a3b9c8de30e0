import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Creates a directory that other system users can enter, as PostgreSQL's user must when the tests run as root. */
export function temporaryDirectory(prefix: string): string {
  const directory = mkdtempSync(path.join(tmpdir(), prefix));
  chmodSync(directory, 0o711);
  return directory;
}

/** Removes a data directory, and its database cluster if that had to be elsewhere. */
export function removeDataDir(dataDir: string): void {
  const pointer = path.join(dataDir, "postgres.location");
  if (existsSync(pointer)) rmSync(readFileSync(pointer, "utf8").trim(), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}
