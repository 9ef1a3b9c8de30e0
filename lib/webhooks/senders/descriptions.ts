import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { log } from "@/lib/process/log";
import { processWide } from "@/lib/process/process-wide";
import { parseSender } from "@/lib/webhooks/interpret/described/read-sender";
import { type NamedSender, type Senders, senderSet } from "@/lib/webhooks/senders/sender-set";

// Why: docs/decisions/senders.md

const OURS = path.join(/* turbopackIgnore: true */ process.cwd(), "lib/webhooks/tools");
// What a build leaves: parsing and checking 80 files would delay each start by 150 ms.
const STORED = path.join(/* turbopackIgnore: true */ process.cwd(), ".next/senders.json");
type StoredSenders = { digest: string; senders: NamedSender[] };

const known = processWide("senders", () => {
  const ours = readOurs();
  return { ours, now: senderSet(ours, []) };
});

/** All described tools, as they are now. The object is another one after each change. */
export function senders(): Senders {
  return known.now;
}

/** Described tools by their name at the end of a webhook's URL, as they are now. */
export function descriptions(): Senders["descriptions"] {
  return known.now.descriptions;
}

/** Parley's own described tools, whatever the operator has. */
export function ourSenders(): readonly NamedSender[] {
  return known.ours;
}

/** Returns a function for what `make` makes of the described tools, which makes it again only when they changed. */
export function fromSenders<T>(make: (senders: Senders) => T): () => T {
  let made: { from: Senders; value: T } | null = null;
  return () => {
    if (made?.from !== known.now) made = { from: known.now, value: make(known.now) };
    return made.value;
  };
}

/** Returns what the described tools would be with these of the operator's. */
export function withOwnSenders(own: readonly NamedSender[]): Senders {
  return senderSet(known.ours, own);
}

/** Replaces the operator's tools by these. */
export function setOwnSenders(own: readonly NamedSender[]): void {
  known.now = withOwnSenders(own);
}

/** Reads every `<name>/sender.yaml` of Parley's. Their templates are compiled when a tool first posts. */
function readOurs(): NamedSender[] {
  const files = filesOfOurs();
  return storedOurs(digestOf(files)) ?? parseOurs(files);
}

type YamlFile = { name: string; file: string; yaml: string };

function filesOfOurs(): YamlFile[] {
  return readdirSync(/* turbopackIgnore: true */ OURS)
    .sort()
    .flatMap((name) => {
      const file = path.join(/* turbopackIgnore: true */ OURS, name, "sender.yaml");
      if (!existsSync(/* turbopackIgnore: true */ file)) return [];
      return [{ name, file, yaml: readFileSync(/* turbopackIgnore: true */ file, "utf8") }];
    });
}

function parseOurs(files: readonly YamlFile[]): NamedSender[] {
  return files.map(({ name, file, yaml }) => {
    const { description, problems } = parseSender(yaml);
    for (const { line, message } of problems)
      log.error({ file, line, problem: message }, "a tool's description is broken");
    return { name, file, description, problems };
  });
}

function digestOf(files: readonly YamlFile[]): string {
  const hash = createHash("sha256");
  for (const { name, file, yaml } of files) hash.update(JSON.stringify([name, file, yaml]));
  return hash.digest("hex");
}

/** Returns the descriptions that a build stored, or null if they were made from other files. */
function storedOurs(digest: string): NamedSender[] | null {
  try {
    const stored: StoredSenders = JSON.parse(readFileSync(/* turbopackIgnore: true */ STORED, "utf8"));
    return stored.digest === digest ? stored.senders : null;
  } catch {
    return null;
  }
}

/**
 * Stores Parley's descriptions for the next start. A part of the build. They are parsed anew, because the format may
 * have changed since they were last stored.
 */
export function storeOurs(): void {
  const files = filesOfOurs();
  const stored: StoredSenders = { digest: digestOf(files), senders: parseOurs(files) };
  writeFileSync(STORED, JSON.stringify(stored));
}
