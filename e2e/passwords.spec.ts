import { expect, test } from "./fixtures";
import { enter, expectAccessibleAtRest, inviteLink } from "./steps";

test("a new password says what it must be, and is shown while it is typed", async ({ page, browser }) => {
  await enter(page);
  const link = await inviteLink(page);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(link);
  const field = stranger.getByLabel("Password");
  await expect(field).toHaveAccessibleDescription("At least 8 characters. The most common passwords are refused.");
  await field.fill("password1");
  await expect(field).toHaveAttribute("type", "password");
  const show = stranger.getByRole("button", { name: "Show what you type" });
  await show.click();
  await expect(show).toHaveAttribute("aria-pressed", "true");
  await expect(field).toHaveAttribute("type", "text");
  await expect(field).toHaveValue("password1");
  await expectAccessibleAtRest(stranger, "a password that is shown");
  await show.click();
  await expect(field).toHaveAttribute("type", "password");
  await stranger.context().close();
});
