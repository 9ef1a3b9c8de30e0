import { fillDisk, freeDisk } from "@/lib/testing/full-disk";
import { messages } from "./finders";
import { expect, test } from "./fixtures";
import { numbered, seedChannel, seedPosts, seedWebhook } from "./seed";
import { asOwner, enter, enterChannel, expectAccessible, post, write } from "./steps";

test("Enter sends a message once, and its Markdown renders without its HTML", async ({ page }) => {
  const name = `writing-${Date.now()}`;
  await enterChannel(page, name);
  const box = page.getByRole("textbox", { name: `Message #${name}` });
  await box.fill("**bold** <img src=x onerror=alert(1)> [x](javascript:alert(1))");
  await box.press("Shift+Enter");
  await box.pressSequentially("second line");
  await box.press("Enter");
  const article = messages(page).getByRole("article");
  await expect(article).toHaveCount(1);
  await expect(article.locator("strong")).toHaveText("bold");
  await expect(article).toContainText("<img src=x onerror=alert(1)>");
  await expect(article).toContainText("second line");
  await expect(article.locator('[href^="javascript"]')).toHaveCount(0);
  await expect(box).toHaveValue("");
  await page.reload();
  await expect(messages(page).getByRole("article")).toHaveCount(1);
});

test("no message is missing or doubled after a lost connection and a server restart", async ({
  page,
  request,
  parley,
}) => {
  await asOwner(page);
  const name = `recovery-${Date.now()}`;
  const channelId = await seedChannel(name);
  const url = await seedWebhook(channelId, "Counter");
  await page.goto(`/channels/${channelId}`);
  await post(request, url, { content: "message 1." });
  await expect(messages(page).getByText("message 1.")).toBeVisible();

  await page.context().setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new Event("offline")));
  for (let n = 2; n <= 20; n += 1) await post(request, url, { content: `message ${n}.` });
  await page.context().setOffline(false);
  await expect(messages(page).getByText("message 20.")).toBeVisible({ timeout: 20_000 });

  await parley.restart();
  for (let n = 21; n <= 30; n += 1) await post(request, url, { content: `message ${n}.` });
  await expect(messages(page).getByText("message 30.")).toBeVisible({ timeout: 30_000 });

  const texts = await messages(page).getByRole("article").allInnerTexts();
  const shown = texts.map((text) => Number(/message (\d+)\./.exec(text)?.[1]));
  expect(shown).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
});

test("each of many simultaneous messages is added to the page once and then left unchanged", async ({ page }) => {
  await asOwner(page);
  const channelId = await seedChannel(`burst-${Date.now()}`);
  const url = await seedWebhook(channelId, "Counter");
  await page.goto(`/channels/${channelId}`);
  await seedPosts(url, ["message 0."]);
  await expect(messages(page).getByText("message 0.")).toBeVisible();
  const touched = await page.evaluateHandle(() => {
    const counts = { added: {} as Record<string, number>, removed: 0, changed: {} as Record<string, number> };
    const count = (of: Record<string, number>, article: Element) => {
      const seq = article.getAttribute("data-seq") ?? "";
      of[seq] = (of[seq] ?? 0) + 1;
    };
    new MutationObserver((all) => {
      for (const { type, target, addedNodes, removedNodes } of all) {
        for (const node of addedNodes)
          if (node instanceof Element && node.matches("article")) count(counts.added, node);
        for (const node of removedNodes) if (node instanceof Element && node.matches("article")) counts.removed += 1;
        const article =
          target instanceof Element ? target.closest("article") : target.parentElement?.closest("article");
        if (article && type !== "childList") count(counts.changed, article);
      }
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    return counts;
  });
  // At most as many at once as one event holds, and few enough that the page keeps the first ones.
  for (let at = 1; at < 100; at += 10) await seedPosts(url, numbered(at, at + 9));
  await expect(messages(page).getByText("message 100.")).toBeVisible();
  const { added, removed, changed } = await touched.jsonValue();
  expect(Object.keys(added)).toHaveLength(100);
  expect(Object.values(added).filter((times) => times > 1)).toEqual([]);
  expect(removed).toBe(0);
  // The last message is the tab stop, so each one changes at most twice: when it becomes the last and when it no longer is.
  expect(Object.entries(changed).filter(([, times]) => times > 2)).toEqual([]);
});

test("a message written while the server is unreachable is kept and sent once", async ({ page }) => {
  const name = `offline-${Date.now()}`;
  await enterChannel(page, name);
  await write(page, name, "before");
  await page.route("**/messages", (route) => route.abort());
  await page.getByRole("textbox", { name: `Message #${name}` }).fill("while away");
  await page.getByRole("textbox", { name: `Message #${name}` }).press("Enter");
  await expect(messages(page).getByText("Waiting to be sent.")).toBeVisible();
  await expect(messages(page).getByText("while away")).toBeVisible();
  // It's sent automatically, although the event stream was connected all the time.
  const sent = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.url().endsWith("/messages") && response.ok(),
  );
  await page.unroute("**/messages");
  await sent;
  await expect(messages(page).getByText("Waiting to be sent.")).toBeHidden();
  await page.reload();
  await expect(messages(page).getByRole("article")).toHaveCount(2);
});

test("while the server's disk is full, the page says so and a message waits, and is sent when there is room", async ({
  page,
}) => {
  const name = `full-${Date.now()}`;
  await enterChannel(page, name);
  await write(page, name, "before");
  const bar = page.getByText("The server's disk is full. Messages you write now are sent when there's room.");
  await fillDisk();
  try {
    await page.getByRole("textbox", { name: `Message #${name}` }).fill("for later");
    await page.getByRole("textbox", { name: `Message #${name}` }).press("Enter");
    await expect(messages(page).getByText("Waiting to be sent.")).toBeVisible();
    await expect(bar).toBeVisible();
    await expectAccessible(page);
    // A page that is opened meanwhile says so, too, and has what was written.
    await page.reload();
    await expect(bar).toBeVisible();
    await expect(messages(page).getByText("before")).toBeVisible();
  } finally {
    await freeDisk();
  }
  await expect(bar).toBeHidden({ timeout: 20_000 });
  await expect(messages(page).getByText("Waiting to be sent.")).toBeHidden({ timeout: 20_000 });
  await page.reload();
  await expect(messages(page).getByRole("article")).toHaveText([/before/, /for later/]);
});

test("older messages load while scrolling up without moving those in view", async ({ page, request }) => {
  await asOwner(page);
  const channelId = await seedChannel(`history-${Date.now()}`);
  const url = await seedWebhook(channelId, "Counter");
  await seedPosts(url, numbered(1, 160));
  await page.goto(`/channels/${channelId}`);
  await page.getByRole("button", { name: "Jump to latest" }).click();
  await expect(messages(page).getByText("message 160.")).toBeInViewport();
  const top = () =>
    messages(page).evaluate((region) => {
      const edge = region.getBoundingClientRect().top;
      const first = [...region.querySelectorAll("article")].find(
        (each) => each.getBoundingClientRect().bottom > edge + 20,
      );
      return { text: first?.textContent ?? "", y: Math.round(first?.getBoundingClientRect().top ?? 0) };
    });

  await messages(page).hover();
  const loaded = page.waitForResponse(/messages\?before=/);
  await messages(page).evaluate((region) =>
    // So near the first message that one batch doesn't fill the space to load ahead.
    region.scrollTo({ top: -(region.scrollHeight - region.clientHeight) + 100 }),
  );
  const before = await top();
  await loaded;
  await expect.poll(() => messages(page).getByRole("article").count()).toBeGreaterThan(80);
  await expect.poll(top).toEqual(before);

  // New messages at the end don't move the reader either.
  await post(request, url, { content: "message 161." });
  await expect(messages(page).getByText("message 161.")).toBeAttached();
  await expect.poll(top).toEqual(before);

  await expect
    .poll(async () => {
      await messages(page).evaluate((region) => region.scrollTo({ top: -region.scrollHeight }));
      return messages(page).getByText("message 1.", { exact: true }).count();
    })
    .toBe(1);
  await page.getByRole("button", { name: "Jump to latest" }).click();
  await expect(messages(page).getByText("message 161.")).toBeInViewport();
});

test("a permalink opens at its message, and people can scroll in both directions", async ({ page, request }) => {
  await asOwner(page);
  const channelId = await seedChannel(`links-${Date.now()}`);
  const url = await seedWebhook(channelId, "Counter");
  await seedPosts(url, numbered(1, 120));
  await page.goto(`/channels/${channelId}?message=30`);
  await expect(messages(page).getByText("message 30.")).toBeInViewport();
  await page.getByRole("button", { name: "Jump to latest" }).click();
  await expect(messages(page).getByText("message 120.")).toBeInViewport();
  await post(request, url, { content: "message 121." });
  await expect(messages(page).getByText("message 121.")).toBeInViewport();
});

test("a channel's link shows its unread count until its messages are read", async ({ page, request }) => {
  await enter(page);
  const name = `unread-${Date.now()}`;
  const channelId = await seedChannel(name);
  const url = await seedWebhook(channelId, "Counter");
  await page.getByRole("navigation", { name: "Channels" }).getByRole("link", { name: "general" }).click();
  for (let n = 1; n <= 3; n += 1) await post(request, url, { content: `message ${n}.` });
  const link = page.getByRole("link", { name: `${name}, 3 unread` });
  await link.click();
  await expect(page.getByRole("separator", { name: "New" })).toBeVisible();
  await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
});

test("an unsent message is still there after a visit to another channel", async ({ page }) => {
  const name = `left-${Date.now()}`;
  await enterChannel(page, name);
  await page.route("**/messages", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await page.getByRole("textbox", { name: `Message #${name}` }).fill("kept while away");
  await page.getByRole("textbox", { name: `Message #${name}` }).press("Enter");
  await expect(messages(page).getByText("Waiting to be sent.")).toBeVisible();
  const channels = page.getByRole("navigation", { name: "Channels" });
  await channels.getByRole("link", { name: "general" }).click();
  await expect(page.getByRole("textbox", { name: "Message #general" })).toBeVisible();
  await page.unroute("**/messages");
  await channels.getByRole("link", { name }).click();
  await expect(messages(page).getByText("kept while away")).toBeVisible();
  await expect(messages(page).getByText("Waiting to be sent.")).toBeHidden();
  await page.reload();
  await expect(messages(page).getByText("kept while away")).toHaveCount(1);
});

test("a page displaced by twenty others says so, sends no requests and reconnects on request", async ({
  page,
  context,
  request,
  parley,
}) => {
  await asOwner(page);
  const name = `displaced-${Date.now()}`;
  const channelId = await seedChannel(name);
  const url = await seedWebhook(channelId, "Displaced");
  await page.goto(`/channels/${channelId}`);
  await post(request, url, { content: "before" });
  await expect(messages(page).getByText("before")).toBeVisible();

  let opened = 0;
  page.on("request", (each) => {
    if (new URL(each.url()).pathname === "/api/events") opened += 1;
  });
  const cookie = (await context.cookies()).map((each) => `${each.name}=${each.value}`).join("; ");
  const ending = new AbortController();
  // Kept, because a response that's garbage collected ends its stream.
  const streams: Response[] = [];
  for (let count = 0; count < 20; count += 1) {
    streams.push(await fetch(`${parley.baseUrl}/api/events`, { headers: { cookie }, signal: ending.signal }));
  }
  expect(streams.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const bar = page.getByText("Parley is open in too many tabs or devices, so this page isn't updating.");
  await expect(bar).toBeVisible();
  await expectAccessible(page);
  await post(request, url, { content: "meanwhile" });
  expect(opened).toBe(0);
  await expect(messages(page).getByText("meanwhile")).toHaveCount(0);

  await page.getByRole("button", { name: "Continue here" }).click();
  await expect(messages(page).getByText("meanwhile")).toBeVisible();
  await expect(bar).toBeHidden();
  expect(opened).toBe(1);
  expect(streams).toHaveLength(20);
  ending.abort();
});
