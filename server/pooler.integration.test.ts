import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { disconnect, pool } from "@/lib/db/client";
import { connected } from "@/lib/db/connected";
import { onOneInstance } from "@/lib/db/one-instance";
import { connectBus } from "@/lib/events/bus";
import type { Hint } from "@/lib/events/types";
import { postMessages } from "@/lib/messages/post/post-messages";
import { changesSince } from "@/lib/messages/read/queries";
import { searchMessages } from "@/lib/messages/search/search-messages";
import { env } from "@/lib/process/env";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { makeChannel, makeUser, makeWebhook, webhookDraft } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";
import { checkPooler } from "@/server/doctor/database";
import { freePort } from "@/server/machine/port";
import { runProgram } from "@/server/run-program";
import { debianProgram } from "@/server/testing/debian-program";

const direct = env.databaseUrl ?? "";
const directory = temporaryDirectory("parley-pooler-");
let bouncer: ChildProcess;
// Earlier versions give a transaction a server that doesn't have its prepared statements.
let keepsStatements: boolean;

/** The code blocks in docs/scale.md of this language. */
const documented = (language: string) =>
  [...readFileSync("docs/scale.md", "utf8").matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))].map(
    ([, text = ""]) => text,
  );

beforeAll(async () => {
  const program = await debianProgram("pgbouncer");
  const { output } = await runProgram(program, ["--version"]);
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(output) ?? [];
  keepsStatements = Number(major) > 1 || Number(minor) >= 21;
  const port = await freePort();
  const { hostname, port: postgres, pathname, username, password } = new URL(direct);
  const users = path.join(directory, "users.txt");
  writeFileSync(users, `"${username}" "${password}"\n`);
  const [settings = ""] = documented("ini");
  const mine = settings
    .replace("host=127.0.0.1 port=5432", `host=${hostname} port=${postgres}`)
    .replace("parley =", `${pathname.slice(1)} =`)
    .replace("pool_size=20", "pool_size=2")
    .replace("listen_port = 6432", `listen_port = ${port}\nunix_socket_dir =`)
    .replace("/etc/pgbouncer/userlist.txt", users)
    .replace("scram-sha-256", "plain");
  const file = path.join(directory, "pgbouncer.ini");
  writeFileSync(file, keepsStatements ? mine : mine.replace(/^max_prepared_statements.*/m, ""));
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  bouncer = spawn(program, ["-q", ...user, file], { stdio: "ignore" });
  const pooled = `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`;
  await until(() => connected(pooled, (client) => client.query("SELECT 1")));
  vi.stubEnv("DATABASE_URL", pooled);
  vi.stubEnv("DIRECT_DATABASE_URL", direct);
});
afterAll(async () => {
  await disconnect();
  bouncer.kill("SIGQUIT");
  removeDataDir(directory);
});

test("locks and hints go past the pooler", async () => {
  let [running, most, runs] = [0, 0, 0];
  const work = async () => {
    running += 1;
    runs += 1;
    most = Math.max(most, running);
    await pool().query("SELECT pg_sleep(0.02)");
    running -= 1;
  };
  await Promise.all(Array.from({ length: 20 }, () => onOneInstance("parley_pooler", work)));
  expect([most, runs > 0]).toEqual([1, true]);

  const heard: Hint[] = [];
  connectBus((hint) => heard.push(hint));
  const other = connectBus(() => undefined);
  await until(() => {
    other.send({ kind: "emoji" });
    expect(heard).toContainEqual({ kind: "emoji" });
  });
});

test("posts, reads and searches at once share two connections to PostgreSQL, as docs/scale.md sets PgBouncer up", async ({
  skip,
}) => {
  skip(!keepsStatements, "This PgBouncer is older than 1.21.");
  const ann = await makeUser();
  const channel = await makeChannel({ members: [ann] });
  const webhook = await makeWebhook({ channelId: channel.id });
  await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      // Those with a key are committed by statements that are sent together.
      const key = index % 2 === 0 ? { updateKey: `kiln ${index}` } : {};
      await postMessages([webhookDraft(webhook, { content: `kiln ${index}`, ...key })]);
      await changesSince(channel.id, 0, 100);
      await searchMessages(ann, { text: "kiln", timeZone: "UTC" }).catch(() => undefined);
    }),
  );
  expect((await changesSince(channel.id, 0, 100)).messages).toHaveLength(60);
  expect((await searchMessages(ann, { text: "kiln", timeZone: "UTC" })).results).toHaveLength(20);
});

test("the doctor checks that the pooler keeps prepared statements and has the settings of docs/scale.md", async () => {
  const pooled = env.databaseUrl ?? "";
  if (!keepsStatements) {
    expect(await checkPooler(pooled)).toMatchObject({
      level: "fail",
      says: expect.stringContaining("prepared statement"),
    });
    return;
  }
  expect(await checkPooler(pooled)).toMatchObject({ level: "warn" });
  const name = pg.escapeIdentifier(new URL(direct).pathname.slice(1));
  const statements = documented("sql").filter((sql) => sql.startsWith("ALTER DATABASE parley"));
  expect(statements).toHaveLength(1);
  await connected(direct, (client) =>
    client.query(statements.join().replaceAll("DATABASE parley", `DATABASE ${name}`)),
  );
  // Connections that were open before keep their settings.
  await connected(direct, (client) =>
    client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    ),
  );
  await until(async () => expect(await checkPooler(pooled)).toMatchObject({ level: "ok" }));
});
