import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { temporaryDirectory } from "@/lib/testing/data-dir";
import { claim, liveOwner, release } from "./pid-file";
import { processIdentity } from "./processes";

const file = path.join(temporaryDirectory("parley-pid-"), "parley.pid");
const held = { startedAt: "2026-11-28T06:52:54.163Z", postgresPort: 10_201, url: null, local: null };
const write = (owner: object) => writeFileSync(file, JSON.stringify({ ...held, ...owner }));
const parent = () => processIdentity(process.ppid) ?? "";

afterEach(() => release(file));

test("a process that sees another boot id is still the one that holds the file", () => {
  write({ pid: process.ppid, identity: parent().replace(/^[^:]+:/, "another-boot:") });
  expect(claim(file)?.pid).toBe(process.ppid);
});

test("a file whose process is gone, or whose pid belongs to another process, is taken over", () => {
  write({ pid: process.ppid, identity: `${parent()}0` });
  expect(liveOwner(file)).toBeNull();
  expect(claim(file)).toBeNull();
  expect(liveOwner(file)?.pid).toBe(process.pid);
});

test("a file from before the machine restarted is taken over, also if this process has its pid and start", () => {
  write({ pid: process.pid, identity: processIdentity(process.pid) });
  expect(claim(file)).toBeNull();
  expect(claim(file)?.pid).toBe(process.pid);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ pid: process.pid });
});
