import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { excess, hasRoom, inOrder } from "./bounds";
import { hintKept } from "./hint";
import type { KeptChannel, KeptFrame, KeptUnsent } from "./types";

export const KEPT_DATABASE = "parley-kept";

interface Schema extends DBSchema {
  frame: { key: "frame"; value: KeptFrame };
  channels: { key: string; value: KeptChannel; indexes: { at: number } };
  unsent: { key: string; value: KeptUnsent };
}

const STORES = ["frame", "channels", "unsent"] as const;

let opened: Promise<IDBPDatabase<Schema>> | null = null;

/** Rejects where the browser keeps nothing. */
function keptDatabase(): Promise<IDBPDatabase<Schema>> {
  const forget = () => {
    opened = null;
  };
  opened ??= openDB<Schema>(KEPT_DATABASE, 1, {
    upgrade: (database) => {
      database.createObjectStore("frame");
      database.createObjectStore("channels", { keyPath: "id" }).createIndex("at", "at");
      database.createObjectStore("unsent", { keyPath: "nonce" });
    },
    // Somebody wipes it in another tab, and would wait for this one.
    blocking: (_current, _blocked, event) => {
      forget();
      if (event.target instanceof IDBDatabase) event.target.close();
    },
    terminated: forget,
  });
  opened.catch(forget);
  return opened;
}

/** Whose it is and how the sidebar stands; channels that are missing there are forgotten, with what waits to be sent there. */
export async function writeFrame(frame: KeptFrame, mayBegin: boolean): Promise<boolean> {
  const transaction = (await keptDatabase()).transaction(STORES, "readwrite");
  const frames = transaction.objectStore("frame");
  const mayWrite = mayBegin || (await frames.get("frame"))?.owner.id === frame.owner.id;
  if (mayWrite) {
    await frames.put(frame, "frame");
    const mine = new Set(frame.sidebar.map(({ id }) => id));
    const channels = transaction.objectStore("channels");
    for (const id of excess(await channels.index("at").getAllKeys(), mine)) await channels.delete(id);
    const unsent = transaction.objectStore("unsent");
    for (const { nonce, channelId } of await unsent.getAll()) if (!mine.has(channelId)) await unsent.delete(nonce);
  }
  await transaction.done;
  return mayWrite;
}

/** The frame, or null where nothing is kept. */
export async function readFrame(): Promise<KeptFrame | null> {
  return (await (await keptDatabase()).get("frame", "frame")) ?? null;
}

/** Keeps a channel as this person has read it. False, and nothing is written, where it was wiped meanwhile, or is somebody else's. */
export async function writeChannel(ownerId: string, kept: KeptChannel): Promise<boolean> {
  const transaction = (await keptDatabase()).transaction(["frame", "channels"], "readwrite");
  const mayWrite = (await transaction.objectStore("frame").get("frame"))?.owner.id === ownerId;
  if (mayWrite) {
    const channels = transaction.objectStore("channels");
    await channels.put(kept);
    for (const id of excess(await channels.index("at").getAllKeys(), null)) await channels.delete(id);
  }
  await transaction.done;
  return mayWrite;
}

/** The channels that are kept, the last read one first. */
export async function readChannels(): Promise<KeptChannel[]> {
  return (await (await keptDatabase()).getAll("channels")).toSorted((a, b) => b.at - a.at);
}

/** Forgets a channel, and what waits to be sent there. */
export async function forgetChannel(channelId: string): Promise<void> {
  const transaction = (await keptDatabase()).transaction(["channels", "unsent"], "readwrite");
  await transaction.objectStore("channels").delete(channelId);
  const unsent = transaction.objectStore("unsent");
  for (const each of await unsent.getAll()) if (each.channelId === channelId) await unsent.delete(each.nonce);
  await transaction.done;
}

/** Keeps these messages until they are sent, and forgets those with the nonces `gone`. False where nothing of this person is kept. */
export async function writeUnsent(
  ownerId: string,
  unsent: readonly KeptUnsent[],
  gone: readonly string[],
): Promise<boolean> {
  const transaction = (await keptDatabase()).transaction(["frame", "unsent"], "readwrite");
  const mayWrite = (await transaction.objectStore("frame").get("frame"))?.owner.id === ownerId;
  if (mayWrite) {
    const messages = transaction.objectStore("unsent");
    for (const each of unsent) if (hasRoom(each)) await messages.put(each);
    for (const nonce of gone) await messages.delete(nonce);
    hintKept(ownerId, (await messages.count()) > 0);
  }
  await transaction.done;
  return mayWrite;
}

/** What waits to be sent, in the order in which it was written. */
export async function readUnsent(): Promise<KeptUnsent[]> {
  return inOrder(await (await keptDatabase()).getAll("unsent"));
}

/** Empties all of it. */
export async function clearKept(): Promise<void> {
  const database = await keptDatabase();
  const transaction = database.transaction(STORES, "readwrite");
  for (const name of STORES) await transaction.objectStore(name).clear();
  await transaction.done;
  opened = null;
  database.close();
}
