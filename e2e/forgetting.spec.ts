import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { goOffline, goOnline, kept, NOTHING, newReader, untilKept } from "./kept";
import { seedChannel, seedMembership, seedPerson, seedSession, seedSignOut } from "./seed";
import { asOwner, enterChannel, GRACE, write } from "./steps";

test.use({ serviceWorkers: "allow" });
test.beforeEach(({ context }) => context.clock.install());

function person(name: string): typeof GRACE {
  return { ...GRACE, name: `Lou ${name}`, email: `${name}@example.com` };
}

const storedKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("parley.")));

/** Returns the channels that this browser has saved after two more seconds of its clock. */
async function keptLater(page: Page): Promise<string[]> {
  await page.clock.fastForward(2_000);
  return (await kept(page)).channels;
}

test("signing out deletes saved data and asks first if a message is unsent", async ({ browser }) => {
  const name = `leaving-${Date.now()}`;
  const { context, page, channelId } = await newReader(browser, person(name));
  await untilKept(page, channelId);
  await page.route("**/messages", (route) => route.abort());
  await page.locator("[data-composer]").fill("not yet");
  await page.keyboard.press("Enter");
  // A draft that isn't saved yet when the page closes.
  await page.locator("[data-composer]").fill("nobody else's business");
  await expect.poll(() => kept(page)).toMatchObject({ unsent: ["not yet"] });
  const signOut = async () => {
    await page.getByRole("button", { name: "Account" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
  };
  await signOut();
  const question = page.getByRole("alertdialog", { name: "Sign out and lose a message?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  expect(await kept(page)).toMatchObject({ unsent: ["not yet"] });
  await signOut();
  await question.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("**/login");
  await expect.poll(() => kept(page)).toEqual(NOTHING);
  expect(await storedKeys(page)).toEqual([]);
  await page.context().setOffline(true);
  await expect(page.goto(`/channels/${channelId}`)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await context.close();
});

test("a session ended elsewhere, or another person's sign-in, deletes saved data", async ({ browser, baseURL }) => {
  const name = `ended-${Date.now()}`;
  const second = person(`second-${name}`);
  await seedPerson(second);
  const { context, page: own, channelId } = await newReader(browser, person(name));
  await untilKept(own, channelId);
  await own.goto("/docs/webhooks/embed-builder");
  await own.getByRole("textbox", { name: "Content" }).fill("only mine");
  await expect.poll(() => own.evaluate(() => JSON.stringify(localStorage))).toContain("only mine");

  // Another person signs in in the same browser.
  await own.goto("about:blank");
  await context.addCookies([{ ...(await seedSession(second)), url: baseURL ?? "", httpOnly: true, sameSite: "Lax" }]);
  await own.goto("/docs/webhooks/embed-builder");
  await expect(own.getByRole("textbox", { name: "Content" })).not.toHaveValue(/only mine/);
  await own.goto("/");
  await own.waitForURL(/\/channels\/\d+$/);
  await untilKept(own, channelId, { owner: second.name });
  await expect.poll(() => own.evaluate(() => JSON.stringify(localStorage))).not.toContain("only mine");

  // The session ends while the browser is offline. The page notices when it's back online.
  await goOffline(own);
  await seedSignOut(second.email);
  await goOnline(own);
  await expect(own).toHaveURL(/\/login$/);
  await expect.poll(() => kept(own)).toEqual(NOTHING);
  await context.close();
});

test("removing a person from a channel deletes its messages saved on their device", async ({ page, browser }) => {
  const name = `lost-${Date.now()}`;
  const lou = person(name);
  await asOwner(page);
  const open = await seedChannel(`open-${name}`, { private: true });
  const closed = await seedChannel(`closed-${name}`, { private: true });
  const { context, page: own } = await newReader(browser, lou);
  for (const channelId of [open, closed]) {
    await seedMembership(channelId, lou.email, true);
    await own.goto(`/channels/${channelId}`);
    await untilKept(own, channelId);
  }
  // First the open channel, then one that isn't open.
  await seedMembership(closed, lou.email, false);
  await expect(own.getByText("This page doesn't exist, or you don't have access")).toBeVisible();
  await expect.poll(() => keptLater(own), { timeout: 30_000 }).not.toContain(closed);
  expect((await kept(own)).channels).toContain(open);
  await seedMembership(open, lou.email, false);
  await expect.poll(() => keptLater(own), { timeout: 30_000 }).not.toContain(open);
  await context.close();
});

test("nothing is saved on a device where that's turned off", async ({ page }) => {
  const name = `unwanted-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  await untilKept(page, channelId);
  await page.goto("/account/devices");
  const keeps = page.getByRole("switch", { name: "Keep recent messages on this device" });
  await expect(keeps).toBeChecked();
  await keeps.click();
  await expect.poll(() => kept(page)).toEqual(NOTHING);
  // A page that finds another person's data deletes it immediately.
  await page.evaluate(() => localStorage.setItem("parley.kept", '"somebody"'));
  await page.goto(`/channels/${channelId}`);
  await write(page, name, "only on the server");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("parley.kept"))).toBeNull();
  // The database is emptied first, and deleted a moment later.
  await expect.poll(() => kept(page)).toEqual(NOTHING);
  await page.goto("/account/devices");
  await expect(keeps).not.toBeChecked();
  await keeps.click();
  await page.goto(`/channels/${channelId}`);
  await untilKept(page, channelId);
});
