import { formatSize } from "@/components/message/attachment/format-size";
import { cleanText } from "@/lib/messages/markdown/clean-text";
import { UPLOAD_LIMITS } from "@/lib/uploads/dto";

type Sized = { size: number };
type Named = Sized & { name: string };

/** Which of the chosen files a message can still take beside those that it has, and in a sentence each, why not the others. */
export function fitting<F extends Named>(
  held: readonly Sized[],
  chosen: readonly F[],
): { files: F[]; problems: string[] } {
  const { files: most, fileBytes, totalBytes } = UPLOAD_LIMITS;
  const files: F[] = [];
  const problems: string[] = [];
  let total = held.reduce((sum, { size }) => sum + size, 0);
  let leftOut = 0;
  for (const file of chosen) {
    const name = `"${cleanText(file.name)}"`;
    if (file.size === 0) problems.push(`${name} is empty, so there is nothing to send.`);
    else if (file.size > fileBytes)
      problems.push(`${name} is too large: a file can have at most ${formatSize(fileBytes)}.`);
    else if (held.length + files.length >= most) leftOut += 1;
    else if (total + file.size > totalBytes) {
      problems.push(`${name} doesn't fit: the files of a message can have at most ${formatSize(totalBytes)} together.`);
    } else {
      files.push(file);
      total += file.size;
    }
  }
  if (leftOut > 0) {
    problems.push(`A message can have at most ${most} files: ${leftOut} ${leftOut === 1 ? "was" : "were"} left out.`);
  }
  return { files, problems };
}
