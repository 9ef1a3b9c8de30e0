import type { Page } from "@playwright/test";
import { examples } from "@/components/webhooks/list/examples";
import { messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedWebhook } from "./seed";
import { enterChannel } from "./steps";

const DOCS = "/docs/webhooks";
const BUILDER = "/docs/webhooks/embed-builder";

/** Opens the builder and waits until it's hydrated. */
async function openBuilder(page: Page): Promise<void> {
  await page.goto(BUILDER);
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith("parley.embed-builder.")));
}

const preview = (page: Page) => page.getByRole("region", { name: "Preview" });

test("the documentation is public and shows this install's URL", async ({ page, parley }) => {
  const response = await page.goto(DOCS);
  expect(response?.status()).toBe(200);
  await expect(page).toHaveURL(DOCS);
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
  const [curl] = examples(`${parley.baseUrl}/webhooks/incoming/<webhookId>/<token>`);
  await expect(page.getByRole("figure", { name: "curl example" })).toContainText(curl?.code.split("\n")[0] ?? "");
  const title = page.getByRole("table", { name: "Fields of an embed" }).getByRole("row", { name: /^title / });
  await expect(title).toContainText("256 characters");
  const contents = page.getByRole("navigation", { name: "On this page" });
  await contents.getByRole("link", { name: "Rate limits" }).click();
  await expect(page).toHaveURL(`${DOCS}#rate-limits`);
  await expect(page.getByRole("heading", { name: "Rate limits" })).toBeInViewport();
  await page.getByRole("tab", { name: "Python" }).click();
  await expect(page.getByRole("figure", { name: "Python example" })).toContainText("urllib.request");
});

test("the OpenAPI file is public and names this install as its server", async ({ request, parley }) => {
  const response = await request.get("/openapi.json");
  expect(response.headers()["content-type"]).toContain("application/json");
  expect(await response.json()).toMatchObject({ openapi: "3.1.0", servers: [{ url: parley.baseUrl }] });
  expect((await request.post("/openapi.json", { data: {} })).status()).toBe(405);
});

/** Creates a channel with a webhook and opens the empty builder from there. */
async function enterBuilder(page: Page, name: string): Promise<string> {
  const channelId = await enterChannel(page, name);
  await seedWebhook(channelId, "Builder");
  await openBuilder(page);
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(preview(page)).toContainText("Nothing to show yet");
  return channelId;
}

test("an embed from the builder shows in the preview and, when sent, in the channel", async ({ page }) => {
  const name = `builder-${Date.now()}`;
  const channelId = await enterBuilder(page, name);
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Release 2.4");
  await page.getByRole("textbox", { name: "Description" }).fill("Out **now**");
  await page.getByRole("textbox", { name: "Color", exact: true }).fill("#2ecc71");
  await page.getByRole("button", { name: "Add field" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Version");
  await page.getByRole("textbox", { name: "Value" }).fill("2.4.0");
  await page.getByRole("combobox", { name: "Webhook" }).selectOption({ label: "Builder" });
  const card = preview(page).getByRole("article");
  await expect(card.getByText("APP", { exact: true })).toBeVisible();
  await expect(card).toContainText("Builder");
  await expect(card).toContainText("Release 2.4");
  await expect(card.locator("strong", { hasText: "now" })).toBeVisible();
  await expect(card).toContainText("2.4.0");

  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("link", { name: `See it in #${name}` }).click();
  await page.waitForURL(`/channels/${channelId}?message=1`);
  const article = messages(page).getByRole("article");
  await expect(article).toHaveCount(1);
  await expect(article).toContainText("Release 2.4");
  await expect(article).toContainText("2.4.0");
});

test("the builder shows what the endpoint would refuse and doesn't send it", async ({ page }) => {
  const channelId = await enterBuilder(page, `refused-${Date.now()}`);
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Release 2.4");
  await page.getByRole("textbox", { name: "Image URL", exact: true }).fill("nowhere");
  await expect(page.getByText("Must be an http:// or https:// URL.")).toBeVisible();
  await page.getByRole("combobox", { name: "Webhook" }).selectOption({ label: "Builder" });
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("embeds[0].image.url must be an http:// or https:// URL.")).toBeVisible();
  await page.goto(`/channels/${channelId}`);
  await expect(messages(page).getByRole("article")).toHaveCount(0);
});

test("the builder's form and JSON stay in sync, a draft survives a reload, and a reset can be undone", async ({
  page,
}) => {
  await openBuilder(page);
  await page.getByRole("tab", { name: "JSON" }).click();
  const json = page.getByRole("textbox", { name: "JSON" });
  await json.fill('{"embeds": [{"title": "From JSON"}, {"title": "Second", "color": 255}]}');
  await expect(preview(page)).toContainText("Second");
  await json.fill('{"embeds": 5}');
  await expect(page.getByText("embeds must be a list.")).toBeVisible();
  await expect(preview(page)).toContainText("Second");
  await page.getByRole("tab", { name: "Form" }).click();
  const first = page.getByRole("region", { name: "Embed 1" });
  await expect(first.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("From JSON");

  await first.getByRole("button", { name: "Move embed 1 down" }).click();
  await expect(page.getByRole("button", { name: "Move embed 2 down" })).toBeFocused();
  await page.getByRole("button", { name: "Duplicate embed 1" }).click();
  await expect(preview(page).getByText("Second")).toHaveCount(2);
  await page.getByRole("button", { name: "Remove embed 2" }).click();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Title", exact: true }).first()).toHaveValue("Second");
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("");
  await page.getByRole("button", { name: "Undo reset" }).click();
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveCount(2);
});

test("signed-out visitors can use the builder and see how to send", async ({ page }) => {
  await openBuilder(page);
  await expect(page.getByRole("link", { name: "Sign in" }).last()).toBeVisible();
  await expect(page.getByRole("button", { name: "Send", exact: true })).toHaveCount(0);
});
