import type { Page } from "@playwright/test";
import { exampleOf } from "@/lib/testing/examples";
import { expect, test } from "./fixtures";
import { seedChannel } from "./seed";
import { asOwner, enterWebhooks, expectAccessibleAtRest, pressByKeyboard, skipToContent, withActions } from "./steps";

const newWebhook = (page: Page) => page.getByRole("region", { name: /^New webhook for/ });

test("GitLab is set up by keyboard alone, and its first message appears where the page waits for it", async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await asOwner(page);
  const channelId = await seedChannel(`set-up-${Date.now()}`);
  await page.goto(`/channels/${channelId}/settings/webhooks`);
  await skipToContent(page);
  await pressByKeyboard(page, "button", "New webhook");
  await expect(page.getByRole("searchbox", { name: "Search tools" })).toBeFocused();
  await expect(page.getByRole("radio", { name: "Parley's own JSON" })).toBeChecked();
  await page.keyboard.type("git lab");
  await expect(newWebhook(page).getByRole("radio")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: "GitLab" })).toBeChecked();
  const name = page.getByRole("textbox", { name: "Name" });
  await expect(name).toHaveValue("GitLab");
  await expect(name).toBeFocused();
  await page.keyboard.type("Pipelines");
  await expect(name).toHaveValue("Pipelines");
  await page.getByRole("searchbox", { name: "Search tools" }).fill("");
  await page.getByRole("radio", { name: "Grafana" }).check();
  await expect(name).toHaveValue("Pipelines");
  await page.getByRole("radio", { name: "GitLab" }).check();
  await pressByKeyboard(page, "button", "Create webhook");

  const url = page.getByRole("textbox", { name: "Webhook URL" });
  await expect(url).toBeFocused();
  await expect(url).toHaveValue(/\/webhooks\/incoming\/\d{17,19}\/[A-Za-z0-9_-]{68}\/gitlab$/);
  const address = await url.inputValue();
  await pressByKeyboard(page, "button", "Copy URL");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expect(page.getByRole("heading", { name: "Set up GitLab" })).toBeVisible();
  await expect(page.locator("ol > li")).toHaveCount(3);
  await expect(page.locator("ol")).toContainText(address);
  await expect(page.getByText("Waiting for the first message")).toBeVisible();

  const { headers, body } = exampleOf("gitlab", "pipeline-failed");
  const answer = await request.post(address, { headers, data: body });
  expect(answer.status(), await answer.text()).toBe(200);
  await expect(page.getByText("The first message has arrived")).toBeVisible();
  const article = page.getByRole("article");
  await expect(article).toContainText("Pipelines");
  await expect(article.locator("img[src='/sender-marks/gitlab.svg']")).toBeVisible();
  await expect(article.getByText("APP", { exact: true })).toBeVisible();
  await expect(article.getByText("Failed", { exact: true })).toBeVisible();
  await expect(article.getByRole("link", { name: "Pipeline on main" })).toBeVisible();
  await expectAccessibleAtRest(page, "a tool's address, steps and first message");

  await page.getByRole("combobox", { name: "What posts here" }).selectOption({ label: "Discord" });
  await expect(url).toHaveValue(/\/api\/webhooks\/\d{17,19}\/[A-Za-z0-9_-]{68}$/);
});

test("the plain URL accepts any JSON once the webhook's settings allow it", async ({ page, request }) => {
  await asOwner(page);
  const channelId = await seedChannel(`any-json-${Date.now()}`);
  const url = await enterWebhooks(page, channelId, "Anything");
  const alert = { alert: "Disk full", state: "critical" };
  expect((await request.post(url, { data: alert })).status()).toBe(400);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("switch", { name: "Accept any JSON at the plain URL" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Webhook saved")).toBeVisible();
  expect((await request.post(url, { data: alert })).status()).toBe(200);
});

test("each tool has a page in the documentation, which can be found without scripts", async ({
  page,
  browser,
  parley,
}) => {
  const context = await browser.newContext({ baseURL: parley.baseUrl, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto("/docs/webhooks?tool=git+lab");
  await plain.getByRole("list", { name: "Tools" }).getByRole("link", { name: "GitLab" }).click();
  await expect(plain.getByRole("heading", { level: 1, name: "GitLab" })).toBeVisible();
  await expect(plain.getByRole("figure", { name: "URL for GitLab" })).toContainText("<token>/gitlab");
  await expect(plain.getByText("x-gitlab-token")).toBeVisible();
  await context.close();
  expect((await page.goto("/docs/webhooks/nothing"))?.status()).toBe(404);
  const marks = await page.request.get("/sender-marks.svg");
  expect(marks.headers()["content-type"]).toBe("image/svg+xml");
  expect(await marks.text()).toContain('<symbol id="gitlab"');
});

test("a tool's name, Enter, a name and Enter create its webhook, whose new URL is the tool's, too", async ({
  page,
}) => {
  await asOwner(page);
  const channelId = await seedChannel(`enter-enter-${Date.now()}`);
  await page.goto(`/channels/${channelId}/settings/webhooks`);
  await page.getByRole("button", { name: "New webhook" }).click();
  await expect(page.getByRole("searchbox", { name: "Search tools" })).toBeFocused();
  await page.keyboard.type("sentry");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: "Sentry" })).toBeChecked();
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Errors");
  await page.keyboard.press("Enter");
  const url = page.getByRole("textbox", { name: "Webhook URL" });
  await expect(url).toHaveValue(/\/sentry$/);
  const first = await url.inputValue();
  await page.getByRole("button", { name: "Done" }).click();

  const row = await withActions(page.getByRole("listitem", { name: "Errors" }));
  await expect(row.getByRole("link", { name: "Documentation" })).toHaveAttribute("href", "/docs/webhooks/sentry");
  await row.getByRole("button", { name: "Regenerate token" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Regenerate" }).click();
  await expect(url).toHaveValue(/\/sentry$/);
  expect(await url.inputValue()).not.toBe(first);
});
