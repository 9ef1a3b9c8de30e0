import type { Page } from "@playwright/test";
import { createChannel } from "@/lib/channels/create-channel";
import { db } from "@/lib/db/client";
import { postMessages } from "@/lib/messages/post/post-messages";
import { makeWebhook, webhookDraft } from "@/lib/testing/factories";
import { offerOneLine } from "@/lib/webhooks/offer-one-line";
import { article, channelLink, messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedPerson } from "./seed";
import { GRACE, openAs } from "./steps";

/** Creates a person with a channel of their own, and a webhook from before in it. */
async function setUp(what: string, sender: string) {
  const name = `${what}-${Date.now()}`;
  const person = { ...GRACE, email: `${name}@example.com` };
  await seedPerson(person);
  const creator = { ...(await db().user.findUniqueOrThrow({ where: { email: person.email } })), sessionId: 0n };
  const { id } = await createChannel(creator, { name, private: false });
  const made = await makeWebhook({ channelId: id, createdById: creator.id, name: "CI", sender });
  const reload = () => db().webhook.findUniqueOrThrow({ where: { id: made.webhook.id } });
  return { name, person, creator, channelId: `${id}`, made, reload };
}

const form = (page: Page) => page.getByRole("form", { name: "Edit webhook CI" });
const oneLine = (page: Page) => form(page).getByRole("switch", { name: "One line per thing" });

async function save(page: Page): Promise<void> {
  await form(page).getByRole("button", { name: "Save" }).click();
  await expect(form(page)).toBeHidden();
}

test("a notice offers one line per thing, and leads to the switch", async ({ browser }) => {
  const { name, person, reload } = await setUp("offered", "github");
  await offerOneLine();
  const { context, page } = await openAs(browser, person, "/inbox?show=notices");
  await expect(
    page.getByText(`Webhook CI in #${name} can have one line per pull request, issue and build`),
  ).toBeVisible();
  await page.getByRole("link", { name: "Switch on one line per thing for CI" }).click();
  await expect(oneLine(page)).not.toBeChecked();
  await oneLine(page).click();
  await save(page);
  expect(await reload()).toMatchObject({ oneLine: true, gathersAll: false });
  await context.close();
});

test("a webhook's form keeps what it doesn't show, and gathers storms of all messages if asked to", async ({
  browser,
}) => {
  const { person, channelId, made, reload } = await setUp("kept", "grafana");
  await db().webhook.update({ where: { id: made.webhook.id }, data: { oneLine: true } });
  const at = `/channels/${channelId}/settings/webhooks?edit=${made.webhook.id}`;
  const { context, page } = await openAs(browser, person, at);
  await expect(form(page)).toBeVisible();
  await expect(oneLine(page)).toHaveCount(0);
  await form(page).getByRole("switch", { name: "Gather storms of all messages" }).click();
  await save(page);
  expect(await reload()).toMatchObject({ oneLine: true, gathersAll: true });
  await context.close();
});

test("a silent message appears live, but neither raises a badge nor counts as the first unread one", async ({
  browser,
}) => {
  const { name, person, creator, channelId, made } = await setUp("silent", "github");
  const { id: there } = await createChannel(creator, { name: `${name}-there`, private: false });
  const say = (content: string, silent: boolean) => postMessages([webhookDraft(made, { content, silent })]);
  const { context, page } = await openAs(browser, person, `/channels/${there}`);
  await expect(channelLink(page, name)).toBeVisible();
  await say("quiet one", true);
  await say("loud one", false);
  await expect(channelLink(page, `${name}, 1 unread`)).toBeVisible();
  await say("quiet two", true);
  await page.goto(`/channels/${channelId}`);
  await expect(article(page, "quiet two")).toBeVisible();
  await expect(messages(page).getByRole("article")).toHaveText([/^CI.*quiet one/, /^New.*loud one/, /^\d.*quiet two/]);
  await expect(article(page, "quiet one").locator("time").first()).toHaveAttribute("title", /· Posted silently$/);
  await say("quiet three", true);
  await expect(article(page, "quiet three")).toBeVisible();
  await context.close();
});
