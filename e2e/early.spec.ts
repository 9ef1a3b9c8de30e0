import type { Page } from "@playwright/test";
import { article, composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { createChannel, createWebhook, enter, post, write } from "./steps";

/** Loads the page without its scripts, does something there, and only then lets them come. */
async function beforeItAwakes(page: Page, act: () => Promise<void>, path = page.url()): Promise<void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/*.js", (route) => held.then(() => route.continue()));
  await page.goto(path, { waitUntil: "commit" });
  await act();
  letGo();
  await page.unrouteAll({ behavior: "wait" });
}

test("what is done before the page is awake is done as soon as it is", async ({ page }) => {
  await enter(page);
  const name = `early-${Date.now()}`;
  await createChannel(page, name);
  const box = composer(page, name);

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
    await page.getByRole("button", { name: "Account" }).hover();
    await page.mouse.down();
  });
  await expect(page.getByRole("menuitem", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.mouse.up();
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();

  await beforeItAwakes(page, async () => {
    await expect(box).toBeVisible();
    await page.keyboard.press("ControlOrMeta+k");
  });
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
});

test("what stands on the page before its scripts is still the same after, also where it opens at New", async ({
  page,
  request,
}) => {
  await enter(page);
  const name = `early-new-${Date.now()}`;
  const channelId = await createChannel(page, name);
  await write(page, name, "above the line");
  const url = await createWebhook(page, channelId, "CI");
  await post(request, url, { content: "below the line" });
  const mark = async () => {
    await expect(page.getByRole("separator", { name: "New" })).toBeVisible();
    const articles = messages(page).getByRole("article");
    await articles.evaluateAll((all) => all.map((each) => each.setAttribute("data-before", "")));
  };
  await beforeItAwakes(page, mark, `/channels/${channelId}`);
  await expect(composer(page, name)).toBeFocused();
  for (const text of ["above the line", "below the line"]) {
    await expect(article(page, text)).toHaveAttribute("data-before");
  }
});
