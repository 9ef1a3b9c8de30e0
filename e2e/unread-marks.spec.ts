import { article, channelLink, messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedWebhook } from "./seed";
import { enterChannel, post, untilHydrated } from "./steps";

declare global {
  interface Window {
    titles: string[];
  }
}

test("the tab has a title at every moment while you switch channels", async ({ page }) => {
  const names = [`title-one-${Date.now()}`, `title-two-${Date.now()}`];
  for (const name of names) await seedChannel(name);
  await enterChannel(page, `title-three-${Date.now()}`);
  await page.evaluate(() => {
    window.titles = [];
    // The title after all observers have run, which is before anything is painted.
    const note = () => queueMicrotask(() => window.titles.push(document.title));
    new MutationObserver(note).observe(document.head, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  // As of a page that was left before React had hydrated its title.
  await page.evaluate(() => document.head.append(document.createElement("title")));
  for (const name of names) {
    await channelLink(page, name).click();
    await expect(page).toHaveTitle(new RegExp(`#${name} · Parley$`));
  }
  expect(await page.evaluate(() => window.titles)).not.toContain("");
  await expect(page.locator("head > title")).toHaveCount(1);
});

test("a title that React inserts late stays when something becomes unread", async ({ page, request }) => {
  const name = `title-late-${Date.now()}`;
  const elsewhere = await seedWebhook(await seedChannel(`title-else-${Date.now()}`), "CI");
  await enterChannel(page, name);
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/late.js", (route) =>
    gate.then(() => route.fulfill({ contentType: "text/javascript", body: "" })),
  );
  // As from a busy server, which sends the title after the page around it.
  await page.route(page.url(), async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const [row = ""] = /(?<=\\n)[0-9a-f]+:\[\[\\"\$\\",\\"title\\".*?\\n/.exec(html) ?? [];
    const nonce = /nonce="[^"]+"/.exec(html)?.[0];
    const late = `<script src="/late.js" ${nonce}></script><script ${nonce}>self.__next_f.push([1,"${row}"])</script></body>`;
    const body = html
      .replace(/<title>[^<]*<\/title>/, "")
      .replace(row, "")
      .replace("</body>", () => late);
    await route.fulfill({ response, body });
  });
  await page.reload({ waitUntil: "commit" });
  await untilHydrated(page);
  await expect(page).toHaveTitle("");
  letGo();
  await expect(page).toHaveTitle(new RegExp(`#${name} · Parley$`));
  await post(request, elsewhere, { content: "new" });
  await expect(page).toHaveTitle(new RegExp(`^• #${name} · Parley$`));
});

test("on a phone the bar says what is unread, and a mention elsewhere shows up in a banner that leads there", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enterChannel(page, `phone-${Date.now()}`);
  expect((await page.request.post("/api/channels/read")).status()).toBe(200);
  await expect(page.getByRole("button", { name: "Home", exact: true })).toBeVisible();
  await expect(page.locator("[data-banner]")).toBeAttached();
  const url = await seedWebhook(await seedChannel(`elsewhere-${Date.now()}`), "CI");
  await post(request, url, { content: "Build passed" });
  await expect(page.getByRole("button", { name: "Home, unread messages" })).toBeVisible();
  const me = await page.locator("[data-person]").getAttribute("data-person");
  await post(request, url, { content: `Build failed, <@${me}>`, allowed_mentions: { parse: ["users"] } });
  await expect(page.getByRole("button", { name: "Home, 1 mention" })).toBeVisible();
  await page.getByRole("link", { name: /^CI in #elsewhere.*Build failed/ }).click();
  await expect(article(page, "Build failed")).toBeInViewport();
  await expect(page.getByRole("link", { name: /^CI in #elsewhere/ })).toBeHidden();
});

test("at 400 % zoom the header, the bar and the composer give way to the messages", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 256 });
  await enterChannel(page, `zoomed-${Date.now()}`);
  expect((await messages(page).boundingBox())?.height).toBeGreaterThanOrEqual(160);
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await page.getByRole("button", { name: /^Show channels/ }).click();
  await expect(page.getByRole("navigation", { name: "Channels" })).toBeVisible();
  await page.goBack();
  await expect(messages(page)).toBeVisible();
});
