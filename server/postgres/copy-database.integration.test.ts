import { expect, test } from "vitest";
import { connected } from "@/lib/db/connected";
import { copyDatabase } from "@/server/postgres/copy-database";
import { createTestDatabase } from "@/server/testing/postgres";

const silent = { onRows: () => undefined, onTable: () => undefined, onIndex: () => undefined };

test.each([
  ["table", "CREATE TABLE notes (text text)", "the table notes,"],
  ["column", "ALTER TABLE users ADD COLUMN phone text", "the column phone of users,"],
])("a %s that Parley didn't make isn't left out silently", async (_, sql, what) => {
  const [source, target] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  try {
    await connected(source.url, (client) => client.query(sql));
    const copied = copyDatabase(source.url, target.url, silent);
    await expect(copied).rejects.toThrow(`Parley didn't make ${what} and would lose it.`);
  } finally {
    await Promise.all([source.drop(), target.drop()]);
  }
});
