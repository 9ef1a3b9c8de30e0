import type { ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { removeAbandoned } from "@/lib/moving/import/directories";
import type { ImportReport } from "@/lib/moving/import/report";
import { env } from "@/lib/process/env";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { makeWorkspace } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";
import { reportLines } from "@/server/import";
import { runCommand } from "@/server/run-program";

const SLOW = 120_000;
const dataDir = temporaryDirectory("parley-import-");
const tag = Date.now();
const file = path.join(dataDir, "export");

beforeAll(async () => {
  await makeWorkspace();
  mkdirSync(path.join(file, `channel-${tag}`), { recursive: true });
  const put = (name: string, value: unknown) => writeFileSync(path.join(file, name), JSON.stringify(value));
  const profile = { real_name: "Ada", email: `ada.${tag}@example.com` };
  put("users.json", [{ id: "U1", team_id: `T${tag}`, name: "ada", profile }]);
  put("channels.json", [{ id: "C1", name: `channel-${tag}`, members: ["U1"] }]);
  put(`channel-${tag}/2024-01-01.json`, [{ type: "message", user: "U1", ts: "1704067200.000000", text: "Hello" }]);
});
afterAll(() => removeDataDir(dataDir));

const run = (...args: string[]) =>
  runCommand(["import", ...args], { DATA_DIR: dataDir, DATABASE_URL: env.databaseUrl ?? "" });
const imported = () => db().message.count({ where: { channel: { name: `channel-${tag}` } } });

test(
  "the command says what it would do, and imports once it's told to",
  async () => {
    const report =
      "An export of Slack, from 2024-01-01 to 2024-01-01.\n" +
      "People: 0 have an account already, 1 gets one, 0 get a deactivated one.\n";
    const dry = await run(file, "--dry-run");
    expect(dry).toEqual({ code: 0, output: expect.stringContaining(report) });
    expect(dry.output).toContain("This was a dry run. Nothing has changed.");
    // Without a terminal to ask on.
    expect((await run(file)).output).toContain("Nothing has changed. Run it again with --yes to import this.");
    expect(await imported()).toBe(0);

    const first = await run(file, "--yes");
    expect(first).toEqual({ code: 0, output: expect.stringMatching(/Imported 1 message in \d+ s\./) });
    expect(first.output).toContain("The new accounts have no password yet.");
    expect(await imported()).toBe(1);
    const again = await run("--yes", file);
    expect(again.output).toContain("Imported before, so left as they are: 1 message.");
    expect(await imported()).toBe(1);
  },
  SLOW,
);

test(
  "the command says what is wrong with what it's given",
  async () => {
    expect(await run()).toMatchObject({ code: 1, output: expect.stringContaining("Use npm run import -- <file>.") });
    expect(await run(file, "--fast")).toMatchObject({
      code: 1,
      output: expect.stringContaining("Unknown option --fast."),
    });
    expect((await run(path.join(dataDir, "missing.zip"))).output).toContain("there is no such file");
    mkdirSync(path.join(dataDir, "empty"), { recursive: true });
    expect((await run(path.join(dataDir, "empty"))).output).toContain("This isn't an export that Parley knows.");
  },
  SLOW,
);

test(
  "what a killed import left on disk is removed, but not while an import is running",
  async () => {
    const packed = path.join(dataDir, "export.tar.gz");
    const entries = ["users.json", "channels.json"].map((name) => ({ header: { name, size: 2 }, body: "[]" }));
    writeFileSync(packed, gzipSync(await packTar(entries)));
    process.env.DATA_DIR = dataDir;
    const directory = path.join(dataDir, "importing");
    const left = () => (existsSync(directory) ? readdirSync(directory).length : 0);
    const children: ChildProcess[] = [];
    await db().$transaction(
      async (tx) => {
        // The import stops here once it has unpacked its file.
        await tx.$executeRaw`LOCK TABLE imported_things IN ACCESS EXCLUSIVE MODE`;
        const settings = { DATA_DIR: dataDir, DATABASE_URL: env.databaseUrl ?? "" };
        const ended = runCommand(["import", packed, "--dry-run"], settings, (child) => children.push(child));
        await vi.waitFor(() => expect(left()).toBe(1), { timeout: SLOW });
        await removeAbandoned();
        expect(left()).toBe(1);
        for (const child of children) child.kill("SIGKILL");
        expect((await ended).code).toBe("SIGKILL");
      },
      { timeout: SLOW },
    );
    expect(left()).toBe(1);
    await until(async () => {
      await removeAbandoned();
      expect(left()).toBe(0);
    });
  },
  SLOW,
);

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "an import that %s interrupts says so with its exit code",
  async (signal) => {
    const settings = { DATA_DIR: dataDir, DATABASE_URL: env.databaseUrl ?? "" };
    const children: ChildProcess[] = [];
    const ended: ReturnType<typeof runCommand>[] = [];
    await db().$transaction(
      async (tx) => {
        // The import stops here, where it has begun to read.
        await tx.$executeRaw`LOCK TABLE imported_things IN ACCESS EXCLUSIVE MODE`;
        ended.push(runCommand(["import", file, "--yes"], settings, (child) => children.push(child)));
        await until(async () => {
          const [waiting] = await db().$queryRaw<{ count: bigint }[]>`
            SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'imported_things'::regclass`;
          expect(waiting?.count).toBe(1n);
        });
        for (const child of children) child.kill(signal);
      },
      { timeout: SLOW },
    );
    expect(await Promise.all(ended)).toEqual([
      { code: { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal], output: expect.stringContaining("Stopping.") },
    ]);
  },
  SLOW,
);

test(
  "guests get deactivated accounts, and members' only if the command says so",
  async () => {
    const folder = path.join(dataDir, "guests");
    mkdirSync(folder);
    const profile = { real_name: "Pat", email: `pat.${tag}@example.com` };
    writeFileSync(path.join(folder, "users.json"), JSON.stringify([{ id: "U7", is_restricted: true, profile }]));
    writeFileSync(path.join(folder, "channels.json"), "[]");
    const who = `such as Pat (${profile.email}).`;
    const dry = await run(folder, "--dry-run");
    expect(dry.output).toContain("0 have an account already, 0 get one, 1 gets a deactivated one.");
    expect(dry.output).toContain(
      `Changed: 1 guests, who get a deactivated account (a member's with --guests=members), ${who}`,
    );
    await run(folder, "--yes", "--guests=members");
    expect(await db().user.findUnique({ where: { email: profile.email } })).toMatchObject({ deactivatedAt: null });
  },
  SLOW,
);

test("a report names what goes on in existing channels, what is left out and what retention deletes", () => {
  const report: ImportReport = {
    tool: "Mattermost",
    people: { matched: 2, accounts: 1, deactivated: 0, admins: ["Ada (ada@example.com)"] },
    avatars: 2,
    groups: ["oncall", "dev"],
    emoji: 3,
    channels: { made: 1, direct: 2, continued: ["general", "random"] },
    messages: { all: 1200, before: 0, replies: 3 },
    reactions: 1,
    files: 0,
    from: new Date("2020-01-01"),
    to: new Date("2024-01-01"),
    leftOut: new Map([["previews of links", { count: 1200, example: "engine/2020-09-13.json" }]]),
    changed: new Map([["guests, who get a deactivated account", { count: 2, example: "Pat (pat@example.com)" }]]),
    expiring: 7,
  };
  expect(reportLines(report)).toEqual([
    "An export of Mattermost, from 2020-01-01 to 2024-01-01.",
    "People: 2 have an account already, 1 gets one, 0 get a deactivated one.",
    "Channels: 1 new, and 2 that exist get their history: #general, #random. New direct messages: 2.",
    "Messages: 1,200, of which 3 in threads, with 1 reaction and 0 files.",
    "New accounts that become admins: Ada (ada@example.com).",
    "Avatars: 2 new.",
    "User groups: 2 new: @oncall, @dev.",
    "Custom emoji: 3 new.",
    "Retention deletes 7 messages soon, because they're too old. Change it first if you want to keep them.",
    "Changed: 2 guests, who get a deactivated account, such as Pat (pat@example.com).",
    "Not imported: 1,200 previews of links, such as engine/2020-09-13.json.",
  ]);
});
