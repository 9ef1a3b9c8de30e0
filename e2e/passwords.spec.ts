import { db } from "@/lib/db/client";
import { recordMissedSteps } from "@/lib/two-step/missed-steps";
import { expect, test } from "./fixtures";
import { giveCode, isIn, toSecondStep, withApp } from "./second-step";
import { enter, expectAccessibleAtRest, inviteLink, signIn } from "./steps";

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

test("who stops at the second step is told of to the account's person, in a notice", async ({ browser }) => {
  const { context, page: hers, who, codes } = await withApp(browser, "Katherine Johnson");
  await toSecondStep(hers, who);
  const over = { user: { email: who.email } };
  await db().signInStep.updateMany({ where: over, data: { expiresAt: new Date(0) } });
  // The server may have been quicker.
  await recordMissedSteps();
  await hers.goto("/login");
  await signIn(hers, who);
  await hers.getByRole("button", { name: "Use a recovery code" }).click();
  await giveCode(hers, codes[0] ?? "");
  await isIn(hers);
  await hers.goto("/notices");
  const notice = hers.getByRole("listitem").filter({ hasText: `entered the right password of ${who.name}` });
  await expect(notice).toContainText("but not the second step");
  await expectAccessibleAtRest(hers, "a notice of a missed second step");
  await notice.getByRole("link", { name: "If it wasn't you, change your password" }).click();
  await expect(hers).toHaveURL(/\/account$/);
  await context.close();
});

