import { article, composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedPerson, seedWebhook } from "./seed";
import { asOwner, enterChannel, expectAccessible, GRACE, post, write } from "./steps";

test("buttons with a URL become links, and buttons without one are left out", async ({ page, request }) => {
  await asOwner(page);
  const channelId = await seedChannel(`text-${Date.now()}`);
  const url = await seedWebhook(channelId, "CI");
  const button = (label: string, to?: string) => ({
    type: "button",
    text: { type: "plain_text", text: label },
    url: to,
  });
  const response = await request.post(`${url}/slack`, {
    data: {
      text: "Disk full",
      blocks: [
        { type: "section", text: { type: "mrkdwn", text: "Disk full on <example.com/db1|db1> :rotating_light:" } },
        { type: "actions", elements: [button("Acknowledge"), button("Open runbook", "https://example.com/runbook")] },
        {
          type: "context",
          elements: [
            { type: "image", image_url: "https://example.com/on-call.png", alt_text: "On call" },
            { type: "mrkdwn", text: "Ada" },
          ],
        },
      ],
      attachments: [
        {
          title: "Details",
          text: "92 %",
          actions: [{ type: "button", text: "Graph", url: "https://example.com/graph" }],
        },
      ],
    },
  });
  expect(await response.text()).toBe("ok");
  await post(request, url, { content: ":rocket: out, at 10:30:45 with `:tada:`" });
  await page.goto(`/channels/${channelId}`);
  const full = article(page, "Disk full");
  await expect(full.getByRole("link", { name: "db1" })).toHaveAttribute("href", "https://example.com/db1");
  const runbook = full.getByRole("link", { name: "Open runbook" });
  await expect(runbook).toHaveAttribute("href", "https://example.com/runbook");
  await expect(runbook).toHaveAttribute("target", "_blank");
  await expect(full.getByRole("link", { name: "Graph" })).toBeVisible();
  await expect(full).not.toContainText("Acknowledge");
  await expect(full).toContainText("On call Ada");
  await expect(full.getByRole("link", { name: "On call" })).toHaveCount(0);
  await expect(messages(page).getByText("🚀 out, at 10:30:45 with :tada:")).toBeVisible();
});

test("a link whose text names a different host shows where it leads, also on a phone", async ({ page, request }) => {
  await asOwner(page);
  const channelId = await seedChannel(`links-${Date.now()}`);
  const url = await seedWebhook(channelId, "CI");
  const label = `bank.example/${"login-".repeat(20)}`;
  await post(request, url, {
    content: `Sign in: [https://bank.example](https://evil.example/x), read [the report](https://evil.example/report)`,
    embeds: [{ title: label, url: "https://evil.example/x" }],
  });
  await request.post(`${url}/slack`, {
    data: {
      text: "Choose",
      attachments: [
        { text: "a way", actions: [{ type: "button", text: label.slice(0, 70), url: "https://evil.example/x" }] },
      ],
    },
  });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/channels/${channelId}`);
    const full = article(page, "Sign in");
    await expect(full.getByRole("link", { name: "https://bank.example (leads to evil.example)" })).toBeVisible();
    await expect(full.getByRole("link", { name: "the report", exact: true })).toBeVisible();
    for (const link of [
      full.getByRole("link", { name: /login-.*\(leads to evil\.example\)/ }),
      article(page, "Choose").getByRole("link", { name: /login-.*\(leads to evil\.example\)/ }),
    ]) {
      await expect(async () => {
        const box = await link.getByText("(leads to evil.example)").boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width);
      }).toPass();
    }
  }
  await expectAccessible(page, "links that lead elsewhere, on a phone");
});

test("emoji names and people's names that you type become emoji and mentions", async ({ page }) => {
  const name = `typed-${Date.now()}`;
  const grace = { ...GRACE, email: `grace.${Date.now()}@example.com`, name: `Grace Hopper ${Date.now()}` };
  await seedPerson(grace);
  await enterChannel(page, name);
  await composer(page, name).focus();
  await page.keyboard.type(":roc");
  await expect(page.getByRole("option").first()).toContainText(":rocket:");
  await page.keyboard.press("Enter");
  await expect(composer(page, name)).toHaveValue("🚀 ");
  await write(page, name, `${grace.name.toLowerCase()} or @${grace.name.toLowerCase()}: pasted :tada:`);
  const message = article(page, "pasted 🎉");
  await expect(message.getByText(`@${grace.name}`, { exact: true })).toBeVisible();
});

test("pins and threads show messages without Markdown syntax", async ({ page }) => {
  const name = `pins-${Date.now()}`;
  await enterChannel(page, name);
  await write(page, name, `**Deploy** of [api](https://example.com/a_b) with \`npm ci\` ${name}`);
  const reads = `Deploy of api with npm ci ${name}`;
  await article(page, name).hover();
  await article(page, name).getByRole("button", { name: "Reply in thread" }).click();
  await page.getByRole("textbox", { name: "Reply" }).fill("an answer");
  await page.getByRole("textbox", { name: "Reply" }).press("Enter");
  await expect(page.getByRole("region", { name: "Thread" }).getByRole("article")).toHaveCount(2);
  await article(page, name).first().hover();
  await article(page, name).first().getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Pin/ }).click();
  await page.getByRole("button", { name: "Pinned messages, 1" }).click();
  const panel = page.getByRole("dialog", { name: "Pinned messages" });
  await expect(panel.getByText(reads, { exact: true })).toBeVisible();
  await page.goto("/inbox?show=threads");
  await expect(page.getByRole("main").getByText(reads)).toBeVisible();
});

test("lists, quotes, tables and code have their marks where their text begins", async ({ page, request }) => {
  await asOwner(page);
  const name = `directions-${Date.now()}`;
  const channelId = await seedChannel(name);
  const url = await seedWebhook(channelId, "CI");
  const content =
    "- عنصر أول\n- [x] مهمة\n- `npm run` ثم\n- English\n\n1. أول\n2. ثان\n\n> اقتباس\n\n| عمود | b |\n| --- | --- |\n| قيمة | 1 |\n\n```\nlet code = 1;\n```";
  await post(request, url, {
    content,
    embeds: [{ title: "بناء", description: "> اقتباس\n\n- عنصر", fields: [{ name: "الفرع", value: "رئيسي" }] }],
  });
  await page.goto(`/channels/${channelId}`);
  const message = article(page, "عنصر أول");
  await expect(message).toBeVisible();
  const marks = (selector: string) =>
    message.locator(selector).evaluateAll((elements) =>
      elements.map((element) => {
        const { marginLeft, marginRight, paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } =
          getComputedStyle(element);
        const sum = (...sizes: string[]) => sizes.reduce((all, size) => all + Number.parseFloat(size), 0);
        const [left, right] = [
          sum(marginLeft, paddingLeft, borderLeftWidth),
          sum(marginRight, paddingRight, borderRightWidth),
        ];
        return left === right ? "none" : left > right ? "left" : "right";
      }),
    );
  expect(await marks("li")).toEqual(["right", "right", "right", "left", "right", "right", "right"]);
  expect(await marks("blockquote")).toEqual(["right", "right"]);
  const [first, second] = await message.locator("th").all();
  expect((await first?.boundingBox())?.x).toBeGreaterThan((await second?.boundingBox())?.x ?? 0);
  await expect(message.locator("pre")).toHaveCSS("direction", "ltr");
  await expect(message.locator("li code")).toHaveCSS("direction", "ltr");
  await composer(page, name).fill("مرحبا\nhello");
  await expect(composer(page, name)).toHaveCSS("direction", "rtl");
});
