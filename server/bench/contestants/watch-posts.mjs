// Loaded into a server before its own code (`node --import`), only to find out where slow posts wait: takes the place of
// its tracer, and notes when each post and its statements began and ended. This is plain JavaScript, because it runs before
// the TypeScript loader. `Watched` in server/bench/load/jobs.ts describes what it sends.
import { AsyncLocalStorage } from "node:async_hooks";
import { PerformanceObserver, performance } from "node:perf_hooks";

// As in lib/process/process-wide.ts.
const TRACER = Symbol.for("parley.tracer");

const clock = () => Number(process.hrtime.bigint()) / 1e6;
const clockAtStart = clock() - performance.now();

const running = new AsyncLocalStorage();
let posts = [];
let pauses = [];

const keepPauses = (entries) => {
  for (const { startTime, duration } of entries) {
    pauses.push({ from: clockAtStart + startTime, to: clockAtStart + startTime + duration });
  }
};
const collections = new PerformanceObserver((list) => keepPauses(list.getEntries()));
collections.observe({ entryTypes: ["gc"] });

// How busy the event loop had been when it last came to its immediates, and the time before.
let [last, before] = [performance.eventLoopUtilization(), performance.eventLoopUtilization()];
let isMarking = false;
const SLEPT_MS = 0.05;

/**
 * Returns for how many milliseconds what has just arrived can have waited while the loop did something else: since it
 * last slept, or if it hasn't, since the turn before.
 */
function loopWait() {
  const now = performance.eventLoopUtilization();
  if (!isMarking) {
    isMarking = true;
    setImmediate(() => {
      isMarking = false;
      [before, last] = [last, performance.eventLoopUtilization()];
    });
  }
  return now.active - (now.idle - last.idle > SLEPT_MS ? last : before).active;
}

async function span(name, _attributes, work) {
  const post = running.getStore()?.post;
  if (post === undefined || !(name in SPANS)) return work();
  return SPANS[name](post, () => running.run({ post, name }, work));
}

const SPANS = {
  "authorize a webhook": (_post, work) => work(),
  "commit a message": async (post, work) => {
    post.askedAt = clock();
    try {
      return await work();
    } finally {
      post.committedAt = clock();
    }
  },
};

function request({ socket }, response, _id, work) {
  loopWait();
  const post = {
    port: socket.remotePort,
    arrivedAt: clock(),
    askedAt: null,
    committedAt: null,
    // Of the statement that looks up its webhook, if any.
    lookUp: { milliseconds: 0, loopWait: 0 },
    // Of the statements that store a batch. The batch's first post has them.
    batch: null,
  };
  response.once("finish", () => posts.push(post));
  return running.run({ post, name: "" }, work);
}

function statements(pool) {
  pool.on("connect", (client) => {
    const query = client.query.bind(client);
    Object.assign(client, { query: (...args) => timed(query, args) });
  });
}

function timed(query, args) {
  const store = running.getStore();
  if (store === undefined || store.name === "") return query(...args);
  const from = clock();
  const end = () => note(store, from, clock(), loopWait());
  const callback = args.at(-1);
  if (typeof callback === "function") {
    return query(...args.slice(0, -1), (...results) => {
      end();
      return callback(...results);
    });
  }
  const result = query(...args);
  if (result instanceof Promise) result.then(end, end);
  return result;
}

function note({ post, name }, from, to, wait) {
  const loopWait = Math.min(wait, to - from);
  if (name === "authorize a webhook") {
    post.lookUp.milliseconds += to - from;
    post.lookUp.loopWait += loopWait;
  } else {
    post.batch ??= { from, to, loopWait: 0 };
    post.batch.to = to;
    post.batch.loopWait += loopWait;
  }
}

Reflect.set(globalThis, TRACER, { span, request, statements });

process.on("message", (message) => {
  if (message?.kind !== "watch") return;
  keepPauses(collections.takeRecords());
  process.send({ kind: "watched", posts, pauses });
  [posts, pauses] = [[], []];
});
process.channel?.unref();
