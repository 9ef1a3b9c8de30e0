import { expect, test } from "vitest";
import { makeWebhook } from "@/lib/testing/factories";
import { shownBy } from "@/lib/testing/shown-lines";
import type { BusyDelivery } from "@/lib/webhooks/formats/github/busy-clock";
import { busyDay } from "@/lib/webhooks/formats/github/busy-day";
import { exchange } from "../endpoint/exchange";
import { nextUrl } from "./two-instances";

/** How many deliveries arrive at once. */
const AT_ONCE = 6;

test("a busy day of GitHub over two instances at once makes the lines that it makes in its order", async () => {
  const day = busyDay(2).filter(({ event }) => event !== "push" && event !== "create");
  const post = async (path: string, { event, payload }: BusyDelivery, url: string) => {
    const headers = { "Content-Type": "application/json", "X-GitHub-Event": event };
    const { status, body } = await exchange(url, { path, headers, body: JSON.stringify(payload) });
    expect([200, 202], body).toContain(status);
  };
  const make = async () => {
    const { webhook, token } = await makeWebhook({ oneLine: true });
    return { id: webhook.id, path: `/webhooks/incoming/${webhook.id}/${token}/github` };
  };
  const [inOrder, atOnce] = [await make(), await make()];
  const one = nextUrl();
  for (const each of day) await post(inOrder.path, each, one);
  const mixed = [...day.filter((_, index) => index % 2 === 1), ...day.filter((_, index) => index % 2 === 0)];
  for (let from = 0; from < mixed.length; from += AT_ONCE)
    await Promise.all(mixed.slice(from, from + AT_ONCE).map((each) => post(atOnce.path, each, nextUrl())));
  expect(await shownBy(atOnce.id)).toEqual(await shownBy(inOrder.id));
}, 300_000);
