import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { IncomingWebhook } from "@slack/webhook";
import { fetchedPackage } from "@/server/testing/fetched-package";
import { messages } from "./finders";
import { expect, test } from "./fixtures";
import { idAndToken, seedChannel, seedWebhook } from "./seed";
import { asOwner } from "./steps";

// What the test below uses of a package that is installed only for it.
type DiscordJs = {
  WebhookClient: new (
    webhook: { id: string; token: string },
    options: { rest: { api: string } },
  ) => {
    send(message: object): Promise<{ id: string }>;
    editMessage(id: string, message: object): Promise<{ content: string }>;
    fetchMessage(id: string): Promise<{ content: string }>;
    deleteMessage(id: string): Promise<void>;
    delete(): Promise<void>;
    destroy(): void;
  };
  EmbedBuilder: new () => EmbedBuilder;
  AttachmentBuilder: new (file: Buffer, options: { name: string }) => object;
  ActionRowBuilder: new (row: { components: object[] }) => object;
  ButtonBuilder: new (button: { style: number; label: string; url: string }) => object;
  ContainerBuilder: new (container: { accent_color: number; components: object[] }) => object;
};
type EmbedBuilder = {
  setTitle(title: string): EmbedBuilder;
  setColor(color: number): EmbedBuilder;
  addFields(field: { name: string; value: string }): EmbedBuilder;
};

// The same, of one without types.
type DiscordWebhookNode = {
  Webhook: new (
    url: string,
  ) => {
    setUsername(name: string): void;
    send(message: unknown): Promise<void>;
    sendFile(path: string): Promise<void>;
  };
  MessageBuilder: new () => Record<"setTitle" | "setDescription" | "setColor", (value: string) => unknown> & {
    addField(name: string, value: string, inline: boolean): unknown;
  };
};
const require = createRequire(import.meta.url);

/** Creates a channel with a webhook and opens the channel. */
async function setUp(page: Page, name: string) {
  await asOwner(page);
  const channelId = await seedChannel(`${name}-${Date.now()}`);
  const url = await seedWebhook(channelId, "Build");
  await page.goto(`/channels/${channelId}`);
  await expect(messages(page)).toBeVisible();
  const { id, token } = idAndToken(url);
  return { url, id, token, articles: messages(page).getByRole("article") };
}

test("@slack/webhook posts and gets readable errors", async ({ page }) => {
  const { url, articles } = await setUp(page, "slack");
  const client = new IncomingWebhook(`${url}/slack`);
  const sent = await client.send({
    text: "Deploy *v2.4.1* of <https://example.com/app|the app> :rocket:",
    attachments: [
      { color: "good", title: "Release notes", text: "faster", fields: [{ title: "Env", value: "prod", short: true }] },
    ],
  });
  expect(sent.text).toBe("ok");
  const article = articles.last();
  await expect(article.getByText("Deploy v2.4.1 of the app 🚀")).toBeVisible();
  await expect(article.getByRole("link", { name: "the app" })).toHaveAttribute("href", "https://example.com/app");
  for (const text of ["Release notes", "faster", "Env", "prod"]) await expect(article.getByText(text)).toBeVisible();
  await expect(client.send({})).rejects.toThrow("400");
});

test("discord.js sends, edits, reads and deletes", async ({ page, parley }) => {
  const { AttachmentBuilder, EmbedBuilder, WebhookClient } = require(await fetchedPackage("discord.js")) as DiscordJs;
  const { id, token, articles } = await setUp(page, "discordjs");
  const client = new WebhookClient({ id, token }, { rest: { api: `${parley.baseUrl}/api` } });
  const embed = new EmbedBuilder().setTitle("Passed").setColor(0x2eb886).addFields({ name: "Node", value: "20" });
  const report = new AttachmentBuilder(Buffer.from("all well\n"), { name: "report.txt" });
  const message = await client.send({ content: "Nightly build", username: "bob", embeds: [embed], files: [report] });
  const article = articles.last();
  for (const text of ["Nightly build", "bob", "Passed", "Node"]) {
    await expect(article.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(article.getByRole("link", { name: "Download report.txt" })).toBeVisible();
  expect((await client.editMessage(message.id, { content: "Nightly build, again" })).content).toBe(
    "Nightly build, again",
  );
  await expect(article.getByText("Nightly build, again")).toBeVisible();
  expect((await client.fetchMessage(message.id)).content).toBe("Nightly build, again");
  await client.deleteMessage(message.id);
  await expect(articles).toHaveCount(0);
  await expect(client.fetchMessage(message.id)).rejects.toMatchObject({ code: 10008 });
  await expect(client.send({ content: "" })).rejects.toMatchObject({ code: 50006 });
  await expect(client.delete()).rejects.toMatchObject({ status: 405 });
  client.destroy();
});

test("discord.js's buttons and containers are shown", async ({ page, parley }) => {
  const library = require(await fetchedPackage("discord.js")) as DiscordJs;
  const { id, token, articles } = await setUp(page, "discordjs-components");
  const client = new library.WebhookClient({ id, token }, { rest: { api: `${parley.baseUrl}/api` } });
  const button = new library.ButtonBuilder({ style: 5, label: "Open run", url: "https://ci.example/7" });
  const components = [new library.ActionRowBuilder({ components: [button] })];
  await client.send({ content: "Nightly build ```log line```", components, withComponents: true });
  const text = { type: 10, content: "**Rollout** of web" };
  const container = new library.ContainerBuilder({ accent_color: 0x2eb886, components: [text] });
  await client.send({ components: [container], flags: 1 << 15, withComponents: true });
  await expect(articles).toHaveCount(2);
  await expect(articles.first().getByRole("link", { name: "Open run" })).toHaveAttribute(
    "href",
    "https://ci.example/7",
  );
  await expect(articles.first().locator("pre")).toHaveText("log line");
  await expect(articles.last().getByText("Rollout of web")).toBeVisible();
  client.destroy();
});

test("discord-webhook-node sends text, embeds and files", async ({ page, parley }, testInfo) => {
  const { id, token, articles } = await setUp(page, "dwn");
  const { Webhook, MessageBuilder } = require(await fetchedPackage("discord-webhook-node")) as DiscordWebhookNode;
  const client = new Webhook(`${parley.baseUrl}/api/webhooks/${id}/${token}`);
  client.setUsername("dwn");
  await client.send("hello from a library");
  const builder = new MessageBuilder();
  builder.setTitle("A title");
  builder.setDescription("A description");
  builder.addField("Field", "Value", true);
  await client.send(builder);
  const path = testInfo.outputPath("up.txt");
  await (await import("node:fs/promises")).writeFile(path, "uploaded\n");
  await client.sendFile(path);
  await expect(articles).toHaveCount(3);
  await expect(articles.nth(0).getByText("hello from a library")).toBeVisible();
  for (const text of ["A title", "A description", "Field", "Value"]) {
    await expect(articles.nth(1).getByText(text)).toBeVisible();
  }
  await expect(articles.nth(2).getByRole("link", { name: "Download up.txt" })).toBeVisible();
});
