import type { Page } from "@playwright/test";
import { article, composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedWebhook } from "./seed";
import { asOwner, post, write } from "./steps";

/** Texts on which only highlight.js spends seconds. All are different. */
const hostile = Array.from({ length: 20 }, (_, index) => `${"[a](".repeat(1985)}${index}`);

/** Opens the channel, waits for `done` and returns for how long tasks blocked the page. */
async function blocked(page: Page, channelId: string, done: () => Promise<void>): Promise<number> {
  await page.goto(`/channels/${channelId}`);
  await done();
  return page.evaluate(() => (window as unknown as { blocked: number }).blocked);
}

test("code that's slow to highlight doesn't block the page, and other code is highlighted", async ({
  page,
  request,
}) => {
  await page.addInitScript(() => {
    const counted = window as unknown as { blocked: number };
    counted.blocked = 0;
    new PerformanceObserver((tasks) => {
      for (const { duration } of tasks.getEntries()) counted.blocked += duration;
    }).observe({ type: "longtask", buffered: true });
  });
  await asOwner(page);
  const names = { plain: `plain-${Date.now()}`, slow: `slow-${Date.now()}` };
  const fill = async (name: string, language: string) => {
    const id = await seedChannel(name);
    const url = await seedWebhook(id, "CI");
    await post(request, url, { content: "```ts\nconst answer = 42;\n```" });
    for (const code of hostile) await post(request, url, { content: `\`\`\`${language}\n${code}\n\`\`\`` });
    return id;
  };
  const plain = await fill(names.plain, "");
  const slow = await fill(names.slow, "markdown");
  const coloured = () => expect(messages(page).locator(".hljs-keyword", { hasText: "const" })).toBeVisible();

  // Both pages are used in the same way, because that blocks them, too.
  const used = async (name: string) => {
    await coloured();
    await write(page, name, "one can write");
    await expect(article(page, "one can write")).toBeVisible();
  };
  const without = await blocked(page, plain, () => used(names.plain));
  let stopped = 0;
  page.on("worker", (worker) => worker.on("close", () => (stopped += 1)));
  const withHighlights = await blocked(page, slow, async () => {
    await expect.poll(() => stopped, { timeout: 60_000 }).toBe(2);
    await used(names.slow);
  });
  expect(withHighlights / (without + 200)).toBeLessThan(3);
  await expect(messages(page).getByText(hostile[19] ?? "")).toBeVisible();
  await expect(composer(page, names.slow)).toBeEnabled();
});
