import { expect, test } from "vitest";
import { leadership } from "./leadership";

/** A fake of the lock that a browser keeps for all tabs of a site. It answers asynchronously and in order. */
function oneLock(): Pick<LockManager, "request" | "query"> {
  let holder: { lose: () => void } | null = null;
  let queue: (() => void)[] = [];

  async function request(_name: string, options: LockOptions, callback: () => Promise<void>): Promise<void> {
    await settled();
    options.signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const grant = () => {
        const mine = { lose: () => reject(new DOMException("It was stolen.", "AbortError")) };
        holder = mine;
        void Promise.resolve(callback()).then(() => {
          resolve();
          if (holder !== mine) return;
          holder = null;
          queue.shift()?.();
        });
      };
      if (options.steal) holder?.lose();
      if (options.steal || !holder) return grant();
      queue.push(grant);
      options.signal?.addEventListener("abort", () => {
        queue = queue.filter((waiting) => waiting !== grant);
        reject(options.signal?.reason);
      });
    });
  }
  const query = async () => {
    await settled();
    return {};
  };
  return { request: request as LockManager["request"], query };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("one of several tabs leads: the first, then one that takes over, and another when that one closes", async () => {
  const locks = oneLock();
  const tabs = [leadership(locks), leadership(locks), leadership(locks)];
  const leading = async () => {
    await settled();
    return Promise.all(tabs.map((tab) => tab.leads()));
  };
  expect(await leading()).toEqual([true, false, false]);
  tabs[2]?.take();
  expect(await leading()).toEqual([false, false, true]);
  tabs[0]?.take();
  tabs[0]?.take();
  expect(await leading()).toEqual([true, false, false]);
  tabs[0]?.stop();
  const rest = await leading();
  expect(rest[0]).toBe(false);
  expect(rest.filter(Boolean)).toHaveLength(1);
  tabs[0]?.take();
  for (const tab of tabs.slice(1)) tab.stop();
  expect(await leading()).toEqual([false, false, false]);
});

test("a tab knows whether it leads as soon as it starts or takes over", async () => {
  const locks = oneLock();
  const first = leadership(locks);
  expect(await first.leads()).toBe(true);
  const other = leadership(locks);
  expect(await other.leads()).toBe(false);
  other.take();
  expect(await other.leads()).toBe(true);
  expect(await first.leads()).toBe(false);
  other.stop();
  expect(await other.leads()).toBe(false);
});

test("without locks, every tab leads", async () => {
  const alone = leadership(undefined);
  alone.take();
  expect(await alone.leads()).toBe(true);
  alone.stop();
});
