import { createRequire } from "node:module";
import type { Redis } from "ioredis";
import { afterEach, expect, test, vi } from "vitest";
import { isAppError } from "@/lib/text/errors";
import { RequestRate } from "@/lib/webhooks/request/context";

const broken = vi.hoisted(() => ({ isBroken: false }));

// The mock runs the limiter's script in an in-memory Redis. All connections to the same address share it.
vi.mock("ioredis", async () => {
  const { fetchedPackage } = await import("@/server/testing/fetched-package");
  const RedisMock: typeof Redis = createRequire(import.meta.url)(await fetchedPackage("ioredis-mock"));
  return {
    Redis: class extends RedisMock {
      constructor(url: string, options: object) {
        super(url, options);
        if (!broken.isBroken) return;
        Object.defineProperty(this, "status", { get: () => "reconnecting", set: () => undefined });
        setImmediate(() => this.emit("error", new Error("connect ECONNREFUSED")));
      }
    },
  };
});

afterEach(() => {
  broken.isBroken = false;
  vi.unstubAllEnvs();
});

let next = 1n;

/** Counts `times` posts one after the other and returns each result. */
async function posts(webhookId: bigint, times: number): Promise<("taken" | "limited")[]> {
  const outcomes: ("taken" | "limited")[] = [];
  for (let index = 0; index < times; index += 1) {
    outcomes.push(
      await Promise.resolve(new RequestRate(webhookId).count()).then(
        () => "taken" as const,
        (error: unknown) => {
          if (!isAppError(error)) throw error;
          expect(error).toMatchObject({ code: "rate_limited" });
          expect(error.retryAfter).toBeGreaterThanOrEqual(1);
          return "limited" as const;
        },
      ),
    );
  }
  return outcomes;
}

/** Removes this process's limiters, like on a fresh instance. */
function becomeAnotherInstance(): void {
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    if (Symbol.keyFor(key)?.startsWith("parley.webhook-limiter")) Reflect.deleteProperty(globalThis, key);
  }
}

test("each webhook has its own window and reports its remaining requests", async () => {
  vi.stubEnv("WEBHOOK_RATE_LIMIT", "2/600");
  const id = next++;
  const rates = [new RequestRate(id), new RequestRate(id), new RequestRate(id)] as const;
  await rates[0].count();
  await rates[1].count();
  await expect(rates[2].count()).rejects.toMatchObject({ code: "rate_limited" });
  expect(rates.map(({ status }) => [status?.limit, status?.remaining])).toEqual([
    [2, 1],
    [2, 0],
    [2, 0],
  ]);
  expect(await posts(next++, 2)).toEqual(["taken", "taken"]);
});

test("a request counts once per message, and not at all if they don't all fit", async () => {
  vi.stubEnv("WEBHOOK_RATE_LIMIT", "10/600");
  const id = next++;
  const several = async (webhookId: bigint, messages: number) => {
    const rate = new RequestRate(webhookId);
    await rate.countMessages(messages);
    return rate.status?.remaining;
  };
  expect(await several(id, 6)).toBe(4);
  await expect(several(id, 5)).rejects.toMatchObject({ code: "rate_limited", retryAfter: expect.any(Number) });
  // The refused request counted once.
  expect(await several(id, 3)).toBe(0);
  expect(await posts(id, 1)).toEqual(["limited"]);
});

test("an unused window accepts even more messages than the limit", async () => {
  vi.stubEnv("WEBHOOK_RATE_LIMIT", "10/1");
  const id = next++;
  expect(await posts(id, 1)).toEqual(["taken"]);
  const many = () => new RequestRate(id).countMessages(100);
  await expect(many()).rejects.toMatchObject({ code: "rate_limited", retryAfter: 1 });
  await vi.waitFor(many, { timeout: 10_000, interval: 50 });
  expect(await posts(id, 1)).toEqual(["limited"]);
});

test("with the limit turned off, nothing is counted", async () => {
  vi.stubEnv("WEBHOOK_RATE_LIMIT", "off");
  expect(new Set(await posts(next++, 50))).toEqual(new Set(["taken"]));
});

test("with REDIS_URL all instances count together", async () => {
  vi.stubEnv("WEBHOOK_RATE_LIMIT", "3/600");
  vi.stubEnv("REDIS_URL", "redis://shared.example:6379");
  const id = next++;
  expect(await posts(id, 2)).toEqual(["taken", "taken"]);
  becomeAnotherInstance();
  expect(await posts(id, 2)).toEqual(["taken", "limited"]);
  const other = next++;
  await expect(new RequestRate(other).countMessages(2)).resolves.toBeUndefined();
  await expect(new RequestRate(other).countMessages(2)).rejects.toMatchObject({ code: "rate_limited" });
  becomeAnotherInstance();
  expect(await posts(other, 1)).toEqual(["limited"]);
});

test("if Redis can't be reached, each instance counts on its own", async () => {
  vi.stubEnv("WEBHOOK_RATE_LIMIT", "2/600");
  vi.stubEnv("REDIS_URL", "redis://lost.example:6379");
  broken.isBroken = true;
  const id = next++;
  expect(await posts(id, 3)).toEqual(["taken", "taken", "limited"]);
  becomeAnotherInstance();
  expect(await posts(id, 3)).toEqual(["taken", "taken", "limited"]);
});
