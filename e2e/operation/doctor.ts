import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import {
  askSeen,
  checkBodies,
  checkClientAddress,
  checkHost,
  checkHttpClock,
  checkOpenedAs,
  checkQuiet,
  checkReachable,
  checkStream,
} from "@/server/doctor/address";
import { makeCode } from "@/server/doctor/code";
import type { Finding } from "@/server/doctor/findings";
import type { LaneReport } from "@/server/doctor/lane";
import { freePort } from "@/server/machine/port";
import { runCommand } from "@/server/run-program";
import { askOperated, parley } from "./operated";
import { startProxy } from "./proxy";

type Faults = Parameters<typeof startProxy>[1];

/** Runs a check through a proxy with these faults. */
async function through<T>(faults: Faults, check: (url: string) => Promise<T>): Promise<T> {
  const proxy = await startProxy(parley.baseUrl, faults);
  try {
    return await check(proxy.url);
  } finally {
    proxy.stop();
  }
}

/** Returns what Parley saw through a proxy with these faults, as if the proxy's address were its BASE_URL. */
function seenThrough(faults: Faults): Promise<{ seen: LaneReport; from: string; url: string; date: string | null }> {
  return through(faults, async (url) => {
    const asked = await askSeen(url);
    if ("level" in asked) throw new Error(asked.says);
    return { ...asked, seen: { ...asked.seen, baseUrl: url }, url };
  });
}

const says = (findings: Finding[]) => findings.map(({ level, says }) => `${level} ${says}`);

test("address: an unreachable one, a redirect, a proxy without Parley and another site are told apart", async () => {
  const reach = (url: string) => checkReachable(url, "http://localhost:3000");
  expect(await through({}, reach)).toMatchObject({ level: "ok" });
  expect(await reach(`http://localhost:${await freePort()}`)).toMatchObject({
    level: "fail",
    fix: expect.stringContaining("Start the proxy"),
  });
  expect(await reach("http://chat.invalid")).toMatchObject({
    level: "fail",
    fix: expect.stringContaining("DNS record"),
  });
  for (const [status, said] of [
    [301, "redirects to https://chat.example.com/"],
    [502, "answers 502: it doesn't reach Parley"],
    [200, "Something other than Parley"],
    [404, "Something other than Parley"],
  ] as const) {
    const answer = { status, headers: { location: "https://chat.example.com/" } };
    expect(await through({ answer }, reach)).toMatchObject({ level: "fail", says: expect.stringContaining(said) });
  }
});

test("requests: a proxy that passes everything on is fine", async () => {
  const { seen, from, url, date } = await seenThrough({});
  expect(says(checkHost(url, seen, from))).toEqual(["ok Parley gets what browsers send."]);
  expect(checkClientAddress(seen, from)).toEqual({
    level: "ok",
    says: "Parley knows its clients' addresses behind one proxy.",
  });
  expect(checkHttpClock(date)).toMatchObject({ level: "ok" });
  // Without a proxy there is nothing to trust.
  const direct = await askSeen(parley.baseUrl);
  if ("level" in direct) throw new Error(direct.says);
  expect(checkClientAddress(direct.seen, direct.from).says).toBe("There is no proxy in front of Parley.");
});

test("requests: another Host, Origin or BASE_URL, and a missing protocol are found", async () => {
  const wrongHost = await seenThrough({
    headers: (headers) => {
      headers.host = "parley:3000";
    },
  });
  expect(says(checkHost(wrongHost.url, wrongHost.seen, wrongHost.from))).toEqual([
    `fail Browsers send Host: ${new URL(wrongHost.url).host}, but Parley gets parley:3000, so forms fail.`,
  ]);
  const forwarded = await seenThrough({
    headers: (headers) => {
      headers["x-forwarded-host"] = headers.host;
      headers.host = "parley:3000";
    },
  });
  expect(says(checkHost(forwarded.url, forwarded.seen, forwarded.from))).toEqual([
    "ok Parley gets what browsers send.",
  ]);
  const noOrigin = await seenThrough({ headers: (headers) => delete headers.origin });
  expect(says(checkHost(noOrigin.url, noOrigin.seen, noOrigin.from))).toEqual([
    expect.stringContaining("fail Browsers send Origin:"),
  ]);
  const { seen, from, url } = await seenThrough({});
  expect(says(checkHost(url, { ...seen, baseUrl: null }, from))).toEqual([
    expect.stringContaining("fail The running Parley has no BASE_URL"),
  ]);
  const portless = await seenThrough({
    headers: (headers) => {
      headers.host = "localhost";
      headers.origin = parley.baseUrl;
      headers["x-forwarded-proto"] = "HTTP, http";
    },
  });
  const known = { ...portless.seen, baseUrl: parley.baseUrl };
  expect(says(checkHost(parley.baseUrl, known, portless.from))).toEqual(["ok Parley gets what browsers send."]);
  const https = url.replace("http:", "https:");
  expect(says(checkHost(https, { ...seen, baseUrl: https, origin: https }, from))).toEqual([
    "warn Browsers use https, but the proxy says http about it.",
  ]);
});

test("requests: an address at which people opened Parley, but that it doesn't know, is found", async () => {
  const faults: Faults = {
    headers: (headers) => {
      headers.host = "localhost";
    },
  };
  const opened = await through(faults, async (url) => {
    const answer = await fetch(`${url}/api/auth/csrf`, { method: "POST", headers: { origin: url } });
    expect(answer.status).toBe(403);
    return url;
  });
  const { seen } = await seenThrough({});
  expect(checkOpenedAs({ ...seen, baseUrl: "https://chat.example" })).toContainEqual({
    level: "warn",
    says: `A page was opened as ${opened}, but BASE_URL is https://chat.example. No one can sign in there.`,
    fix: "If that was Parley: open it at https://chat.example. In nginx: proxy_set_header Host $http_host;",
  });
});

test("requests: a proxy that doesn't add the client's address, or too much or little trust, fails", async () => {
  const address = ({ seen, from }: { seen: LaneReport; from: string }) => checkClientAddress(seen, from);
  const missing = await seenThrough({ headers: (headers) => delete headers["x-forwarded-for"] });
  expect(address(missing)).toMatchObject({
    level: "fail",
    says: expect.stringContaining("doesn't send X-Forwarded-For"),
  });
  const passedOn = await seenThrough({
    headers: (headers) => {
      headers["x-forwarded-for"] = "192.0.2.1";
    },
  });
  expect(address(passedOn)).toMatchObject({ level: "fail", says: expect.stringContaining("as clients send it") });
  const replaced = await seenThrough({
    headers: (headers) => {
      headers["x-forwarded-for"] = "127.0.0.1";
    },
  });
  expect(address(replaced)).toMatchObject({ level: "ok" });
  const { seen, from } = await seenThrough({});
  expect(address({ seen: { ...seen, trustedProxies: 2 }, from })).toMatchObject({
    level: "fail",
    says: "Parley trusts 2 proxies but is behind 1, so clients can fake their address.",
    fix: "Set TRUSTED_PROXIES=1.",
  });
  expect(address({ seen: { ...seen, trustedProxies: 0 }, from })).toMatchObject({
    level: "fail",
    fix: "Set TRUSTED_PROXIES=1.",
  });
});

test("clock: a wrong one at the public address is found", async () => {
  const { date } = await seenThrough({ date: new Date(Date.now() - 120_000) });
  expect(checkHttpClock(date)).toMatchObject({
    level: "fail",
    says: expect.stringMatching(/^The clock at BASE_URL is 1[12]\d s behind this machine's\./),
  });
});

test("streams: a proxy that buffers fails", async () => {
  expect(await through({}, checkStream)).toMatchObject({ level: "ok" });
  expect(await through({ buffers: true }, checkStream)).toMatchObject({
    level: "fail",
    says: "The proxy buffers event streams, so messages don't appear live.",
    fix: expect.stringContaining("proxy_buffering off"),
  });
});

test("streams: a proxy that ends silent ones fails", async () => {
  expect(await through({}, (url) => checkQuiet(url, 1_000))).toEqual({
    level: "ok",
    says: "A stream that is silent for 1 second stays open.",
  });
  expect(await through({ longestQuiet: 300 }, (url) => checkQuiet(url, 60_000))).toMatchObject({
    level: "fail",
    says: expect.stringMatching(/^The proxy ends a stream that is silent for \d/),
    fix: expect.stringContaining("proxy_read_timeout 75s"),
  });
});

test("uploads: 101 MiB pass, and with a limit the largest size that passes is named", async () => {
  expect(await through({}, checkBodies)).toEqual({ level: "ok", says: "Uploads of 101 MiB pass." });
  expect(await through({ mostBytes: 10 * 2 ** 20 }, checkBodies)).toMatchObject({
    level: "fail",
    says: "The proxy refuses uploads of 101 MiB (status 413); 8 MiB pass.",
  });
  expect(await through({ mostBytes: 2 ** 20 }, checkBodies)).toMatchObject({
    says: expect.stringContaining("not even 2 MiB pass"),
    fix: expect.stringContaining("client_max_body_size 101m"),
  });
});

test("strangers can't use what the doctor asks for, and a code works once, for its purpose, for a minute", async () => {
  const health = async (code: string) =>
    (await askOperated("/api/health", { headers: { "x-parley-doctor": code } })).json() as Promise<object>;
  const good = makeCode("seen");
  expect(await health(good)).toHaveProperty("peer");
  const others = [good, makeCode("seen", Date.now() - 300_000), makeCode("seen").replace(/.$/, ""), "seen.1.2.3", ""];
  for (const bad of others) expect(await health(bad)).not.toHaveProperty("peer");
  const tampered = makeCode("seen").replace("seen", "body");
  const upload = await askOperated("/api/channels/0/messages", {
    method: "POST",
    headers: { "x-parley-doctor": tampered, "content-type": "application/json" },
    body: "x".repeat(2 * 2 ** 20),
  });
  expect(upload.status).toBe(413);
  const stream = await askOperated("/api/events", { headers: { "x-parley-doctor": tampered } });
  expect(stream.status).toBe(401);
});

/** Runs the command as an operator would, and returns its exit code and lines. */
async function doctor(env: Record<string, string>): Promise<{ code: unknown; lines: string[] }> {
  const { code, output } = await runCommand(["doctor"], env);
  return { code, lines: output.split("\n") };
}

const SLOW_MS = 180_000;

test(
  "the command examines a running Parley and exits with 1, because the tests' PostgreSQL doesn't sync",
  async () => {
    const { code, lines } = await doctor({ BASE_URL: parley.baseUrl, PORT: new URL(parley.baseUrl).port });
    expect(lines).toContain("fail  Durability: PostgreSQL runs with fsync = off: a crash can destroy the database.");
    for (const name of [
      "Settings",
      "Node",
      "Database",
      "Notifications",
      "Schema",
      "Address",
      "Requests",
      "Streams",
      "Uploads",
      "Tools",
    ]) {
      expect(lines, name).toContainEqual(expect.stringMatching(new RegExp(`^ok    ${name}: `)));
    }
    // Every finding that isn't fine says what to do.
    for (const [index, line] of lines.entries()) {
      if (/^(warn|fail) /.test(line)) expect(lines[index + 1]).toMatch(/^ {6}→ ./);
    }
    expect(lines.at(-2)).toMatch(/^3 to fix, (\d+ to look at, )?\d+ fine\.$/);
    expect(code).toBe(1);
  },
  SLOW_MS,
);

test(
  "another install's Parley at BASE_URL is found",
  async () => {
    const { code, lines } = await doctor({
      BASE_URL: parley.baseUrl,
      PORT: new URL(parley.baseUrl).port,
      NEXTAUTH_SECRET: "the secret of another install",
    });
    expect(lines).toContainEqual(
      expect.stringMatching(/^fail {2}Requests: The Parley at .* doesn't know this install's secret\.$/),
    );
    expect(code).toBe(1);
  },
  SLOW_MS,
);

test(
  "the command works while Parley isn't running, and for an install that was never started",
  async () => {
    const dataDir = temporaryDirectory("parley-doctor-");
    const env = { DATA_DIR: dataDir, DATABASE_URL: "", BASE_URL: "", PORT: `${await freePort()}` };
    try {
      const port = await freePort();
      const [fresh, broken, lost] = await Promise.all([
        doctor(env),
        doctor({ ...env, PORT: "http" }),
        doctor({
          ...env,
          DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/parley`,
          TEST_LIMITS: "database-patience=1",
        }),
      ]);
      expect(fresh.lines).toContain("warn  Database: There is no database yet.");
      expect(fresh.lines).toContainEqual(expect.stringMatching(/^warn {2}Address: Parley isn't running/));
      expect(fresh.code).toBe(0);
      expect(broken.lines[0]).toMatch(/^fail {2}Settings: The environment variable PORT must be a port number/);
      expect(broken.code).toBe(1);
      expect(lost.lines).toContainEqual(
        expect.stringMatching(/^fail {2}Database: The database can't be used: .*connection refused/),
      );
      expect(lost.code).toBe(1);
    } finally {
      removeDataDir(dataDir);
    }
  },
  SLOW_MS,
);

test(
  "the embedded database is examined while Parley isn't running",
  async () => {
    const dataDir = temporaryDirectory("parley-doctor-");
    // As after the first start; the doctor starts the database and stops it.
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path.join(dataDir, "postgres-password"), "a password\n", { mode: 0o600 });
    try {
      const { code, lines } = await doctor({
        DATA_DIR: dataDir,
        DATABASE_URL: "",
        BASE_URL: "",
        PORT: `${await freePort()}`,
      });
      expect(lines).toContain("ok    Durability: PostgreSQL syncs each commit to disk.");
      expect(lines).toContain("warn  Schema: The database is empty.");
      expect(code).toBe(0);
    } finally {
      removeDataDir(dataDir);
    }
  },
  SLOW_MS,
);
