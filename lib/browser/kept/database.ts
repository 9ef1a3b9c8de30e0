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

/** Rejects if the browser can't store anything. */
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
    // Another tab is deleting the database and would wait for this one.
    blocking: (_current, _blocked, event) => {
      forget();
      if (event.target instanceof IDBDatabase) event.target.close();
    },
    terminated: forget,
  });
  opened.catch(forget);
  return opened;
}

/** Stores the owner and the sidebar, and deletes channels that are no longer in it, with their unsent messages. */
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

/** Returns the frame, or null if nothing is stored. */
export async function readFrame(): Promise<KeptFrame | null> {
  return (await (await keptDatabase()).get("frame", "frame")) ?? null;
}

/**
 * Stores a channel for this person if it's in their stored sidebar. Returns false, and writes nothing, if the device was
 * wiped or holds another person's data.
 */
export async function writeChannel(ownerId: string, kept: KeptChannel): Promise<boolean> {
  const transaction = (await keptDatabase()).transaction(["frame", "channels"], "readwrite");
  const frame = await transaction.objectStore("frame").get("frame");
  const mayWrite = frame?.owner.id === ownerId;
  if (mayWrite && frame.sidebar.some(({ id }) => id === kept.id)) {
    const channels = transaction.objectStore("channels");
    await channels.put(kept);
    for (const id of excess(await channels.index("at").getAllKeys(), null)) await channels.delete(id);
  }
  await transaction.done;
  return mayWrite;
}

/** Returns the stored channels, most recently read first. */
export async function readChannels(): Promise<KeptChannel[]> {
  return (await (await keptDatabase()).getAll("channels")).toSorted((a, b) => b.at - a.at);
}

/** Deletes a channel and its unsent messages. */
export async function forgetChannel(channelId: string): Promise<void> {
  const transaction = (await keptDatabase()).transaction(["channels", "unsent"], "readwrite");
  await transaction.objectStore("channels").delete(channelId);
  const unsent = transaction.objectStore("unsent");
  for (const each of await unsent.getAll()) if (each.channelId === channelId) await unsent.delete(each.nonce);
  await transaction.done;
}

/** Stores these unsent messages, and deletes those with the nonces `gone`. Returns false if nothing of this person is stored. */
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

/** Returns unsent messages in the order they were written. */
export async function readUnsent(): Promise<KeptUnsent[]> {
  return inOrder(await (await keptDatabase()).getAll("unsent"));
}

/** Deletes everything. */
export async function clearKept(): Promise<void> {
  const database = await keptDatabase();
  const transaction = database.transaction(STORES, "readwrite");
  for (const name of STORES) await transaction.objectStore(name).clear();
  await transaction.done;
  opened = null;
  database.close();
}
