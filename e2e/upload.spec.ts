import { existsSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { crc32, deflateSync } from "node:zlib";
import type { Locator, Page, Route } from "@playwright/test";
import { pdf } from "@/lib/testing/pdf";
import { article, composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel } from "./seed";
import { asOwner, enterChannel, expectAccessible, withCompanion, write } from "./steps";

const MIB = 1024 * 1024;

/** Makes a gray PNG of this size. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0], 8);
  const pixels = Buffer.alloc((width + 1) * height, 140);
  for (let row = 0; row < height; row += 1) pixels[row * (width + 1)] = 0;
  const parts = [chunk("IHDR", head), chunk("IDAT", deflateSync(pixels)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]);
}

const image = { name: "chart.png", mimeType: "image/png", buffer: png(1120, 640) };
const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Some notes.\n") };

/** Creates a channel, opens it and waits until its events arrive. */
async function setUp(page: Page): Promise<{ name: string; channelId: string }> {
  const name = `upload-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  await expect(composer(page, name)).toBeFocused();
  return { name, channelId };
}

function tray(page: Page) {
  return page.getByRole("list", { name: "Files to send" });
}

async function choose(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach or insert" }).last().click();
  await page.getByRole("menuitem", { name: "Upload files" }).click();
  await (await chooser).setFiles(files);
}

/** Pastes or drops files on the element. The files are made in the page. */
async function give(
  target: Locator,
  kind: "dragover" | "drop" | "paste",
  files: [name: string, bytes: number][],
): Promise<void> {
  await target.evaluate(
    (element, { kind, files }) => {
      const data = new DataTransfer();
      for (const [name, bytes] of files) data.items.add(new File([new Uint8Array(bytes)], name));
      const all = { bubbles: true, cancelable: true };
      if (kind === "paste") element.dispatchEvent(new ClipboardEvent(kind, { ...all, clipboardData: data }));
      else element.dispatchEvent(new DragEvent(kind, { ...all, dataTransfer: data }));
    },
    { kind, files },
  );
}

test("chosen files are sent, appear live for another person and open large", async ({ page, browser }) => {
  const name = `upload-${Date.now()}`;
  const { theirs: hers, context } = await withCompanion(page, browser, name);
  await page.bringToFront();
  await expect(composer(page, name)).toBeFocused();
  await choose(page, [image, notes]);
  await expect(tray(page).getByRole("listitem")).toHaveText([/chart\.png/, /notes\.txt.*12 bytes/]);
  await expect(composer(page, name)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(tray(page)).toBeHidden();
  await expect(messages(page).getByRole("link", { name: "Download notes.txt" })).toHaveAttribute("href", /^\/api\//);

  const article = messages(hers).getByRole("article").filter({ hasText: "notes.txt" });
  const preview = article.getByRole("img", { name: "chart.png" });
  await expect(preview).toBeVisible();
  await expect.poll(() => preview.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(1120);
  await article.getByRole("button", { name: "chart.png" }).click();
  await expect(hers.getByRole("dialog", { name: "chart.png" })).toContainText("1120 × 640");
  await hers.keyboard.press("Escape");

  // In the thread, a reply can also consist of files only.
  await article.hover();
  await article.getByRole("button", { name: "Reply in thread" }).click();
  const thread = hers.getByRole("region", { name: "Thread" });
  await expect(thread.getByRole("textbox", { name: "Reply" })).toBeFocused();
  await choose(hers, [notes]);
  await thread.getByRole("button", { name: "Send" }).click();
  await expect(thread.getByRole("feed").getByText("notes.txt").first()).toBeVisible();
  await expect(messages(page).getByRole("button", { name: /^1 reply/ })).toBeVisible();
  await context.close();
});

test("files can be pasted, also on a message, dropped, removed and rejected, and stay attached while another channel is open", async ({
  page,
}) => {
  const { name } = await setUp(page);
  await give(composer(page, name), "paste", [["a.txt", 3]]);
  await expect(tray(page).getByRole("listitem")).toHaveText([/a\.txt/]);
  await give(messages(page), "dragover", [["b.txt", 1]]);
  await expect(page.getByText(`Drop files to attach them to #${name}`)).toBeVisible();
  await give(messages(page), "drop", [
    ["b.txt", 2048],
    ["film.mov", 25 * MIB + 1],
    ["none.txt", 0],
  ]);
  await expect(page.getByText(`Drop files to attach them to #${name}`)).toBeHidden();
  await expect(tray(page).getByRole("listitem")).toHaveText([/a\.txt/, /b\.txt.*2 KiB/]);
  await expect(page.getByRole("alert").filter({ hasText: "film.mov" })).toHaveText(
    /"film\.mov" is too large\. A file can be at most 25 MiB\.\s*"none\.txt" is empty/,
  );
  await page.getByRole("button", { name: "Remove a.txt" }).press("Enter");
  await expect(page.getByRole("button", { name: "Remove b.txt" })).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "a.txt removed" })).toBeAttached();

  const channels = page.getByRole("navigation", { name: "Channels" });
  await channels.getByRole("link", { name: "general" }).click();
  await expect(composer(page, "general")).toBeFocused();
  await expect(tray(page)).toBeHidden();
  await channels.getByRole("link", { name }).click();
  await expect(tray(page).getByRole("listitem")).toHaveText([/b\.txt/]);
  await page.getByRole("button", { name: "Remove b.txt" }).click();
  await expect(composer(page, name)).toBeFocused();
  await expect(page.getByRole("button", { name: "Send" })).toBeDisabled();

  await write(page, name, "look at this");
  await give(article(page, "look at this"), "paste", [["beside.txt", 20]]);
  await expect(tray(page)).toContainText("beside.txt");
  await expect(composer(page, name)).toBeFocused();
});

test("a failed or canceled upload keeps its text and files, and Retry sends them once", async ({ page, request }) => {
  const { name, channelId } = await setUp(page);
  const sends = "**/api/channels/*/messages";
  let attempts = 0;
  const waiting: Route[] = [];
  await page.route(sends, async (route) => {
    if (route.request().method() === "POST") attempts += 1;
    if (attempts === 1) await route.abort();
    else if (attempts === 2) waiting.push(route);
    else await route.continue();
  });
  await page.keyboard.type("Look at this");
  await choose(page, [image, notes]);
  await page.getByRole("button", { name: "Send" }).click();
  const article = messages(page).getByRole("article");
  const queued = article.getByRole("status");
  const failed = article.getByRole("alert");
  await expect(queued).toContainText("Waiting to be sent.");
  await expect(article).toContainText("Look at this");
  await expect(article.getByRole("img", { name: "chart.png" })).toBeVisible();

  await queued.getByRole("button", { name: "Retry" }).click();
  await expect(article.getByRole("progressbar", { name: "Uploading 2 files" })).toBeVisible();
  // Messages without files don't wait for uploads.
  await write(page, name, "meanwhile");
  await article.getByRole("button", { name: "Cancel uploading 2 files" }).click();
  await expect(failed).toContainText("You canceled the upload.");

  const size = async () => {
    const box = await article.getByRole("img", { name: "chart.png" }).boundingBox();
    return [box?.width, box?.height];
  };
  const before = await size();
  await failed.getByRole("button", { name: "Retry" }).click();
  const download = article.getByRole("link", { name: "Download notes.txt" });
  await expect(download).toHaveAttribute("href", /^\/api\//);
  await expect.poll(size).toEqual(before);
  const url = await download.evaluate((link: HTMLAnchorElement) => link.href);
  expect((await request.get(url)).status()).toBe(401);
  expect(await (await page.request.get(url)).text()).toBe("Some notes.\n");
  await page.goto(`/channels/${channelId}`);
  await expect(article).toHaveText([/meanwhile/, /Look at this/]);
  await expect(composer(page, name)).toHaveValue("");
});

test("an interrupted upload leaves nothing on disk", async ({ page, context, parley }) => {
  await asOwner(page);
  const channelId = await seedChannel(`upload-${Date.now()}`);
  const directory = path.join(parley.dataDir, "uploads", "incoming");
  const incoming = () => (existsSync(directory) ? readdirSync(directory) : []);
  const { hostname, port } = new URL(parley.baseUrl);
  const socket = connect(Number(port), hostname);
  const cookie = (await context.cookies()).map((each) => `${each.name}=${each.value}`).join("; ");
  socket.write(
    [
      `POST /api/channels/${channelId}/messages HTTP/1.1`,
      `Host: ${new URL(parley.baseUrl).host}`,
      `Cookie: ${cookie}`,
      "Content-Type: multipart/form-data; boundary=x",
      `Content-Length: ${4 * MIB}`,
      "",
      "--x",
      'Content-Disposition: form-data; name="files"; filename="half.bin"',
      "",
      "x".repeat(MIB),
    ].join("\r\n"),
  );
  await expect.poll(() => incoming().length).toBe(1);
  socket.destroy();
  await expect.poll(() => incoming().length).toBe(0);
});

/** Makes a second of silence. */
function wav(): Buffer {
  const rate = 8_000;
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + rate, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(rate, 40);
  return Buffer.concat([head, Buffer.alloc(rate, 128)]);
}

test("a PDF shows its first page and a broken one only its name, a sound plays in place, and a text file shows its start with its language's colors", async ({
  page,
}) => {
  const { name } = await setUp(page);
  const report = pdf("BT /F1 48 Tf 50 740 Td (Quarterly report) Tj ET 0.2 0.4 0.9 rg 50 400 300 250 re f");
  const broken = Buffer.from(`%PDF-1.7 broken ${Date.now()}`);
  await choose(page, [
    { name: "report.pdf", mimeType: "application/pdf", buffer: report },
    { name: "broken.pdf", mimeType: "application/pdf", buffer: broken },
  ]);
  await write(page, name, "Read this");
  const read = messages(page).getByRole("article").filter({ hasText: "Read this" });
  const firstPage = read.getByRole("img", { name: "First page of report.pdf" });
  await firstPage.scrollIntoViewIfNeeded();
  await expect.poll(() => firstPage.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1120);
  await expect(read.getByRole("link", { name: "First page of report.pdf" })).toHaveAttribute("download", "report.pdf");
  await read.getByRole("link", { name: "Download broken.pdf" }).scrollIntoViewIfNeeded();
  await expect(read.getByRole("img", { name: "First page of broken.pdf" })).toHaveCount(0);

  const code = { name: "retry.ts", mimeType: "text/plain", buffer: Buffer.from("const tries: number = 3;\n") };
  const binary = { name: "broken.txt", mimeType: "text/plain", buffer: Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x81]) };
  await choose(page, [{ name: "silence.wav", mimeType: "audio/wav", buffer: wav() }, code, binary]);
  await write(page, name, "Listen");
  const said = messages(page).getByRole("article").filter({ hasText: "Listen" });
  const player = said.locator("audio");
  await expect(player).toHaveAttribute("aria-label", "silence.wav");
  await player.evaluate((audio: HTMLAudioElement) => audio.play());
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0);

  await said.getByRole("button", { name: "Show retry.ts" }).click();
  await expect(said.locator("pre")).toContainText("const tries: number = 3;");
  await expect(said.locator("pre span").first()).toBeVisible();
  await expectAccessible(page, "a PDF, a sound and a text file");
  await said.getByRole("button", { name: "Hide retry.ts" }).click();
  await expect(said.locator("pre")).toHaveCount(0);
  await said.getByRole("button", { name: "Show broken.txt" }).click();
  await expect(said.getByRole("alert")).toContainText("isn't a text");
});
