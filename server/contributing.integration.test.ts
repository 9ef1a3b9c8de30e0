import { execFile, execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { ROOT } from "@/server/root";

// Follows all of CONTRIBUTING.md's steps in a copy of Parley and runs its tests there.

const text = readFileSync("docs/CONTRIBUTING.md", "utf8");
const copy = mkdtempSync(join(tmpdir(), "parley-contributing-"));
afterAll(() => rmSync(copy, { recursive: true }));

type Step = { how: string; file: string; anchor: string | undefined; code: string };

/** The steps: "Create `file`", "At the end of `file`" or "In `file`, above (or below) `the start of a line`", then a code block. */
const steps: Step[] = [
  ...text.matchAll(
    /\b(Create|At the end of|In)\s+`([^`]+)`(?:, (above|below)\s+`(.+?)`)?[^`]*?:\n\n {3}(`{3,})\w+\n(.*?)^ {3}\5$/gms,
  ),
].map(([, verb = "", file = "", side, anchor, , code = ""]) => ({
  how: side ?? verb,
  file,
  anchor,
  code: code.replace(/^ {3}/gm, ""),
}));

/** Tests to run in the copy for steps that have none. */
const TRIED = `
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import StatisticsPage from "@/app/(chat)/statistics/page";
import { requirePageUser } from "@/lib/web/session";
import { db } from "@/lib/db/client";
import { exampleOf } from "@/lib/testing/examples";
import { makeChannel, makeUser, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";

vi.mock("@/lib/web/session", () => ({ requirePageUser: vi.fn() }));

test("the tool's post becomes a card, and the page counts it", async () => {
  const user = await makeUser();
  const channel = await makeChannel({ members: [user] });
  const made = await makeWebhook({ channelId: channel.id });
  const { body } = exampleOf("gotify", "message");
  // At the sender's own URL, and at the URL that recognizes senders.
  for (const name of ["gotify", "json"]) {
    expect(await sendRequest(webhookPath(made) + "/" + name, { body })).toMatchObject({ status: 200 });
  }
  const card = { title: "Disk", description: "full", color: 0xcf222e, timestamp: "2026-11-20T09:12:00.000Z" };
  const messages = await db().message.findMany({ where: { channelId: channel.id } });
  expect(messages).toMatchObject([{ embeds: [card] }, { embeds: [card] }]);
  vi.mocked(requirePageUser).mockResolvedValue(user);
  expect(renderToStaticMarkup(await StatisticsPage())).toContain(channel.name + ": 2<");
});
`;

function write({ how, file, anchor, code }: Step): void {
  const path = join(copy, file);
  if (how === "Create") {
    expect(existsSync(path), `${file} is there already`).toBe(false);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
    return;
  }
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  const found = lines.findIndex((line) => anchor !== undefined && line.trim().startsWith(anchor));
  if (anchor !== undefined) expect(found, `"${anchor}" begins a line of ${file}`).toBeGreaterThanOrEqual(0);
  if (how === "above")
    expect(lines[found - 1], `${file}: "${anchor}" has a comment of its own`).not.toMatch(/^\s*(\/\/|\*)|\*\/$/);
  const at = anchor === undefined ? lines.length : how === "below" ? found + 1 : found;
  const indent = /^ */.exec(lines[at] ?? "")?.[0] ?? "";
  const added = code
    .trimEnd()
    .split("\n")
    .map((line) => indent + line);
  lines.splice(at, 0, ...(anchor === undefined ? [""] : []), ...added);
  writeFileSync(path, `${lines.join("\n")}\n`);
}

test("the sender, the action and the page that CONTRIBUTING.md adds pass all checks and work", async () => {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" });
  for (const file of files.trim().split("\n"))
    if (existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(copy, file));
  cpSync(join(ROOT, "lib/db/generated"), join(copy, "lib/db/generated"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  expect(steps).toHaveLength([...text.matchAll(/^ *(`{3,})\w+\n.*?^ *\1$/gms)].length);
  for (const step of steps) write(step);
  writeFileSync(join(copy, "server/tried.integration.test.ts"), TRIED);
  const written = [...new Set(steps.map(({ file }) => file))].filter((file) => /\.tsx?$/.test(file));
  await run("npx", "tsc", "--noEmit");
  await run("npm", "run", "biome", "--", "check", "--colors=off", ...written);
  const examples = ["--project", "unit", "lib/webhooks/interpret/described/examples", "-t", "gotify"];
  await run("npx", "vitest", "run", ...examples, "-u");
  expect(readFileSync(join(copy, "lib/webhooks/tools/gotify/examples/message.md"), "utf8")).toContain(
    "\nCard\n  Tool: Gotify\n  Subject: Disk\n",
  );
  await run("npx", "vitest", "run", "--project", "integration*", "lib/messages/strike-out", "server/tried");
}, 240_000);

/** Runs a command in the copy, as on a contributor's machine. Throws its output if it fails. */
async function run(command: string, ...args: string[]): Promise<void> {
  const env = { ...process.env };
  for (const name of Object.keys(env))
    if (/^(VITEST|CI$|DATABASE_URL$|DATA_DIR$)/.test(name)) Reflect.deleteProperty(env, name);
  await promisify(execFile)(command, args, { cwd: copy, env }).catch((error) => {
    throw new Error(`${command} ${args.join(" ")}\n${error.stdout}\n${error.stderr}`);
  });
}
