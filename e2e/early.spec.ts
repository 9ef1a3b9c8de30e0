import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { createChannel, enter, messages } from "./steps";

/** Loads the page without its scripts, does something there, and only then lets them come. */
async function beforeItAwakes(page: Page, act: () => Promise<void>): Promise<void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/*.js", (route) => held.then(() => route.continue()));
  await page.goto(page.url(), { waitUntil: "commit" });
  await act();
  letGo();
  await page.unrouteAll({ behavior: "wait" });
}

test("what is done before the page is awake is done as soon as it is", async ({ page }) => {
  await enter(page);
  const name = `early-${Date.now()}`;
  await createChannel(page, name);
  const box = page.getByRole("textbox", { name: `Message #${name}` });

  await beforeItAwakes(page, async () => {
    await box.fill("written early");
    await box.press("Enter");
  });
  await expect(messages(page).getByRole("article")).toHaveText([/written early/]);
  await expect(box).toHaveValue("");

  await beforeItAwakes(page, () => box.fill("begun early"));
  await expect(box).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type(", ended late");
  await expect(box).toHaveValue("begun early, ended late");

  await beforeItAwakes(page, () => page.getByRole("button", { name: "Account" }).click());
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();

  await beforeItAwakes(page, async () => {
    await expect(box).toBeVisible();
    await page.keyboard.press("ControlOrMeta+k");
  });
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
});
