import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { db, disconnect } from "@/lib/db/client";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { makeChannel, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { isLong } from "@/lib/testing/long";
import { until } from "@/lib/testing/until";
import { connectToRunning } from "@/server/embedded-postgres";
import { signalProcess, waitForExit } from "@/server/machine/processes";
import { clusterLocation } from "@/server/postgres/location";
import { ParleyProcess } from "@/server/testing/parley-process";

// For example: KILLS=20 npx vitest run --project served e2e/operation/kills.test.ts
const KILLS = Number(process.env.KILLS ?? (isLong ? 20 : 0));
const MINUTE_MS = 60_000;
const SENDERS = 8;
const POSTS_BETWEEN = 200;
const RETRY_MS = 50;

/** What is killed in turn: Parley, all of PostgreSQL, or one of its processes, which makes it recover under a running Parley. */
const VICTIMS = ["Parley", "PostgreSQL", "a statement"] as const;

process.env.WEBHOOK_RATE_LIMIT = "off";

const dataDir = temporaryDirectory("parley-kills-");
let parley: ParleyProcess;

afterAll(async () => {
  if (KILLS === 0) return;
  await disconnect();
  await parley.stop();
  removeDataDir(dataDir);
});

/** Makes this process another instance beside the Parley that runs on the directory. PostgreSQL's port may have changed. */
async function connect(): Promise<void> {
  await disconnect();
  const url = await connectToRunning(dataDir);
  if (url === null) throw new Error(`No Parley runs on ${dataDir}.`);
  Object.assign(process.env, { DATABASE_URL: url, DATA_DIR: dataDir });
}

const pause = () => new Promise((resolve) => setTimeout(resolve, RETRY_MS));

/** What senders were told of each of their posts. */
class Ledger {
  /** By content: the message's id. */
  readonly acknowledged = new Map<string, string>();
  /** Posts that no sender knows about: their connection broke, or they got a 5xx. They aren't sent again. */
  readonly unanswered = new Set<string>();
  retries = 0;
  #goesOn = true;

  /** Resolves once many more posts were acknowledged. */
  async grows(): Promise<void> {
    const enough = this.acknowledged.size + POSTS_BETWEEN;
    const check = () => expect(this.acknowledged.size).toBeGreaterThan(enough);
    await vi.waitFor(check, { timeout: MINUTE_MS, interval: 10 });
  }

  end(): void {
    this.#goesOn = false;
  }

  /** Posts one text after the other. With `key`, each is sent again under its idempotency key until it's acknowledged. */
  async keepPosting(url: string, sender: string, key: boolean): Promise<void> {
    for (let number = 0; this.#goesOn; number += 1) {
      const content = `${sender}-${number}`;
      let id = await this.#post(url, content, key);
      for (; key && id === null; id = await this.#post(url, content, key)) {
        this.retries += 1;
        await pause();
      }
      if (id !== null) this.acknowledged.set(content, id);
      else {
        this.unanswered.add(content);
        await pause();
      }
    }
  }

  async #post(url: string, content: string, key: boolean): Promise<string | null> {
    const headers = { "content-type": "application/json", ...(key && { "idempotency-key": content }) };
    try {
      const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ content }) });
      const answer = (await response.json()) as { messageId?: string; error?: string };
      if (response.status < 500) expect(response.status, answer.error).toBe(200);
      return response.ok ? (answer.messageId ?? null) : null;
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError) return null;
      throw error;
    }
  }
}

async function kill(victim: (typeof VICTIMS)[number]): Promise<void> {
  const pid = Number(
    readFileSync(path.join(clusterLocation(dataDir).cluster, "postmaster.pid"), "utf8").split("\n")[0],
  );
  if (victim === "a statement") {
    const posting = await until(async () => {
      const [row] = await db().$queryRaw<{ pid: number }[]>`
        SELECT pid FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%INSERT INTO messages%'
          AND pid <> pg_backend_pid() LIMIT 1`;
      if (row === undefined) throw new Error("Nothing is being posted.");
      return row.pid;
    });
    return signalProcess(posting, "SIGKILL");
  }
  if (victim === "PostgreSQL") {
    signalProcess(pid, "SIGKILL");
    // Without its database, Parley ends.
    expect(await waitForExit(parley.pid ?? 0, MINUTE_MS)).toBe(true);
  }
  await parley.kill();
  await parley.restart();
}

test.runIf(KILLS > 0)(
  "however often Parley and PostgreSQL are killed under load, no acknowledged post is lost and none is doubled",
  { timeout: (KILLS + 5) * MINUTE_MS },
  async () => {
    parley = await ParleyProcess.start(dataDir);
    await connect();
    await db().workspace.create({ data: { name: "Acme" } });
    const channel = await makeChannel();
    const paths = [];
    for (let sender = 0; sender < SENDERS; sender += 1)
      paths.push(webhookPath(await makeWebhook({ channelId: channel.id })));
    const ledger = new Ledger();
    const posting = paths.map((each, sender) =>
      ledger.keepPosting(parley.baseUrl + each, `sender-${sender}`, sender % 2 === 0),
    );
    const killed: string[] = [];
    while (killed.length < KILLS) {
      await ledger.grows();
      const victim = VICTIMS[killed.length % VICTIMS.length] ?? "Parley";
      await connect();
      await kill(victim);
      killed.push(victim);
    }
    await ledger.grows();
    ledger.end();
    await Promise.all(posting);
    await connect();
    const stored = await db().message.findMany({
      where: { channelId: channel.id },
      select: { id: true, content: true, seq: true },
    });
    const ids = new Map(stored.map(({ id, content }) => [content, `${id}`]));
    const lost = [...ledger.acknowledged].filter(([content, id]) => ids.get(content) !== id);
    const known = stored.filter(({ content }) => ledger.acknowledged.has(content) || ledger.unanswered.has(content));
    console.log(
      [
        ...VICTIMS.map((victim) => `killed ${victim}: ${killed.filter((each) => each === victim).length} times`),
        `acknowledged: ${ledger.acknowledged.size}`,
        `sent again under their key: ${ledger.retries} times`,
        `not answered: ${ledger.unanswered.size}, of which ${[...ledger.unanswered].filter((each) => ids.has(each)).length} were stored`,
        `stored: ${stored.length}`,
        `lost: ${lost.length}`,
        `doubled: ${stored.length - ids.size}`,
      ].join("\n"),
    );
    expect({ lost, doubled: stored.length - ids.size, unknown: stored.length - known.length }).toEqual({
      lost: [],
      doubled: 0,
      unknown: 0,
    });
    expect(new Set(stored.map(({ seq }) => seq)).size).toBe(stored.length);
  },
);
