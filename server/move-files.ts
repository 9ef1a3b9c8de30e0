import { stores } from "@/lib/files/stores/stores";
import { checkEnv } from "@/lib/process/env";
import { sizeText } from "@/lib/text/size-text";
import { openForCommand } from "@/server/database";
import type { Lifecycle } from "@/server/lifecycle";
import { filesText, Progress } from "@/server/progress";

/**
 * `npm run files -- move`: moves all files to where new ones go, whether or not Parley is running. An interrupted move is
 * finished by running it again. With `--dry-run`, only says what it would move.
 */
export async function moveFilesByCommand(lifecycle: Lifecycle, args: string[]): Promise<void> {
  const isDry = args.includes("--dry-run");
  checkEnv();
  const { main, other } = stores();
  if (other === null)
    throw new Error("There is no bucket. Set S3_BUCKET and its keys (docs/files.md), then try again.");
  const progress = new Progress();
  const { amountIn, moveFiles } = await import("@/lib/files/uploads/move-files");
  const total = await amountIn(other);
  const all = `${filesText(total.files)} (${sizeText(total.bytes)}) from ${other.label} to ${main.label}`;
  if (total.files === 0) progress.line(`There is nothing to move: ${other.label} has no files.`);
  if (isDry && total.files > 0) progress.line(`It would move ${all}. Nothing has changed.`);
  if (isDry || total.files === 0) return lifecycle.end(0);

  await openForCommand(lifecycle, (line) => progress.line(line));
  const stopping = new AbortController();
  progress.line(`Moving ${all}.`);
  const work = moveFiles(other, main, {
    onMoved: ({ files, bytes }) => progress.show(`${files} of ${filesText(total.files)} (${sizeText(bytes)})`),
    signal: stopping.signal,
  });
  lifecycle.defer(async () => {
    stopping.abort();
    await work.catch(() => undefined);
  });
  const { moved, damaged } = await work.catch((error: unknown) => {
    progress.line("Not all files were moved. Run this again to move the others.");
    throw error;
  });
  progress.line(`Moved ${filesText(moved.files)} (${sizeText(moved.bytes)}) to ${main.label}.`);
  if (damaged.length === 0) return lifecycle.end(0);
  const count = filesText(damaged.length);
  progress.line(`Damaged, so not moved: ${count}, such as ${damaged[0]}. Restore them from a backup.`);
  await lifecycle.end(1);
}
