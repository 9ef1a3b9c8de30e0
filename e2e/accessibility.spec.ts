import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { requireChannel } from "@/lib/channels/access";
import { openDirect } from "@/lib/channels/open-direct";
import { db } from "@/lib/db/client";
import { setPinned } from "@/lib/messages/pin";
import { postMessages } from "@/lib/messages/post-messages";
import { setReaction } from "@/lib/messages/react";
import { makeMember, makeUser, userDraft } from "@/lib/testing/factories";
import { setStatus } from "@/lib/users/status";
import { article, composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { owner, seedChannel, seedWebhook } from "./seed";
import {
  asOwner,
  createWebhook,
  enter,
  expectAccessible,
  expectAccessibleAtRest,
  inviteLink,
  post,
  write,
} from "./steps";

/*
 * Every page, dialog and menu, in both themes. What can be reached only by a story of its own (mails, two-step sign-in, a lost network)
 * is looked at in the spec that tells it.
 */

/** A channel with something of everything in it. */
type Furnished = { name: string; channelId: string; webhookId: string; rootId: string; grace: string };

const TEXT =
  "# Heading\n\n- [x] done\n- [ ] open\n\n> quote\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nconst x = 1;\n```\n<https://example.com>";
const CARD = {
  title: "Title",
  url: "https://example.com/",
  description: "Some **text** and `code`",
  color: 15158332,
  author: { name: "Author", url: "https://example.com/" },
  footer: { text: "Footer" },
  timestamp: "2026-11-21T10:00:00Z",
  fields: [
    { name: "One", value: "1", inline: true },
    { name: "Two", value: "2", inline: true },
  ],
};

/** Fills a new channel of the owner's, who is signed in on the page then, as its people and its webhook would. */
async function furnish(page: Page, request: APIRequestContext): Promise<Furnished> {
  await asOwner(page);
  const name = `everything-${Date.now()}`;
  const channelId = await seedChannel(name);
  const [ada, grace] = [await owner(), await makeUser({ name: `Grace ${Date.now()}` })];
  await makeMember({ id: BigInt(channelId) }, grace);
  await setStatus(grace, { text: "On call", emoji: "🚨", endsAt: null });
  const direct = await openDirect(grace, [ada.id]);
  const here = await requireChannel(ada, BigInt(channelId));
  const url = await seedWebhook(channelId, "Axe");
  await post(request, url, { content: TEXT, username: "Somebody else", embeds: [CARD] });
  for (const _ of [1, 2, 3]) await post(request, url, { embeds: [{ title: "Disk full", color: 15158332 }] });
  await request.post(url, { data: { embeds: "no list" } });
  const [root] = await postMessages([
    userDraft(grace, here.channel, { content: `Good morning, <@${ada.id}>` }),
    userDraft(grace, direct, { content: "Are you there?" }),
  ]);
  if (!root || "refused" in root) throw new Error("A message was refused.");
  await postMessages([userDraft(grace, here.channel, { content: "An answer", threadRootId: root.messageId })]);
  await setPinned(here, root.messageId, true);
  await setReaction(here, root.messageId, "🎉", true);
  const { id } = await db().webhook.findFirstOrThrow({ where: { channelId: BigInt(channelId) }, select: { id: true } });
  return { name, channelId, webhookId: `${id}`, rootId: `${root.messageId}`, grace: grace.name };
}

const pages = ({ channelId, webhookId, rootId }: Furnished) => [
  `/channels/${channelId}`,
  `/channels/${channelId}?thread=${rootId}`,
  `/channels/${channelId}?details=members`,
  `/channels/${channelId}?show=people`,
  `/channels/${channelId}/settings/overview`,
  `/channels/${channelId}/settings/members`,
  `/channels/${channelId}/settings/webhooks`,
  `/channels/${channelId}/settings/webhooks/${webhookId}`,
  "/channels",
  "/threads",
  "/notices",
  "/people",
  "/account",
  "/account/notifications",
  "/search",
  "/search?q=morning",
  "/search?q=zzzzzz",
  "/search?q=on:never",
  "/workspace/webhooks",
  "/workspace/audit-log",
  "/workspace/audit-log?kind=channels&person=1",
  "/workspace/files",
  "/workspace/security",
  "/docs/webhooks",
  "/docs/webhooks/gitlab",
  "/docs/webhooks/json",
  "/docs/webhooks/embed-builder",
  "/nothing-here",
];

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`axe finds nothing on any page at ${width} px`, async ({ page, request }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height });
    for (const path of pages(await furnish(page, request))) {
      await page.goto(path);
      await expectAccessibleAtRest(page, path);
    }
  });
}

/** Opens something on the page, and answers what must be visible then. */
type Opening = [what: string, open: (page: Page, furnished: Furnished) => Promise<Locator>];

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();
const dialog = (page: Page, name?: string) => page.getByRole("dialog", name === undefined ? {} : { name });
/** Presses a button that a message has under the pointer. */
async function act(page: Page, button: string): Promise<void> {
  await article(page, "Good morning").hover();
  await article(page, "Good morning").getByRole("button", { name: button, exact: true }).click();
}
const writing =
  (text: string, list: string): Opening[1] =>
  async (page, { name }) => {
    await composer(page, name).pressSequentially(text);
    return page.getByRole("listbox", { name: list });
  };
const asking =
  (button: string): Opening[1] =>
  async (page) => {
    await press(page, button);
    return page.getByRole("alertdialog");
  };

const IN_CHANNEL: Opening[] = [
  ["the palette", (page) => page.keyboard.press("Control+k").then(() => dialog(page, "Search"))],
  [
    "the palette with matches",
    async (page, { name }) => {
      await page.keyboard.press("Control+k");
      await dialog(page, "Search").getByRole("combobox").fill(name);
      return dialog(page).getByRole("option", { name }).first();
    },
  ],
  [
    "the sheet of shortcuts",
    async (page) => {
      await messages(page).focus();
      await page.keyboard.press("?");
      return dialog(page, "Keyboard shortcuts");
    },
  ],
  ["the account menu", (page) => press(page, /^Account$/).then(() => page.getByRole("menu"))],
  ["the bell's menu", (page) => press(page, /^Notifications/).then(() => page.getByRole("menu"))],
  [
    "the filter menu with a muted webhook",
    async (page) => {
      await press(page, "Filter messages");
      await page.getByRole("menuitem", { name: /^(Mute|Unmute) Axe$/ }).click();
      return page.getByRole("menuitem", { name: /^(Mute|Unmute) Axe$/ });
    },
  ],
  ["the pinned messages", (page) => press(page, "Pinned messages, 1").then(() => dialog(page, "Pinned messages"))],
  ["a profile card", (page, { grace }) => press(page, `Profile of ${grace}`).then(() => dialog(page, grace))],
  ["the menu of a message", (page) => act(page, "More").then(() => page.getByRole("menu"))],
  [
    "the emoji picker",
    async (page) => {
      await act(page, "Add reaction");
      // A few emoji are as good as all of them, and looked at in a moment.
      await page.getByRole("searchbox", { name: "Search emoji" }).fill("cat");
      return page.getByRole("group", { name: "Found" });
    },
  ],
  [
    "one's own message being edited",
    async (page, { name }) => {
      await write(page, name, "mine");
      await composer(page, name).press("ArrowUp");
      return page.getByRole("textbox", { name: "Edit message" });
    },
  ],
  ["the dialog for a channel", (page) => press(page, "Create channel").then(() => dialog(page))],
  [
    "the dialog for a direct message",
    async (page, { grace }) => {
      await press(page, "New message");
      await page.getByRole("combobox", { name: "To" }).fill(grace);
      await page.getByRole("option", { name: grace }).click();
      return page.getByRole("button", { name: `Remove ${grace}` });
    },
  ],
  ["the invite dialog", (page) => press(page, "Invite people").then(() => dialog(page).getByText(/uses left, until/))],
  [
    "the dialog for a status",
    async (page) => {
      await press(page, /^Account$/);
      await page.getByRole("menuitem", { name: "Set a status…" }).click();
      return dialog(page, "Set a status");
    },
  ],
  ["the list of people", writing("@", "People")],
  ["the list of channels", writing("#", "Channels")],
  ["the list of emoji", writing(":smile", "Emoji")],
  [
    "a preview",
    async (page, { name }) => {
      await composer(page, name).fill("**bold**");
      await page.keyboard.press("ControlOrMeta+Shift+p");
      return page.getByRole("region", { name: "Preview" });
    },
  ],
];

const ON_WEBHOOKS_TAB: Opening[] = [
  [
    "the form for a webhook",
    (page) => press(page, "New webhook").then(() => page.getByRole("textbox", { name: "Name" })),
  ],
  [
    "a webhook's signing secret",
    async (page) => {
      await press(page, "Edit");
      await press(page, "Set secret");
      return page.getByText("Enter the secret");
    },
  ],
  ["the question before a new token", asking("Regenerate token")],
  ["the question before a deletion", asking("Delete")],
  ["the dialog that moves a webhook", (page) => press(page, "Move to another channel").then(() => dialog(page))],
  [
    "the panel with a URL",
    async (page, { channelId }) => {
      await createWebhook(page, channelId, "New");
      await page.getByRole("tab", { name: "GitHub" }).click();
      return page.getByRole("textbox", { name: "Webhook URL" });
    },
  ],
  [
    "a payload that was refused",
    async (page, { channelId, webhookId }) => {
      await page.goto(`/channels/${channelId}/settings/webhooks/${webhookId}`);
      await page.getByRole("listitem", { name: "400 Refused" }).getByRole("button", { name: "Open payload" }).click();
      return page.getByRole("textbox", { name: "Payload" });
    },
  ],
];

for (const [where, below, openings] of [
  ["in a channel", "", IN_CHANNEL],
  ["on the Webhooks tab", "/settings/webhooks", ON_WEBHOOKS_TAB],
] as const) {
  test(`axe finds nothing in what opens ${where}`, async ({ page, request }) => {
    test.setTimeout(180_000);
    const furnished = await furnish(page, request);
    for (const [what, open] of openings) {
      await page.goto(`/channels/${furnished.channelId}${below}`);
      if (below === "") await expect(composer(page, furnished.name)).toBeFocused();
      await expect(await open(page, furnished), what).toBeVisible();
      // A menu floats over the page, outside of its landmarks.
      await expectAccessible(page, what, (await page.getByRole("menu").count()) > 0 ? ["region"] : []);
    }
  });
}

test("axe finds nothing in the builder where it tells of mistakes", async ({ page }) => {
  await page.goto("/docs/webhooks/embed-builder");
  await page.waitForFunction(() => localStorage.getItem("parley.embed-builder") !== null);
  await page.getByRole("textbox", { name: "Title URL" }).fill("not a URL");
  await expectAccessibleAtRest(page);
  await page.getByRole("tab", { name: "JSON" }).click();
  await page.getByRole("textbox", { name: "JSON" }).fill("{");
  await expectAccessibleAtRest(page, "its JSON");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Show preview" }).click();
  await expectAccessibleAtRest(page, "its preview on a phone");
});

test("axe finds nothing on what a stranger sees", async ({ page, browser, parley }) => {
  await enter(page);
  const link = await inviteLink(page);
  const stranger = await (await browser.newContext({ baseURL: parley.baseUrl })).newPage();
  for (const path of [link, "/invite/1-0000", "/login", "/forgot-password", "/docs/webhooks"]) {
    await stranger.goto(path);
    await expectAccessibleAtRest(stranger, path);
  }
  await stranger.context().close();
});

test("with reduced motion another theme is there at once, and nothing fades", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await enter(page);
  const color = () => page.evaluate(() => getComputedStyle(document.body).color);
  const light = await color();
  await page.evaluate(() => {
    document.addEventListener("transitionrun", () => document.body.setAttribute("data-faded", ""));
  });
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(color).not.toBe(light);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(page.locator("body")).not.toHaveAttribute("data-faded");
});
