import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The database's password, made on first use and kept in `<dataDir>/postgres-password`, readable by its owner only. */
export function postgresPassword(dataDir: string, existingCluster: string | null): string {
  const file = path.join(dataDir, "postgres-password");
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  if (existingCluster !== null) {
    throw new Error(
      `The database's password is missing: put ${file} back, or remove ${existingCluster} to begin with an empty database.`,
    );
  }
  const password = randomBytes(24).toString("hex");
  writeFileSync(file, `${password}\n`, { mode: 0o600, flush: true });
  return password;
}
