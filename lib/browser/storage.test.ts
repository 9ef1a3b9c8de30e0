import { afterEach, expect, test, vi } from "vitest";
import { forgetStored } from "./kept/wipe";
import { readStored, writeStored } from "./storage";

afterEach(() => void vi.unstubAllGlobals());

function stubStorage(entries: Record<string, string>): Map<string, string> {
  const map = new Map(Object.entries(entries));
  const storage = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
  // As in a browser, its own keys are the stored ones.
  vi.stubGlobal(
    "localStorage",
    new Proxy(storage, {
      ownKeys: () => [...map.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
  return map;
}

test("a stored value can be read, and null deletes it", () => {
  const map = stubStorage({});
  writeStored("a", ["👍", 1]);
  expect([readStored("a"), readStored("b")]).toEqual([["👍", 1], null]);
  writeStored("a", null);
  expect(map.size).toBe(0);
});

test("invalid JSON counts as no value", () => {
  stubStorage({ a: "", b: "{", c: "not json" });
  expect(["a", "b", "c"].map(readStored)).toEqual([null, null, null]);
});

test("a browser without storage doesn't break anything", () => {
  const refuse = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  writeStored("a", 1);
  writeStored("a", null);
  expect(readStored("a")).toBe(null);
});

test("personal data is deleted, the device's settings and other keys stay", () => {
  const map = stubStorage({
    "parley.draft.7.1": "{}",
    "parley.embed-builder.7": "{}",
    "parley.recent-emoji.8": "[]",
    "parley.keep": "false",
    "other.app": "1",
  });
  forgetStored({ exceptPerson: "8" });
  expect([...map.keys()]).toEqual(["parley.recent-emoji.8", "parley.keep", "other.app"]);
  forgetStored({ leaving: true });
  expect([...map.keys()]).toEqual(["parley.keep", "other.app"]);
  writeStored("parley.draft.7.1", "written as the page goes");
  expect(map.has("parley.draft.7.1")).toBe(false);
});
