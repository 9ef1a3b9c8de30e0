import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { log } from "@/lib/process/log";
import { onShutdown } from "@/lib/process/on-shutdown";
import { processWide } from "@/lib/process/process-wide";
import { hasCode, reasonOf } from "@/lib/text/errors";
import type { SenderDescription } from "@/lib/webhooks/interpret/described/description";
import { readSender } from "@/lib/webhooks/interpret/described/read-sender";
import { senders, setOwnSenders, withOwnSenders } from "@/lib/webhooks/senders/descriptions";
import { isIgnored, ownSendersFolder } from "@/lib/webhooks/senders/own-folder";
import { isMark } from "@/lib/webhooks/senders/sender-marks";
import type { FormerKeys, NamedSender, OwnProblem, Senders } from "@/lib/webhooks/senders/sender-set";

// Why: docs/decisions/senders.md

const EVERY_MS = 2_000;
const MOST_TOOLS = 200;
const MOST_BYTES = 64 * 1024;
// A file can change twice within its time's resolution, which is up to two seconds.
const SETTLED_MS = 10_000;

/** An operator's tool, and how to notice that its file changed. */
type KnownSender = { sender: NamedSender; stamp: string; isSettled: boolean; text: string | null; isGone: boolean };

/** The operator's tools by name, as last read. */
export type KnownSenders = ReadonlyMap<string, KnownSender>;

/**
 * Reads the operator's tools, and keeps reading what changes until this process shuts down. Resolves after the first
 * time. Never rejects; mistakes are logged.
 */
export function keepReadingSenders(): Promise<void> {
  return processWide("own-senders", () => {
    const { first, stop } = followSenders(ownSendersFolder(), EVERY_MS);
    onShutdown(stop);
    return first;
  });
}

/** Uses the tools in a folder as they are, checking for changes every so many milliseconds until `stop` is called. */
export function followSenders(folder: string, everyMs: number): { first: Promise<void>; stop: () => Promise<void> } {
  let known: KnownSenders = new Map();
  let failure: string | null = null;
  const read = async () => {
    try {
      const now = await readOwnSenders(folder, known);
      if (isChanged(known, now)) adopt([...now.values()].map(({ sender }) => sender));
      known = now;
      failure = null;
    } catch (error) {
      // It fails every few seconds, but is logged once.
      if (failure !== reasonOf(error)) log.warn({ err: error, folder }, "the folder with your own tools can't be read");
      failure = reasonOf(error);
    }
  };
  const first = read();
  let reading: Promise<void> | null = first.finally(() => {
    reading = null;
  });
  // Times are compared instead of watching the files, because network disks don't report other machines' changes.
  const timer = setInterval(() => {
    reading ??= read().finally(() => {
      reading = null;
    });
  }, everyMs).unref();
  const stop = async () => {
    clearInterval(timer);
    await reading;
  };
  return { first, stop };
}

/** Returns the described tools with the operator's files as they are now. Nothing uses them. Rejects as reading does. */
export async function sendersOnDisk(): Promise<Senders> {
  const own = await readOwnSenders(ownSendersFolder());
  return withOwnSenders([...own.values()].map(({ sender }) => sender));
}

/** Uses these tools from now on, and logs what changed. */
function adopt(own: readonly NamedSender[]): void {
  const before = senders();
  setOwnSenders(own);
  const after = senders();
  const keyOf = ({ file, line, message }: OwnProblem) => `${file}:${line}: ${message}`;
  const reported = new Set(before.problems.map(keyOf));
  for (const problem of after.problems) {
    const { file, line, message, effect } = problem;
    if (!reported.has(keyOf(problem)))
      log.error({ file, line, problem: message }, `a tool's description is broken. ${effect}`);
  }
  const keysOf = ({ file, keys }: FormerKeys) => `${file}: ${keys}`;
  const known = new Set(before.former.map(keysOf));
  for (const each of after.former) {
    if (!known.has(keysOf(each))) log.warn(each, "a tool's description has keys that the next version won't read");
  }
  for (const name of after.own) {
    const description = after.descriptions.get(name);
    if (before.own.has(name) && before.descriptions.get(name) === description) continue;
    log.info({ tool: name }, before.own.has(name) ? "your own tool changed" : "your own tool was added");
  }
  for (const name of before.own) if (!after.own.has(name)) log.info({ tool: name }, "your own tool was removed");
}

/**
 * Reads the tools in a folder: files that changed since they were `before`. A file with mistakes keeps its last version
 * without any. Rejects if the folder can't be read; a missing one has no tools.
 */
export async function readOwnSenders(folder: string, before: KnownSenders = new Map()): Promise<KnownSenders> {
  const known = new Map<string, KnownSender>();
  const names = await namesIn(folder);
  for (const name of names.slice(0, MOST_TOOLS)) {
    const each = await readOne(name, folder, before.get(name));
    if (each) known.set(name, each);
  }
  const [next] = names.slice(MOST_TOOLS);
  if (next !== undefined)
    known.set(next, unread(path.join(/* turbopackIgnore: true */ folder, next), before.get(next)));
  for (const [name, each] of before) {
    // Some editors replace a file by deleting it first, so it's gone if it's missing twice.
    if (!known.has(name) && !each.isGone) known.set(name, { ...each, isGone: true });
  }
  return known;
}

function isChanged(before: KnownSenders, after: KnownSenders): boolean {
  return before.size !== after.size || [...after].some(([name, { sender }]) => before.get(name)?.sender !== sender);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(/* turbopackIgnore: true */ folder);
    return names.filter((name) => !isIgnored(name)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function readOne(name: string, folder: string, before: KnownSender | undefined): Promise<KnownSender | null> {
  const isFile = /\.ya?ml$/.test(name);
  const file = path.join(/* turbopackIgnore: true */ folder, name, isFile ? "" : "sender.yaml");
  try {
    const found = await stat(/* turbopackIgnore: true */ file);
    const { mtimeMs, size, ino } = found;
    const stamp = `${mtimeMs} ${size} ${ino}`;
    const isSettled = Math.abs(Date.now() - mtimeMs) > SETTLED_MS;
    if (before?.stamp === stamp && before.isSettled) return before.isGone ? { ...before, isGone: false } : before;
    if (!found.isFile()) throw new Error("it isn't a file");
    if (size > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES / 1024} KiB`);
    const text = await readFile(/* turbopackIgnore: true */ file, "utf8");
    const seen = { stamp, isSettled, text, isGone: false };
    if (before?.text === text) return { ...seen, sender: before.sender };
    await setImmediate();
    const { description, problems, older: formerKeys } = readSender(text);
    const now = { name, file, description: description && withKnownIcon(description), problems, formerKeys };
    return { ...seen, sender: newest(before?.sender, now) };
  } catch (error) {
    if (isMissing(error)) return null;
    const message = `the file can't be read: ${reasonOf(error)}`;
    const isSame = before?.text === null && before.sender.problems[0]?.message === message;
    const broken = { name, file, description: null, problems: [{ line: 1, message }] };
    const sender = isSame ? before.sender : newest(before?.sender, broken);
    return { sender, stamp: "", isSettled: false, text: null, isGone: false };
  }
}

/** Removes an icon that Parley doesn't have, so that the neutral one is shown. */
function withKnownIcon({ icon, ...rest }: SenderDescription): SenderDescription {
  return icon !== undefined && isMark(icon) ? { ...rest, icon } : rest;
}

/** Returns the one entry for all tools beyond the limit. */
function unread(file: string, before: KnownSender | undefined): KnownSender {
  const problems = [{ line: 1, message: `only the first ${MOST_TOOLS} tools are read` }];
  const sender = before?.sender ?? { name: path.basename(file), file, description: null, problems };
  return { sender, stamp: "", isSettled: false, text: null, isGone: false };
}

/** Keeps the description that was in use if the file's new version has mistakes. */
function newest(before: NamedSender | undefined, now: NamedSender): NamedSender {
  const worked = before?.description && (before.isOlder || before.problems.length === 0) ? before.description : null;
  return now.problems.length > 0 && worked ? { ...now, description: worked, isOlder: true } : now;
}

function isMissing(error: unknown): boolean {
  return hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR");
}
