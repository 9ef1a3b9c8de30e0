import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { redisState } from "@/lib/process/limits";
import { runShutdown } from "@/lib/process/on-shutdown";
import { TestBucket } from "@/lib/testing/bucket";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { listenLocally } from "@/lib/testing/listen";
import { PostOffice } from "@/lib/testing/post-office";
import { until } from "@/lib/testing/until";
import { checkFiles, checkMail, checkPush, checkRedis, checkTools } from "@/server/doctor/services";
import { freePort } from "@/server/machine/port";
import { debianProgram } from "@/server/testing/debian-program";
import { stopChild } from "@/server/testing/parley-process";

beforeEach(() => {
  vi.stubEnv("BASE_URL", "https://chat.example.com");
  vi.stubEnv("MAIL_FROM", "parley@example.com");
});
afterEach(() => vi.unstubAllEnvs());

test("mail: without a server there is nothing to check", async () => {
  vi.stubEnv("SMTP_URL", "");
  expect(await checkMail()).toMatchObject({ level: "ok", says: expect.stringContaining("isn't set up") });
});

test("mail: the password is checked, and no mail is sent", async () => {
  const office = await PostOffice.open({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === "right" ? done(null, { user: "parley" }) : done(new Error("wrong")),
  });
  try {
    vi.stubEnv("SMTP_URL", `smtp://parley:right@127.0.0.1:${office.port}`);
    expect(await checkMail()).toEqual({ level: "ok", says: "The mail server accepts Parley." });
    vi.stubEnv("SMTP_URL", `smtp://parley:wr0ng@127.0.0.1:${office.port}`);
    const finding = await checkMail();
    expect(finding).toMatchObject({
      level: "fail",
      says: `The mail server can't be used: 127.0.0.1:${office.port} refuses the user or password.`,
      fix: expect.stringContaining("SMTP_URL"),
    });
    expect(JSON.stringify(finding)).not.toContain("wr0ng");
    expect(office.mails).toEqual([]);
  } finally {
    await office.close();
  }
});

test("mail: a closed port and a server that doesn't encrypt fail, each with its own advice", async () => {
  vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${await freePort()}`);
  expect(await checkMail()).toMatchObject({
    level: "fail",
    says: expect.stringMatching(/ECONNREFUSED|ESOCKET/),
    fix: expect.stringContaining("host and port"),
  });
  const office = await PostOffice.open();
  try {
    vi.stubEnv("SMTP_URL", `smtps://127.0.0.1:${office.port}`);
    expect(await checkMail()).toMatchObject({ level: "fail", fix: expect.stringContaining("smtps:// for port 465") });
  } finally {
    await office.close();
  }
});

test("files: a bucket that can't be reached or isn't there fails, and the trial file is deleted", async () => {
  vi.stubEnv("S3_BUCKET", "");
  expect(await checkFiles()).toEqual({ level: "ok", says: "Uploads are stored in DATA_DIR." });
  const bucket = await TestBucket.open();
  try {
    for (const [name, value] of Object.entries(bucket.env)) vi.stubEnv(name, value);
    expect(await checkFiles()).toMatchObject({ level: "ok", says: expect.stringContaining("in the bucket") });
    expect(bucket.requests.map((request) => request.split(" ")[0])).toEqual(["HEAD", "PUT", "GET", "GET", "DELETE"]);
    expect(bucket.keys()).toEqual([]);
    bucket.instead = ({ url }, response) => {
      if (!url?.includes("prefix=")) return false;
      response.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>");
      return true;
    };
    expect(await checkFiles()).toMatchObject({ level: "fail", says: expect.stringContaining("403 AccessDenied") });
    vi.stubEnv("S3_BUCKET", "another-bucket");
    expect(await checkFiles()).toMatchObject({
      level: "fail",
      says: expect.stringMatching(/^Uploads can't be stored in the bucket another-bucket: /),
      fix: expect.stringContaining("docs/files.md"),
    });
  } finally {
    await bucket.close();
  }
  expect(await checkFiles()).toMatchObject({ level: "fail", says: expect.stringContaining("ECONNREFUSED") });
});

test("push: services that can't be reached are a warning that names them", async () => {
  const server = createServer((socket) => socket.end());
  const open = { host: "127.0.0.1", port: await listenLocally(server) };
  const closed = { host: "localhost", port: await freePort() };
  try {
    expect(await checkPush([open])).toEqual({ level: "ok", says: "The push services can be reached." });
    expect(await checkPush([open, closed])).toMatchObject({
      level: "warn",
      says: "localhost can't be reached, so not every browser gets push notifications.",
    });
    expect(await checkPush([closed])).toMatchObject({ says: expect.stringContaining("so no browser gets") });
  } finally {
    server.close();
  }
});

test("Redis: it must answer, and the running Parley must use it", async () => {
  vi.stubEnv("REDIS_URL", "");
  expect(await checkRedis(null)).toMatchObject({ level: "ok" });
  expect(await redisState()).toBe("off");
  expect(await checkRedis({ redis: "connected" })).toMatchObject({ level: "warn" });
  const port = await freePort();
  vi.stubEnv("REDIS_URL", `redis://127.0.0.1:${port}`);
  expect(await checkRedis(null)).toMatchObject({
    level: "fail",
    says: expect.stringContaining("ECONNREFUSED"),
    fix: expect.stringContaining("REDIS_URL"),
  });
  const directory = temporaryDirectory("parley-redis-");
  const options = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", directory, "--save", ""];
  const redis = spawn(await debianProgram("redis-server"), options, { stdio: "ignore" });
  try {
    await until(async () => expect(await checkRedis(null)).toEqual({ level: "ok", says: "Redis answers." }));
    expect(await checkRedis({ redis: "connected" })).toMatchObject({ level: "ok" });
    expect(await redisState()).toBe("connected");
    expect(await checkRedis({ redis: "unreachable" })).toMatchObject({
      level: "fail",
      says: "Redis answers, but the running Parley isn't connected to it.",
    });
    expect(await checkRedis({ redis: "off" })).toMatchObject({ says: expect.stringContaining("without REDIS_URL") });
  } finally {
    await stopChild(redis, "SIGTERM");
    await until(async () => expect(await redisState()).toBe("unreachable"));
    await runShutdown();
    removeDataDir(directory);
  }
}, 120_000);

test("tools: each mistake in a description of the operator's is named with its file and line, and keys of the version before", async () => {
  const dataDir = temporaryDirectory("parley-doctor-");
  try {
    vi.stubEnv("DATA_DIR", dataDir);
    expect(await checkTools()).toMatchObject({ level: "ok", says: "There are no descriptions of your own tools." });
    const folder = path.join(dataDir, "senders/grafana");
    mkdirSync(folder, { recursive: true });
    copyFileSync("lib/webhooks/tools/grafana/sender.yaml", path.join(folder, "sender.yaml"));
    expect(await checkTools()).toMatchObject({ level: "ok", says: "The description of your own tool works." });
    writeFileSync(path.join(folder, "sender.yaml"), "name: Mine\nhome: [");
    const says = `${folder}/sender.yaml:2: the file isn't YAML: unexpected end of the stream within a flow collection`;
    expect(await checkTools()).toMatchObject([
      { level: "warn", says: `${says}. Parley's own description of this tool is used.` },
    ]);
    writeFileSync(
      path.join(folder, "sender.yaml"),
      'name: Mine\nhome: https://a.example\nsteps: ["{url}", b, c]\nrecognise: [{ has: { id: "" } }]\nevent: a\n' +
        'events: { a: { title: "{{ id }}", color: red } }\n',
    );
    expect(await checkTools()).toMatchObject([
      { level: "warn", says: `${folder}/sender.yaml: the next version won't read recognise, title, and color.` },
    ]);
  } finally {
    removeDataDir(dataDir);
  }
});
