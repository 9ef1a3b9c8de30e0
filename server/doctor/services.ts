import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Redis } from "ioredis";
import { fileStore } from "@/lib/files/stores/stores";
import { mailProblem } from "@/lib/network/mail/send-mail";
import { env } from "@/lib/process/env";
import { reasonOf } from "@/lib/text/errors";
import { sendersOnDisk } from "@/lib/webhooks/senders/own-senders";
import { type Finding, fail, ok, warn } from "@/server/doctor/findings";
import type { LaneReport } from "@/server/doctor/lane";

const TIME_OUT_MS = 5_000;

/** Checks that Redis answers and that the running Parley, if there is one, uses it. */
export async function checkRedis(running: Pick<LaneReport, "redis"> | null): Promise<Finding> {
  const { redisUrl } = env;
  if (redisUrl === undefined) {
    return running && running.redis !== "off"
      ? warn("The running Parley uses Redis, but REDIS_URL isn't set here.", "Run this with the server's environment.")
      : ok("Redis isn't used, so each instance counts limits on its own.");
  }
  const redis = new Redis(redisUrl, { lazyConnect: true, connectTimeout: TIME_OUT_MS, retryStrategy: () => null });
  let reason = "";
  redis.on("error", (error: unknown) => {
    reason ||= reasonOf(error);
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    return fail(
      `Redis can't be used: ${reason || reasonOf(error)}.`,
      "Start Redis, or correct REDIS_URL. Until then each instance counts limits on its own.",
    );
  } finally {
    redis.disconnect();
  }
  if (running && running.redis !== "connected") {
    const why = running.redis === "off" ? "runs without REDIS_URL" : "isn't connected to it";
    return fail(`Redis answers, but the running Parley ${why}.`, "Restart Parley with the same REDIS_URL.");
  }
  return ok(running ? "Redis answers, and Parley uses it." : "Redis answers.");
}

/** Checks that the mail server accepts Parley's connection and password, without sending a mail. */
export async function checkMail(): Promise<Finding> {
  if (env.mail === undefined) {
    return ok("Mail isn't set up, so no one gets mails. Set SMTP_URL and MAIL_FROM to change that.");
  }
  const problem = await mailProblem();
  if (problem === null) return ok("The mail server accepts Parley.");
  const fix =
    problem.kind === "password"
      ? "Correct the user and password in SMTP_URL. Special characters must be percent-encoded."
      : problem.kind === "encryption"
        ? "Use smtps:// for port 465 and smtp:// for port 587. For your own certificate, set NODE_EXTRA_CA_CERTS."
        : "Check the host and port in SMTP_URL, and that outgoing connections to it are allowed.";
  return fail(`The mail server can't be used: ${problem.reason}.`, fix);
}

/** Checks that a file can be stored in the bucket, if there is one, read, found and deleted. */
export async function checkFiles(): Promise<Finding> {
  if (env.fileStore !== "s3") return ok("Uploads are stored in DATA_DIR.");
  const store = fileStore();
  const directory = await mkdtemp(path.join(tmpdir(), "parley-doctor-"));
  const file = path.join(directory, "file");
  const bytes = randomBytes(32);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const name = `${sha256.slice(0, 2)}/${sha256}`;
  try {
    await writeFile(file, bytes);
    await store.put(name, { path: file, size: bytes.length, sha256 });
    const stored = await new Response((await store.read(name))?.body).arrayBuffer();
    if (!bytes.equals(Buffer.from(stored))) throw new Error("what was stored isn't there");
    // The sweep of unused files needs this.
    await store.list()[Symbol.asyncIterator]().next();
    await store.remove(name);
    return ok(`Uploads are stored in ${store.label}.`);
  } catch (error) {
    const cause: unknown = error instanceof Error && error.cause ? error.cause : error;
    return fail(
      `Uploads can't be stored in ${store.label}: ${reasonOf(cause)}.`,
      "Correct the S3_ variables, and give the key the permissions in docs/files.md.",
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Checks the descriptions of the operator's own tools. */
export async function checkTools(): Promise<Finding | Finding[]> {
  const { own, problems, former } = await sendersOnDisk();
  const findings = [
    ...problems.map(({ file, line, message, effect }) =>
      warn(
        `${file}:${line}: ${message}. ${effect}`,
        "Correct the file. A running Parley reads it again within seconds.",
      ),
    ),
    ...former.map(({ file, keys }) =>
      warn(
        `${file}: the next version won't read ${new Intl.ListFormat("en").format(keys)}.`,
        "Rename these keys as docs/senders.md#keys-of-the-version-before says.",
      ),
    ),
  ];
  if (findings.length > 0) return findings;
  if (own.size === 0) return ok("There are no descriptions of your own tools.");
  return ok(
    own.size === 1 ? "The description of your own tool works." : `The descriptions of your ${own.size} own tools work.`,
  );
}

type Host = { host: string; port: number };

const PUSH_SERVICES: readonly Host[] = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  "web.push.apple.com",
].map((host) => ({ host, port: 443 }));

/** Checks that the browsers' push services can be reached. */
export async function checkPush(services: readonly Host[] = PUSH_SERVICES): Promise<Finding> {
  const reached = await Promise.all(services.map(canConnect));
  const missed = services.filter((_service, index) => !reached[index]).map(({ host }) => host);
  if (missed.length === 0) return ok("The push services can be reached.");
  return warn(
    `${new Intl.ListFormat("en").format(missed)} can't be reached, so ${missed.length === services.length ? "no" : "not every"} browser gets push notifications.`,
    "Allow outgoing connections on port 443. If you don't need push notifications, ignore this.",
  );
}

function canConnect({ host, port }: Host): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: TIME_OUT_MS });
    const end = (reached: boolean) => {
      socket.destroy();
      resolve(reached);
    };
    socket.once("connect", () => end(true));
    socket.once("timeout", () => end(false));
    socket.once("error", () => end(false));
  });
}
