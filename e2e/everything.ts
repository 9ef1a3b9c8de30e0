import type { APIRequestContext, Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { requireChannel } from "@/lib/channels/access";
import { openDirect } from "@/lib/channels/open-direct";
import { db } from "@/lib/db/client";
import { setPinned, setReaction } from "@/lib/messages/change/change-as-member";
import { postMessages } from "@/lib/messages/post/post-messages";
import { setStatus } from "@/lib/people/status";
import { exampleOf } from "@/lib/testing/examples";
import { makeMember, makeUser, userDraft } from "@/lib/testing/factories";
import { article, composer, messages } from "./finders";
import { owner, seedArchived, seedChannel, seedRules, seedSilence, seedWebhook } from "./seed";
import { createWebhook, post, signIn, write } from "./steps";

/**
 * A channel that has one of everything: cards, threads, reactions, pins, webhooks and so on. `message` is the text of a
 * message by `grace` that starts the thread `rootId`. `cardsId` is a channel with the cards of
 * many tools, and `emptyId` one without messages.
 */
export type FurnishedChannel = {
  name: string;
  channelId: string;
  directId: string;
  cardsId: string;
  emptyId: string;
  archivedId: string;
  webhook: string;
  webhookId: string;
  ruleId: string;
  rootId: string;
  message: string;
  grace: string;
};

/** Returns the address of every page that can be opened directly by a signed-in person. */
export const pages = ({
  channelId,
  directId,
  cardsId,
  emptyId,
  archivedId,
  webhookId,
  ruleId,
  rootId,
}: FurnishedChannel) => [
  `/channels/${channelId}`,
  `/channels/${channelId}?thread=${rootId}`,
  `/channels/${channelId}?details=about`,
  `/channels/${channelId}?details=members`,
  `/channels/${channelId}?details=pins`,
  `/channels/${channelId}?details=files`,
  `/channels/${channelId}?details=webhooks`,
  `/channels/${channelId}?show=people`,
  `/channels/${channelId}/settings/overview`,
  `/channels/${channelId}/settings/members`,
  `/channels/${channelId}/settings/webhooks`,
  `/channels/${channelId}/settings/webhooks/${webhookId}`,
  `/channels/${channelId}/settings/webhooks/${webhookId}/card`,
  `/channels/${channelId}/settings/webhooks/${webhookId}/rules`,
  `/channels/${channelId}/settings/webhooks/${webhookId}/rules/new`,
  `/channels/${channelId}/settings/webhooks/${webhookId}/rules/${ruleId}`,
  `/channels/${directId}`,
  `/channels/${cardsId}`,
  `/channels/${emptyId}`,
  `/channels/${emptyId}/settings/webhooks`,
  `/channels/${archivedId}`,
  "/channels",
  "/inbox",
  "/incidents",
  "/incidents/history",
  "/files",
  "/later",
  "/workspace/settings/groups",
  "/workspace/settings/emoji",
  "/later?show=done",
  "/inbox?show=mentions",
  "/inbox?show=threads",
  "/inbox?show=reactions",
  "/inbox?show=notices",
  "/drafts",
  "/drafts/scheduled",
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
  "/workspace/settings/retention",
  "/workspace/settings/export",
  "/workspace/files",
  "/workspace/security",
  "/workspace/health",
  "/docs/webhooks",
  "/docs/webhooks/gitlab",
  "/docs/webhooks/json",
  "/docs/webhooks/embed-builder",
  "/invite/1-0000",
  "/nothing-here",
];

/** What tools send, as `tool/example`. */
const SENT = [
  "grafana/firing-values",
  "gitlab/pipeline-failed",
  "sentry/issue-created",
  "netlify/failed",
  "stripe/charge-failed",
  "alertmanager/firing",
  "jira/issue-created",
  "uptimekuma/down",
  "gitlab/merge_request-merged",
  "grafana/resolved",
  "sonarr/grabbed",
  "healthchecks/down",
  "argocd/deployed",
  "pagerduty/triggered",
];

/** Creates a channel with cards of many tools and returns its id. */
export async function seedToolCards(request: APIRequestContext, name: string): Promise<string> {
  const channelId = await seedChannel(name);
  const url = await seedWebhook(channelId, "Alerts");
  for (const sent of SENT) {
    const [tool = "", example = ""] = sent.split("/");
    const { headers, body } = exampleOf(tool, example);
    const response = await request.post(`${url}/${tool}`, { headers, data: body });
    if (!response.ok()) throw new Error(`${sent} wasn't posted: ${await response.text()}`);
  }
  return channelId;
}

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

/** Posts an uploaded image to a webhook. */
export async function postImage(request: APIRequestContext, url: string): Promise<void> {
  const line = "M0 170 60 150 120 160 180 120 240 130 300 60 360 90 420 40 480 70 540 30 600 50";
  const chart = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><rect width="600" height="200" fill="#f4f6fb"/><path d="${line}" fill="none" stroke="#3563e9" stroke-width="4"/></svg>`;
  const image = {
    name: "latency.png",
    mimeType: "image/png",
    buffer: await sharp(Buffer.from(chart)).png().toBuffer(),
  };
  const payload = JSON.stringify({ content: "Response time of the last hour" });
  const response = await request.post(url.replace("/webhooks/incoming/", "/api/webhooks/"), {
    multipart: { payload_json: payload, "files[0]": image },
  });
  if (!response.ok()) throw new Error(`The image wasn't posted: ${await response.text()}`);
}

/** Creates a channel with messages of its people and webhooks. */
export async function furnish(request: APIRequestContext): Promise<FurnishedChannel> {
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
  await postImage(request, url);
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
    cardsId: await seedToolCards(request, `cards-${name}`),
    emptyId: await seedChannel(`empty-${name}`),
    archivedId: await seedArchived(`archived-${name}`),
    webhook: at.name,
    webhookId: `${id}`,
    ruleId: await seedRules(channelId, `${id}`),
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
  "/reset-password#forged",
  "/docs",
  "/docs/webhooks",
];

/** Opens something on the page and returns what must then be visible. */
export type PageOpener = [what: string, open: (page: Page, furnished: FurnishedChannel) => Promise<Locator>];

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).filter({ visible: true }).first().click();
const dialog = (page: Page, name?: string) => page.getByRole("dialog", name === undefined ? {} : { name });
/** Opens the sidebar of a phone. */
async function openSidebar(page: Page): Promise<void> {
  const home = page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: /^Home/ });
  if (await home.isVisible()) await home.click();
}
/** Presses a button in the sidebar. */
export async function pressInSidebar(page: Page, name: string | RegExp): Promise<void> {
  await openSidebar(page);
  await press(page, name);
}
/** Presses a button in the toolbar of a hovered message, or in the sheet that touch screens have instead. */
async function act(page: Page, message: string, button: string): Promise<void> {
  if (await page.evaluate(() => matchMedia("(hover: none)").matches)) {
    await article(page, message).last().getByRole("button", { name: "Message actions" }).dispatchEvent("click");
    if (button !== "More") await dialog(page).getByRole("button", { name: button, exact: true }).click();
    return;
  }
  await article(page, message).last().hover();
  await article(page, message).last().getByRole("button", { name: button, exact: true }).click();
}
/** Chooses a command from a message's menu or sheet. */
async function choose(page: Page, message: string, command: string): Promise<void> {
  await act(page, message, "More");
  await page
    .getByRole("menuitem", { name: command })
    .or(dialog(page).getByRole("button", { name: command }))
    .click();
}
const writing =
  (text: string, list: string): PageOpener[1] =>
  async (page, { name }) => {
    // Clears the draft of an earlier test.
    await composer(page, name).fill("");
    await composer(page, name).pressSequentially(text);
    return page.getByRole("listbox", { name: list });
  };
const asking =
  (button: string): PageOpener[1] =>
  async (page) => {
    await press(page, button);
    return page.getByRole("alertdialog");
  };
const askingFromRow =
  (button: string): PageOpener[1] =>
  async (page, at) => {
    await press(page, "More actions");
    return asking(button)(page, at);
  };

export const IN_CHANNEL: PageOpener[] = [
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
  ["the workspace menu", (page) => pressInSidebar(page, /, workspace menu$/).then(() => page.getByRole("menu"))],
  [
    "a channel's menu in the sidebar",
    async (page, { name }) => {
      await openSidebar(page);
      // Its name includes its unread count.
      const channels = page.getByRole("navigation", { name: "Channels" });
      await channels.getByRole("link", { name: new RegExp(`^${name}`) }).click({ button: "right" });
      await page.getByRole("menuitem", { name: "Move to section" }).press("ArrowRight");
      return page.getByRole("menuitem", { name: "New section…" });
    },
  ],
  [
    "the dialog for a new section",
    async (page) => {
      await pressInSidebar(page, "Channel list options");
      await page.getByRole("menuitem", { name: "New section…" }).click();
      return dialog(page, "New section");
    },
  ],
  ["the account menu", (page) => press(page, /^(Account|You)$/).then(() => page.getByRole("menu"))],
  ["the bell's menu", (page) => press(page, /^Notifications/).then(() => page.getByRole("menu"))],
  [
    "the pinned messages",
    async (page) => {
      const pins = page.getByRole("button", { name: "Pinned messages, 1" });
      if (await pins.isVisible()) {
        await pins.click();
        return dialog(page, "Pinned messages");
      }
      // A phone's header has no room for them.
      await press(page, /^Details/);
      await page.getByRole("tab", { name: "Pins" }).click();
      return page.getByRole("button", { name: "Unpin" });
    },
  ],
  ["a profile card", (page, { grace }) => press(page, `Profile of ${grace}`).then(() => dialog(page, grace))],
  [
    "the menu of a message",
    (page, { message }) => act(page, message, "More").then(() => page.getByRole("menu").or(dialog(page))),
  ],
  [
    "the menu of a right-click on a message",
    async (page, { name }) => {
      await write(page, name, "right here");
      await article(page, "right here").last().getByText("right here").click({ button: "right" });
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
  [
    "the dialog for a channel",
    async (page) => {
      await pressInSidebar(page, "Create channel");
      await press(page, "Add people");
      return dialog(page).getByRole("option").first();
    },
  ],
  [
    "the dialog for a direct message",
    async (page, { grace }) => {
      await pressInSidebar(page, "New message");
      await page.getByRole("combobox", { name: "To" }).fill(grace);
      await page.getByRole("option", { name: grace }).click();
      return page.getByRole("button", { name: `Remove ${grace}` });
    },
  ],
  [
    "the invite dialog",
    (page) => pressInSidebar(page, "Invite people").then(() => dialog(page).getByText(/uses? left\. Expires/)),
  ],
  [
    "the dialog for a status",
    async (page) => {
      await press(page, /^(Account|You)$/);
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

export const ON_MESSAGES: PageOpener[] = [
  [
    "the edit history",
    async (page, { name }) => {
      await write(page, name, "The release is on Tuesday.");
      await composer(page, name).press("ArrowUp");
      await page.getByRole("textbox", { name: "Edit message" }).fill("The release is on Thursday.");
      await page.keyboard.press("Enter");
      await choose(page, "on Thursday", "Edit history");
      return dialog(page, "Edit history").getByText("on Tuesday");
    },
  ],
  [
    "the question before a message is deleted",
    async (page, { message }) => {
      await choose(page, message, "Delete");
      return page.getByRole("alertdialog");
    },
  ],
  [
    "an enlarged image",
    async (page) => {
      await messages(page).getByRole("button", { name: "latency.png" }).click();
      return dialog(page, "latency.png").getByRole("img");
    },
  ],
  [
    "files to be sent",
    async (page) => {
      const chooser = page.waitForEvent("filechooser");
      await press(page, "Attach or insert");
      await page.getByRole("menuitem", { name: "Upload files" }).click();
      await (await chooser).setFiles([
        { name: "rollback-plan.txt", mimeType: "text/plain", buffer: Buffer.from("1. Stop the job.\n") },
      ]);
      // The menu was above a message, whose tooltip would float outside the landmarks.
      await page.mouse.move(0, 0);
      await page.getByRole("tooltip").waitFor({ state: "detached" });
      return page.getByRole("list", { name: "Files to send" }).getByRole("listitem");
    },
  ],
  [
    "the line above unread messages",
    async (page, { message }) => {
      await choose(page, message, "Mark unread from here");
      // The toolbar and its tooltip would cover it.
      await page.mouse.move(0, 0);
      await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
      return messages(page).getByText("New", { exact: true });
    },
  ],
  [
    "the filter menu with a muted webhook",
    async (page, { webhook }) => {
      await press(page, "Filter messages");
      const mute = page.getByRole("menuitem", { name: `Mute ${webhook}`, exact: true });
      const unmute = page.getByRole("menuitem", { name: `Unmute ${webhook}`, exact: true });
      await mute.or(unmute).waitFor();
      if (await mute.isVisible()) await mute.click();
      return unmute;
    },
  ],
  [
    "a lost connection",
    async (page) => {
      await page.context().setOffline(true);
      return page.getByText("You're offline. Messages you write now are sent when you're back online.");
    },
  ],
];

/** States of other pages, each of which opens its page. */
export const ON_PAGES: PageOpener[] = [
  [
    "drafts",
    async (page, { name }) => {
      await composer(page, name).fill("The plan for Thursday: first the database, then");
      await page.goto("/drafts");
      return page.getByRole("button", { name: /^Discard the draft/ });
    },
  ],
  [
    "the menu of a person",
    async (page, { grace }) => {
      await page.goto(`/people?q=${encodeURIComponent(grace)}`);
      await press(page, `Actions for ${grace}`);
      return page.getByRole("menu");
    },
  ],
  [
    "the question before a deactivation",
    async (page, { grace }) => {
      await page.goto(`/people?q=${encodeURIComponent(grace)}`);
      await press(page, `Actions for ${grace}`);
      await page.getByRole("menuitem", { name: "Deactivate" }).click();
      return page.getByRole("alertdialog");
    },
  ],
  [
    "a reset link",
    async (page, { grace }) => {
      await page.goto(`/people?q=${encodeURIComponent(grace)}`);
      await press(page, `Actions for ${grace}`);
      await page.getByRole("menuitem", { name: "Create a reset link" }).click();
      return dialog(page).getByRole("textbox", { name: "Reset link" });
    },
  ],
  [
    "people without matches",
    async (page) => {
      await page.goto("/people?q=zzzzzz");
      return page.getByText(/^No one/);
    },
  ],
  [
    "channels without matches",
    async (page) => {
      await page.goto("/channels?q=zzzzzz");
      return page.getByText(/^No channel/);
    },
  ],
  [
    "the question before a channel is archived",
    async (page, { channelId }) => {
      await page.goto(`/channels/${channelId}/settings/overview`);
      await press(page, "Archive channel");
      return page.getByRole("alertdialog");
    },
  ],
  [
    "the question before a channel is deleted",
    async (page, { channelId }) => {
      await page.goto(`/channels/${channelId}/settings/overview`);
      await press(page, "Delete channel");
      return page.getByRole("alertdialog").getByText(/^Deletes \d/);
    },
  ],
  [
    "the question before a channel becomes private",
    async (page, { channelId }) => {
      await page.goto(`/channels/${channelId}/settings/overview`);
      await press(page, "Make private");
      return page.getByRole("alertdialog");
    },
  ],
  [
    "the question before one leaves a channel",
    async (page, { channelId }) => {
      await page.goto(`/channels/${channelId}/settings/overview`);
      await press(page, "Leave channel");
      return page.getByRole("alertdialog");
    },
  ],
  [
    "the question before old messages are deleted",
    async (page, { channelId }) => {
      await page.goto(`/channels/${channelId}/settings/overview`);
      await page.getByRole("combobox", { name: "Keep messages" }).selectOption("For another number of days…");
      await page.getByRole("textbox", { name: "Days" }).fill("45");
      return page.getByRole("alertdialog").getByText("No messages are that old yet.");
    },
  ],
  [
    "an export of a person's data",
    async (page, { grace }) => {
      await page.goto(`/people?q=${encodeURIComponent(grace)}`);
      await press(page, `Actions for ${grace}`);
      await page.getByRole("menuitem", { name: "Export data" }).click();
      return dialog(page).getByRole("textbox", { name: "Password or code" });
    },
  ],
  [
    "the question before a person is deleted",
    async (page, { grace }) => {
      await page.goto(`/people?q=${encodeURIComponent(grace)}`);
      await press(page, `Actions for ${grace}`);
      await page.getByRole("menuitem", { name: "Delete person…" }).click();
      return dialog(page).getByRole("textbox", { name: "Password or code" });
    },
  ],
  [
    "the JSON of the embed builder",
    async (page) => {
      await page.goto("/docs/webhooks/embed-builder");
      await page.getByRole("tab", { name: "JSON" }).click();
      return page.getByRole("textbox", { name: "JSON" });
    },
  ],
  [
    "a page that couldn't be loaded",
    async (page) => {
      await db().$executeRaw`ALTER TABLE audit_entries RENAME TO audit_entries_elsewhere`;
      await page.goto("/workspace/audit-log");
      await db().$executeRaw`ALTER TABLE audit_entries_elsewhere RENAME TO audit_entries`;
      return page.getByRole("button", { name: "Try again" });
    },
  ],
];

/** States that only phones have. */
export const ON_A_PHONE: PageOpener[] = [
  [
    "Home on a phone",
    async (page) => {
      await press(page, /^Home/);
      return page.getByRole("navigation", { name: "Channels" });
    },
  ],
  [
    "the banner of a message elsewhere",
    async (page, { directId, grace }) => {
      await page.locator("[data-banner]").waitFor({ state: "attached" });
      const sender = { ...(await db().user.findFirstOrThrow({ where: { name: grace } })), sessionId: 0n };
      await postMessages([userDraft(sender, { id: BigInt(directId) }, { content: "Got a minute?" })]);
      return page.getByRole("link", { name: /Got a minute/ });
    },
  ],
];

/** States of pages for signed-out visitors. */
export const SIGNED_OUT: [what: string, open: (page: Page) => Promise<Locator>][] = [
  [
    "a sign-in that was refused",
    async (page) => {
      await page.goto("/login");
      await signIn(page, { email: "nobody@example.com", password: "not the password" });
      return page.getByText(/don't match an account/);
    },
  ],
];

export const ON_WEBHOOKS_TAB: PageOpener[] = [
  [
    "the form for a GitLab webhook",
    async (page) => {
      await press(page, "New webhook");
      await page.getByRole("searchbox", { name: "Search tools" }).fill("gitlab");
      await page.keyboard.press("Enter");
      await page.getByText("More options").click();
      return page.getByRole("textbox", { name: "Name" });
    },
  ],
  ["a webhook being edited", (page) => press(page, "Edit").then(() => page.getByRole("button", { name: "Save" }))],
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
