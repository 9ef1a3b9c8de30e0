import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type BrowserContext, chromium, type Page, request } from "@playwright/test";
import sharp from "sharp";
import { requireMember } from "@/lib/channels/access";
import { openDirect } from "@/lib/channels/open-direct";
import { db } from "@/lib/db/client";
import { setPinned, setReaction } from "@/lib/messages/change-as-member";
import { postMessages } from "@/lib/messages/post-messages";
import { paths } from "@/lib/paths";
import { userDraft } from "@/lib/testing/factories";
import { createInvite } from "@/lib/users/invites";
import { setStatus } from "@/lib/users/status";
import { createDemo, type Demo } from "@/prisma/demo/create-demo";
import { ROOT } from "@/server/root";
import { chromiumLaunch } from "@/server/testing/chromium";
import { ConnectedParley } from "@/server/testing/connected-parley";
import setUp from "@/server/testing/global-setup";
import { type Furnished, IN_CHANNEL, ON_WEBHOOKS_TAB, pages, signedOutPages } from "./everything";
import { owner, seedChannel, seedSession, seedSilence, seedWebhook } from "./seed";

/*
 * Writes a screenshot of every page, dialog and state of the demo workspace to docs/tour, light and dark, at 1440 and 390 px.
 * `npm run tour -- inbox webhook` writes only those whose names contain one of these words.
 */

const FOLDER = path.join(ROOT, "docs", "tour");
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
const SCHEMES = ["light", "dark"] as const;
// Text stays sharp, and a screenshot takes about 20 KB.
const QUALITY = 60;
// How long a page may take until it looks finished. One that doesn't is shown as it is.
const SETTLE_MS = 3000;
/** What tools send, as `sender/fixture`: the messages of #alerts. */
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

type Shot = { name: string; path: string; open?: ((page: Page) => Promise<unknown>) | undefined; signedOut?: boolean };

const wanted = process.argv.slice(2);
const stopPostgres = await setUp();
const parley = await ConnectedParley.start();
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
  const demo = await createDemo(parley.baseUrl);
  process.env.BASE_URL = parley.baseUrl;
  const furnished = await furnishDemo(demo);
  const invite = await createInvite(await owner(), parley.baseUrl);
  const shots = shotsOf(furnished, new URL(invite.url).pathname).filter(
    ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
  );
  if (wanted.length === 0) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const cookie = { ...(await seedSession(demo.user)), url: parley.baseUrl, httpOnly: true, sameSite: "Lax" as const };
  for (const viewport of SIZES) {
    const options = {
      baseURL: parley.baseUrl,
      viewport,
      hasTouch: viewport.width < 768,
      reducedMotion: "reduce",
    } as const;
    const [member, stranger] = [await browser.newContext(options), await browser.newContext(options)];
    await member.addCookies([cookie]);
    for (const shot of shots) await take(shot, shot.signedOut ? stranger : member, viewport.width);
    await Promise.all([member.close(), stranger.close()]);
  }
  writeIndex();
}

/** Opens a page or state and writes it in both themes. What can't be opened at this width is listed at the end. */
async function take(shot: Shot, context: BrowserContext, width: number): Promise<void> {
  const page = await context.newPage();
  try {
    await page.goto(shot.path);
    await settle(page);
    await shot.open?.(page);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
      const file = path.join(FOLDER, `${shot.name}-${width}-${colorScheme}.webp`);
      await sharp(await page.screenshot())
        .webp({ quality: QUALITY })
        .toFile(file);
    }
    console.log(`${shot.name} ${width}`);
  } catch (error) {
    failed.push(`${shot.name} at ${width} px: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
  } finally {
    await page.close();
  }
}

/** Waits until images and animations are done and the page has hydrated. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle", { timeout: SETTLE_MS }).catch(() => {});
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** Lists the pages, dialogs and states in the order in which a person meets them. */
function shotsOf(furnished: Furnished, invite: string): Shot[] {
  const channel = paths.channel(furnished.channelId);
  const webhooks = paths.settings(furnished.channelId, "webhooks");
  const state = (at: string, [what, open]: (typeof IN_CHANNEL)[number]): Shot => ({
    name: slug(what),
    path: at,
    open: async (page) => (await open(page, furnished)).waitFor(),
  });
  // The same names in every run, without IDs.
  const named = (at: string) => {
    const withoutIds = at.replace(channel, "channel").replace(paths.channel(furnished.directId), "direct-message");
    return slug(
      withoutIds
        .replace(/\/\d{9,}/, "/log")
        .replace(/=\d{9,}/, "")
        .replace(invite, "invite"),
    );
  };
  return [
    ...signedOutPages(invite).map((at) => ({ name: `signed-out-${named(at)}`, path: at, signedOut: true })),
    ...pages(furnished).map((at) => ({ name: `page-${named(at)}`, path: at })),
    ...IN_CHANNEL.map((opening) => state(channel, opening)),
    ...ON_WEBHOOKS_TAB.map((opening) => state(webhooks, opening)),
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
async function furnishDemo(demo: Demo): Promise<Furnished> {
  const ada = await owner();
  const grace = { ...(await db().user.findFirstOrThrow({ where: { name: "Grace Hopper" } })), sessionId: 0n };
  const deploys = await requireMember(ada, BigInt(demo.channelId));
  const root = await db().message.findFirstOrThrow({
    where: { channelId: deploys.channel.id, userId: grace.id },
    select: { id: true, content: true },
  });
  await postMessages([
    userDraft(ada, deploys.channel, { content: "Back to normal since 09:52.", threadRootId: root.id }),
  ]);
  await setPinned(deploys, root.id, true);
  await setReaction(deploys, root.id, "🎉", true);
  await setStatus(grace, { text: "On call", emoji: "🚨", endsAt: null });
  const direct = await openDirect(ada, [grace.id]);
  const http = await request.newContext();
  await http.post(demo.webhookUrl, { data: { embeds: "no list" } });
  await seedSilence(await seedWebhook(demo.channelId, "Backup"), 30);
  const alerts = await seedWebhook(await seedChannel("alerts"), "Alerts");
  for (const name of SENT) {
    const [sender, fixture] = name.split("/");
    const file = path.join(ROOT, `lib/webhooks/senders/${sender}/fixtures/${fixture}.json`);
    const { headers, body } = JSON.parse(readFileSync(file, "utf8"));
    await http.post(alerts, { headers, data: body });
  }
  await http.dispose();
  return {
    name: "deploys",
    channelId: demo.channelId,
    directId: `${direct.id}`,
    webhook: "Pipeline",
    webhookId: demo.webhookId,
    rootId: `${root.id}`,
    message: root.content.slice(0, 30),
    grace: grace.name,
  };
}

/** Writes the page that lists the screenshots. */
function writeIndex(): void {
  const names = [...new Set(readdirSync(FOLDER).flatMap((file) => /^(.+)-1440-light\.webp$/.exec(file)?.[1] ?? []))];
  const image = (name: string, width: number, scheme: string) =>
    `<img src="${name}-${width}-${scheme}.webp" alt="${name}, ${scheme}, ${width} px" width="${width === 390 ? 100 : 370}">`;
  const rows = names.map((name) => {
    const images = SIZES.flatMap(({ width }) => SCHEMES.map((scheme) => image(name, width, scheme)));
    return `## ${name}\n\n${images.join(" ")}\n`;
  });
  const intro =
    "# Tour\n\nEvery page, dialog and state of the demo workspace. `npm run tour` writes these screenshots.\n";
  writeFileSync(path.join(FOLDER, "README.md"), `${intro}\n${rows.join("\n")}`);
}
