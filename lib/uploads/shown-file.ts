import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { hasCode } from "@/lib/has-code";
import { type ShownSize, shrinkImage, UnshowableImage } from "@/lib/images/shrink";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { incomingDir, placeOf, shownPlaceOf } from "@/lib/uploads/places";

const coming = processWide("shown-files", () => new Map<string, Promise<string>>());

/**
 * Where the image of this hash lies as it is shown in this size. It is made when somebody first looks, once for all who do, and
 * then kept beside the file; so is that a file can't be shown, as an empty one. Throws what the file system throws, ENOENT when
 * there is no such file.
 */
export function shownFile(hash: Uint8Array, size: ShownSize): Promise<string> {
  const place = shownPlaceOf(hash, size);
  const begun = coming.get(place) ?? makeOnce(hash, size, place).finally(() => coming.delete(place));
  coming.set(place, begun);
  return begun;
}

async function makeOnce(hash: Uint8Array, size: ShownSize, place: string): Promise<string> {
  if (await exists(place)) return place;
  const original = placeOf(hash);
  const picture = await shrinkImage(original, size).catch((error: unknown) => {
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
