import type { APIRequestContext, Browser, Locator, Page } from "@playwright/test";
import { OFFERED_EMOJI } from "@/lib/messages/emoji/table/table";
import { MACHINES, withMachineFonts } from "@/server/testing/machine-fonts";
import { article } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedPerson, seedWebhook } from "./seed";
import { asOwner, GRACE, openAs, post } from "./steps";

/** Returns the names of the emoji fonts that the page's text has loaded. */
async function emojiFonts(page: Page): Promise<string[]> {
  await page.waitForLoadState("networkidle");
  const urls = await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    do {
      await document.fonts.ready;
      // With a font that has loaded, the text is laid out again, which may need another one.
      await frame();
      await frame();
    } while (document.fonts.status === "loading");
    const loaded = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    // The offline page's copy of a font is fetched by a script.
    return loaded.filter(({ initiatorType }) => initiatorType === "css").map(({ name }) => name);
  });
  return urls.flatMap((url) => /\/(emoji[a-z-]*)\.[^/]*woff2$/.exec(url)?.[1] ?? []).sort();
}

// Everything that's an emoji only with a selector.
const PLAIN_SIGNS = Array.from({ length: 0x1fb00 - 0xa9 }, (_, index) => String.fromCodePoint(0xa9 + index))
  .filter((sign) => /(?!\p{Emoji_Presentation})\p{Emoji}/u.test(sign))
  .join(" ");

for (const [machine, fonts] of Object.entries(MACHINES)) {
  test(`a page loads an emoji font only for emoji, and the small one for common emoji, on a machine ${machine}`, ({
    request,
  }) => withMachineFonts(fonts, (browser) => loadsOnlyForEmoji(browser, request)));
}

async function loadsOnlyForEmoji(browser: Browser, request: APIRequestContext): Promise<void> {
  const name = `fonts-${Date.now()}`;
  // Someone with no direct messages, whose sidebar shows no emoji of a status.
  const person = { ...GRACE, email: `${name}@example.com` };
  await seedPerson(person);
  const channelId = await seedChannel(name);
  const webhook = await seedWebhook(channelId, "CI");
  await post(request, webhook, {
    content: `Build #7: 3 of 4 tests → 75 % *fast* © 2026 ✔ \`⚠ 7\`\n${PLAIN_SIGNS}`,
    embeds: [{ title: "Tested ✔", fields: [{ name: "↗ 7", value: "☎ 7" }] }],
  });
  const { page } = await openAs(browser, person, `/channels/${channelId}`);
  await expect(article(page, "Build #7")).toBeVisible();
  expect(await emojiFonts(page)).toEqual([]);
  await post(request, webhook, { content: "Deployed 🚀 with ❤️ and it works ✅" });
  await expect(article(page, "Deployed")).toBeVisible();
  await expect.poll(() => emojiFonts(page)).toEqual(["emoji-common"]);
  await post(request, webhook, { content: "To 🇳🇴 by 🏳️‍🌈 in 3️⃣" });
  await expect(article(page, "in 3")).toBeVisible();
  await expect.poll(() => emojiFonts(page)).toEqual(["emoji", "emoji-common"]);
  for (const sign of ["❤️", "🏳️‍🌈", "3️⃣"])
    await expect.poll(() => fontsOf(page.getByText(sign, { exact: true }))).toContain("ParleyEmoji");
}

/** Returns the names of the fonts in which the element's text is drawn. */
async function fontsOf(shown: Locator): Promise<string[]> {
  await shown.evaluate((element) => element.setAttribute("data-drawn", ""));
  const session = await shown.page().context().newCDPSession(shown.page());
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector: "[data-drawn]" });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  await session.detach();
  await shown.evaluate((element) => element.removeAttribute("data-drawn"));
  return fonts.map(({ familyName }) => familyName);
}

test("every emoji of the picker is drawn, as one character, from the shipped font", async ({ page }) => {
  await asOwner(page);
  await page.goto("/people");
  const wrong = await page.evaluate(
    async (all) => {
      const font = '32px "Parley Emoji", "Parley Signs"';
      await Promise.all(["😀", "🇳🇴", "1"].map((each) => document.fonts.load(font, each)));
      const context = new OffscreenCanvas(1, 1).getContext("2d");
      if (!context) throw new Error("No canvas.");
      context.font = font;
      const widthOf = (emoji: string) => Math.round(context.measureText(emoji).width);
      return all.filter((emoji) => widthOf(emoji) !== widthOf("😀"));
    },
    [...OFFERED_EMOJI.values()].flat().map(({ emoji }) => emoji),
  );
  expect(wrong).toEqual([]);
});
