import type pg from "pg";
import { connected } from "@/lib/db/connected";
import { MINUTE_MS, repeat } from "@/lib/process/repeat";
import { VERSION } from "@/lib/process/version";

/**
 * The end of a migration's name that says which version the database needs from then on. Older instances don't start,
 * and running ones stop. Migrations without it keep older instances working (docs/upgrading.md).
 */
const REQUIRES = /_requires_(\d+)_(\d+)_(\d+)$/;

/** Returns the version that a migration's name says the database needs, such as 0.4.0, or null if it names none. */
export function requiredVersion(migration: string): string | null {
  return REQUIRES.exec(migration)?.slice(1).join(".") ?? null;
}

/**
 * Throws a readable error if a newer version has changed the database so that this one, which knows the migrations
 * `known`, can't use it anymore.
 */
export async function assertMayUse(client: pg.Client, known: ReadonlySet<string>): Promise<void> {
  const { rows: tables } = await client.query("SELECT to_regclass('_prisma_migrations') AS history");
  if (tables[0]?.history === null) return;
  const { rows } = await client.query<{ name: string }>(
    "SELECT migration_name AS name FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name",
  );
  const version = rows.flatMap(({ name }) => (known.has(name) ? [] : (requiredVersion(name) ?? []))).at(-1);
  if (version === undefined) return;
  throw new OutdatedError(
    `The database was upgraded and needs Parley ${version} or newer, but this is ${VERSION}. Start the newer version, or go back with a backup from before the upgrade (docs/upgrading.md).`,
  );
}

/** The database needs a newer Parley. The message is for the operator. */
export class OutdatedError extends Error {}

/**
 * Calls `stop` with the reason once a newer version has changed the database so that this running instance can't use it
 * anymore. Looks every minute.
 */
export function watchRequiredVersion(
  databaseUrl: string,
  known: ReadonlySet<string>,
  stop: (reason: string) => void,
  every = MINUTE_MS,
): void {
  const look = async () => {
    try {
      await connected(databaseUrl, (client) => assertMayUse(client, known));
    } catch (error) {
      if (!(error instanceof OutdatedError)) throw error;
      stop(error.message);
    }
  };
  repeat({
    name: "required-version",
    label: "Check which version the database needs",
    every,
    later: true,
    work: look,
    failure: "Couldn't read which version the database needs.",
  });
}
