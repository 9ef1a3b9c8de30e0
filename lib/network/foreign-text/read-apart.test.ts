import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readApart, readingProcess } from "@/lib/network/foreign-text/read-apart";
import { ReadingProcess } from "@/lib/network/foreign-text/reading-process";
import { processWide } from "@/lib/process/process-wide";

const unread = vi.fn();
const forget = (name: string) => Reflect.deleteProperty(globalThis, Symbol.for(`parley.${name}`));
beforeEach(() => {
  vi.stubEnv("TEST_LIMITS", "foreign-text-patience=100");
  forget("reading-process");
  forget("metrics-recorder");
  processWide(
    "reading-process",
    () => new ReadingProcess(path.resolve("lib/testing/bad-reader.mjs"), { answerMs: 500 }),
  );
  processWide("metrics-recorder", () => ({ unread }));
  unread.mockClear();
});
afterEach(() => {
  vi.unstubAllEnvs();
  readingProcess().end();
});

const limits = { nodes: 100, depth: 10, characters: 1_000 };
const read = (text: string, by: string) => readApart("text", { text }, { limits, by });

test("a sender's bad texts hold up another sender's by one of them at most, and each is counted", async () => {
  const done: string[] = [];
  const note = (name: string) => () => done.push(name);
  const bad = Array.from({ length: 2 }, (_, index) => read("hang", "bad").catch(note(`bad ${index}`)));
  const good = read("a: 1\nb: 2", "good").then(note("good"));
  await Promise.all([...bad, good]);
  expect(done).toEqual(["bad 0", "good", "bad 1"]);
  expect(unread.mock.calls).toEqual(Array.from({ length: 2 }, () => ["text", "late"]));
});

test("when too many wait, the newest of the sender with the most are unread, and others are read", async () => {
  const bad = read("hang", "bad").catch(() => {});
  const many = Array.from({ length: 1_002 }, () =>
    read("a", "many").then(
      () => "read",
      (error) => error.reason,
    ),
  );
  const other = read("a: 1\nb: 2", "other");
  expect(await Promise.all(many)).toEqual([...Array(999).fill("read"), ...Array(3).fill("busy")]);
  expect(await other).toEqual({ a: "1", b: "2" });
  await bad;
});
