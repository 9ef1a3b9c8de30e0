import type { Page } from "@playwright/test";
import sharp from "sharp";
import { article, messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedWebhook } from "./seed";
import { asOwner, enter, expectAccessible, post } from "./steps";

const ELSEWHERE = "https://pictures.example";
const image = await sharp({ create: { width: 800, height: 400, channels: 3, background: "teal" } })
  .webp()
  .toBuffer();

const card = {
  title: "Pictured",
  image: { url: `${ELSEWHERE}/image.png` },
  thumbnail: { url: `${ELSEWHERE}/thumbnail.png` },
  author: { name: "Author", icon_url: `${ELSEWHERE}/author.png` },
  footer: { text: "Footer", icon_url: `${ELSEWHERE}/footer.png` },
};

/** Creates a channel in which a webhook has posted a card with every kind of image, then a text. */
async function setUp(page: Page): Promise<string> {
  await asOwner(page);
  const channelId = await seedChannel(`pictures-${Date.now()}`);
  const url = await seedWebhook(channelId, "Pictures");
  await post(page.request, url, { embeds: [card], avatar_url: `${ELSEWHERE}/avatar.png` });
  await post(page.request, url, { content: "what stands below" });
  return channelId;
}

/** Returns the positions of the parts of each message's content, except its large image. */
async function boxesOf(page: Page): Promise<object> {
  await expect(article(page, "what stands below")).toBeVisible();
  return messages(page).evaluate((region) =>
    [...region.querySelectorAll("[data-said]")].map((said) => {
      const whole = said.getBoundingClientRect();
      const parts = [...said.querySelectorAll("p:not([data-image] *), a:not([data-image] *)")].map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [part.tagName, x - whole.x, y - whole.y, width, height];
      });
      return [whole.width, parts];
    }),
  );
}

test("images from other sites load only through Parley, and missing ones are one line or keep their space", async ({
  page,
  baseURL,
}) => {
  const channelId = await setUp(page);
  const origins = new Set<string>();
  page.on("request", (request) => origins.add(new URL(request.url()).origin));

  // The host doesn't exist, so the images can't load.
  const refused = page.waitForResponse((response) => response.url().includes("/api/images/"));
  await page.goto(`/channels/${channelId}`);
  expect((await refused).status()).toBe(404);
  await expect(article(page, "Pictured").getByRole("link", { name: /^Open Image/ })).toHaveAttribute(
    "href",
    card.image.url,
  );
  await expect(article(page, "Pictured").locator("img")).toHaveCount(0);
  await expectAccessible(page, "images that can't be shown");
  const without = await boxesOf(page);

  const asked = new Set<string>();
  await page.route("**/api/images/**", async (route) => {
    const signed = Buffer.from(new URL(route.request().url()).pathname.split("/")[4] ?? "", "base64url").toString();
    // The author's id comes before the URL.
    asked.add(signed.replace(/^\d+ /, ""));
    await route.fulfill({ contentType: "image/webp", body: image });
  });
  await page.goto(`/channels/${channelId}`);
  const shown = article(page, "Pictured").locator("img");
  await expect(shown).toHaveCount(5);
  for (const each of await shown.all()) {
    await expect.poll(() => each.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800);
  }
  const names = ["author", "avatar", "footer", "image", "thumbnail"];
  expect([...asked].toSorted()).toEqual(names.map((name) => `${ELSEWHERE}/${name}.png`));
  expect(await boxesOf(page)).toEqual(without);
  expect([...origins]).toEqual([baseURL]);
});

test("no page loads an image directly from another site", async ({ page, baseURL }) => {
  await enter(page);
  const other = "http://127.0.0.1:9/seen.png";
  const blocked = await page.evaluate(
    (src) =>
      new Promise((resolve) => {
        document.addEventListener("securitypolicyviolation", (event) =>
          resolve([event.effectiveDirective, event.blockedURI]),
        );
        document.body.append(Object.assign(new Image(), { src }));
      }),
    other,
  );
  expect(blocked).toEqual(["img-src", other]);
  expect(new URL(page.url()).origin).toBe(baseURL);
});

test("an uploaded photo shows upright without its location, and the original can be downloaded", async ({ page }) => {
  await asOwner(page);
  const channelId = await seedChannel(`photos-${Date.now()}`);
  const url = await seedWebhook(channelId, "Camera");
  const photo = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: "olive" } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Make: "SecretCam" }, IFD3: { GPSLatitude: "51/1 30/1 0/1", GPSLatitudeRef: "N" } })
    .toBuffer();
  const broken = photo.subarray(0, 3000);
  const sent = await page.request.post(url.replace("/webhooks/incoming/", "/api/webhooks/"), {
    multipart: {
      payload_json: JSON.stringify({
        content: "Look",
        embeds: [{ title: "t", image: { url: "attachment://in-card.jpg" } }],
      }),
      "files[0]": { name: "photo.jpg", mimeType: "image/jpeg", buffer: photo },
      "files[1]": { name: "in-card.jpg", mimeType: "image/jpeg", buffer: photo },
      "files[2]": { name: "broken.jpg", mimeType: "image/jpeg", buffer: broken },
    },
  });
  expect(sent.ok(), await sent.text()).toBe(true);

  const bodies: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (response.ok() && response.url().includes("/api/attachments/")) bodies.push(response.body());
  });
  await page.goto(`/channels/${channelId}`);
  const message = article(page, "Look");
  const sizeOf = (name: string) =>
    message.getByRole("img", { name }).evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  await expect.poll(() => sizeOf("photo.jpg")).toEqual([427, 640]);
  await expect.poll(() => sizeOf("Image: t")).toEqual([427, 640]);
  // A broken image is shown as a file.
  await expect(message.getByRole("link", { name: "Download broken.jpg" })).toBeVisible();

  await message.getByRole("button", { name: "photo.jpg" }).click();
  const dialog = page.getByRole("dialog", { name: "photo.jpg" });
  await expect(dialog).toContainText("2000 × 3000");
  await expect
    .poll(() => dialog.getByRole("img").evaluate((image: HTMLImageElement) => image.naturalHeight))
    .toBe(2560);
  expect(bodies.length).toBeGreaterThanOrEqual(3);
  for (const body of await Promise.all(bodies)) expect(body.includes("SecretCam")).toBe(false);

  const download = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Download original" }).click();
  const stream = await (await download).createReadStream();
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  expect(Buffer.concat(chunks).equals(photo)).toBe(true);
});
