import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import type { Ending } from "@/server/bench/load/child";
import { LoadProcess } from "@/server/bench/load/load-process";
import { BenchDatabase } from "@/server/bench/setting/database";

/** What every section works with. */
export type Bench = {
  database: BenchDatabase;
  load: LoadProcess;
  /** Where temporary files go. */
  directory: string;
  /** Ends what a section has started, at the latest with the benchmark. */
  lifecycle: Ending;
  /** Says what is measured just now. */
  progress: (doing: string) => void;
};

/** What a section found out: lines to read, and figures to keep. */
export type Report = { title: string; text: string; figures: unknown; failures: number };

/** Starts what every section needs; it ends with `lifecycle`. */
export async function startBench(lifecycle: Ending, progress: Bench["progress"]): Promise<Bench> {
  const directory = temporaryDirectory("parley-bench-");
  lifecycle.defer(() => removeDataDir(directory));
  const database = await BenchDatabase.start(directory, lifecycle);
  return { database, load: await LoadProcess.start(lifecycle), directory, lifecycle, progress };
}
