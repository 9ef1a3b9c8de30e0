import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "@/lib/db/generated/client";
import { env } from "@/lib/process/env";
import { countLimit } from "@/lib/process/limits";
import { log } from "@/lib/process/log";
import { madeAlready, processWide } from "@/lib/process/process-wide";
import { tracer } from "@/lib/process/tracing";

// Why: docs/decisions/queries-and-scale.md

// Secrets are only read by queries that name them.
const omit = {
  user: { passwordHash: true },
  webhook: { tokenHash: true },
  passwordReset: { tokenHash: true },
} as const;

type Database = { prisma: ReturnType<typeof connect>; pool: pg.Pool };

/** Returns the process's Prisma client. Connects at the first query; throws if DATABASE_URL is unset. */
export function db(): Database["prisma"] {
  return database().prisma;
}

/**
 * Returns the client for reads that may take long. It has its own connections, so that `db()` never waits. Use it
 * through `heavyRead`.
 */
export function readingDb(): Database["prisma"] {
  return readingDatabase().prisma;
}

/** Returns the time limit of a search or similar read, in milliseconds. */
export function readingTime(): number {
  return countLimit("search-seconds", 2) * 1000;
}

/** Returns the pool behind `db()`, for what Prisma doesn't support (LISTEN, NOTIFY). */
export function pool(): pg.Pool {
  return database().pool;
}

/** Returns the connections for inserting posts and looking up their webhooks, which never wait for other statements. */
export function postingPool(): pg.Pool {
  return postingDatabase().pool;
}

/**
 * Runs `work` and sends all statements that it starts on a connection of `postingPool` together, so that they take one round
 * trip. PostgreSQL runs them in order.
 */
export function atOnceOn<T>(client: pg.PoolClient, work: () => T): T {
  if (!(client instanceof pg.Client)) return work();
  // Otherwise, each statement is a packet of its own.
  const { stream } = client.connection;
  stream.cork();
  try {
    return work();
  } finally {
    stream.uncork();
  }
}

/** Returns the connections for locks that outlast a transaction: those behind `db()`, or others past a pooler. */
export function sessionPool(): pg.Pool {
  const url = env.directDatabaseUrl;
  if (url === env.databaseUrl) return pool();
  return processWide(POOLS.sessions, () => open({ max: 4, ...USUAL }, url)).pool;
}

/**
 * Returns the state of this process's connection pools that are open: `main` behind `db()`, `search` behind `heavyRead`,
 * `posts` behind `postingPool`, and `sessions` behind `sessionPool`.
 */
export function poolStates(): { pool: string; used: number; idle: number; waiting: number }[] {
  return Object.entries(POOLS).flatMap(([pool, name]) => {
    const open = madeAlready<Database>(name)?.pool;
    if (open === undefined) return [];
    const { totalCount, idleCount: idle, waitingCount: waiting } = open;
    return [{ pool, used: totalCount - idle, idle, waiting }];
  });
}

/** Closes every connection; the next `db()` opens new ones. */
export async function disconnect(): Promise<void> {
  const all = Object.values(POOLS).flatMap((name) => madeAlready<Database>(name) ?? []);
  for (const name of Object.values(POOLS)) Reflect.deleteProperty(globalThis, Symbol.for(`parley.${name}`));
  for (const { prisma, pool } of all) {
    await prisma.$disconnect();
    if (!pool.ended) await pool.end();
  }
}

const POOLS = {
  main: "database",
  search: "reading-database",
  posts: "posting-database",
  sessions: "session-database",
} as const;
const USUAL = { statement_timeout: 15_000, lock_timeout: 5_000 };
// JIT compilation takes longer than any of our statements, and random reads are cheap on solid-state disks.
const PLANNER = { jit: "off", random_page_cost: "1.1" };

/** The settings that connections ask for when they open, with the limits of most of them. */
export const STARTUP = {
  ...USUAL,
  options: Object.entries(PLANNER)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" "),
};

function database(): Database {
  return processWide(POOLS.main, () => open({ max: 9, ...USUAL }));
}

/** Two for the groups in which posts are committed, and one for looking webhooks up. */
function postingDatabase(): Database {
  return processWide(POOLS.posts, () => open({ max: 3, pipeline: true, ...USUAL }));
}

function readingDatabase(): Database {
  return processWide(POOLS.search, () => {
    return open({ max: env.searchConnections, statement_timeout: readingTime() });
  });
}

function open(
  limits: Pick<pg.PoolConfig, "max" | "pipeline" | "statement_timeout" | "lock_timeout">,
  connectionString = env.databaseUrl,
): Database {
  if (!connectionString) throw new Error("The environment variable DATABASE_URL must be set to a postgres:// URL.");
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    query_timeout: 20_000,
    keepAlive: true,
    options: STARTUP.options,
    ...limits,
  });
  // A broken idle connection is replaced at its next use. Without a listener, this event would end the process.
  pool.on("error", (error) => log.debug({ code: Reflect.get(error, "code") }, "lost a database connection"));
  tracer()?.statements(pool);
  return { prisma: connect(pool), pool };
}

function connect(pool: pg.Pool) {
  return new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => statementName(sql) }),
    omit,
  });
}

// A connection keeps the plan of each named statement, so only the first ones used get a name.
const MOST_NAMED = 300;

/** Returns the name under which connections cache this statement's plan; empty if it's planned each time. */
function statementName(sql: string): string {
  const names = processWide("statement-names", () => new Map<string, string>());
  const known = names.get(sql);
  if (known !== undefined) return known;
  const name = names.size < MOST_NAMED ? `parley_${names.size}` : "";
  if (name !== "") names.set(sql, name);
  return name;
}
