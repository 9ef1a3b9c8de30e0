import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type BrowserContext, chromium, type Page, request } from "@playwright/test";
import { requireMember } from "@/lib/channels/access";
import { openDirect } from "@/lib/channels/open-direct";
import { db } from "@/lib/db/client";
import { setPinned, setReaction } from "@/lib/messages/change/change-as-member";
import { postMessages } from "@/lib/messages/post/post-messages";
import { createInvite } from "@/lib/people/sign-in/invites";
import { joinWorkspace } from "@/lib/people/sign-in/join-workspace";
import { setStatus } from "@/lib/people/status";
import { userDraft } from "@/lib/testing/factories";
import { paths } from "@/lib/text/paths";
import { signInPaths } from "@/lib/text/sign-in-paths";
import { webhookPaths } from "@/lib/text/webhook-paths";
import { createDemo, type Demo } from "@/prisma/demo/create-demo";
import { ROOT } from "@/server/root";
import { chromiumLaunch } from "@/server/testing/chromium";
import { ConnectedParley } from "@/server/testing/connected-parley";
import setUp from "@/server/testing/global-setup";
import {
  type FurnishedChannel,
  IN_CHANNEL,
  ON_A_PHONE,
  ON_MESSAGES,
  ON_PAGES,
  ON_WEBHOOKS_TAB,
  type PageOpener,
  pages,
  postImage,
  pressInSidebar,
  SIGNED_OUT,
  seedToolCards,
  signedOutPages,
} from "./everything";
import { owner, seedArchived, seedChannel, seedRules, seedSession, seedSilence, seedWebhook } from "./seed";

/*
 * Writes a screenshot of every page, dialog and state of the demo workspace to the folder tour, light and dark, at 1440 and 390 px.
 * `npm run tour -- inbox webhook` writes only those whose names contain one of these words.
 */

const FOLDER = path.join(ROOT, "tour");
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
const ALIKE = { reducedMotion: "reduce", timezoneId: "UTC" } as const;
const SCHEMES = ["light", "dark"] as const;
// How long a page may take until it looks finished. One that doesn't is shown as it is.
const SETTLE_MS = 3000;
const QUIET_MS = 200;
// How long an element may take to be there.
const OPEN_MS = 10_000;
// How long one screenshot may take in all.
const MOST_MS = 60_000;
type Who = "owner" | "stranger" | "newcomer";
type Shot = { name: string; path: string; as: Who; open?: (page: Page) => Promise<unknown>; only?: 390 };

// The tests' Parley can't send mail. What these open is checked for accessibility elsewhere.
const WITH_MAIL: { stranger: typeof SIGNED_OUT; owner: PageOpener[] } = {
  stranger: [
    [
      "a requested reset link",
      async (page) => {
        await page.goto(signInPaths.forgotPassword);
        await page.getByRole("textbox", { name: "Email" }).fill("grace@acme.example");
        await page.getByRole("button", { name: "Email me a link" }).click();
        return page.getByRole("heading", { name: "Check your email" });
      },
    ],
  ],
  owner: [
    [
      "an invite by email",
      async (page) => {
        await pressInSidebar(page, "Invite people");
        const addresses = page.getByRole("textbox", { name: "Email addresses" });
        await addresses.fill("Radia <radia@acme.example>, barbara@acme.example; joan@acme.example");
        return addresses;
      },
    ],
  ],
};

const wanted = process.argv.slice(2);
const stopPostgres = await setUp();
const parley = await ConnectedParley.start({
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "Parley <parley@acme.example>",
});
const browser = await chromium.launch(await chromiumLaunch());
const failed: string[] = [];
try {
  await tour();
} finally {
  await browser.close();
  await parley.stop();
  await stopPostgres();
}
for (const line of failed) console.error(line);
process.exitCode = failed.length > 0 ? 1 : 0;

async function tour(): Promise<void> {
  process.env.BASE_URL = parley.baseUrl;
  if (wanted.length === 0) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  await takeAll([{ name: "setup", path: signInPaths.setup, as: "stranger" }], {});
  const demo = await createDemo(parley.baseUrl);
  const ada = await owner();
  const firstDay = (firstDayEndedAt: Date | null) =>
    db().user.updateMany({ where: { id: ada.id }, data: { firstDayEndedAt } });
  const general = paths.channel(`${(await db().channel.findFirstOrThrow({ where: { name: "general" } })).id}`);
  await firstDay(null);
  await takeAll([{ name: "first-day-of-an-owner", path: general, as: "owner" }], { owner: demo.user });
  await firstDay(new Date());
  const furnished = await furnishDemo(demo);
  const mary = { name: "Mary Keller", email: "mary@acme.example", password: "another long secret" };
  const invite = new URL((await createInvite(ada, parley.baseUrl)).url).pathname;
  await joinWorkspace({ ...mary, code: invite.split("/").at(-1) ?? "" }, "127.0.0.1");
  const welcome: Shot = { name: "first-day-of-a-member", path: general, as: "newcomer" };
  const shots = [welcome, ...shotsOf(furnished, invite), ...(await shotsOfCode())];
  await takeAll(shots, { owner: demo.user, newcomer: mary });
  writeIndex();
}

/** Takes the wanted ones of these screenshots at both widths. `people` are those who are signed in. */
async function takeAll(
  shots: Shot[],
  people: Partial<Record<Who, { email: string; password: string }>>,
): Promise<void> {
  const chosen = shots.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
  const contexts = new Map<string, BrowserContext>();
  for (const who of new Set(chosen.map((shot) => shot.as))) {
    for (const viewport of SIZES) {
      const narrow = viewport.width < 768;
      const touch = { hasTouch: narrow, isMobile: narrow };
      const context = await browser.newContext({ ...ALIKE, ...touch, baseURL: parley.baseUrl, viewport });
      context.setDefaultTimeout(OPEN_MS);
      contexts.set(`${who} ${viewport.width}`, context);
      const person = people[who];
      if (!person) continue;
      const cookie = { ...(await seedSession(person)), httpOnly: true, sameSite: "Lax" as const };
      await context.addCookies([{ ...cookie, url: parley.baseUrl }]);
    }
  }
  for (const shot of chosen) {
    for (const { width } of SIZES) {
      const context = contexts.get(`${shot.as} ${width}`);
      if (context && (shot.only ?? width) === width) await take(shot, context, width);
    }
  }
  for (const context of contexts.values()) await context.close();
}

/** Writes a page or state in both themes. What can't be opened is listed at the end. */
async function take(shot: Shot, context: BrowserContext, width: number): Promise<void> {
  const page = await context.newPage();
  const began = Date.now();
  const timeout = AbortSignal.timeout(MOST_MS);
  // What runs in the page has no timeout of its own; closing the page ends it.
  timeout.addEventListener("abort", () => void page.close());
  try {
    await openAndWrite(shot, page, width);
    console.log(`${shot.name} ${width} ${Date.now() - began} ms`);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : error;
    failed.push(`${shot.name} at ${width} px: ${timeout.aborted ? `took over ${MOST_MS} ms` : reason}`);
  } finally {
    await context.setOffline(false);
    await page.close();
  }
}

async function openAndWrite(shot: Shot, page: Page, width: number): Promise<void> {
  await page.goto(shot.path);
  await settle(page);
  await shot.open?.(page);
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    await page.screenshot({ path: path.join(FOLDER, `${shot.name}-${width}-${colorScheme}.png`) });
  }
}

/** Waits until the page has hydrated, its images and fonts are there, and nothing on it has changed for a moment. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll("button")].every((each) => Object.keys(each).some((key) => /^__react/.test(key))),
    undefined,
    { timeout: SETTLE_MS },
  );
  await page.evaluate(
    async ([quiet, most]) => {
      await document.fonts.ready;
      await new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, quiet);
        const changes = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(resolve, quiet);
        });
        changes.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
        setTimeout(resolve, most);
      });
      const ended = Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, most))]);
    },
    [QUIET_MS, SETTLE_MS] as const,
  );
}

/** Lists the pages, dialogs and states in the order in which a person meets them. */
function shotsOf(furnished: FurnishedChannel, invite: string): Shot[] {
  const { channelId, directId, cardsId, emptyId, archivedId } = furnished;
  const channel = paths.channel(channelId);
  const states = (at: string, openings: PageOpener[], only?: Shot["only"]): Shot[] =>
    openings.map(([what, open]) => ({
      name: slug(what),
      path: at,
      as: "owner",
      open: async (page) => (await open(page, furnished)).waitFor(),
      ...(only && { only }),
    }));
  const names = {
    [channelId]: "channel",
    [directId]: "direct-message",
    [cardsId]: "channel-of-tools",
    [emptyId]: "empty-channel",
    [archivedId]: "archived-channel",
  };
  // Without IDs.
  const named = (at: string) =>
    slug(
      at
        .replace(invite, "invite")
        .replace(/channels\/(\d{9,})/, (_, id) => names[id] ?? id)
        .replace(/rules\/\d{9,}/, "rules/edit")
        .replace(/\/\d{9,}/, "/log")
        .replace(/=\d{9,}/, ""),
    );
  return [
    ...signedOutPages(invite).map((at) => ({ name: `signed-out-${named(at)}`, path: at, as: "stranger" as const })),
    ...[...SIGNED_OUT, ...WITH_MAIL.stranger].map(([what, open]) => ({
      name: slug(what),
      path: paths.login,
      as: "stranger" as const,
      open: async (page: Page) => (await open(page)).waitFor(),
    })),
    ...pages(furnished).map((at) => ({ name: `page-${named(at)}`, path: at, as: "owner" as const })),
    ...states(channel, ON_A_PHONE, 390),
    ...states(channel, IN_CHANNEL),
    ...states(channel, ON_MESSAGES),
    ...states(channel, ON_PAGES),
    ...states(paths.settings(channelId, "webhooks"), ON_WEBHOOKS_TAB),
    ...states(channel, WITH_MAIL.owner),
  ];
}

/** Lists what shows that things have one line: the demo's repository, a pull request's thread, and the webhook's rules. */
async function shotsOfCode(): Promise<Shot[]> {
  const { id } = await db().channel.findFirstOrThrow({ where: { name: "code" } });
  const { messageId, webhookId } = await db().thing.findFirstOrThrow({
    where: { channelId: id, key: { startsWith: "pull " }, messageId: { not: null } },
  });
  const [channelId, rootId] = [`${id}`, `${messageId}`];
  return [
    { name: "channel-of-a-repository", path: paths.channel(channelId), as: "owner" },
    { name: "pull-request-with-its-thread", path: paths.thread(channelId, rootId), as: "owner" },
    { name: "delivery-log-of-a-repository", path: webhookPaths.log(channelId, `${webhookId}`), as: "owner" },
  ];
}

/** Turns an address or a description into a file's name: "the menu of a message" → "menu-of-a-message". */
function slug(text: string): string {
  return text
    .replace(/^the /, "")
    .replace(/[^a-z0-9]+/gi, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();
}

/** Adds to the demo what its pages can show: a thread, a pin, a reaction, a status, a rejected request, cards of many tools. */
async function furnishDemo(demo: Demo): Promise<FurnishedChannel> {
  const ada = await owner();
  const grace = { ...(await db().user.findFirstOrThrow({ where: { name: "Grace Hopper" } })), sessionId: 0n };
  const deploys = await requireMember(ada, BigInt(demo.channelId));
  const root = await db().message.findFirstOrThrow({
    where: { channelId: deploys.channel.id, userId: grace.id },
    select: { id: true, content: true },
  });
  await postMessages([
    userDraft(ada, deploys.channel, { content: "Back to normal since 09:52.", threadRootId: root.id }),
    userDraft(grace, deploys.channel, { content: `<@${ada.id}> can you check the error rate again at noon?` }),
  ]);
  const line = await db().message.findFirstOrThrow({ where: { channelId: deploys.channel.id, userId: ada.id } });
  await setReaction(await requireMember(grace, deploys.channel.id), line.id, "👍", true);
  await setPinned(deploys, root.id, true);
  await setReaction(deploys, root.id, "🎉", true);
  await setStatus(grace, { text: "On call", emoji: "🚨", endsAt: null });
  const direct = await openDirect(ada, [grace.id]);
  const http = await request.newContext();
  await postImage(http, demo.webhookUrl);
  await http.post(demo.webhookUrl, { data: { embeds: "no list" } });
  await seedSilence(await seedWebhook(demo.channelId, "Backup"), 30);
  const cardsId = await seedToolCards(http, "tools");
  const ruleId = await seedRules(demo.channelId, demo.webhookId);
  await http.dispose();
  return {
    name: "deploys",
    channelId: demo.channelId,
    directId: `${direct.id}`,
    cardsId,
    emptyId: await seedChannel("design"),
    archivedId: await seedArchived("old-website"),
    webhook: "Pipeline",
    webhookId: demo.webhookId,
    ruleId,
    rootId: `${root.id}`,
    message: root.content.slice(0, 30),
    grace: grace.name,
  };
}

/** Writes the page that shows all screenshots. */
function writeIndex(): void {
  const files = readdirSync(FOLDER);
  const names = [...new Set(files.flatMap((file) => /^(.+)-\d+-light\.png$/.exec(file)?.[1] ?? []))];
  const image = (name: string, width: number, scheme: string) =>
    `<img src="${name}-${width}-${scheme}.png" alt="${name}, ${scheme}, ${width} px" width="${width === 390 ? 100 : 370}">`;
  const rows = names.map((name) => {
    const widths = SIZES.filter(({ width }) => files.includes(`${name}-${width}-light.png`));
    const images = widths.flatMap(({ width }) => SCHEMES.map((scheme) => image(name, width, scheme)));
    return `<h2>${name}</h2>\n${images.join(" ")}\n`;
  });
  writeFileSync(path.join(FOLDER, "index.html"), `<!doctype html>\n<title>Tour</title>\n${rows.join("")}`);
}
