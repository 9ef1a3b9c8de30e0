import { db } from "@/lib/db/client";
import { importEmoji } from "@/lib/messages/emoji/custom/add-emoji";
import { importAvatar } from "@/lib/people/avatars/upload-avatar";
import { earlier, type Matches, remember } from "./matches";
import type { ImportSource, LeftOut } from "./source";

type ImageOptions = { dryRun: boolean; leftOut: LeftOut; signal?: AbortSignal | undefined };

/** Adds the source's emoji whose names are free. Returns how many; with `dryRun` only how many there are. */
export async function importAllEmoji(
  source: ImportSource,
  { people }: Matches,
  { dryRun, leftOut, signal }: ImageOptions,
): Promise<number> {
  const all = await db().customEmoji.findMany({ select: { name: true } });
  const taken = new Set(all.map(({ name }) => name));
  let added = 0;
  for await (const { name, createdBy, open } of source.emoji()) {
    signal?.throwIfAborted();
    if (taken.has(name)) continue;
    taken.add(name);
    const bytes = dryRun ? null : await open();
    const by = people.get(createdBy ?? "") ?? (await firstOwner());
    const isAdded = dryRun || (bytes !== null && (await importEmoji(name, { by, bytes })));
    if (isAdded) added += 1;
    else leftOut.add("emoji with a name or image that Parley can't have", name);
  }
  return added;
}

async function firstOwner(): Promise<bigint> {
  const order = { where: { role: "owner" }, orderBy: { id: "asc" } } as const;
  return (await db().user.findFirstOrThrow({ ...order, select: { id: true } })).id;
}

/**
 * Sets the avatars of the source's people who have none, each once, so that one removed later stays removed. Returns how
 * many; with `dryRun` only how many there are.
 */
export async function importAllAvatars(
  source: ImportSource,
  { people, deleted }: Matches,
  { dryRun, leftOut, signal }: ImageOptions,
): Promise<number> {
  const having = await db().user.findMany({ where: { avatarUrl: { not: null } }, select: { id: true } });
  const done = new Set([...having.map(({ id }) => id), ...deleted.keys()]);
  const before = await earlier(db(), source, "avatar");
  let set = 0;
  for await (const { key, avatar } of source.people()) {
    signal?.throwIfAborted();
    const userId = people.get(key);
    if (avatar === null || userId === undefined || done.has(userId) || before.has(key)) continue;
    done.add(userId);
    const bytes = dryRun ? null : await avatar();
    const isSet = dryRun || (bytes !== null && (await importAvatar(userId, bytes)));
    if (isSet) set += 1;
    else leftOut.add("avatars whose image is missing or can't be shown", key);
    if (isSet && !dryRun) await remember(db(), source, "avatar", new Map([[key, userId]]));
  }
  return set;
}
