import { afterEach, expect, test, vi } from "vitest";
import { readStored, writeStored } from "./storage";

afterEach(() => void vi.unstubAllGlobals());

function stubStorage(entries: Record<string, string>): Map<string, string> {
  const map = new Map(Object.entries(entries));
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  });
  return map;
}

test("what is kept comes back, and null forgets it", () => {
  const map = stubStorage({});
  writeStored("a", ["👍", 1]);
  expect([readStored("a"), readStored("b")]).toEqual([["👍", 1], null]);
  writeStored("a", null);
  expect(map.size).toBe(0);
});

test("what is no JSON counts as nothing", () => {
  stubStorage({ a: "", b: "{", c: "not json" });
  expect(["a", "b", "c"].map(readStored)).toEqual([null, null, null]);
});

test("a browser that keeps nothing stops nobody", () => {
  const refuse = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  writeStored("a", 1);
  writeStored("a", null);
  expect(readStored("a")).toBe(null);
});
