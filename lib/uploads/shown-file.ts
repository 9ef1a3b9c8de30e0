import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { hasCode } from "@/lib/errors";
import { type ShownSize, shrinkImage, UnshowableImage, type Wanted } from "@/lib/images/shrink";
import { log } from "@/lib/log";
import { onceForAll } from "@/lib/once-for-all";
import { incomingDir, placeOf, shownPlaceOf } from "@/lib/uploads/places";

/**
 * Where the image of this hash lies as it is shown in this size. It is made when somebody first looks, once for all who do, and
 * then kept beside the file; so is that a file can't be shown, as an empty one. Throws what the file system throws, ENOENT when
 * there is no such file, and `unavailable` as `shrinkImage` does.
 */
export async function shownFile(hash: Uint8Array, size: ShownSize, { by, signal }: Wanted): Promise<string> {
  const place = shownPlaceOf(hash, size);
  if (await exists(place)) return place;
  // Apart for each who posted the same bytes: nobody's picture waits in the line of somebody else.
  return onceForAll("shown-files", `${by} ${place}`, signal, (wanted) => make(hash, size, { by, signal: wanted }));
}

async function make(hash: Uint8Array, size: ShownSize, wanted: Wanted): Promise<string> {
  const place = shownPlaceOf(hash, size);
  const original = placeOf(hash);
  const picture = await shrinkImage(original, size, wanted).catch((error: unknown) => {
    if (!(error instanceof UnshowableImage)) throw error;
    log.debug({ err: error, hash: Buffer.from(hash).toString("hex") }, "an attachment can't be shown");
    return new Uint8Array();
  });
  await mkdir(incomingDir(), { recursive: true, mode: 0o700 });
  const temporary = path.join(incomingDir(), randomUUID());
  await writeFile(temporary, picture, { flag: "wx", mode: 0o600 });
  await rename(temporary, place);
  // If the sweep has deleted the original meanwhile, its preview must go as well.
  if (!(await exists(original))) await rm(place, { force: true });
  return place;
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, "ENOENT")) return false;
      throw error;
    },
  );
}
