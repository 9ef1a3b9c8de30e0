import type { Page } from "@playwright/test";
import { db } from "@/lib/db/client";
import { article, channelLink, messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedPerson, seedSession } from "./seed";
import { enter, enterChannel, expectAccessibleAtRest, GRACE, newcomer, untilSaved, write } from "./steps";

/** Somebody of this test's own. */
function somebody(): typeof GRACE {
  const stamp = `${Date.now()}${Math.floor(Math.random() * 1_000)}`;
  return { ...GRACE, name: `Grace ${stamp}`, email: `profile-${stamp}@example.com` };
}

async function chooseMore(page: Page, text: string, item: string): Promise<void> {
  const message = article(page, text);
  await message.hover();
  await message.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("a card says who somebody is and what time it is there, wherever their name stands", async ({
  page,
  browser,
  parley,
}) => {
  const name = `profile-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  const grace = somebody();
  await seedPerson(grace);
  const context = await browser.newContext({ baseURL: parley.baseUrl, timezoneId: "Asia/Kathmandu" });
  const session = await seedSession(grace);
  await context.addCookies([{ ...session, url: parley.baseUrl }]);
  const hers = await context.newPage();

  await test.step("she says what she does, and her browser where her clocks are", async () => {
    await hers.goto("/account");
    await hers.getByRole("textbox", { name: "Title" }).fill("Rear   admiral");
    await hers.getByRole("button", { name: "Save profile" }).click();
    await expect(hers.getByText("Profile saved")).toBeVisible();
    // Her browser has said its zone by then, and the next page brings it along.
    await expect.poll(() => hers.evaluate(() => document.cookie)).toContain("parley.timezone=");
    await hers.goto(`/channels/${channelId}`);
    await hers.getByRole("button", { name: "Join channel" }).click();
    await write(hers, name, "hello from her");
  });

  const card = page.getByRole("dialog", { name: grace.name });
  const says = async () => {
    await expect(card.getByText("Rear admiral")).toBeVisible();
    await expect(card.getByText(/^\d\d:\d\d, .*(ahead of|behind) you$/)).toBeVisible();
    await expect(card.getByText(/^Member since/)).toBeVisible();
  };
  await test.step("in a message", async () => {
    await article(page, "hello from her")
      .getByRole("button", { name: `Profile of ${grace.name}` })
      .click();
    await says();
    await page.keyboard.press("Escape");
  });
  await test.step("in a mention", async () => {
    const { id } = await db().user.findUniqueOrThrow({ where: { email: grace.email }, select: { id: true } });
    await write(page, name, `ask <@${id}> about it`);
    const mention = messages(page).getByRole("link", { name: `@${grace.name}` });
    await mention.focus();
    await page.keyboard.press("Enter");
    await says();
    await page.keyboard.press("Escape");
    await expect(card).toHaveCount(0);
    await expect(mention).toBeFocused();
    await expect(mention).toHaveAttribute("href", /^\/people#person-\d+$/);
  });
  for (const path of [`/channels/${channelId}/settings/members`, "/people"]) {
    await test.step(`at ${path}`, async () => {
      await page.goto(path);
      const row = page.getByRole("main").getByRole("listitem").filter({ hasText: grace.name });
      await row.getByRole("button", { name: `Profile of ${grace.name}` }).click();
      await says();
      await page.keyboard.press("Escape");
      await expect(row.getByRole("button", { name: `Profile of ${grace.name}` })).toBeFocused();
    });
  }
  await test.step("without the time once she keeps that to herself", async () => {
    await hers.goto("/account");
    const shown = hers.getByRole("switch", { name: "Show my local time" });
    await untilSaved(hers, () => shown.click());
    await hers.reload();
    await expect(shown).not.toBeChecked();
    await page.getByRole("button", { name: `Profile of ${grace.name}` }).click();
    await expect(card.getByText("Rear admiral")).toBeVisible();
    await expect(card.getByText("ahead of you")).toHaveCount(0);
  });
  await context.close();
});

test("on a phone a card is a sheet that going back closes", async ({ page, browser, parley }) => {
  const name = `sheet-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  await write(page, name, "tap my name");
  const phone = await browser.newContext({
    baseURL: parley.baseUrl,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await phone.addCookies(await page.context().cookies());
  const hand = await phone.newPage();
  await hand.goto(`/channels/${channelId}`);
  const way = article(hand, "tap my name").getByRole("button", { name: /^Profile of/ });
  const card = hand.getByRole("dialog", { name: "Ada Lovelace" });
  await way.tap();
  await expect(card.getByText(/^Member since/)).toBeVisible();
  const close = card.getByRole("button", { name: "Close" });
  await expectAccessibleAtRest(hand, "a profile sheet");
  const box = await close.boundingBox();
  expect([box?.width, box?.height]).toEqual([44, 44]);
  await close.tap();
  await expect(card).toHaveCount(0);
  await way.tap();
  await expect(card).toBeVisible();
  await hand.goBack();
  await expect(card).toHaveCount(0);
  expect(hand.url()).toMatch(new RegExp(`/channels/${channelId}$`));
  await way.tap();
  await card.getByRole("button", { name: "Edit profile" }).tap();
  await expect(hand).toHaveURL(/\/account$/);
  await expect(card).toHaveCount(0);
  await phone.close();
});

test("who is muted is one quiet line and counts nowhere, until one hears of them again", async ({ page, browser }) => {
  const name = `mute-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  const grace = somebody();
  const { context, page: hers } = await newcomer(browser, grace);
  await hers.goto(`/channels/${channelId}`);
  await hers.getByRole("button", { name: "Join channel" }).click();
  await write(hers, name, "first of hers.");
  await write(hers, name, "second of hers.");
  await expect(article(page, "second of hers.")).toBeVisible();

  await chooseMore(page, "first of hers.", `Mute ${grace.name}`);
  await expect(messages(page).getByText(`${grace.name} is muted, 2 messages`)).toBeVisible();
  await expect(messages(page).getByText("first of hers.")).toHaveCount(0);
  const show = messages(page).getByRole("button", { name: "Show muted messages" });
  await expect(show).toBeFocused();
  // A notice that is fading has no colours of its own.
  await expect(page.getByText(`${grace.name} is muted for you`)).toHaveCount(0);
  await expectAccessibleAtRest(page, "a channel with a muted person");
  // From the first painting on, without any script.
  const still = await page.context().newPage();
  await still.route("**/*.js", (route) => route.abort());
  await still.goto(`/channels/${channelId}`);
  await expect(messages(still).getByText(`${grace.name} is muted, 2 messages`)).toBeVisible();
  await still.close();

  await page.goto("/people");
  await write(hers, name, "third of hers.");
  await expect(article(hers, "third of hers.")).toBeVisible();
  // What comes from somebody else comes later, so the count has had the chance to be wrong.
  const linus = somebody();
  const other = await newcomer(browser, { ...linus, name: linus.name.replace("Grace", "Linus") });
  await other.page.goto(`/channels/${channelId}`);
  await other.page.getByRole("button", { name: "Join channel" }).click();
  await write(other.page, name, "from somebody else.");
  await expect(channelLink(page, `${name}, 1 unread`)).toBeVisible();
  await other.context.close();

  await page.goto("/account");
  const muted = page.getByRole("list", { name: "Muted people" }).getByRole("listitem").filter({ hasText: grace.name });
  await muted.getByRole("button", { name: `Unmute ${grace.name}` }).click();
  await expect(muted).toHaveCount(0);
  await expect(channelLink(page, `${name}, 2 unread`)).toBeVisible();

  await page.goto("/people");
  const card = page.getByRole("dialog", { name: grace.name });
  await page.getByRole("button", { name: `Profile of ${grace.name}` }).click();
  await card.getByRole("button", { name: "Mute", exact: true }).click();
  await expect(card).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: `Profile of ${grace.name}` }).click();
  await expect(card.getByRole("button", { name: "Mute", exact: true })).toBeVisible();
  await context.close();
});

test("a profile is no stranger's to see, and nobody is there by another's id", async ({ page, request }) => {
  await enter(page);
  expect((await request.get("/api/people/123456789012345678/profile")).status()).toBe(401);
  for (const id of ["123456789012345678", "x", "0"]) {
    const response = await page.request.get(`/api/people/${id}/profile`);
    expect(response.status()).toBe(404);
  }
  const wrong = await page.request.put("/api/status", { data: { emoji: "no", text: "", endsAt: null } });
  expect([wrong.status(), await wrong.json()]).toEqual([400, { error: "A status has one emoji." }]);
  for (const data of [[], {}, { emoji: 1 }, { emoji: "🌴", text: "x", endsAt: "soon" }]) {
    expect((await page.request.put("/api/status", { data })).status()).toBe(400);
  }
});
