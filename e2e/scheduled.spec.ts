import { composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { enterChannel, expectAccessible } from "./steps";

const file = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });

test("a message is scheduled by keyboard from a menu that returns the focus without a tooltip, seen and edited before it's sent, live in another tab", async ({
  page,
}) => {
  const name = `scheduled-${Date.now()}`;
  await enterChannel(page, name);
  await composer(page, name).fill("The release is out");
  for (const label of ["Attach or insert", "Schedule"]) {
    const button = page.getByRole("button", { name: label });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(button).toBeFocused();
    await expect(page.getByRole("tooltip")).toHaveCount(0);
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Tomorrow at 09:00" })).toBeVisible();
  await page.getByRole("menuitem", { name: "Tomorrow at 09:00" }).press("Enter");
  await expect(composer(page, name)).toHaveValue("");
  await expect(composer(page, name)).toBeFocused();
  await expect(page.getByRole("tooltip")).toHaveCount(0);
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
  await expect(composer(page, name)).toBeFocused();
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

test("a message with a file waits with it, gets another one, loses the first and is sent", async ({ page }) => {
  const name = `scheduled-files-${Date.now()}`;
  await enterChannel(page, name);
  await page.locator("input[type=file]").first().setInputFiles(file("old.txt"));
  await composer(page, name).fill("The plan");
  await page.getByRole("button", { name: "Schedule" }).click();
  await page.getByRole("menuitem", { name: "Tomorrow at 09:00" }).click();
  await expect(composer(page, name)).toHaveValue("");
  await expect(page.getByRole("list", { name: "Files to send" })).toHaveCount(0);
  await page.getByRole("link", { name: "1 scheduled message" }).click();
  const row = page.getByRole("list", { name: "Scheduled messages" }).getByRole("listitem").filter({ hasText: name });
  const files = row.getByRole("list", { name: "Files to send" }).getByRole("listitem");
  await expect(files).toContainText(["old.txt"]);

  const actions = row.getByRole("button", { name: `Actions for the message to #${name}` });
  await actions.click();
  const chooser = page.waitForEvent("filechooser");
  await row.getByRole("button", { name: "Add files" }).click();
  await (await chooser).setFiles(file("new.txt"));
  await expect(files).toHaveCount(2);
  await files.getByRole("button", { name: "Remove old.txt" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Remove old.txt?" });
  await expectAccessible(page, "removing a scheduled file");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(files).toContainText(["new.txt"]);

  await actions.click();
  await row.getByRole("button", { name: "Send now" }).click();
  await expect(row).toHaveCount(0);
  await page.goBack();
  const sent = messages(page).getByRole("article").filter({ hasText: "The plan" });
  await expect(sent.getByText("new.txt").last()).toBeVisible();
  await expect(sent.getByText("old.txt")).toHaveCount(0);
});
