import path from "node:path";
import { hash } from "@node-rs/argon2";
import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { isLong } from "@/lib/testing/long";
import { freePort } from "@/server/machine/port";
import { ROOT } from "@/server/root";
import { type Scene, startWorld } from "../access/world";
import { type RawAnswer, sendBytes, sendRaw } from "./client";
import { wrongInLog, wrongWith } from "./findings";
import { type Attack, type OddRequest, onTable, plainly, type Sender } from "./requests";
import { oddBytes } from "./transport";
import { onWebhook, savedCard } from "./webhooks";

// Why: docs/decisions/adversary.md

const LOAD_MILLISECONDS = isLong ? 10 * 60_000 : 16_000;
const BATCH = 120;
const AT_ONCE = 8;
/** How much more the server may hold after the load than after each of its pages was used once. */
const GROWTH_BYTES = 64 * 2 ** 20;
/** How long one turn of the event loop may take. Only in a long run, because it's a time. */
const TURN_MILLISECONDS = 50;
/** The largest row that any request may leave, as text. */
const ROW_BYTES = 2 * 2 ** 20;
const MOST_FINDINGS = 30;

const seed = Number(process.env.FAST_CHECK_SEED);
const probePort = await freePort();
const world = await startWorld({
  LOG_LEVEL: "warn",
  NODE_OPTIONS: `--import=${path.join(ROOT, "server/testing/probe.mjs")}`,
  PROBE_PORT: `${probePort}`,
});

type ProbeResult = { turn: number; memory: number };

async function probe(what: "memory" | "turn"): Promise<ProbeResult> {
  return (await fetch(`http://127.0.0.1:${probePort}/${what}`)).json();
}

/** What was found, once for each kind. */
const findings = new Map<string, string>();
/** How many answers there were with each status. */
const counts = new Map<string, number>();
/** Requests that wait for their answer. */
const open = new Set<string>();

type Cause = { name: string; sender: Sender; sent: string; seed: number };

function note(what: string, { name, sender, sent, seed: at }: Cause): void {
  // Ids and what was sent differ between findings of the same kind.
  const kind = what.replace(/\d+|"[^"]*"/g, "").slice(0, 100);
  if (findings.size >= MOST_FINDINGS || findings.has(kind)) return;
  findings.set(kind, `${what}\n  ${name}, by ${sender}: ${sent}\n  FAST_CHECK_SEED=${at} sends it again.`);
}

const shown = (sent: unknown): string => {
  const json = JSON.stringify(sent).slice(0, 2_000);
  // The seed sends it as it was; here it's only for the eye.
  return json.replace(/(.{1,12}?)\1{9,}/g, (all, unit: string) => `${unit}×${all.length / unit.length}`);
};

class Crash extends Error {}

/** Sends the attack's requests, and notes what is wrong with their answers. `causes` gets the request of each id. */
async function attack(
  { name, sender, steps }: Attack,
  scene: Scene,
  at: number,
  causes: Map<string, Cause>,
): Promise<void> {
  for (const request of steps) {
    const sent = shown(request);
    const cause = { name, sender, sent, seed: at };
    open.add(sent);
    try {
      const first = await as(sender, request);
      // On a busy machine, the pool of connections may be full for a moment.
      const answer = first.status === 503 ? await as(sender, request) : first;
      causes.set(`${answer.headers["x-request-id"]}`, cause);
      const status = `${sender} ${Math.floor(answer.status / 100)}xx`;
      counts.set(status, (counts.get(status) ?? 0) + 1);
      const wrong = wrongWith(request, answer, scene.token);
      if (wrong !== null) note(wrong, cause);
    } catch (error) {
      await expectAlive();
      note(`no answer (${error})`, cause);
    }
    open.delete(sent);
  }
}

async function expectAlive(): Promise<void> {
  const isAlive = await fetch(`${world.baseUrl}/api/health`, { signal: AbortSignal.timeout(60_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isAlive)
    throw new Crash(
      [
        "The server is gone. Without an answer:",
        ...open,
        world.output().slice(-1_500),
        "Before:",
        ...findings.values(),
      ].join("\n"),
    );
}

/** Sends these attacks, some at once, then reads the server's log. */
async function attackAll(attacks: readonly Attack[], scene: Scene, at: number): Promise<void> {
  const causes = new Map<string, Cause>();
  const from = world.output().length;
  const left = attacks.values();
  const worker = async () => {
    for (const each of left) await attack(each, scene, at, causes);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const anyOfThem: Cause = { name: "one of this batch", sender: "stranger", sent: "unknown", seed: at };
  for (const { line, requestId } of wrongInLog(world.output().slice(from), [scene.token])) {
    note(`in the log: ${line}`, causes.get(`${requestId}`) ?? anyOfThem);
  }
}

/** One scene and what is sent to it. The same seed gives the same requests, but for the scene's ids. */
async function batch(at: number): Promise<void> {
  // What an earlier batch may have switched on for everyone.
  await db().workspace.updateMany({ data: { requiresTwoStep: false } });
  const scene = await world.makeScene("unchanged");
  const one = fc.oneof({ weight: 5, arbitrary: onTable(scene) }, { weight: 3, arbitrary: onWebhook(scene) });
  const attacks = [
    ...fc.sample(one, { seed: at, numRuns: BATCH }),
    ...fc.sample(savedCard(scene), { seed: at, numRuns: 1 }),
  ];
  await attackAll(attacks, scene, at);
  const odd = fc.sample(oddBytes(`/webhooks/incoming/${scene.webhookId}/${scene.token}`), { seed: at, numRuns: 4 });
  const answers = await Promise.all(odd.map((bytes) => sendBytes(world.baseUrl, bytes)));
  answers.forEach((answer, index) => {
    const cause: Cause = { name: "odd bytes", sender: "holder", sent: shown(odd[index]), seed: at };
    if (/^HTTP\/1\.1 5/m.test(answer)) note(answer, cause);
  });
  if (isLong) await expectShortTurns(attacks, scene, at);
}

/** Finds the requests that take more than a turn may, by sending each again alone. */
async function expectShortTurns(attacks: readonly Attack[], scene: Scene, at: number): Promise<void> {
  if ((await probe("turn")).turn <= TURN_MILLISECONDS) return;
  for (const each of attacks) {
    // The least of several, because garbage collection counts too.
    let turn = Number.POSITIVE_INFINITY;
    for (let times = 0; times < 3 && turn > TURN_MILLISECONDS; times += 1) {
      await probe("turn");
      await attack(each, scene, at, new Map());
      turn = Math.min(turn, (await probe("turn")).turn);
    }
    const cause = { name: each.name, sender: each.sender, sent: shown(each.steps), seed: at };
    if (turn > TURN_MILLISECONDS) note(`${each.name} took a turn of ${Math.round(turn)} ms`, cause);
  }
}

test("nothing that anyone sends stops the server, makes it fail, or makes it grow", {
  timeout: LOAD_MILLISECONDS * 2 + 120_000,
}, async () => {
  // The people of the access tests have no password that could be compared.
  await db().user.updateMany({ data: { passwordHash: await hash("a password of someone") } });
  const scene = await world.makeScene("unchanged");
  // Loads what is loaded once, and fills caches.
  await attackAll(plainly(scene), scene, seed);
  await batch(seed);
  const before = await probe("memory");
  const end = Date.now() + LOAD_MILLISECONDS;
  let batches = 1;
  for (; Date.now() < end && findings.size < MOST_FINDINGS; batches += 1) await batch(seed + batches);
  const after = await probe("memory");
  const sent = [...counts.values()].reduce((sum, each) => sum + each, 0);
  console.log(
    `${sent} odd requests from the seeds ${seed} to ${seed + batches - 1}:`,
    Object.fromEntries([...counts].sort()),
  );

  expect([...findings.values()].join("\n\n")).toBe("");
  expect(after.memory - before.memory, "The server holds more than before the load.").toBeLessThan(GROWTH_BYTES);
  // Otherwise most of them would test only how requests are refused.
  for (const sender of ["member", "manager", "owner", "holder"]) {
    expect(counts.get(`${sender} 2xx`), `what was done as ${sender}`).toBeGreaterThan(sent / 200);
  }
  expect(await largestRows()).toEqual([]);
});

test("afterwards, webhooks post, people write, and both are read", async () => {
  const scene = await world.makeScene("unchanged");
  const messages = `/api/channels/${scene.channelId}/messages`;
  const post = (path: string, body: object): OddRequest => {
    return { method: "POST", path, headers: [["Content-Type", "application/json"]], body: JSON.stringify(body) };
  };
  const posted = post(`/webhooks/incoming/${scene.webhookId}/${scene.token}`, { content: "Posted afterwards" });
  expect((await as("holder", posted)).status).toBe(200);
  expect((await as("member", post(messages, { content: "Written afterwards", nonce: "afterwards" }))).status).toBe(200);
  for (const path of [messages, `/channels/${scene.channelId}`]) {
    const { status, text } = await as("member", { method: "GET", path, headers: [] });
    expect(status).toBe(200);
    for (const word of ["Posted", "Written"]) expect(text).toContain(`${word} afterwards`);
  }
});

/** Sends a request as this sender. */
function as(sender: Sender, sent: OddRequest): Promise<RawAnswer> {
  return sendRaw(world.baseUrl, sender === "holder" ? null : world.cookies[sender], sent);
}

/** Returns the tables that have a row that is larger than any may be. */
async function largestRows(): Promise<string[]> {
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations'`;
  const large: string[] = [];
  for (const { name } of tables) {
    const [row] = await db().$queryRawUnsafe<{ bytes: number | null }[]>(
      `SELECT max(octet_length(t::text)) AS bytes FROM ${name} t`,
    );
    if ((row?.bytes ?? 0) > ROW_BYTES) large.push(`${name}: ${row?.bytes} bytes`);
  }
  return large;
}
