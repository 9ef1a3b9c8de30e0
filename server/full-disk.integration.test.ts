import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { disconnect } from "@/lib/db/client";
import { incomingDir } from "@/lib/files/stores/disk-store";
import { reserveRoomIn } from "@/lib/files/stores/reserve";
import { removeTemporary, storeFile } from "@/lib/files/uploads/store-file";
import { changesSince } from "@/lib/messages/read/queries";
import { databaseHasRoom, disksJob } from "@/lib/operation/health/watch-disks";
import { fullPlaces } from "@/lib/process/full-disk";
import { log } from "@/lib/process/log";
import { repeat } from "@/lib/process/repeat";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { type MadeWebhook, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";
import { errorResponse } from "@/lib/web/http";
import { checkRoom } from "@/server/doctor/database";
import { checkPermissions, checkSpace } from "@/server/doctor/machine";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/server/embedded-postgres";
import { migrate } from "@/server/migrate";

const MIB = 2 ** 20;
const SENTENCE = "The server's disk is full. Ask an admin to free up space, then try again.";
const before = { DATABASE_URL: process.env.DATABASE_URL, DATA_DIR: process.env.DATA_DIR };

/** Mounts a small disk in memory. Returns null where that isn't permitted. */
function mountDisk(size: string): string | null {
  const directory = temporaryDirectory("parley-full-disk-");
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=0755`, "tmpfs", directory], { stdio: "ignore" });
    return directory;
  } catch {
    removeDataDir(directory);
    return null;
  }
}

function unmount(directory: string): void {
  execFileSync("umount", ["-l", directory]);
  removeDataDir(directory);
}

/** Writes a file that leaves so much space. */
function fill(directory: string, left: number): void {
  const { bavail, bsize } = statfsSync(directory);
  try {
    writeFileSync(path.join(directory, "fill"), Buffer.alloc(Math.max(0, bavail * bsize - left)));
  } catch {
    // Nothing is left, as asked.
  }
}

const disks = { database: mountDisk("400m"), files: mountDisk("20m") };
if (disks.database === null) console.warn("Skipping the tests with a full disk: mounting isn't permitted here.");

describe.skipIf(disks.database === null || disks.files === null)("on a disk that is really full", () => {
  const { database = "", files = "" } = disks as { database: string; files: string };
  let postgres: EmbeddedPostgres;
  let made: MadeWebhook;

  const post = async () => {
    const body = JSON.stringify({ content: "x".repeat(7_000) });
    const { status, text } = await sendRequest(webhookPath(made), { body });
    return { status, error: (JSON.parse(text) as { error?: string }).error };
  };
  const stored = async () => (await changesSince(made.webhook.channelId, 0, 10)).messages.length;
  const clear = (directory: string) => rmSync(path.join(directory, "fill"), { force: true });

  beforeAll(async () => {
    const dataDir = path.join(database, "data");
    mkdirSync(dataDir, { mode: 0o711 });
    postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    await migrate(postgres.databaseUrl);
    process.env.DATABASE_URL = postgres.databaseUrl;
    process.env.DATA_DIR = files;
    await disconnect();
    made = await makeWebhook();
    repeat(disksJob);
  }, 120_000);
  afterEach(() => {
    vi.restoreAllMocks();
    reserveRoomIn(null);
    clear(database);
    clear(files);
  });
  afterAll(async () => {
    Object.assign(process.env, before);
    await disconnect();
    await postgres.stop();
    unmount(database);
    unmount(files);
  });

  test("posts get 503 and reading goes on, until there is room", async () => {
    const logged = vi.spyOn(log, "error");
    expect((await post()).status).toBe(200);
    fill(database, 0);
    // Some fit into pages that PostgreSQL has already.
    const failed = await until(async () => {
      const answer = await post();
      expect(answer.status).not.toBe(200);
      return answer;
    });
    expect(failed).toEqual({ status: 503, error: SENTENCE });
    expect(await databaseHasRoom()).toBe(false);
    expect(await checkRoom(null)).toMatchObject({ level: "fail" });
    expect(await stored()).toBeGreaterThan(0);
    expect(logged).toHaveBeenCalledTimes(1);

    clear(database);
    await until(async () => expect((await post()).status).toBe(200));
    await until(() => expect(fullPlaces().size).toBe(0));
    expect(await checkRoom(null)).toMatchObject({ level: "ok" });
  }, 120_000);

  test("the database that Parley runs keeps a reserve, so it doesn't stop", async () => {
    reserveRoomIn(postgres.directory);
    fill(database, 20 * MIB);
    await until(async () => expect(await post()).toEqual({ status: 503, error: SENTENCE }));
    expect([...fullPlaces().keys()]).toEqual(["database"]);
    expect(await stored()).toBeGreaterThan(0);
    clear(database);
    await until(async () => expect((await post()).status).toBe(200));
  }, 120_000);

  test("the doctor says that DATA_DIR's disk is full, and not that its user can't write there", async () => {
    const levels = async () => [
      (await checkSpace(files)).level,
      (await checkPermissions(files)).map(({ says }) => says),
    ];
    expect(await levels()).toEqual(["ok", [expect.stringContaining("is writable")]]);
    fill(files, 0);
    expect(await levels()).toEqual(["fail", [expect.stringContaining("is writable")]]);
  });

  test("uploads get 503 and leave nothing behind, and posts go on, until there is room", async () => {
    async function* bytes() {
      for (let i = 0; i < 4; i += 1) yield Buffer.alloc(MIB);
    }
    await removeTemporary([await storeFile(bytes(), 10 * MIB)]);
    fill(files, MIB / 2);
    const error = await storeFile(bytes(), 10 * MIB).catch((thrown: unknown) => thrown);
    const answer = errorResponse(error);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error: SENTENCE });
    expect(answer.headers.get("retry-after")).toMatch(/^[1-9]/);
    expect(readdirSync(incomingDir())).toEqual([]);
    expect([...fullPlaces().keys()]).toEqual(["files"]);
    expect((await post()).status).toBe(200);

    clear(files);
    await until(async () => removeTemporary([await storeFile(bytes(), 10 * MIB)]));
    await until(() => expect(fullPlaces().size).toBe(0));
  }, 120_000);
});
