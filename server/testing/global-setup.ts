import { startTestPostgres } from "@/server/testing/postgres";

/**
 * Has a PostgreSQL for the tests of Vitest or Playwright: that of `npm test`, which stops it, or where they are run by themselves one of
 * their own. Returns how to stop the latter.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_TEMPLATE) return async () => undefined;
  const { env, stop } = await startTestPostgres();
  Object.assign(process.env, env);
  return async () => {
    for (const name of Object.keys(env)) Reflect.deleteProperty(process.env, name);
    await stop();
  };
}
