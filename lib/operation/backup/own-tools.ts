import { readdir, readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { hasCode, reasonOf } from "@/lib/text/errors";
import { isIgnored, ownSendersFolder } from "@/lib/webhooks/senders/own-folder";

// A tool is a folder with a description, and perhaps examples in a folder of their own.
const DEEPEST = 4;
const MOST_FILES = 10_000;
const MOST_BYTES = 4 * 2 ** 20;

/** A file in `DATA_DIR/senders`, by its path in there with slashes, or why it can't be in a backup. */
type ToolFile = { name: string } & ({ bytes: Buffer } | { problem: string });

/** Reads the files of the operator's tools. Links are followed, as they are when Parley reads them. */
export async function* ownToolFiles(): AsyncGenerator<ToolFile> {
  let count = 0;
  for await (const file of walk(ownSendersFolder(), "", new Set())) {
    count += 1;
    if (count > MOST_FILES) {
      yield { name: file.name, problem: `only ${MOST_FILES} files are backed up` };
      return;
    }
    yield file;
  }
}

async function* walk(folder: string, within: string, visited: Set<string>): AsyncGenerator<ToolFile> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  });
  // Links can lead in circles.
  const real = await realpath(folder).catch(() => folder);
  if (visited.has(real)) return;
  visited.add(real);
  for (const each of names.sort()) {
    if (isIgnored(each)) continue;
    const [file, name] = [path.join(folder, each), within === "" ? each : `${within}/${each}`];
    try {
      const found = await stat(file);
      if (found.isDirectory()) {
        if (name.split("/").length < DEEPEST) yield* walk(file, name, visited);
        else yield { name, problem: "it's too deep" };
      } else if (!found.isFile()) yield { name, problem: "it isn't a file" };
      else if (found.size > MOST_BYTES) yield { name, problem: `it's larger than ${MOST_BYTES / 2 ** 20} MiB` };
      else yield { name, bytes: await readFile(file) };
    } catch (error) {
      yield { name, problem: reasonOf(error) };
    }
  }
}
