import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { chromium, expect, type Page } from "@playwright/test";
import { removeDataDir } from "@/lib/testing/data-dir";
import { freePort } from "@/server/machine/port";
import { ROOT } from "@/server/root";
import { chromiumLaunch } from "@/server/testing/chromium";
import { leftBehind, stopChild } from "@/server/testing/parley-process";
import { messages } from "./finders";
import { ADA, makeWorkspace } from "./set-up";

/*
 * Follows the README's first steps in a fresh clone after `npm ci`: `npm start`, a workspace and a webhook in the browser, the
 * README's curl and a stop, then a second start with the message still there. `.ci/run` begins with it.
 */

// With `--built <directory>`, that copy of a built clone is started as it is. It needs no development packages.
const { built } = parseArgs({ options: { built: { type: "string" } } }).values;
const HERE = built ?? ROOT;
const MADE = built === undefined ? ["lib/db/generated", ".next", "data"] : ["data"];
const DATA_DIR = path.join(HERE, "data");
const FIRST_START_SECONDS = 300;
const START_SECONDS = 60;
// A new user has none of Parley's environment variables.
const OURS =
  /^(PORT|HOST|DATABASE_URL|DATA_DIR|BASE_URL|NEXTAUTH_\w+|REDIS_URL|WEBHOOK_RATE_LIMIT|TRUSTED_PROXIES|LOG_LEVEL|NODE_ENV)$/;

const port = await freePort();
// Identifies the processes that `npm start` starts by their environment.
const mark = randomUUID();
const env = { ...process.env, PORT: `${port}`, PARLEY_FIRST_START: mark };
for (const name of Object.keys(env)) if (OURS.test(name) && name !== "PORT") Reflect.deleteProperty(env, name);
let passed = 0;
let failed = 0;

try {
  // Runs before anything that cleans up, because data that's already here is someone's.
  await step("nothing has been generated, built or stored", async () => {
    expect(MADE.filter((name) => existsSync(path.join(HERE, name)))).toEqual([]);
  });
  await beginAsNewUser();
} catch (error) {
  failed = 1;
  console.error(error);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed;

async function beginAsNewUser(): Promise<void> {
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
  await step("a workspace is created in the browser", async () => {
    await page.goto("/");
    await makeWorkspace(page);
  });
  const channel = page.url();
  const webhookUrl = await step("a webhook is created in the channel's settings", async () => {
    await page.getByRole("link", { name: "Channel settings" }).click();
    await page.getByRole("tab", { name: "Webhooks" }).click();
    await page.getByRole("button", { name: "New webhook" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Pipeline");
    await page.getByRole("button", { name: "Create webhook" }).click();
    return page.getByRole("textbox", { name: "Webhook URL" }).inputValue();
  });
  await step("the README's curl posts to it, and the page shows it", async () => {
    const { stdout } = await promisify(execFile)("sh", ["-c", readmeCurl(webhookUrl)]);
    expect(JSON.parse(stdout)).toEqual({
      messageId: expect.stringMatching(/^\d+$/),
      channelId: path.basename(channel),
    });
    await expect(page.getByText("The first message has arrived")).toBeVisible();
  });
  await step("npm start -- reset-link finds the running Parley's database", async () => {
    const { stdout } = await promisify(execFile)("npm", ["start", "--", "reset-link", ADA.email], { cwd: HERE, env });
    expect(stdout).toMatch(/\/reset-password#\S+/);
  });
  await step("SIGTERM stops npm start with code 0 and leaves no process", stop);
  const stopAgain = await step("npm start starts it again", () => npmStart(START_SECONDS));
  await step("the message is in the channel", async () => {
    await page.goto(channel);
    const article = messages(page).getByRole("article").last();
    // A page that loads too slowly is shown offline first.
    const patience = { timeout: START_SECONDS * 1000 };
    for (const text of ["Pipeline", "Build 1841 passed", "Branch"]) await expect(article).toContainText(text, patience);
  });
  await step("SIGTERM stops it again", stopAgain);
}

/** Runs one step and prints how long it took. If it throws, no other step runs. */
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

/** Runs `npm start` until /setup responds with 200. Returns a function that stops it. Both throw its output if they fail. */
async function npmStart(seconds: number): Promise<() => Promise<void>> {
  const npm = spawn("npm", ["start"], { cwd: HERE, env, stdio: ["ignore", "pipe", "pipe"] });
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
    if (Date.now() > deadline) throw failure(`doesn't serve /setup after ${seconds} s`);
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

/** Returns the README's curl command with the webhook's URL. */
function readmeCurl(webhookUrl: string): string {
  const command = /^curl [\s\S]*?(?=^```)/m.exec(readFileSync(path.join(ROOT, "README.md"), "utf8"))?.[0] ?? "";
  const placeholder = "http://localhost:3000/webhooks/incoming/<webhookId>/<token>";
  expect(command).toContain(placeholder);
  return command.replace(placeholder, webhookUrl);
}
