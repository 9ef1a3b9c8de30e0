import { article, composer } from "./finders";
import { expect, test } from "./fixtures";
import { expectAccessible, withCompanion } from "./steps";

test("an admin creates a group, a member of it is mentioned by its handle, and its card leads to its people", async ({
  page,
  browser,
}) => {
  const name = `groups-${Date.now()}`;
  const { channelId, who, context, theirs } = await withCompanion(page, browser, name);
  const handle = `oncall-${name.slice(-6)}`;
  await page.goto("/workspace/settings/groups");
  await page.getByRole("button", { name: "Create group" }).click();
  const dialog = page.getByRole("dialog", { name: "Create a group" });
  await dialog.getByRole("textbox", { name: "Handle" }).fill(`@${handle}`);
  await dialog.getByRole("textbox", { name: "Description" }).fill("Answers at night");
  const members = dialog.getByRole("combobox", { name: "Members" });
  await members.fill("Ada");
  await expect(dialog.getByRole("option", { name: "Ada Lovelace (you) ada@example.com" })).toBeVisible();
  await members.fill(who.name);
  await members.press("Enter");
  await expect(dialog.getByRole("button", { name: `Remove ${who.name}` })).toBeVisible();
  await expectAccessible(page, "a new group");
  await members.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("list", { name: "Groups" })).toContainText(`@${handle}`);

  await page.goto(`/channels/${channelId}`);
  await composer(page, name).pressSequentially(`@${handle.slice(0, 9)}`);
  await page.getByRole("option", { name: new RegExp(`@${handle}.*1 member`) }).click();
  await composer(page, name).pressSequentially("please look");
  await page.keyboard.press("Enter");
  const said = article(theirs, "please look");
  await expect(said).toHaveAccessibleName(/mentions you/);
  await said.getByRole("link", { name: `@${handle}` }).click();
  const card = theirs.getByRole("dialog", { name: `@${handle}` });
  await expect(card).toContainText("Answers at night");
  await card.getByRole("button", { name: who.name }).click();
  await expect(theirs.getByRole("dialog", { name: who.name })).toBeVisible();
  await context.close();

  await composer(page, name).press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Search" }).fill(handle);
  await page.getByRole("option", { name: `@${handle}` }).click();
  const people = page.getByRole("dialog", { name: `@${handle}` });
  await expect(people).toContainText(who.name);
  await expect(people).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Search" })).toBeFocused();

  await page.goto("/workspace/settings/groups");
  await page.getByRole("button", { name: `Delete @${handle}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(`@${handle}`)).toHaveCount(0);
});
