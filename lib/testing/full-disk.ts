import { db } from "@/lib/db/client";

/** Makes every INSERT and UPDATE fail as PostgreSQL does when its disk is full, until `freeDisk`. */
export async function fillDisk(): Promise<void> {
  await db().$executeRawUnsafe(
    `CREATE OR REPLACE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       RAISE EXCEPTION 'could not extend file "base/5/1259": No space left on device' USING ERRCODE = '53100';
     END $$`,
  );
  for (const name of await tables()) {
    await db().$executeRawUnsafe(
      `CREATE OR REPLACE TRIGGER a_disk_full BEFORE INSERT OR UPDATE ON ${name} FOR EACH STATEMENT EXECUTE FUNCTION disk_full()`,
    );
  }
}

/** Makes room again. Parley notices within ten seconds. */
export async function freeDisk(): Promise<void> {
  // One table at a time: holding several could deadlock with what the server does.
  for (const name of await tables()) await db().$executeRawUnsafe(`DROP TRIGGER IF EXISTS a_disk_full ON ${name}`);
  await db().$executeRawUnsafe("DROP FUNCTION IF EXISTS disk_full()");
}

async function tables(): Promise<string[]> {
  const rows = await db().$queryRaw<{ name: string }[]>`
    SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'`;
  return rows.map(({ name }) => name);
}
