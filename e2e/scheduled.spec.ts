import { composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { enterChannel } from "./steps";

test("a message is scheduled by keyboard, seen and edited before it's sent, live in another tab", async ({ page }) => {
  const name = `scheduled-${Date.now()}`;
  await enterChannel(page, name);
  await composer(page, name).fill("The release is out");
  await page.getByRole("button", { name: "Schedule" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Tomorrow at 09:00" })).toBeVisible();
  await page.getByRole("menuitem", { name: "Tomorrow at 09:00" }).press("Enter");
  await expect(composer(page, name)).toHaveValue("");
  await expect(messages(page).getByRole("article")).toHaveCount(0);
  const list = await page.context().newPage();
  await list.goto("/drafts/scheduled");
  const row = list.getByRole("list", { name: "Scheduled messages" }).getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("Sends tomorrow at 09:00");
  const press = async (action: string) => {
    await row.getByRole("button", { name: `Actions for the message to #${name}` }).click();
    await row.getByRole("button", { name: action }).click();
  };
  await press("Edit text");
  await row.getByRole("textbox", { name: "Edit message" }).fill("The release is out now");
  await row.getByRole("button", { name: "Save" }).click();
  await expect(row.getByRole("textbox")).toHaveCount(0);
  await expect(row).toContainText("The release is out now");

  await composer(page, name).fill("And the notes");
  await page.getByRole("button", { name: "Schedule" }).click();
  await page.getByRole("menuitem", { name: "Choose a date and time…" }).click();
  await page.getByRole("button", { name: "Schedule message" }).click();
  await expect(page.getByRole("link", { name: "2 scheduled messages" })).toBeVisible();
  await expect(row).toHaveCount(2);
  await row
    .filter({ hasText: "And the notes" })
    .getByRole("button", { name: /^Actions/ })
    .click();
  await row.getByRole("button", { name: "Delete" }).filter({ visible: true }).click();
  await list.getByRole("button", { name: "Delete" }).last().click();
  await expect(row).toHaveCount(1);
  await press("Send now");
  await expect(row).toHaveCount(0);
  await expect(messages(page).getByRole("article")).toContainText("The release is out now");
  await expect(page.getByRole("link", { name: /scheduled message/ })).toHaveCount(0);
});
