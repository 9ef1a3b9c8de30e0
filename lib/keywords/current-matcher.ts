import type { Transaction } from "@/lib/db/transaction";
import { compileKeywords, type Matcher } from "@/lib/keywords/matcher";
import { processWide } from "@/lib/process-wide";

type Row = { id: bigint; keywords: string[] };

const kept = processWide("keyword-matcher", () => ({ print: "", matcher: null as Matcher | null }));

/** Finds everybody's keywords as they are now; null where nobody has any. It is compiled anew once some have changed. */
export async function currentMatcher(tx: Transaction): Promise<Matcher | null> {
  const [now] = await tx.$queryRaw<{ print: string | null }[]>`
    SELECT sum(hashtextextended(id || ':' || array_to_string(keywords, ','), 0))::text AS print FROM users WHERE keywords <> '{}'`;
  const print = now?.print ?? "";
  if (print !== kept.print) {
    const people = await tx.$queryRaw<Row[]>`SELECT id, keywords FROM users WHERE keywords <> '{}'`;
    // Read after the print, so that what changes in between is compiled once more.
    kept.matcher = compileKeywords(people);
    kept.print = print;
  }
  return print === "" ? null : kept.matcher;
}
