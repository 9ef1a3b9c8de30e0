import type { APIRequestContext } from "@playwright/test";
import { article, messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedPerson, seedSession } from "./seed";
import {
  asOwner,
  createChannel,
  createWebhook,
  enter,
  enterWebhooks,
  GRACE,
  inviteLink,
  join,
  openAs,
  post,
  signedIn,
  signIn,
  withActions,
} from "./steps";

test("a new user sets up a workspace and a webhook, and two people see its post immediately", async ({
  page,
  browser,
  request,
}) => {
  await enter(page);
  const { context, page: second } = await join(browser, await inviteLink(page), GRACE);

  const channelId = await createChannel(page, "deploys");
  // Earlier tests may have left more channels than fit on one page.
  await second.goto("/channels?q=deploys");
  await second.getByRole("button", { name: "Join deploys", exact: true }).click();
  await second.goto(`/channels/${channelId}`);
  await expect(messages(second)).toBeVisible();

  const url = await createWebhook(page, channelId, "Pipeline");
  expect(url).toMatch(/\/webhooks\/incoming\/\d{17,19}\/[A-Za-z0-9_-]{68}$/);
  await expect(page.getByText("Waiting for the first message")).toBeVisible();
  await post(request, url, {
    content: "Build **1841** passed",
    embeds: [
      {
        title: "api",
        description: "412 tests",
        color: 3066993,
        fields: [{ name: "Branch", value: "main", inline: true }],
      },
    ],
  });
  await expect(page.getByText("The first message has arrived")).toBeVisible();

  const build = article(second, "1841");
  await expect(build).toContainText("Pipeline");
  await expect(build.getByText("APP", { exact: true })).toBeVisible();
  await expect(build.locator("strong", { hasText: "1841" })).toBeVisible();
  await expect(build.getByText("412 tests")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await page.goto(`/channels/${channelId}`);
  // The line that says who joined comes first.
  await expect(messages(page).getByRole("article")).toHaveCount(2);
  await post(request, url, { content: "second" });
  await expect(messages(page).getByRole("article")).toHaveCount(3);
  await expect(messages(second).getByRole("article")).toHaveCount(3);
  await context.close();
});

/** Posts to this URL and returns the response's status. */
async function answered(request: APIRequestContext, url: string): Promise<number> {
  return (await request.post(url, { data: { content: "x" } })).status();
}

test("a webhook can be paused, resumed, tested, regenerated, renamed and deleted, and its senders get the right errors", async ({
  page,
  request,
}) => {
  await asOwner(page);
  const channelId = await seedChannel(`life-${Date.now()}`);
  const url = await enterWebhooks(page, channelId, "CI");
  const item = page.getByRole("listitem", { name: "CI" });
  await (await withActions(item)).getByRole("button", { name: "Pause" }).click();
  await expect(item.getByText("Paused", { exact: true })).toBeVisible();
  expect(await answered(request, url)).toBe(403);
  await (await withActions(item)).getByRole("button", { name: "Resume" }).click();
  await expect(item.getByText("Paused", { exact: true })).toBeHidden();
  expect(await answered(request, url)).toBe(200);
  await item.getByRole("button", { name: "Send test message" }).click();
  await expect(page.getByText("Test message sent")).toBeVisible();

  await (await withActions(item)).getByRole("button", { name: "Regenerate token" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Regenerate" }).click();
  const shown = page.getByRole("textbox", { name: "Webhook URL" });
  await expect(shown).toBeVisible();
  const newUrl = await shown.inputValue();
  expect(newUrl).not.toBe(url);
  expect([await answered(request, url), await answered(request, newUrl)]).toEqual([404, 200]);
  await page.getByRole("button", { name: "Done" }).click();

  await item.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("CI of the api");
  await page.getByRole("button", { name: /^Save/ }).click();
  const renamed = page.getByRole("listitem", { name: "CI of the api" });
  await (await withActions(renamed)).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(renamed).toHaveCount(0);
  await expect(page.getByText("Webhook deleted")).toBeVisible();
  expect(await answered(request, newUrl)).toBe(404);
  await page.goto(`/channels/${channelId}`);
  await expect(messages(page).getByRole("article")).toHaveCount(3);
});

test("a private channel's messages look to others as if the channel didn't exist", async ({ page, parley }) => {
  const channelId = await seedChannel(`board-${Date.now()}`, { private: true });
  const person = { name: "Eve", email: `eve${Date.now()}@example.com`, password: "a third long secret" };
  await seedPerson(person);
  await page.context().addCookies([{ ...(await seedSession(person)), url: parley.baseUrl }]);
  const [hidden, missing] = await Promise.all(
    [channelId, "117430585659490304"].map((id) => page.request.get(`/api/channels/${id}/messages`)),
  );
  expect(hidden?.status()).toBe(404);
  expect(await hidden?.text()).toBe(await missing?.text());
});

test("changing a password ends all other sessions and their open pages", async ({ browser }) => {
  const who = { ...GRACE, email: `changes.${Date.now()}@example.com` };
  await seedPerson(who);
  const { context, page } = await openAs(browser, who, "/account/security");
  const { context: elsewhere, page: other } = await signedIn(browser, who);
  await page.getByRole("textbox", { name: "Current password" }).fill(who.password);
  await page.getByRole("textbox", { name: "New password" }).fill(`${who.password}!`);
  await page.getByRole("button", { name: "Change password" }).click();
  await other.waitForURL(/\/login/);
  await expect(page.getByText("Password changed")).toBeVisible();
  await signIn(other, { ...who, password: `${who.password}!` });
  await other.waitForURL(/\/channels\/\d+$/);
  await Promise.all([context.close(), elsewhere.close()]);
});
