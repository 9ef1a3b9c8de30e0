import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { requireChannel } from "@/lib/channels/access";
import { openDirect } from "@/lib/channels/open-direct";
import { db } from "@/lib/db/client";
import { setPinned, setReaction } from "@/lib/messages/change-as-member";
import { postMessages } from "@/lib/messages/post-messages";
import { makeMember, makeUser, userDraft } from "@/lib/testing/factories";
import { setStatus } from "@/lib/users/status";
import { article, channelLink, composer, messages } from "./finders";
import { owner, seedChannel, seedSilence, seedWebhook } from "./seed";
import { asOwner, createWebhook, post, write } from "./steps";

/**
 * A channel that has one of everything: cards, threads, reactions, pins, webhooks and so on. `message` is the text of a
 * message by `grace` that starts the thread `rootId`.
 */
export type Furnished = {
  name: string;
  channelId: string;
  directId: string;
  webhook: string;
  webhookId: string;
  rootId: string;
  message: string;
  grace: string;
};

/** Returns the address of every page that can be opened directly by a signed-in person. */
export const pages = ({ channelId, directId, webhookId, rootId }: Furnished) => [
  `/channels/${channelId}`,
  `/channels/${channelId}?thread=${rootId}`,
  `/channels/${channelId}?details=members`,
  `/channels/${channelId}?details=files`,
  `/channels/${channelId}?show=people`,
  `/channels/${channelId}/settings/overview`,
  `/channels/${channelId}/settings/members`,
  `/channels/${channelId}/settings/webhooks`,
  `/channels/${channelId}/settings/webhooks/${webhookId}`,
  `/channels/${directId}`,
  "/channels",
  "/inbox",
  "/inbox?show=mentions",
  "/inbox?show=threads",
  "/inbox?show=reactions",
  "/inbox?show=notices",
  "/drafts",
  "/people",
  "/account",
  "/account/appearance",
  "/account/notifications",
  "/account/security",
  "/account/devices",
  "/search",
  "/search?q=morning",
  "/search?q=zzzzzz",
  "/search?q=on:never",
  "/workspace/webhooks",
  "/workspace/audit-log",
  "/workspace/audit-log?kind=channels&person=1",
  "/workspace/settings",
  "/workspace/settings/permissions",
  "/workspace/files",
  "/workspace/security",
  "/docs/webhooks",
  "/docs/webhooks/gitlab",
  "/docs/webhooks/json",
  "/docs/webhooks/embed-builder",
  "/nothing-here",
];

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

/** Signs the page in as the owner, and creates a channel with messages of its people and webhooks. */
export async function furnish(page: Page, request: APIRequestContext): Promise<Furnished> {
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
  await seedSilence(await seedWebhook(channelId, "Backup"), 30);
  const [root] = await postMessages([
    userDraft(grace, here.channel, { content: `Good morning, <@${ada.id}>` }),
    userDraft(grace, direct, { content: "Are you there?" }),
  ]);
  if (!root || "refused" in root) throw new Error("A message wasn't stored.");
  await postMessages([userDraft(grace, here.channel, { content: "An answer", threadRootId: root.messageId })]);
  await setPinned(here, root.messageId, true);
  await setReaction(here, root.messageId, "🎉", true);
  const at = { channelId: BigInt(channelId), name: "Axe" };
  const { id } = await db().webhook.findFirstOrThrow({ where: at, select: { id: true } });
  return {
    name,
    channelId,
    directId: `${direct.id}`,
    webhook: at.name,
    webhookId: `${id}`,
    rootId: `${root.messageId}`,
    message: "Good morning",
    grace: grace.name,
  };
}

/** Returns the address of every page for signed-out visitors. `invite` is an invite link. */
export const signedOutPages = (invite: string) => [
  invite,
  "/invite/1-0000",
  "/login",
  "/forgot-password",
  "/docs/webhooks",
];

/** Opens something on the page and returns what must then be visible. */
type Opening = [what: string, open: (page: Page, furnished: Furnished) => Promise<Locator>];

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();
const dialog = (page: Page, name?: string) => page.getByRole("dialog", name === undefined ? {} : { name });
/** Presses a button in the toolbar of a hovered message. */
async function act(page: Page, message: string, button: string): Promise<void> {
  await article(page, message).hover();
  await article(page, message).getByRole("button", { name: button, exact: true }).click();
}
const writing =
  (text: string, list: string): Opening[1] =>
  async (page, { name }) => {
    // Clears the draft of an earlier test.
    await composer(page, name).fill("");
    await composer(page, name).pressSequentially(text);
    return page.getByRole("listbox", { name: list });
  };
const asking =
  (button: string): Opening[1] =>
  async (page) => {
    await press(page, button);
    return page.getByRole("alertdialog");
  };
const askingFromRow =
  (button: string): Opening[1] =>
  async (page, at) => {
    await press(page, "More actions");
    return asking(button)(page, at);
  };

export const IN_CHANNEL: Opening[] = [
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
    "the palette without matches",
    async (page) => {
      await page.keyboard.press("Control+k");
      await dialog(page, "Search").getByRole("combobox").fill("zzzzzz");
      return dialog(page, "Search").getByRole("combobox");
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
  ["the workspace menu", (page) => press(page, /, workspace menu$/).then(() => page.getByRole("menu"))],
  [
    "a channel's menu in the sidebar",
    async (page, { name }) => {
      await channelLink(page, name).click({ button: "right" });
      await page.getByRole("menuitem", { name: "Move to section" }).press("ArrowRight");
      return page.getByRole("menuitem", { name: "New section…" });
    },
  ],
  [
    "the dialog for a new section",
    async (page) => {
      await press(page, "Channel list options");
      await page.getByRole("menuitem", { name: "New section…" }).click();
      return dialog(page, "New section");
    },
  ],
  ["the account menu", (page) => press(page, /^Account$/).then(() => page.getByRole("menu"))],
  ["the bell's menu", (page) => press(page, /^Notifications/).then(() => page.getByRole("menu"))],
  [
    "the filter menu with a muted webhook",
    async (page, { webhook }) => {
      const item = page.getByRole("menuitem", { name: new RegExp(`^(Mute|Unmute) ${webhook}$`) });
      await press(page, "Filter messages");
      await item.click();
      return item;
    },
  ],
  ["the pinned messages", (page) => press(page, "Pinned messages, 1").then(() => dialog(page, "Pinned messages"))],
  ["a profile card", (page, { grace }) => press(page, `Profile of ${grace}`).then(() => dialog(page, grace))],
  ["the menu of a message", (page, { message }) => act(page, message, "More").then(() => page.getByRole("menu"))],
  [
    "the menu of a right-click on a message",
    async (page, { name }) => {
      await write(page, name, "right here");
      await article(page, "right here").getByText("right here").click({ button: "right" });
      return page.getByRole("menu", { name: /^Message by/ });
    },
  ],
  [
    "the choice of a skin tone",
    async (page, { message }) => {
      await act(page, message, "Add reaction");
      await page.getByRole("button", { name: /^Skin tone/ }).click();
      return page.getByRole("group", { name: "Skin tone" });
    },
  ],
  [
    "the emoji picker",
    async (page, { message }) => {
      await act(page, message, "Add reaction");
      // A few emoji are enough, and faster to check than all of them.
      await page.getByRole("searchbox", { name: "Search emoji" }).fill("cat");
      return page.getByRole("group", { name: "Results" });
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
  [
    "the invite dialog",
    (page) => press(page, "Invite people").then(() => dialog(page).getByText(/uses? left\. Expires/)),
  ],
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
  ["what can be inserted", (page) => press(page, "Attach or insert").then(() => page.getByRole("menu"))],
  [
    "selected text",
    async (page, { name }) => {
      await composer(page, name).fill("");
      await composer(page, name).pressSequentially("selected");
      await page.keyboard.press("ControlOrMeta+a");
      return page.getByRole("toolbar", { name: "Formatting" });
    },
  ],
  [
    "a preview",
    async (page, { name }) => {
      await composer(page, name).fill("**bold**");
      await page.keyboard.press("ControlOrMeta+Shift+p");
      return page.getByRole("region", { name: "Preview" });
    },
  ],
];

export const ON_WEBHOOKS_TAB: Opening[] = [
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
  [
    "the panel with more actions",
    (page) => press(page, "More actions").then(() => page.getByRole("button", { name: "Pause" })),
  ],
  ["the question before a new token", askingFromRow("Regenerate token")],
  ["the question before a deletion", askingFromRow("Delete")],
  [
    "the dialog that moves a webhook",
    async (page) => {
      await press(page, "More actions");
      await press(page, "Move to another channel");
      return dialog(page);
    },
  ],
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
      await page.getByRole("button", { name: /^400 Rejected/ }).click();
      return page.getByText("embeds must be a list.").first();
    },
  ],
  [
    "a payload that was posted",
    async (page, { channelId, webhookId }) => {
      await page.goto(`/channels/${channelId}/settings/webhooks/${webhookId}`);
      await page.getByRole("button", { name: /^400 Rejected/ }).click();
      await page.getByRole("textbox", { name: "Payload" }).fill('{"content": "whole"}');
      await press(page, "Send again");
      return page.getByRole("link", { name: "Show the message" });
    },
  ],
];
