import { fullPlaceIn } from "@/lib/process/full-disk";
import { reasonOf } from "@/lib/text/errors";

/** What a check found: a sentence and, unless all is well, how to fix it. */
export type Finding = { level: "ok" | "warn" | "fail"; says: string; fix?: string };

export const ok = (says: string): Finding => ({ level: "ok", says });
export const warn = (says: string, fix: string): Finding => ({ level: "warn", says, fix });
export const fail = (says: string, fix: string): Finding => ({ level: "fail", says, fix });

/** A check's name and how to run it. It may find several things; what it throws is a finding too. */
export type Check = { name: string; run: () => Promise<Finding | Finding[]> | Finding | Finding[] };

const TIME_OUT_MS = 120_000;

/** Runs a check. Never rejects, and resolves within two minutes. */
export async function findingsOf({ run }: Check): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("it took longer than two minutes")), TIME_OUT_MS);
  });
  try {
    return [await Promise.race([run(), tooLate])].flat();
  } catch (error) {
    if (fullPlaceIn(error)) {
      return [fail(`The disk is full: ${reasonOf(error)}.`, "Free up space, then run npm run doctor again.")];
    }
    return [
      fail(`This couldn't be checked: ${reasonOf(error)}.`, "Fix what this names, then run npm run doctor again."),
    ];
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the lines to print for a finding. */
export function linesOf(name: string, { level, says, fix }: Finding): string[] {
  const first = `${level.padEnd(4)}  ${name}: ${says}`;
  return fix === undefined ? [first] : [first, `      → ${fix}`];
}
