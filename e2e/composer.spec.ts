import type { Page } from "@playwright/test";
import { makeMember, makeUser } from "@/lib/testing/factories";
import { composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { createChannel, enterChannel, holdRequests, withCompanion, write } from "./steps";

function option(page: Page, name: string | RegExp) {
  return page.getByRole("listbox").getByRole("option", { name });
}

/** Creates a channel as the owner and opens it. */
async function setUp(page: Page): Promise<{ name: string; channelId: string }> {
  const name = `composer-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  await expect(composer(page, name)).toBeFocused();
  return { name, channelId };
}

/** Adds new members to the channel directly in the database, because signing up is slow. */
async function addMembers(channelId: string, count: number): Promise<void> {
  for (const _ of Array(count)) await makeMember({ id: BigInt(channelId) }, await makeUser());
}

test("a person can be mentioned by keyboard, and their page shows it", async ({ page, browser }) => {
  const name = `mention-${Date.now()}`;
  const { who: grace, theirs: hers, context } = await withCompanion(page, browser, name);
  await hers.goto("/channels");
  await page.bringToFront();
  await composer(page, name).focus();
  await page.keyboard.type("Look at this, @grac");
  await expect(option(page, grace.name)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await expect(composer(page, name)).toHaveValue(`Look at this, @${grace.name} `);
  await expect(composer(page, name)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(messages(page).getByText(`@${grace.name}`, { exact: true })).toBeVisible();

  const link = hers.getByRole("navigation", { name: "Channels" }).getByRole("link", { name });
  await expect(link).toHaveAccessibleName(`${name}, 1 unread, 1 mention`);
  await link.click();
  const article = messages(hers).getByRole("article").filter({ hasText: "Look at this" });
  await expect(article).toHaveAccessibleName(/mentions you/);
  await expect(article.getByText(`@${grace.name}`, { exact: true })).toBeVisible();
  await context.close();
});

test("a draft and its mentions survive a reload and a visit to another channel until it's sent", async ({ page }) => {
  const { name, channelId } = await setUp(page);
  await page.keyboard.type("@love");
  await expect(option(page, /Ada Lovelace/)).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type("and more");
  const other = `other-${Date.now()}`;
  await createChannel(page, other);
  await expect(composer(page, other)).toHaveValue("");
  await page.goto(`/channels/${channelId}`);
  await expect(composer(page, name)).toHaveValue("@Ada Lovelace and more");
  await page.reload();
  await expect(composer(page, name)).toHaveValue("@Ada Lovelace and more");
  await page.getByRole("button", { name: "Send" }).dblclick();
  const article = messages(page).getByRole("article");
  await expect(article.getByText("@Ada Lovelace", { exact: true })).toBeVisible();
  await expect(article).toHaveCount(1);
  await page.reload();
  await expect(article.getByText("@Ada Lovelace", { exact: true })).toBeVisible();
  await expect(composer(page, name)).toHaveValue("");
});

test("suggestions mark people who aren't in the channel, and complete emoji to their character and channels to a working link", async ({
  page,
}) => {
  const { name, channelId } = await setUp(page);
  const { name: outside } = await makeUser({ name: `Grace Hopper ${Date.now()}` });
  await page.keyboard.type(`@${outside}`);
  await expect(option(page, `${outside} not in this channel`)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toBeHidden();
  await composer(page, name).fill("");

  await page.keyboard.type("Ship it :rocke");
  await expect(option(page, ":rocket:")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(composer(page, name)).toHaveValue("Ship it 🚀 ");
  await page.keyboard.type(":tada");
  await expect(option(page, ":tada:")).toBeVisible();
  await page.keyboard.type(":");
  await expect(composer(page, name)).toHaveValue("Ship it 🚀 🎉 ");
  await page.keyboard.type(`see #${name}`);
  await option(page, name).click();
  await expect(composer(page, name)).toHaveValue(`Ship it 🚀 🎉 see #${name} `);
  await expect(composer(page, name)).toBeFocused();
  await page.keyboard.press("Enter");
  const link = messages(page).getByRole("link", { name: `#${name}` });
  await expect(link).toHaveAttribute("href", new RegExp(`^http.*/channels/${channelId}$`));
  await expect(messages(page).getByRole("article")).toContainText("Ship it 🚀");
});

test("a key renders the composer only if it then shows something else", async ({ page }) => {
  const { name } = await setUp(page);
  const field = composer(page, name);
  // React gives an element other properties whenever it's rendered.
  const isRendered = () =>
    field.evaluate((element) => {
      const key = Object.keys(element).find((each) => each.startsWith("__reactProps$")) ?? "";
      const [before, now] = [Reflect.get(window, "properties"), Reflect.get(element, key)];
      Reflect.set(window, "properties", now);
      return before !== now;
    });
  // What suggests loads with the first key.
  await page.keyboard.type("@love");
  await expect(option(page, /Ada Lovelace/)).toBeVisible();
  await page.keyboard.press("Escape");
  await field.fill("N");
  expect(await isRendered()).toBe(true);
  await page.keyboard.type("ot every key, **as it seems**");
  await expect(field).toHaveValue("Not every key, **as it seems**");
  expect(await isRendered()).toBe(false);
  await field.fill("");
  await expect.poll(isRendered).toBe(true);
});

test("the up key in an empty composer edits the last message you sent, also while it's still being sent", async ({
  page,
}) => {
  const { name } = await setUp(page);
  await write(page, name, "first");
  await write(page, name, "teh second");
  await expect(messages(page).getByText("teh second")).toBeVisible();
  await composer(page, name).press("ArrowUp");
  const editor = page.getByRole("textbox", { name: "Edit message" });
  await expect(editor).toHaveValue("teh second");
  await editor.press("Escape");

  const letGo = await holdRequests(page, "**/api/channels/*/messages");
  await composer(page, name).fill("teh last");
  await composer(page, name).press("Enter");
  await composer(page, name).press("ArrowUp");
  letGo();
  await expect(editor).toHaveValue("teh last");
});

test("quoting a message adds it after the composer's text, and a message or an edit that's too long stays there with an error", async ({
  page,
}) => {
  const { name } = await setUp(page);
  await write(page, name, "one line\nand **another**");
  const article = messages(page).getByRole("article");
  await expect(article).toContainText("another");
  await composer(page, name).fill("Well:");
  await article.hover();
  await article.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Quote" }).click();
  await expect(composer(page, name)).toHaveValue("Well:\n\n> one line\n> and **another**\n\n");
  await expect(composer(page, name)).toBeFocused();
  await page.keyboard.type("yes");
  await page.keyboard.press("Enter");
  await expect(messages(page).locator("blockquote strong")).toHaveText("another");
  await expect(messages(page).locator("blockquote")).not.toContainText("yes");

  await composer(page, name).fill("🚀".repeat(7201));
  await expect(page.getByText("799 left")).toBeVisible();
  await composer(page, name).fill("🚀".repeat(9000));
  await expect(composer(page, name)).toHaveAccessibleDescription("1,000 characters too long");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Send" })).toBeDisabled();
  await expect(messages(page).getByRole("article")).toHaveCount(2);

  // An edit that's too long stays, too: a form puts back what its fields began with.
  await composer(page, name).fill("");
  await page.keyboard.press("ArrowUp");
  const editor = page.getByRole("textbox", { name: "Edit message" });
  await editor.fill("🚀".repeat(9000));
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await expect(editor).toBeFocused();
  await expect(editor).toHaveAccessibleDescription("1,000 characters too long");
  await expect(editor).toHaveValue(/^🚀+$/u);
});

test("@here asks for confirmation in a channel of eleven, also when it's scheduled, but not in a small one", async ({
  page,
}) => {
  const { name, channelId } = await setUp(page);
  await write(page, name, "@here, all of us");
  await expect(messages(page).getByText("all of us")).toBeVisible();
  await addMembers(channelId, 10);
  await page.reload();
  await composer(page, name).fill("@here, all eleven");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: `Notify everyone in #${name}?` });
  await expect(dialog).toContainText("all 11 members");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(composer(page, name)).toHaveValue("@here, all eleven");
  await expect(messages(page).getByRole("article")).toHaveCount(1);
  await composer(page, name).press("Enter");
  await dialog.getByRole("button", { name: "Notify everyone" }).click();
  await expect(messages(page).getByText("all eleven")).toBeVisible();
  await expect(composer(page, name)).toHaveValue("");

  await composer(page, name).fill("@here, tomorrow");
  for (const time of [/^Tomorrow at/, "Choose a date and time…"]) {
    await page.getByRole("button", { name: "Schedule", exact: true }).click();
    await page.getByRole("menuitem", { name: time }).click();
    if (typeof time === "string") await page.getByRole("button", { name: "Schedule message" }).click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(composer(page, name)).toHaveValue("@here, tomorrow");
  }
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Tomorrow at/ }).click();
  await dialog.getByRole("button", { name: "Notify everyone" }).click();
  await expect(page.getByRole("link", { name: "1 scheduled message" })).toBeVisible();
  await expect(composer(page, name)).toHaveValue("");
});
