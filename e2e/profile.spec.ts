import type { Browser, Locator, Page } from "@playwright/test";
import { db } from "@/lib/db/client";
import { env } from "@/lib/process/env";
import { article, channelLink, messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedMembership, seedMessage, seedPerson, seedSession, seedWebhook } from "./seed";
import { ADA } from "./set-up";
import {
  asOwner,
  enterChannel,
  expectAccessibleAtRest,
  GRACE,
  post,
  saveText,
  untilSaved,
  withCompanion,
  write,
} from "./steps";

/** Creates a person for this test only. */
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

/** A person with a title and a time zone, who has posted in a channel that the page has open. */
async function knownPerson(page: Page, browser: Browser) {
  const name = `profile-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  const grace = somebody();
  await seedPerson(grace);
  await seedMembership(channelId, grace.email, true);
  const context = await browser.newContext({ baseURL: env.baseUrl ?? "", timezoneId: "Asia/Kathmandu" });
  await context.addCookies([{ ...(await seedSession(grace)), url: env.baseUrl ?? "" }]);
  const hers = await context.newPage();
  await hers.goto("/account");
  await saveText(hers.getByRole("textbox", { name: "Title" }), "Rear   admiral");
  // Her browser has reported its time zone by then, and the next page has it.
  await expect.poll(() => hers.evaluate(() => document.cookie)).toContain("parley.timezone=");
  await hers.goto(`/channels/${channelId}`);
  await write(hers, name, "hello from her");
  const card = page.getByRole("dialog", { name: grace.name });
  return { name, channelId, grace, context, hers, card };
}

/** Fails unless the card shows her name, title and local time. */
async function expectKnown(card: Locator): Promise<void> {
  await expect(card.getByText("Rear admiral")).toBeVisible();
  await expect(card.getByText(/^\d\d:\d\d, .*(ahead of|behind) you$/)).toBeVisible();
  await expect(card.getByText(/^Member since/)).toBeVisible();
}

test("a name in a message, a mention and a list open a card with the person's title, and local time unless they hide it", async ({
  page,
  browser,
}) => {
  const { name, channelId, grace, context, hers, card } = await knownPerson(page, browser);
  await article(page, "hello from her")
    .getByRole("button", { name: `Profile of ${grace.name}` })
    .click();
  await expectKnown(card);
  await page.keyboard.press("Escape");
  const { id } = await db().user.findUniqueOrThrow({ where: { email: grace.email }, select: { id: true } });
  await write(page, name, `ask <@${id}> about it`);
  const mention = messages(page).getByRole("link", { name: `@${grace.name}` });
  await mention.focus();
  await page.keyboard.press("Enter");
  await expectKnown(card);
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  await expect(mention).toBeFocused();
  await expect(mention).toHaveAttribute("href", /^\/people#person-\d+$/);

  const way = page.getByRole("main").getByRole("button", { name: `Profile of ${grace.name}` });
  for (const path of [`/channels/${channelId}/settings/members`, `/people?q=${encodeURIComponent(grace.name)}`]) {
    await page.goto(path);
    await way.click();
    await expectKnown(card);
    await page.keyboard.press("Escape");
    await expect(way).toBeFocused();
  }
  await hers.goto("/account");
  const shown = hers.getByRole("switch", { name: "Show my local time" });
  await untilSaved(hers, () => shown.click());
  await hers.reload();
  await expect(shown).not.toBeChecked();
  await way.click();
  await expect(card.getByText("Rear admiral")).toBeVisible();
  await expect(card.getByText("ahead of you")).toHaveCount(0);
  await context.close();
});

test("on a phone a card is a sheet that going back closes", async ({ browser, parley }) => {
  const channelId = await seedChannel(`sheet-${Date.now()}`);
  await seedMessage(channelId, "tap my name");
  const phone = await browser.newContext({
    baseURL: parley.baseUrl,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await phone.addCookies([{ ...(await seedSession(ADA)), url: parley.baseUrl }]);
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

test("messages of a muted person fold into one line, from the first paint on", async ({ page, browser }) => {
  const name = `mute-${Date.now()}`;
  const { context, theirs: hers, who: grace } = await withCompanion(page, browser, name);
  await write(hers, name, "first of hers.");
  await write(hers, name, "second of hers.");
  await expect(article(page, "second of hers.")).toBeVisible();
  const saved = page.waitForResponse((response) => response.url().endsWith("/mute"));
  await chooseMore(page, "first of hers.", `Mute ${grace.name}`);
  await expect(messages(page).getByText(`${grace.name} is muted, 2 messages`)).toBeVisible();
  await expect(messages(page).getByText("first of hers.")).toHaveCount(0);
  await expect(messages(page).getByRole("button", { name: "Show muted messages" })).toBeFocused();
  // A toast that is fading out has mixed colors. Under the pointer it stays.
  await page.getByText(`${grace.name} is muted`, { exact: true }).hover();
  await expectAccessibleAtRest(page, "a channel with a muted person");
  await saved;
  await page.route("**/*.js", (route) => route.abort());
  await page.reload();
  await expect(messages(page).getByText(`${grace.name} is muted, 2 messages`)).toBeVisible();
  await context.close();
});

test("muting a person can be undone from its toast, and their messages aren't counted until you unmute them", async ({
  page,
  browser,
}) => {
  const name = `count-${Date.now()}`;
  const { context, theirs: hers, channelId, who: grace } = await withCompanion(page, browser, name);
  await page.goto(`/people?q=${encodeURIComponent(grace.name)}`);
  const way = page.getByRole("button", { name: `Profile of ${grace.name}` });
  await way.click();
  const card = page.getByRole("dialog", { name: grace.name });
  await card.getByRole("button", { name: "Mute", exact: true }).click();
  await expect(card).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await way.click();
  const saved = page.waitForResponse((response) => response.url().endsWith("/mute"));
  await card.getByRole("button", { name: "Mute", exact: true }).click();
  await expect(card).toHaveCount(0);
  // Until then, a count of one could be of this message, and leaving the page would cancel the request.
  await saved;
  await write(hers, name, "of hers.");
  // Another person's message comes later, so a wrong count would have shown by now.
  await post(page.request, await seedWebhook(channelId, "CI"), { content: "from somebody else." });
  await expect(channelLink(page, `${name}, 1 unread`)).toBeVisible();

  await page.goto("/account/notifications");
  const muted = page.getByRole("list", { name: "Muted people" }).getByRole("listitem").filter({ hasText: grace.name });
  await muted.getByRole("button", { name: `Unmute ${grace.name}` }).click();
  await expect(muted).toHaveCount(0);
  await expect(channelLink(page, `${name}, 2 unread`)).toBeVisible();
  await context.close();
});

test("a profile needs a session and an existing person, and a status must be valid", async ({ page, request }) => {
  await asOwner(page);
  expect((await request.get("/api/people/123456789012345678/profile")).status()).toBe(401);
  for (const id of ["123456789012345678", "x", "0"]) {
    const response = await page.request.get(`/api/people/${id}/profile`);
    expect(response.status()).toBe(404);
  }
  const wrong = await page.request.put("/api/status", { data: { emoji: "no", text: "", endsAt: null } });
  expect([wrong.status(), await wrong.json()]).toEqual([400, { error: "Choose a single emoji for your status." }]);
  for (const data of [[], {}, { emoji: 1 }, { emoji: "🌴", text: "x", endsAt: "soon" }]) {
    expect((await page.request.put("/api/status", { data })).status()).toBe(400);
  }
});
