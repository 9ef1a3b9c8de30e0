import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { chromium, expect, type Page } from "@playwright/test";
import { removeDataDir } from "@/lib/testing/data-dir";
import { freePort } from "@/server/machine/port";
import { ROOT } from "@/server/root";
import { chromiumLaunch } from "@/server/testing/chromium";
import { leftBehind, stopChild } from "@/server/testing/parley-process";
import { messages } from "./finders";
import { ADA, makeWorkspace } from "./set-up";

/*
 * What a stranger does first, in a fresh clone after `npm ci`, as the README says it: `npm start`, a workspace and a webhook in the
 * browser, the README's curl, and the end; then a second start, where the message still stands. `.ci/run` begins with it.
 */

// A copy of a clone that was built is started as it is.
const MADE = process.argv.includes("--built") ? ["data"] : ["lib/db/generated", ".next", "data"];
const DATA_DIR = path.join(ROOT, "data");
const FIRST_START_SECONDS = 300;
const START_SECONDS = 60;
// A stranger's environment says nothing about Parley.
const OURS =
  /^(PORT|HOST|DATABASE_URL|DATA_DIR|BASE_URL|NEXTAUTH_\w+|REDIS_URL|WEBHOOK_RATE_LIMIT|TRUSTED_PROXIES|LOG_LEVEL|NODE_ENV)$/;

const port = await freePort();
// What comes of `npm start` is known by it among all processes.
const mark = randomUUID();
const env = { ...process.env, PORT: `${port}`, PARLEY_FIRST_START: mark };
for (const name of Object.keys(env)) if (OURS.test(name) && name !== "PORT") Reflect.deleteProperty(env, name);
let passed = 0;
let failed = 0;

try {
  // Outside what cleans up after itself: data that is here already belongs to somebody.
  await step("nothing has been generated, built or stored", async () => {
    expect(MADE.filter((name) => existsSync(path.join(ROOT, name)))).toEqual([]);
  });
  await beginAsStranger();
} catch (error) {
  failed = 1;
  console.error(error);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed;

async function beginAsStranger(): Promise<void> {
  const browser = await chromium.launch(await chromiumLaunch());
  try {
    await visit(await browser.newPage({ baseURL: `http://localhost:${port}` }));
  } finally {
    await browser.close();
    await leftBehind(mark, DATA_DIR);
    removeDataDir(DATA_DIR);
  }
}

async function visit(page: Page): Promise<void> {
  const stop = await step("npm start serves /setup", () => npmStart(FIRST_START_SECONDS));
  await step("a workspace is made in the browser", async () => {
    await page.goto("/");
    await makeWorkspace(page);
  });
  const channel = page.url();
  const webhookUrl = await step("a webhook is made in the channel's settings", async () => {
    await page.getByRole("link", { name: "Channel settings" }).click();
    await page.getByRole("tab", { name: "Webhooks" }).click();
    await page.getByRole("button", { name: "New webhook" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Pipeline");
    await page.getByRole("button", { name: "Create webhook" }).click();
    return page.getByRole("textbox", { name: "Webhook URL" }).inputValue();
  });
  await step("the README's curl posts to it, live", async () => {
    const { stdout } = await promisify(execFile)("sh", ["-c", readmeCurl(webhookUrl)]);
    expect(JSON.parse(stdout)).toEqual({
      messageId: expect.stringMatching(/^\d+$/),
      channelId: path.basename(channel),
    });
    await expect(page.getByText("The first message has arrived")).toBeVisible();
  });
  await step("npm start -- reset-link finds the running Parley's database", async () => {
    const { stdout } = await promisify(execFile)("npm", ["start", "--", "reset-link", ADA.email], { cwd: ROOT, env });
    expect(stdout).toMatch(/\/reset-password#\S+/);
  });
  await step("SIGTERM ends npm start with code 0, and no process is left", stop);
  const stopAgain = await step("npm start starts it again", () => npmStart(START_SECONDS));
  await step("the message stands in the channel", async () => {
    await page.goto(channel);
    const article = messages(page).getByRole("article").last();
    for (const text of ["Pipeline", "Build 1841 passed", "Branch"]) await expect(article).toContainText(text);
  });
  await step("SIGTERM ends that too", stopAgain);
}

/** Does one step and prints how long it took. One that throws is the last. */
async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = Date.now();
  const done = (sign: string) => console.log(`${sign} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  try {
    const result = await work();
    passed += 1;
    done("✓");
    return result;
  } catch (error) {
    done("✗");
    throw error;
  }
}

/** Runs `npm start` until /setup answers 200, and returns how to stop it; both throw with what it printed when they fail. */
async function npmStart(seconds: number): Promise<() => Promise<void>> {
  const npm = spawn("npm", ["start"], { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const failure = (what: string) => new Error(`npm start ${what}. It printed:\n${output}`);
  const deadline = Date.now() + seconds * 1000;
  while (!(await servesSetup())) {
    if (npm.exitCode !== null) throw failure(`ended with code ${npm.exitCode}`);
    if (Date.now() > deadline) throw failure(`does not serve /setup after ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return async () => {
    const code = await stopChild(npm, "SIGTERM");
    if (code !== 0) throw failure(`ended with ${code} instead of 0`);
    if (/^\s+at /m.test(output)) throw failure("printed a stack trace");
    const left = await leftBehind(mark, DATA_DIR);
    if (left.length > 0) throw failure(`left processes behind: ${left.join(", ")}`);
  };
}

async function servesSetup(): Promise<boolean> {
  return fetch(`http://localhost:${port}/setup`).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** The command by which the README posts its first message, with the webhook's own URL. */
function readmeCurl(webhookUrl: string): string {
  const command = /^curl [\s\S]*?(?=^```)/m.exec(readFileSync(path.join(ROOT, "README.md"), "utf8"))?.[0] ?? "";
  const placeholder = "http://localhost:3000/webhooks/incoming/<webhookId>/<token>";
  expect(command).toContain(placeholder);
  return command.replace(placeholder, webhookUrl);
}
