import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import type { Watched } from "@/server/bench/load/jobs";
import { waitsOf } from "@/server/bench/sections/slow-posts";

const none = { milliseconds: 0, loopWait: 0 };

test("a slow post's time is divided among the places where it waited", () => {
  const leader = {
    port: 1,
    arrivedAt: 2,
    askedAt: 4,
    committedAt: 31,
    lookUp: { milliseconds: 1.5, loopWait: 0.5 },
    batch: { from: 10, to: 30, loopWait: 5 },
  };
  const follower = { port: 2, arrivedAt: 6, askedAt: 7, committedAt: 32, lookUp: none, batch: null };
  const earlier = { ...leader, arrivedAt: -9, askedAt: -8, committedAt: -1, batch: { from: -7, to: -2, loopWait: 0 } };
  const watched: Watched = { kind: "watched", posts: [earlier, leader, follower], pauses: [{ from: 26, to: 29 }] };
  const slow = [
    { port: 1, sentAt: 0, answeredAt: 40 },
    { port: 2, sentAt: 5, answeredAt: 35 },
  ];
  expect(waitsOf(slow.slice(0, 1), watched)).toEqual({
    statement: 16,
    turn: 6,
    "event loop": 5.5,
    "garbage collection": 3,
    "the rest": 9.5,
  });
  expect(waitsOf(slow.slice(1), watched)).toEqual({
    statement: 15,
    turn: 3,
    "event loop": 5,
    "garbage collection": 3,
    "the rest": 4,
  });
});

test("posts that the server hasn't noted aren't counted", () => {
  const waits = waitsOf([{ port: 1, sentAt: 0, answeredAt: 9 }], { kind: "watched", posts: [], pauses: [] });
  expect(new Set(Object.values(waits))).toEqual(new Set([0]));
});

const POST = `
const { EventEmitter } = require("node:events");
const { request, span, statements } = globalThis[Symbol.for("parley.tracer")];
const pool = new EventEmitter();
statements(pool);
const client = { query: (_, done) => setTimeout(done, 20) };
pool.emit("connect", client);
const query = () => new Promise((resolve) => client.query("SELECT 1", resolve));
const response = new EventEmitter();
request({ socket: { remotePort: 7 } }, response, "", async () => {
  await query();
  await span("authorize a webhook", {}, query);
  await span("commit a message", {}, async () => {
    await query();
    await query();
  });
  response.emit("finish");
  process.emit("message", { kind: "watch" });
});`;

test("a watched server notes a post's statements by what they're for", async () => {
  const args = ["--import", "./server/bench/contestants/watch-posts.mjs", "--eval", POST];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const [{ posts }] = (await once(child, "message")) as [Watched];
  child.kill();
  expect(posts).toHaveLength(1);
  const [post] = posts;
  expect(post?.port).toBe(7);
  expect(post?.lookUp.milliseconds).toBeGreaterThan(15);
  expect((post?.batch?.to ?? 0) - (post?.batch?.from ?? 0)).toBeGreaterThan(35);
  expect(post?.batch?.from).toBeGreaterThanOrEqual(post?.askedAt ?? Number.POSITIVE_INFINITY);
  expect(post?.committedAt).toBeGreaterThanOrEqual(post?.batch?.to ?? Number.POSITIVE_INFINITY);
});
