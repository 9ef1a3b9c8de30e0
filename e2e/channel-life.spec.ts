import { openDirect } from "@/lib/channels/open-direct";
import { makeUser } from "@/lib/testing/factories";
import { article, channelLink, composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { owner, seedChannel, seedPerson } from "./seed";
import { ADA } from "./set-up";
import { asOwner, enter, GRACE, newcomer, openAs, untilStored, withCompanion, write } from "./steps";

test("a channel begins with a topic and people, who see it at once, and a line says who joins later", async ({
  page,
  browser,
}) => {
  await enter(page);
  const name = `begun-${Date.now()}`;
  const who = { ...GRACE, name: `Grace ${name}`, email: `grace-${name}@example.com` };
  const grace = await newcomer(browser, who);
  const late = { ...GRACE, name: `Linus ${name}`, email: `linus-${name}@example.com` };
  await seedPerson(late);
  await page.getByRole("button", { name: "Create channel" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("textbox", { name: "Topic" }).fill("Builds and releases");
  await dialog.getByRole("button", { name: "Add people" }).press("Enter");
  const people = dialog.getByRole("combobox", { name: "People" });
  await expect(people).toBeFocused();
  await people.fill(who.name);
  await people.press("Enter");
  await expect(dialog.getByRole("button", { name: `Remove ${who.name}` })).toBeVisible();
  await people.press("Enter");
  await expect(composer(page, name)).toBeVisible();
  await expect(page.getByText("Builds and releases")).toBeVisible();
  await expect(channelLink(grace.page, name)).toBeVisible();
  const linus = await openAs(browser, late, page.url());
  await linus.page.getByRole("button", { name: "Join channel" }).click();
  await expect(article(page, `${late.name} joined.`)).toBeVisible();
  await expect(channelLink(grace.page, name)).toBeVisible();
  await grace.context.close();
  await linus.context.close();
});

test("someone is added to a channel with their name and Enter", async ({ page }) => {
  await asOwner(page);
  const name = `added-${Date.now()}`;
  const who = { ...GRACE, name: `Grace ${name}`, email: `grace-${name}@example.com` };
  await seedPerson(who);
  const channelId = await seedChannel(name);
  await page.goto(`/channels/${channelId}/settings/members`);
  const field = page.getByRole("searchbox", { name: "Add people" });
  await field.fill(who.name);
  await field.press("Enter");
  await expect(page.getByText(`${who.name} was added to #${name}`)).toBeVisible();
  await expect(field).toHaveValue("");
});

test("an owner keeps a channel for announcements and deletes it, and those who have it open see that", async ({
  page,
  browser,
}) => {
  const name = `announced-${Date.now()}`;
  const { channelId, context, theirs } = await withCompanion(page, browser, name);
  await write(page, name, "Release on Friday");
  await page.goto(`/channels/${channelId}/settings/overview`);
  await page.getByRole("radio", { name: "Channel managers only" }).first().check();
  await expect(theirs.getByText(`Only channel managers can post in #${name}.`)).toBeVisible();
  await expect(composer(theirs, name)).toHaveCount(0);
  await article(theirs, "Release on Friday").hover();
  await theirs.getByRole("button", { name: "Reply in thread" }).first().click();
  await theirs.getByRole("textbox", { name: "Reply" }).fill("At what time?");
  await untilStored(theirs, () => theirs.getByRole("textbox", { name: "Reply" }).press("Enter"));
  await expect(theirs.getByRole("region", { name: "Thread" }).getByText("At what time?")).toBeVisible();

  await page.getByRole("button", { name: "Delete channel" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByText("Deletes 2 messages, 0 files, and 0 webhooks.")).toBeVisible();
  await question.getByRole("textbox", { name: "Channel name" }).fill("another");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(question.getByText(`Type the channel's name, ${name}, to delete it.`)).toBeVisible();
  await question.getByRole("textbox", { name: "Channel name" }).fill(name);
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(theirs.getByText("This page doesn't exist, or you don't have access")).toBeVisible();
  await expect(channelLink(theirs, name)).toHaveCount(0);
  await expect(page).toHaveURL(/\/channels$/);
  await context.close();
});

test("on a phone, a direct message of three becomes a channel", async ({ page }) => {
  const stamp = Date.now();
  const [one, two] = [await makeUser(), await makeUser()];
  const direct = await openDirect(await owner(), [one.id, two.id]);
  await asOwner(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/channels/${direct.id}`);
  const box = page.getByRole("textbox", { name: /^Message Person/ });
  await box.fill("Shall we?");
  await untilStored(page, () => box.press("Enter"));
  await page.getByRole("button", { name: "Details, 3 members" }).click();
  await page.getByRole("button", { name: "Make a channel…" }).click();
  const name = `made-${stamp}`;
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill(name);
  await expect(page.getByRole("switch", { name: "Private" })).toBeChecked();
  await page.getByRole("button", { name: "Make channel" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "Back to the channel" }).click();
  await expect(composer(page, name)).toBeVisible();
  await expect(messages(page).getByText("Shall we?")).toBeVisible();
  await expect(article(page, `${ADA.name} made this conversation the channel #${name}.`)).toBeVisible();
});
