import { existsSync } from "node:fs";
import type pg from "pg";
import { env } from "@/lib/process/env";
import { authSecret, secretFile, unseal } from "@/lib/secrets/secret";

// What is encrypted with the install's secret. Older databases may lack some of these.
const SEALED = [
  ["push_keys", "private_key"],
  ["webhooks", "signing_secret"],
  ["authenticator_apps", "secret"],
] as const;

/**
 * Returns the secret that Parley runs with. Throws if it isn't known here, or isn't the one that the database's secrets are
 * encrypted with: a backup with another would be of little use.
 */
export async function installSecret(client: pg.Client): Promise<string> {
  const advice = "Set NEXTAUTH_SECRET and DATA_DIR as they are set for the server.";
  if (env.nextAuthSecret === undefined && !existsSync(secretFile())) {
    throw new Error(`There is no secret in ${secretFile()}. ${advice}`);
  }
  for (const [table, column] of SEALED) {
    const { rows: known } = await client.query(
      "SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = $2 AND NOT attisdropped",
      [table, column],
    );
    if (known.length === 0) continue;
    const { rows } = await client.query<{ sealed: Buffer }>(
      `SELECT ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL LIMIT 1`,
    );
    const [row] = rows;
    if (row && unseal(row.sealed) === null) {
      throw new Error(`The secret in ${table} can't be decrypted with this install's secret. ${advice}`);
    }
  }
  return authSecret();
}
