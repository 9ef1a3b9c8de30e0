import type pg from "pg";
import { fileStore } from "@/lib/files/stores/stores";
import { fileNameOf } from "@/lib/files/uploads/file-paths";
import { type Finding, fail, ok } from "@/server/doctor/findings";

// Each costs a look at the disk, or a request to the bucket.
const MOST = { disk: 20_000, bucket: 500 };
const AT_ONCE = 20;
const MOST_NAMED = 3;

/**
 * Checks that the files that messages, avatars and scheduled messages name are stored: all, or as many as
 * can be looked at in a short time.
 */
export async function checkLostFiles(client: pg.Client, most?: number): Promise<Finding> {
  const store = fileStore();
  const limit = most ?? (store.label === "the disk" ? MOST.disk : MOST.bucket);
  const { rows } = await client.query<{ hash: Buffer }>("SELECT DISTINCT hash FROM file_uses WHERE uses > 0 LIMIT $1", [
    limit + 1,
  ]);
  const looked = rows.slice(0, limit);
  let lost = 0;
  const hashes: string[] = [];
  for (let at = 0; at < looked.length; at += AT_ONCE) {
    const group = looked.slice(at, at + AT_ONCE);
    const sizes = await Promise.all(group.map(({ hash }) => store.sizeOf(fileNameOf(hash))));
    for (const [index, size] of sizes.entries()) {
      const hash = group[index]?.hash;
      if (size !== null || hash === undefined) continue;
      lost += 1;
      if (hashes.length < MOST_NAMED) hashes.push(fileNameOf(hash));
    }
  }
  const all = rows.length <= limit;
  const looks = all ? `All ${looked.length} files` : `${looked.length} files that were looked at`;
  if (lost === 0) return ok(`${looks} are ${store.label === "the disk" ? "on" : "in"} ${store.label}.`);
  return fail(
    `${lost} of ${looked.length} files${all ? "" : " that were looked at"} are missing from ${store.label}, such as ${hashes.join(", ")}.`,
    "Check that DATA_DIR and the S3_ variables are those that the files were uploaded with. If so, restore them from a backup (docs/backup.md).",
  );
}
