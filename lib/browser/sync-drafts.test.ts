import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DraftDto, DraftSaveResult } from "@/lib/messages/drafts/dto";

const CHANNEL = "12";

type Device = Awaited<ReturnType<typeof makeDevice>>;
type SentDraft = { channelId: string; text: string; inChannel?: boolean; base: string | null; at: number };

/** What the server has, by conversation. */
let saved: Map<string, DraftDto>;
let revs = 0;
let current: Device | null = null;
/** Called before the server saves a draft: what another device does in that moment. */
let before: (() => void) | null = null;
/** Whether the server's answers about saved drafts are lost, as when the page is left. */
let isLeft = false;

beforeEach(() => {
  vi.useFakeTimers();
  saved = new Map();
  before = null;
  isLeft = false;
  const storage = {
    getItem: (key: string) => current?.stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (current?.isFull && key.startsWith("parley.draft")) throw new Error("The storage is full.");
      current?.stored.set(key, value);
    },
    removeItem: (key: string) => void current?.stored.delete(key),
  };
  const keys = {
    ownKeys: () => [...(current?.stored.keys() ?? [])],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  };
  vi.stubGlobal("localStorage", new Proxy(storage, keys));
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("fetch", async (url: string, { body }: { body?: string }) => {
    await Promise.resolve();
    const id = url.split("/").at(-1) ?? "";
    if (body === undefined) return Response.json([...saved.values()]);
    const result = save(id, JSON.parse(body) as SentDraft);
    if (isLeft) throw new TypeError("The page was left.");
    return Response.json(result);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Saves a draft as `saveDraft` in `lib/messages/drafts` does. */
function save(conversationId: string, { base, inChannel, ...draft }: SentDraft): DraftSaveResult {
  const act = before;
  before = null;
  act?.();
  const now = saved.get(conversationId) ?? null;
  const isEmpty = draft.text.trim() === "";
  if (now && now.rev !== base) return { saved: false, now };
  saved.delete(conversationId);
  if (isEmpty) return { saved: true, rev: null };
  revs += 1;
  saved.set(conversationId, { conversationId, marks: {}, ...draft, ...(inChannel && { inChannel }), rev: `${revs}` });
  return { saved: true, rev: `${revs}` };
}

/** A device of the person, which is apart from the server but during `sync`. */
async function makeDevice() {
  vi.resetModules();
  const [drafts, { syncDrafts }] = [await import("./drafts"), await import("./sync-drafts")];
  const key = drafts.draftKey("nobody", CHANNEL);
  const device = {
    stored: new Map<string, string>(),
    isFull: false,
    text: () => on(() => drafts.readDraft(key)?.text ?? ""),
    draft: () => on(() => drafts.readDraft(key)),
    /** Writes a text, or deletes the draft if it's empty. */
    write: (text: string, more: object = {}) =>
      on(() => {
        vi.advanceTimersByTime(300);
        drafts.writeDraft(key, { text, marks: {}, at: Date.now(), channelId: CHANNEL, ...more });
      }),
    sync: async () => {
      current = device;
      const stop = syncDrafts();
      await vi.advanceTimersByTimeAsync(10_000);
      stop();
    },
  };
  const on = <T>(act: () => T): T => {
    current = device;
    return act();
  };
  return device;
}

async function twoDevices(): Promise<[Device, Device]> {
  return [await makeDevice(), await makeDevice()];
}

async function meet(...devices: Device[]): Promise<void> {
  for (const device of [...devices, ...devices]) await device.sync();
}

test("a draft that two devices continued while they were apart has both texts on both", async () => {
  const [desk, phone] = await twoDevices();
  desk.write("Hello");
  await meet(desk, phone);
  expect(phone.text()).toBe("Hello");
  desk.write("Hello from the desk");
  phone.write("Hello from the phone");
  await meet(desk, phone);
  expect(phone.text()).toBe("Hello from the desk\n\nHello from the phone");
  expect([desk.text(), saved.get(CHANNEL)?.text]).toEqual([phone.text(), phone.text()]);
});

test("a draft begun on both, or sent on one and continued on the other, stays", async () => {
  const [desk, phone] = await twoDevices();
  desk.write("Desk");
  phone.write("Phone");
  await meet(desk, phone);
  expect(desk.text()).toBe("Desk\n\nPhone");
  desk.write("");
  phone.write("Desk\n\nPhone and more");
  await meet(desk, phone);
  expect([desk.text(), phone.text()]).toEqual(["Desk\n\nPhone and more", "Desk\n\nPhone and more"]);
  phone.write("");
  await meet(phone, desk);
  expect([desk.text(), phone.text(), saved.size]).toEqual(["", "", 0]);
});

test("a version that another device saves at the same moment isn't overwritten", async () => {
  const desk = await makeDevice();
  desk.write("Hello");
  await desk.sync();
  desk.write("Hello from the desk");
  before = () =>
    save(CHANNEL, { channelId: CHANNEL, text: "Hello, phone", base: saved.get(CHANNEL)?.rev ?? "", at: 1 });
  await desk.sync();
  expect(saved.get(CHANNEL)?.text).toBe("Hello, phone\n\nHello from the desk");
});

test("whether a reply also appears in the channel follows its draft", async () => {
  const [desk, phone] = await twoDevices();
  desk.write("Fixed", { inChannel: true });
  await meet(desk, phone);
  expect(phone.draft()).toMatchObject({ text: "Fixed", inChannel: true });
  phone.write("Fixed");
  await meet(phone, desk);
  expect(desk.draft()).not.toHaveProperty("inChannel");
});

test("a device whose storage is full deletes and overwrites nothing elsewhere", async () => {
  const [desk, phone] = await twoDevices();
  desk.write("Hello");
  await desk.sync();
  phone.isFull = true;
  await meet(phone, desk);
  expect([desk.text(), saved.get(CHANNEL)?.text]).toEqual(["Hello", "Hello"]);
  phone.isFull = false;
  phone.write("From the phone");
  phone.isFull = true;
  await meet(phone, desk);
  expect([desk.text(), phone.text()]).toEqual(["Hello", "From the phone"]);
  phone.isFull = false;
  await meet(phone, desk);
  expect([desk.text(), phone.text()]).toEqual(["Hello\n\nFrom the phone", "Hello\n\nFrom the phone"]);
});

test("a draft that was saved while the page was left is deleted once it's sent or emptied, and continued otherwise", async () => {
  const [desk, phone] = await twoDevices();
  const leave = async () => {
    isLeft = true;
    await desk.sync();
    isLeft = false;
  };
  desk.write("Never mind");
  await leave();
  expect(saved.get(CHANNEL)?.text).toBe("Never mind");
  desk.write("");
  await meet(desk, phone);
  expect([desk.text(), phone.text(), saved.get(CHANNEL)]).toEqual(["", "", undefined]);

  desk.write("Mind");
  await leave();
  desk.write("Wind");
  await meet(desk, phone);
  expect([desk.text(), phone.text()]).toEqual(["Wind", "Wind"]);

  // What another device made of it meanwhile stays.
  desk.write("Wind up");
  await leave();
  await phone.sync();
  phone.write("Wind up the clock");
  await phone.sync();
  desk.write("");
  await meet(desk, phone);
  expect([desk.text(), phone.text()]).toEqual(["Wind up the clock", "Wind up the clock"]);
});

test("a draft from before drafts had a time stays, and joins once it's changed", async () => {
  const [desk, phone] = await twoDevices();
  desk.write("Hello");
  await desk.sync();
  phone.write("Long ago", { at: undefined, channelId: undefined });
  await meet(phone);
  expect([phone.text(), saved.get(CHANNEL)?.text]).toEqual(["Long ago", "Hello"]);
  phone.write("Long ago it was");
  await meet(phone, desk);
  expect(desk.text()).toBe("Hello\n\nLong ago it was");
});

test("whatever two devices write, send and exchange, no word is lost unless its device sent it", async () => {
  const who = fc.constantFrom(0 as const, 1 as const);
  const acts = fc.array(fc.record({ who, act: fc.constantFrom("write", "write", "send", "sync", "leave") }), {
    maxLength: 25,
  });
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      saved = new Map();
      const devices = await twoDevices();
      const kept = new Set<string>();
      for (const [index, { who: one, act }] of all.entries()) {
        const device = devices[one];
        const word = `word${String(index).padStart(2, "0")}`;
        isLeft = act === "leave";
        if (act === "sync" || act === "leave") await device.sync();
        else if (act === "send") {
          for (const sent of device.text().split(/\s+/)) kept.delete(sent);
          device.write("");
        } else {
          kept.add(word);
          device.write(`${device.text()} ${word}`.trim());
        }
      }
      isLeft = false;
      await meet(...devices);
      const [desk, phone] = devices.map((device) => device.text());
      expect(desk).toBe(phone);
      expect([...kept].filter((word) => !desk?.includes(word))).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
