import { startTestPostgres } from "@/server/testing/postgres";

/**
 * Starts a PostgreSQL for Vitest or Playwright, unless `npm test` has already started one. Returns a function that stops
 * what was started here.
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
