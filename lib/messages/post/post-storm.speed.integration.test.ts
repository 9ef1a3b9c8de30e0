import { expect, test } from "vitest";
import { likenessFor } from "@/lib/messages/cards/likeness";
import type { WebhookDraft } from "@/lib/messages/draft";
import { type MadeWebhook, makeWebhook, postedMessage, webhookDraft } from "@/lib/testing/factories";
import { isLong } from "@/lib/testing/long";

function alert(made: MadeWebhook, subject: string, updateKey?: string): WebhookDraft {
  const embeds = [
    {
      title: subject,
      tool: { name: "Zabbix" },
      card: { subject, state: { word: "Problem", tone: "bad" as const, open: true } },
    },
  ];
  const draft = webhookDraft(made, { content: "", embeds, ...(updateKey !== undefined && { updateKey }) });
  return { ...draft, likeness: likenessFor({ gathersAll: false }, draft) };
}

/** Posts at a steady rate, each when it's due, and returns how long each took in milliseconds, sorted. */
async function durations(
  count: number,
  perSecond: number,
  draftOf: (index: number) => WebhookDraft,
): Promise<number[]> {
  const began = performance.now();
  const all = Array.from({ length: count }, async (_, index) => {
    const due = (index * 1000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, due - (performance.now() - began)));
    const start = performance.now();
    await postedMessage(draftOf(index));
    return performance.now() - start;
  });
  return (await Promise.all(all)).sort((a, b) => a - b);
}

const p99 = (sorted: readonly number[]) => sorted[Math.floor(sorted.length * 0.99)] ?? 0;

test.runIf(isLong).each([
  ["new lines", false],
  ["cards with update keys", true],
] as const)(
  "in a storm of %s, 99 of 100 posts take at most twice as long as when it's quiet",
  async (_, isKeyed) => {
    const causes = ["Disk full on web-", "Queue of orders is behind on node-", "Connection refused by 10.0.0."];
    const many: MadeWebhook[] = [];
    while (many.length < 300) many.push(await makeWebhook());
    const one = await makeWebhook();
    const draft = (made: MadeWebhook, index: number) =>
      alert(made, `${causes[index % 3]}${index}`, isKeyed ? `alert ${index}` : undefined);
    await durations(200, 100, (index) => draft(many[index % 300] ?? one, index));
    // Without likeness, as of a webhook that posts now and then.
    const calm = (index: number) => ({ ...draft(many[index % 300] ?? one, index), likeness: null });
    const quiet = await durations(1500, 50, calm);
    const storm = await durations(3000, 50, (index) => draft(one, index));
    expect(p99(storm), `quiet: ${p99(quiet)} ms`).toBeLessThanOrEqual(2 * p99(quiet));
  },
  300_000,
);
