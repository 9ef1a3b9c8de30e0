/** The environment for PostgreSQL's programs: nothing of ours, so that no PGPORT or PGDATA of the shell leads them astray. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMPDIR, NODE_ENV } = process.env;
  const kept = Object.entries({ PATH, SystemRoot, TEMP, TMPDIR, NODE_ENV }).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(kept), NODE_ENV: NODE_ENV ?? "production", LC_ALL: "C", TZ: "UTC" };
}
