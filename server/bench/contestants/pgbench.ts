import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { hashToken } from "@/lib/webhooks/endpoint/token";
import type { Ceiling } from "@/server/bench/contestants/ceiling";
import { type Entrant, withCosts } from "@/server/bench/contestants/measure";
import { percentile } from "@/server/bench/figures/statistics";
import type { Bench } from "@/server/bench/setting/bench";

const run = promisify(execFile);

// It counts whole seconds, and the time in which it connects is part of them.
const LEAST_SECONDS = 2;

const INSERT = `INSERT INTO posts (id, channel_id, author, content, embeds, created_at)
SELECT nextval('pgbench_ids'), channel_id, name, :content, nullif(:embeds, '-')::jsonb, now()
FROM webhooks WHERE id = 1 AND token_hash = decode(:hash, 'hex');
`;

/**
 * PostgreSQL's own benchmark with the ceiling's insert, each post in a transaction of its own: it shows whether the ceiling is one. Null
 * where pgbench isn't installed.
 */
export async function pgbench(bench: Bench, { databaseUrl, token }: Ceiling): Promise<Entrant | null> {
  const isInstalled = await run("pgbench", ["--version"]).then(
    () => true,
    () => false,
  );
  if (!isInstalled) return null;
  const hash = hashToken(token).toString("hex");
  return {
    name: "pgbench",
    measure: ({ bodies, connections, milliseconds }) =>
      withCosts(bench, null, async () => {
        // An empty variable is none to pgbench.
        const { content = "-", embeds }: { content?: string; embeds?: unknown } = JSON.parse(bodies[0] ?? "{}");
        const variables = { content, embeds: embeds === undefined ? "-" : JSON.stringify(embeds), hash };
        const seconds = Math.max(LEAST_SECONDS, Math.ceil(milliseconds / 1000));
        const { took, perSecond } = await transactions(databaseUrl, { variables, connections, seconds });
        const [sent, p50, p99] = [took.length, percentile(took, 0.5), percentile(took, 0.99)];
        return { sent, perSecond, p50, p99, failures: {} };
      }),
  };
}

/** Runs pgbench and answers its own sum, and how many milliseconds each of its transactions took, sorted. */
async function transactions(
  databaseUrl: string,
  options: { variables: Record<string, string>; connections: number; seconds: number },
): Promise<{ perSecond: number; took: Float64Array }> {
  const directory = mkdtempSync(path.join(tmpdir(), "parley-pgbench-"));
  try {
    const script = path.join(directory, "insert.sql");
    writeFileSync(script, INSERT);
    const defined = Object.entries(options.variables).flatMap(([name, value]) => ["-D", `${name}=${value}`]);
    const logged = ["-l", "--log-prefix", path.join(directory, "log")];
    const load = ["-n", "-M", "prepared", "-c", `${options.connections}`, "-T", `${options.seconds}`];
    const { stdout } = await run("pgbench", [...load, ...logged, ...defined, "-f", script, databaseUrl]);
    const logs = readdirSync(directory).filter((name) => name.startsWith("log"));
    const lines = logs.flatMap((name) => readFileSync(path.join(directory, name), "utf8").trimEnd().split("\n"));
    // The third column is the microseconds that the transaction took.
    const took = Float64Array.from(lines, (line) => Number(line.split(" ")[2]) / 1000).sort();
    return { perSecond: Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]), took };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
