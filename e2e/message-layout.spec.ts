import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { article, messages } from "./finders";
import { expect, test } from "./fixtures";
import { numbered, seedChannel, seedDemoCards, seedPosts, seedWebhook } from "./seed";
import { asOwner, post, write } from "./steps";

const MEASURE = 700;
const WIDE = 1100;

const card = {
  title: "build 513 passed",
  description: "First paragraph.\n\nSecond paragraph.\n\n## A heading\n\n- a list",
  color: 3055203,
  fields: ["Branch", "Commit", "Took", "Runner"].map((name) => ({ name, value: "`main`", inline: true })),
  footer: { text: "Pipeline" },
};
const wide = `\`\`\`text\n${"a line that is wider than any channel ".repeat(10)}\n\`\`\``;

/** Creates a channel with a busy tool's posts and, below them, two short messages of a person. */
async function setUp(page: Page, request: APIRequestContext): Promise<void> {
  await asOwner(page);
  const name = `layout-${Date.now()}`;
  const channelId = await seedChannel(name);
  const url = await seedWebhook(channelId, "CI");
  await post(request, url, { content: "deploy 3" });
  await post(request, url, { embeds: [{ title: "api 1841 passed", color: 3055203 }] });
  await post(request, url, { content: "build 4" });
  const messageId = await post(request, url, { content: "One.\n\nTwo.", embeds: [card, card] });
  await post(request, url, { content: `It said:\n${wide}\nTrying again.` });
  await post(request, url, { content: "a thread", thread_key: "one" });
  await post(request, url, { content: "an answer", thread_key: "one" });
  const files = await request.post(url.replace("/webhooks/incoming/", "/api/webhooks/"), {
    multipart: {
      payload_json: JSON.stringify({ content: "with a file" }),
      "files[0]": { name: "report.txt", mimeType: "text/plain", buffer: Buffer.from("all well\n") },
    },
  });
  expect(files.ok(), await files.text()).toBe(true);
  await page.goto(`/channels/${channelId}`);
  const reacted = await page.request.put(`/api/channels/${channelId}/messages/${messageId}/reactions/🎉`, {
    headers: { Origin: new URL(page.url()).origin },
  });
  expect(reacted.ok(), await reacted.text()).toBe(true);
  await write(page, name, "a person says");
  await write(page, name, "two things");
  await expect(messages(page).getByRole("list", { name: "Reactions" })).toBeVisible();
  await expect(messages(page).getByRole("article")).toHaveCount(9);
}

/** Returns the smallest distance between two adjacent messages and the largest between two parts of one. */
function gaps(page: Page): Promise<{ between: number; within: number }> {
  return messages(page).evaluate((region) => {
    const flows = (element: Element) => getComputedStyle(element).position !== "absolute";
    const boxes = (element: Element) =>
      [...element.children].filter(flows).map((child) => child.getBoundingClientRect());
    const all = [...region.querySelectorAll("article")];
    const columns = all.map((each) => boxes(each)[1] ?? new DOMRect());
    const between = columns.slice(1).map((box, at) => box.top - (columns[at]?.bottom ?? 0));
    const within = all.flatMap((each) =>
      [...each.querySelectorAll("*")].flatMap((part) => {
        const inside = boxes(part).filter(({ height }) => height > 0);
        return inside.slice(1).map((box, at) => box.top - (inside[at]?.bottom ?? 0));
      }),
    );
    return { between: Math.min(...between), within: Math.max(...within) };
  });
}

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error("It is not on the page.");
  return box;
}

function cardOf(message: Locator): Locator {
  return message.locator("[data-card]");
}

const opacity = (time: Locator) =>
  time.evaluate((element) => getComputedStyle(element.parentElement ?? element).opacity);

test("tools' messages show their time and a person's grouped ones on hover and focus; at every width and density, messages are further apart than their parts, and prose and cards share a column", async ({
  page,
  request,
}) => {
  await setUp(page, request);
  const timeOf = (text: string) => article(page, text).locator("time").first();
  for (const text of ["api 1841 passed", "build 4", "One."]) {
    expect(await opacity(timeOf(text))).toBe("1");
  }
  const time = timeOf("two things");
  expect(await opacity(time)).toBe("0");
  await article(page, "two things").hover();
  await expect.poll(() => opacity(time)).toBe("1");
  await page.mouse.move(0, 0);
  await expect.poll(() => opacity(time)).toBe("0");
  await article(page, "two things").focus();
  await expect.poll(() => opacity(time)).toBe("1");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => opacity(time)).toBe("0");
  // The time is beside the first line, whether that's text or a card's title.
  const middle = async (locator: Locator) => {
    const box = await boxOf(locator);
    return box.y + box.height / 2;
  };
  for (const text of ["api 1841 passed", "build 4"]) {
    const line = article(page, text).getByText(text);
    await expect.poll(async () => Math.abs((await middle(timeOf(text))) - (await middle(line)))).toBeLessThanOrEqual(2);
  }
  await page.mouse.move(0, 0);

  for (const density of ["comfortable", "compact"]) {
    await page.locator("html").evaluate((html, value) => html.setAttribute("data-density", value), density);
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const where = `${density}, ${width} px`;
      await expect(async () => {
        const { between, within } = await gaps(page);
        expect(within, where).toBeGreaterThan(0);
        expect(between, where).toBeGreaterThan(within + 1);

        const code = article(page, "It said:").locator("figure");
        const wholes = [
          cardOf(article(page, "api 1841 passed")),
          cardOf(article(page, "One.")).first(),
          article(page, "with a file").getByRole("listitem"),
          article(page, "One.").getByText("One."),
        ];
        const first = await boxOf(article(page, "It said:").getByText("It said:"));
        expect(first.width, where).toBeLessThanOrEqual(MEASURE);
        if (width === 1440) expect(first.width).toBe(MEASURE);
        for (const whole of wholes) {
          expect(await boxOf(whole), where).toMatchObject({ x: first.x, width: first.width });
        }
        // Code may be wider than prose where the window has room.
        const wide = await boxOf(code);
        expect(wide, where).toMatchObject({ x: first.x });
        expect(wide.width, where).toBeLessThanOrEqual(WIDE);
        expect(wide.width > first.width, where).toBe(width === 1440);
        expect(await code.locator("pre").evaluate((pre) => pre.scrollWidth > pre.clientWidth)).toBe(true);
        expect(await messages(page).evaluate((region) => region.scrollWidth <= region.clientWidth)).toBe(true);
      }).toPass();
    }
  }
});

test("ten ordinary cards fit on a screen, without fields beside empty space on a phone", async ({ page, request }) => {
  await asOwner(page);
  const channelId = await seedChannel(`ten-${Date.now()}`);
  const url = await seedWebhook(channelId, "CI");
  const field = (name: string, value: string) => ({ name, value, inline: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/channels/${channelId}`);
  for (let build = 1; build <= 12; build++) {
    await post(request, url, {
      embeds: [
        {
          title: `api #${build} passed`,
          url: "https://ci.example/1",
          description: "412 tests passed, coverage 91.4%.",
          color: 0x2f9e63,
          author: { name: "Ada Lovelace" },
          fields: [field("Branch", "`main`"), field("Commit", "`4f9c1e2`"), field("Duration", "4m 12s")],
          footer: { text: "Pipeline" },
          timestamp: "2026-11-20T09:14:05Z",
        },
      ],
    });
  }
  await expect(cardOf(article(page, "api #12 passed"))).toBeInViewport({ ratio: 1 });
  await expect(cardOf(article(page, "api #3 passed"))).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  const lines = () =>
    cardOf(article(page, "api #12 passed"))
      .locator("dl > div")
      .evaluateAll((fields) => fields.map((each) => Math.round(each.getBoundingClientRect().height)));
  await expect.poll(lines).toEqual([18, 18, 18]);
});

test("a day's name covers no text: it's at the top only while someone scrolls", async ({ page }) => {
  await asOwner(page);
  const channelId = await seedChannel(`day-${Date.now()}`);
  await seedPosts(await seedWebhook(channelId, "CI"), numbered(1, 60));
  await page.goto(`/channels/${channelId}`);
  const pill = messages(page).locator("[data-day] > span");
  const shown = () => pill.evaluate((element) => getComputedStyle(element).opacity);
  // It starts at the first unread message.
  await expect(article(page, "message 1.")).toBeInViewport();
  await expect.poll(shown).toBe("0");
  await messages(page).hover();
  await page.mouse.wheel(0, 600);
  await expect.poll(shown).toBe("1");
  await expect(pill).toBeInViewport();
  await expect.poll(shown).toBe("0");
});

test("thirty cards of eight tools take 75 px each, all of one width, and none overflows at any width", async ({
  page,
}) => {
  await asOwner(page);
  const channelId = await seedChannel(`tools-${Date.now()}`);
  await seedDemoCards(channelId);
  await page.setViewportSize({ width: 1440, height: 3000 });
  await page.goto(`/channels/${channelId}`);
  await expect(messages(page).getByRole("article")).toHaveCount(30);
  const measured = () =>
    messages(page).evaluate((region) => {
      const boxes = [...region.querySelectorAll("article")].map((each) => each.getBoundingClientRect());
      const cards = [...region.querySelectorAll("[data-card]")];
      return {
        average: ((boxes.at(-1)?.bottom ?? 0) - (boxes[0]?.top ?? 0)) / boxes.length,
        widths: [...new Set(cards.map((each) => each.getBoundingClientRect().width))],
        overflowing: cards.filter((each) => each.scrollWidth > each.clientWidth).length,
        scrolls: region.scrollWidth > region.clientWidth,
      };
    });
  await expect.poll(async () => (await measured()).average).toBeLessThanOrEqual(75);
  for (const width of [1440, 1024, 768, 390]) {
    await page.setViewportSize({ width, height: 3000 });
    await expect(async () => {
      const { widths, overflowing, scrolls } = await measured();
      expect([widths.length, overflowing, scrolls], `${width} px`).toEqual([1, 0, false]);
    }).toPass();
  }
});

test("a card that is over is one line once newer messages follow, and opens in place", async ({ page }) => {
  await asOwner(page);
  const channelId = await seedChannel(`over-${Date.now()}`);
  await seedDemoCards(channelId);
  await page.setViewportSize({ width: 1440, height: 3000 });
  await page.goto(`/channels/${channelId}`);
  const over = messages(page).getByRole("article").filter({ hasText: "Queue of mails is longer than 500" });
  await expect(over).not.toContainText("mailer");
  await over.getByRole("button", { name: "Show the whole card" }).click();
  await expect(over).toContainText("mailer");
});
