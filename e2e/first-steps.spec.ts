import { test as base, expect } from "./fixtures";
import { createChannel, enter, expectAccessible, GRACE, inviteLink, join, write } from "./steps";

/** A Parley that no other spec has been in: a fixture that only this file has makes Playwright start a worker for it. */
const test = base.extend<object, { untouched: boolean }>({ untouched: [true, { scope: "worker", option: true }] });

test.describe
  .serial("the first steps of a new workspace", () => {
    test("they tick themselves, lead to where they are done, and can be dismissed for good", async ({
      page,
      browser,
    }) => {
      await enter(page);
      const steps = page.getByRole("region", { name: "First steps" });
      await expect(steps.getByText("0 of 4 done")).toBeVisible();
      await expectAccessible(page);

      await steps.getByRole("button", { name: "Create a channel" }).click();
      await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("first");
      await page.getByRole("dialog").getByRole("button", { name: "Create channel" }).click();
      await expect(page.getByRole("textbox", { name: "Message #first" })).toBeVisible();
      await expect(steps.getByText("1 of 4 done")).toBeVisible();
      await expect(steps.getByRole("listitem").filter({ hasText: "Create a channel" })).toContainText("done");

      await steps.getByRole("button", { name: "Post the first message" }).click();
      await expect(page.getByRole("textbox", { name: "Message #first" })).toBeFocused();
      await steps.getByRole("link", { name: "Make a webhook" }).click();
      await page.getByRole("textbox", { name: "Name" }).fill("CI");
      await page.getByRole("button", { name: "Create webhook" }).click();
      await expect(page.getByRole("textbox", { name: "Webhook URL" })).toBeVisible();
      await page.getByRole("navigation", { name: "Channels" }).getByRole("link", { name: "first" }).click();
      await expect(steps.getByText("2 of 4 done")).toBeVisible();

      await steps.getByRole("button", { name: "Invite somebody" }).click();
      await expect(page.getByRole("textbox", { name: "Invite link" })).toHaveValue(/\/invite\//);
      await page.keyboard.press("Escape");
      const link = await inviteLink(page);
      const joined = await join(browser, link, GRACE);
      await expect(joined.page.getByRole("region", { name: "First steps" })).toHaveCount(0);
      await joined.context.close();
      await page.reload();
      await expect(steps.getByText("3 of 4 done")).toBeVisible();

      await steps.getByRole("button", { name: "Dismiss first steps" }).click();
      await expect(steps).toHaveCount(0);
      await page.reload();
      await expect(page.getByText("This is the beginning of #first")).toBeVisible();
      await expect(steps).toHaveCount(0);
    });

    test("they are gone once all is done", async ({ page }) => {
      await enter(page);
      const steps = page.getByRole("region", { name: "First steps" });
      const name = `done-${Date.now()}`;
      await createChannel(page, name);
      await expect(steps.getByText("3 of 4 done")).toBeVisible();
      await write(page, name, "The first message");
      await expect(steps).toHaveCount(0);
      await createChannel(page, `${name}-too`);
      await expect(steps).toHaveCount(0);
    });
  });
