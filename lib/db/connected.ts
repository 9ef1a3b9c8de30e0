import pg from "pg";

/** Runs `use` with a connection of its own to this database, which is closed afterwards. */
export async function connected<T>(databaseUrl: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // Reported by the query that runs.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
