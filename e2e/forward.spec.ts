import { article, composer } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel } from "./seed";
import { enterChannel, expectAccessible, write } from "./steps";

test("a message with a file is forwarded to another channel, and quoted in the draft of a third", async ({ page }) => {
  const [from, to, third] = ["from", "to", "third"].map((name) => `forward-${name}-${Date.now()}`) as [
    string,
    string,
    string,
  ];
  for (const name of [to, third]) await seedChannel(name);
  await enterChannel(page, from, { private: true });
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({
      name: "plan.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("the plan"),
    });
  await write(page, from, "Here is the plan");
  const original = article(page, "Here is the plan");
  await expect(original.getByText("plan.txt").last()).toBeVisible();

  await original.hover();
  await original.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Forward…" }).click();
  const dialog = page.getByRole("dialog", { name: "Forward message" });
  await dialog.getByRole("searchbox", { name: "To" }).fill(to);
  await dialog.getByRole("button", { name: `#${to}` }).click();
  await expect(dialog).toContainText(`from the private channel #${from}`);
  await expectAccessible(page, "forwarding");
  await dialog.getByRole("textbox", { name: "Comment" }).fill("Worth a look");
  await dialog.getByRole("button", { name: "Forward", exact: true }).click();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  const copy = article(page, "Worth a look");
  await expect(copy).toContainText("Here is the plan");
  await expect(copy.getByText("plan.txt").last()).toBeVisible();
  await copy.getByRole("link", { name: `View in #${from}` }).click();
  // The copy has the original's text, too, and is there until the other channel is.
  await expect(composer(page, from)).toBeVisible();
  await expect(original).toBeVisible();

  await original.hover();
  await original.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Forward…" }).click();
  const where = dialog.getByRole("searchbox", { name: "To" });
  await where.fill(third);
  await where.press("Enter");
  await expect(dialog.getByRole("button", { name: `#${third}` })).toHaveAttribute("aria-pressed", "true");
  // The message's channel is private, so Enter doesn't send it past the warning.
  await where.press("Enter");
  await expect(dialog.getByRole("button", { name: "Forward", exact: true })).toBeFocused();
  await dialog.getByRole("button", { name: "Quote in a draft" }).click();
  await expect(composer(page, third)).toHaveValue(/^> Here is the plan\n\S+\/channels\/\d+\?message=\d+\n/);
});

test("a message is forwarded with a name, Enter and Enter", async ({ page }) => {
  const stamp = Date.now();
  await seedChannel(`enter-to-${stamp}`);
  await enterChannel(page, `enter-from-${stamp}`);
  await write(page, `enter-from-${stamp}`, "Worth a look");
  await article(page, "Worth a look").hover();
  await article(page, "Worth a look").getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Forward…" }).click();
  const where = page.getByRole("searchbox", { name: "To" });
  await expect(where).toBeFocused();
  await where.pressSequentially(`enter-to-${stamp}`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: `#enter-to-${stamp}` })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(composer(page, `enter-to-${stamp}`)).toBeVisible();
  await expect(article(page, "Worth a look")).toBeVisible();
});
