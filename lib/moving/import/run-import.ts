import pLimit from "p-limit";
import { db } from "@/lib/db/client";
import { onOneInstance } from "@/lib/db/one-instance";
import { publish } from "@/lib/events/hub";
import { cleanFileName } from "@/lib/files/uploads/read-multipart";
import { removeTemporary, storeFile, withFilesInPlace } from "@/lib/files/uploads/store-file";
import type { NewAttachment } from "@/lib/files/uploads/stored-file";
import { cut, storableText } from "@/lib/text/text";
import { ImportError } from "./archive";
import { type CheckedMessage, checkMessage, withImportedFiles } from "./check-message";
import { importAllAvatars, importAllEmoji } from "./images";
import { type Guests, matchAll } from "./match";
import { importedOf, type Matches } from "./matches";
import { nameOf } from "./place-messages";
import { Counter, type ImportReport } from "./report";
import { type ImportSource, LeftOut, type SourceFile } from "./source";
import { importedBefore, writeMessages } from "./write-messages";

// Why: docs/decisions/import.md

// Few enough that a post in one of the channels waits less than a second.
const AT_ONCE = 500;
const FILES_AT_ONCE = 4;

/** How many messages were read so far, also those that were imported before. */
type OnProgress = (messages: number) => void;

type Options = { guests?: Guests | undefined; signal?: AbortSignal | undefined };

/** Reads everything and returns what importing it would do. Changes nothing. Throws an ImportError for a broken export. */
export async function previewImport(
  source: ImportSource,
  onProgress: OnProgress,
  options: Options = {},
): Promise<ImportReport> {
  return work(source, { ...options, dryRun: true, onProgress });
}

/**
 * Imports what hasn't been imported yet, in batches that are each all or nothing, so that it can be interrupted at any time and
 * run again. Records it in the audit log. Throws an ImportError for a broken export, or while another import runs.
 */
export async function runImport(
  source: ImportSource,
  onProgress: OnProgress,
  options: Options = {},
): Promise<ImportReport> {
  const reports: ImportReport[] = [];
  await onOneInstance("parley_import", async () => {
    reports.push(await work(source, { ...options, dryRun: false, onProgress }));
  });
  const [report] = reports;
  if (!report) throw new ImportError("Another import is running. Wait until it has ended, then try again.");
  return report;
}

type RunOptions = Options & { dryRun: boolean; onProgress: OnProgress };

async function work(
  source: ImportSource,
  { dryRun, onProgress, signal, guests = "deactivated" }: RunOptions,
): Promise<ImportReport> {
  const leftOut = new LeftOut();
  const matches = await matchAll(source, { leftOut, dryRun, guests });
  if (!dryRun) {
    for (const userId of matches.joined) publish({ kind: "user", userId });
    publish({ kind: "channels" });
  }
  const emoji = await importAllEmoji(source, matches, { dryRun, leftOut, signal });
  const avatars = await importAllAvatars(source, matches, { dryRun, leftOut, signal });
  const known = {
    person: (key: string) => matches.people.get(key) ?? null,
    group: (key: string) => matches.groups.get(key) ?? null,
    channelName: (key: string) => matches.channels.get(key)?.name ?? null,
  };
  const expired = await expiryOf(matches);
  const done = new Counter();
  let [batch, written]: [CheckedMessage[], number] = [[], 0];
  const flush = async () => {
    signal?.throwIfAborted();
    const fresh = await freshOf(source, batch, done);
    for (const message of fresh)
      if (message.createdAt < (expired(message.channel) ?? message.createdAt)) done.expiring += 1;
    if (!dryRun) {
      await writeBatch(source, fresh, leftOut);
      written += fresh.length;
      await recordImported(source, matches, written);
    }
    batch = [];
    onProgress(done.all);
  };
  for await (const message of source.messages(known, leftOut)) {
    const checked = checkMessage(message, matches, leftOut);
    if (checked === null) continue;
    done.add(checked);
    batch.push(checked);
    if (batch.length === AT_ONCE) await flush();
  }
  await flush();
  const { matched, accounts, deactivated, admins, groups, channels: made, direct, continued } = matches.done;
  const { all, before, replies, reactions, files, from, to, expiring } = done;
  return {
    tool: source.tool,
    people: { matched, accounts, deactivated, admins },
    avatars,
    groups,
    emoji,
    channels: { made, direct, continued },
    messages: { all, before, replies },
    reactions,
    files,
    from,
    to,
    leftOut: leftOut.counts,
    changed: leftOut.changes,
    expiring,
  };
}

/** Returns the messages that aren't there yet, each once. */
async function freshOf(
  source: ImportSource,
  batch: readonly CheckedMessage[],
  done: Counter,
): Promise<CheckedMessage[]> {
  const known = await importedBefore(source.id, batch);
  const seen = new Set<string>();
  return batch.filter(({ channelId, key }) => {
    const name = nameOf(channelId, key);
    if (known.has(name)) done.before += 1;
    if (known.has(name) || seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

async function writeBatch(source: ImportSource, messages: readonly CheckedMessage[], leftOut: LeftOut): Promise<void> {
  const limit = pLimit(FILES_AT_ONCE);
  const stored: NewAttachment[] = [];
  const storing = messages.map((message) =>
    Promise.all(
      message.files.map((file) =>
        limit(async () => {
          const attachment = await store(file);
          if (attachment) stored.push(attachment);
          else if (file.gone === undefined) leftOut.add("files that the export doesn't have", file.name);
          return attachment;
        }),
      ),
    ),
  );
  try {
    const files = await Promise.all(storing);
    const rows = messages.map((message, index) => withImportedFiles(message, files[index] ?? []));
    const refused = await withFilesInPlace(
      stored.map(({ file }) => file),
      () => writeMessages(source.id, rows),
    );
    for (const { place } of refused) leftOut.add("messages that the database refuses", place);
  } finally {
    limit.clearQueue();
    await Promise.allSettled(storing);
    await removeTemporary(stored.map(({ file }) => file));
  }
}

async function store({ name, description, open }: SourceFile): Promise<NewAttachment | null> {
  const bytes = await open();
  // The operator decides what is imported, so the limits for uploads don't apply.
  return (
    bytes && {
      file: await storeFile(bytes, Number.POSITIVE_INFINITY),
      name: cleanFileName(name),
      description: cut(storableText(description), 1000),
    }
  );
}

/** Returns, for each channel, the time before which its messages are too old to stay. */
async function expiryOf(matches: Matches): Promise<(channel: string) => Date | null> {
  const workspace = await db().workspace.findFirst({ select: { retentionDays: true } });
  const ids = [...matches.channels.values()].map(({ id }) => id);
  const own = await db().channel.findMany({
    where: { id: { in: ids }, retentionDays: { not: null } },
    select: { id: true, retentionDays: true },
  });
  const ownDays = new Map(own.map(({ id, retentionDays }) => [id, retentionDays]));
  return (channel) => {
    const id = matches.channels.get(channel)?.id ?? 0n;
    const days = ownDays.get(id) ?? workspace?.retentionDays ?? 0;
    return days > 0 ? new Date(Date.now() - days * 86_400_000) : null;
  };
}

async function recordImported(source: ImportSource, matches: Matches, written: number): Promise<void> {
  const details = { imported: importedOf(source, matches, written) };
  await db().auditEntry.updateMany({ where: { id: matches.entryId ?? 0n }, data: { details } });
}
