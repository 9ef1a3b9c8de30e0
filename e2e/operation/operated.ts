import { afterAll } from "vitest";
import { disconnect } from "@/lib/db/client";
import { connected } from "@/lib/db/connected";
import type { SessionUser } from "@/lib/people/find-session-user";
import type { MadeWebhook } from "@/lib/testing/factories";
import { ConnectedParley } from "@/server/testing/connected-parley";
import { cookieHeader } from "../session-cookie";
import { receiveTraces } from "./trace-receiver";

const METRICS_TOKEN = "a-token-for-prometheus";

/** Where this Parley's traces arrive. */
export const traces = await receiveTraces();

/** A Parley with metrics and traces, as an operator runs it. */
export const parley = await ConnectedParley.start({
  METRICS_TOKEN,
  WEBHOOK_RATE_LIMIT: "5/3600",
  LOG_LEVEL: "error",
  OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
  OTEL_BSP_SCHEDULE_DELAY: "200",
  OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=testing",
});
afterAll(async () => {
  await parley.stop();
  traces.stop();
});

export { METRICS_TOKEN };

/** Requests a path of Parley, as this person if given. */
export async function askOperated(path: string, init: RequestInit = {}, as?: SessionUser): Promise<Response> {
  const headers = new Headers(init.headers);
  if (as) headers.set("cookie", await cookieHeader(as));
  return fetch(`${parley.baseUrl}${path}`, { redirect: "manual", ...init, headers });
}

/** Posts JSON to a webhook and returns the answer's status. */
export async function post(
  { webhook, token }: MadeWebhook,
  body: unknown,
  { suffix = "", headers = {} }: { suffix?: string; headers?: Record<string, string> } = {},
): Promise<number> {
  const answer = await askOperated(`/webhooks/incoming/${webhook.id}/${token}${suffix}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  await answer.text();
  return answer.status;
}

/** Reads the metrics as Prometheus does: each series with its value. */
export async function readMetrics(): Promise<Map<string, number>> {
  const answer = await askOperated("/metrics", { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  if (!answer.ok) throw new Error(`The metrics answered ${answer.status}.`);
  const lines = (await answer.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(" ");
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

/** Does something while Parley's database takes no connections. */
export async function withoutDatabase(act: () => Promise<unknown>): Promise<void> {
  const name = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  await disconnect();
  const admin = (sql: string, values: string[] = []) =>
    connected(process.env.TEST_DATABASE_URL ?? "", (client) => client.query(sql, values));
  try {
    await admin(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await admin("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
    await act();
  } finally {
    await admin(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  }
}
