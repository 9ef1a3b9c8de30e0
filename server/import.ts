import { createInterface } from "node:readline/promises";
import type { ImportReport } from "@/lib/moving/import/report";
import type { Kinds } from "@/lib/moving/import/source";
import { checkEnv } from "@/lib/process/env";
import { runShutdown } from "@/lib/process/on-shutdown";
import { counted } from "@/lib/text/size-text";
import { hasWorkspace, openForCommand } from "@/server/database";
import type { Lifecycle } from "@/server/lifecycle";
import { migrate } from "@/server/migrate";
import { Progress } from "@/server/progress";
import { fromCaller } from "@/server/root";

/**
 * `npm run import -- <file>`: says what importing this export would do, and does it once it's confirmed, on a terminal or with
 * `--yes`. It can be interrupted and run again. With `--dry-run`, only says it; with `--skip-files`, leaves out files that
 * can't be downloaded; with `--guests=members`, guests become members.
 */
export async function importByCommand(lifecycle: Lifecycle, parts: readonly string[]): Promise<void> {
  const file = parts.find((part) => !part.startsWith("--")) ?? "";
  checkEnv();
  const progress = new Progress();
  const databaseUrl = await openForCommand(lifecycle, (line) => progress.line(line));
  await migrate(databaseUrl);
  if (!(await hasWorkspace(databaseUrl))) {
    throw new Error("There is no workspace yet. Run npm start, set it up in the browser, then import.");
  }
  lifecycle.defer(runShutdown);
  const [
    { keepDirectories },
    { openArchive },
    { openSource },
    { download, skippingFailed },
    { previewImport, runImport },
  ] = await Promise.all([
    import("@/lib/moving/import/directories"),
    import("@/lib/moving/import/archive"),
    import("@/lib/moving/import/open-source"),
    import("@/lib/moving/import/download"),
    import("@/lib/moving/import/run-import"),
  ]);
  const stopping = new AbortController();
  lifecycle.defer(await keepDirectories());
  const archive = await openArchive(fromCaller(file));
  lifecycle.defer(() => archive.close());
  const source = await openSource(archive, parts.includes("--skip-files") ? skippingFailed(download) : download);
  const guests = parts.includes("--guests=members") ? "members" : "deactivated";
  const preview = await previewImport(source, (messages) => progress.show(`Reading: ${many(messages)}`), { guests });
  for (const line of reportLines(preview)) progress.line(line);
  const { all, before } = preview.messages;
  if (parts.includes("--dry-run")) progress.line("This was a dry run. Nothing has changed.");
  else if (parts.includes("--yes") || (await confirmed(progress))) {
    const began = Date.now();
    const work = runImport(
      source,
      (done) => progress.show(`Importing: ${done.toLocaleString("en-US")} of ${many(all)}`),
      { guests, signal: stopping.signal },
    );
    lifecycle.defer(async () => {
      stopping.abort();
      await work.catch(() => undefined);
    });
    const done = await work;
    for (const line of kindLines(done)) progress.line(line);
    progress.line(`Imported ${many(all - before)} in ${Math.round((Date.now() - began) / 1000)} s.`);
    if (done.people.accounts > 0) progress.line(HOW_TO_SIGN_IN);
  }
  await lifecycle.end(0);
}

const HOW_TO_SIGN_IN =
  "The new accounts have no password yet. Their people sign in with Forgot password, with single sign-on, or with a link that an admin makes in People.";

async function confirmed(progress: Progress): Promise<boolean> {
  if (!process.stdin.isTTY) {
    progress.line("Nothing has changed. Run it again with --yes to import this.");
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // On a terminal, Ctrl-C and Ctrl-D are keys, which would leave the question without an answer.
  const closed = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  terminal.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const answer = await Promise.race([terminal.question("Import this now? [y/N] "), closed]);
  terminal.close();
  if (/^y(es)?$/i.test(answer.trim())) return true;
  progress.line("Nothing has changed.");
  return false;
}

const many = (count: number): string => counted(count, "message", "messages");

/** Returns what an import would do, as lines of text. */
export function reportLines(report: ImportReport): string[] {
  const { tool, people, avatars, groups, emoji, channels, messages, from, to, reactions, files, expiring } = report;
  const day = (date: Date | null) => date?.toISOString().slice(0, 10) ?? "";
  const continued = channels.continued.map((name) => `#${name}`).join(", ");
  const lines = [
    `An export of ${tool}${from ? `, from ${day(from)} to ${day(to)}` : ""}.`,
    `People: ${counted(people.matched, "has", "have")} an account already, ${counted(people.accounts, "gets", "get")} one, ${counted(people.deactivated, "gets", "get")} a deactivated one.`,
    `Channels: ${channels.made} new${continued && `, and ${counted(channels.continued.length, "that exists gets its", "that exist get their")} history: ${continued}`}. New direct messages: ${channels.direct}.`,
    `Messages: ${messages.all.toLocaleString("en-US")}, of which ${messages.replies.toLocaleString("en-US")} in threads, with ${counted(reactions, "reaction", "reactions")} and ${counted(files, "file", "files")}.`,
  ];
  if (people.admins.length > 0) lines.push(`New accounts that become admins: ${people.admins.join(", ")}.`);
  if (avatars > 0) lines.push(`Avatars: ${avatars} new.`);
  if (groups.length > 0)
    lines.push(`User groups: ${groups.length} new: ${groups.map((handle) => `@${handle}`).join(", ")}.`);
  if (emoji > 0) lines.push(`Custom emoji: ${emoji} new.`);
  if (messages.before > 0) lines.push(`Imported before, so left as they are: ${many(messages.before)}.`);
  if (expiring > 0) {
    lines.push(
      `Retention deletes ${many(expiring)} soon, because they're too old. Change it first if you want to keep them.`,
    );
  }
  return [...lines, ...kindLines(report)];
}

/** What isn't imported and what comes as something else, by kind, each with an example. */
function kindLines({ leftOut, changed }: ImportReport): string[] {
  const linesOf = (kinds: Kinds, label: string) =>
    [...kinds].map(
      ([what, { count, example }]) => `${label}: ${count.toLocaleString("en-US")} ${what}, such as ${example}.`,
    );
  return [...linesOf(changed, "Changed"), ...linesOf(leftOut, "Not imported")];
}
