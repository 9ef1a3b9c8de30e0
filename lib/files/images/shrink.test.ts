import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp, { type Create, type Sharp } from "sharp";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { shrinkImage, UnshowableImage } from "@/lib/files/images/shrink";
import { images } from "@/lib/testing/images";

const directory = mkdtempSync(path.join(tmpdir(), "parley-shrink-"));
let files = 0;
afterAll(() => rmSync(directory, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

function put(bytes: Uint8Array): string {
  const file = path.join(directory, `${files++}`);
  writeFileSync(file, bytes);
  return file;
}

const plain = (width: number, height: number, background: Create["background"] = "red"): Sharp =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false });

const shown = async (bytes: Uint8Array, size: "preview" | "large" = "preview") => {
  const image = await shrinkImage(put(bytes), size, { by: 1n });
  return { image, facts: await sharp(image, { animated: true }).metadata() };
};

describe("a displayed image", () => {
  test.each(["png", "jpeg", "gif", "webp", "avif"] as const)("is a WebP that fits, made from %s", async (format) => {
    const bytes = await plain(2000, 1000)[format]().toBuffer();
    expect((await shown(bytes)).facts).toMatchObject({ format: "webp", width: 1120, height: 560 });
    expect((await shown(bytes, "large")).facts).toMatchObject({ format: "webp", width: 2000, height: 1000 });
  });

  test("is upright, without location and camera metadata", async () => {
    const bytes = await plain(600, 300)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Make: "SecretCam" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
      .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>SecretXmp</x:xmpmeta>")
      .toBuffer();
    expect(bytes.includes("SecretCam") && bytes.includes("SecretXmp")).toBe(true);
    const { image, facts } = await shown(bytes);
    expect(facts).toMatchObject({ width: 300, height: 600 });
    expect([facts.exif, facts.xmp, facts.iptc, facts.icc, facts.orientation]).toEqual(Array(5).fill(undefined));
    expect(image.includes("Secret")).toBe(false);
  });

  test("keeps a small drawing pixel by pixel", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const bytes = await sharp({ create: { width: 90, height: 60, channels: 3, noise, background: "red" } })
      .png()
      .toBuffer();
    const pixels = (input: Uint8Array) => sharp(input).removeAlpha().raw().toBuffer();
    expect(await pixels((await shown(bytes)).image)).toEqual(await pixels(bytes));
  });

  test("stays animated, unless that is too much", async () => {
    const film = async (side: number, frames: number) => {
      const inputs = await Promise.all(
        Array.from({ length: frames }, (_, index) =>
          plain(side, side, { r: index * 60, g: 0, b: 0 })
            .png()
            .toBuffer(),
        ),
      );
      return sharp(inputs, { join: { animated: true } })
        .gif()
        .toBuffer();
    };
    const { facts } = await shown(await film(1280, 3));
    expect(facts).toMatchObject({ format: "webp", pages: 3, width: 640, pageHeight: 640 });
    const still = (await shown(await film(3000, 3))).facts;
    expect(still).toMatchObject({ width: 640, height: 640 });
    expect(still.pages ?? 1).toBe(1);
  });

  test("can have 100 megapixels", async () => {
    const bytes = await plain(10_000, 10_000).jpeg().toBuffer();
    expect((await shown(bytes)).facts).toMatchObject({ width: 640, height: 640 });
  });
});

test.each<[string, () => Promise<Uint8Array>]>([
  ["a text", async () => Buffer.from("<html>")],
  ["nothing", async () => Buffer.alloc(0)],
  ["an SVG", async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ["an SVG behind a picture's first bytes", async () => Buffer.concat([images.png(9, 9), Buffer.from("<svg/>")])],
  ["a TIFF", async () => plain(9, 9).tiff().toBuffer()],
  ["a picture that ends after its head", async () => images.png(640, 480)],
  ["a picture that breaks off", async () => (await plain(640, 480).jpeg().toBuffer()).subarray(0, 2000)],
  ["a picture of too many pixels", async () => images.png(60_000, 60_000)],
  ["an AVIF that takes too much to unfold", async () => images.avif([9000, 9000])],
])("%s isn't shown", async (_, bytes) => {
  await expect(shrinkImage(put(await bytes()), "preview", { by: 1n })).rejects.toThrow(UnshowableImage);
});

test("an image with too many pixels isn't displayed", async () => {
  const file = put(await plain(1200, 1000).png().toBuffer());
  expect((await shrinkImage(file, "preview", { by: 1n })).byteLength).toBeGreaterThan(0);
  vi.stubEnv("TEST_LIMITS", "image-pixels=1000000");
  await expect(shrinkImage(file, "preview", { by: 1n })).rejects.toThrow("1200000 pixels");
});

test("an image with more data than its header says isn't decoded", async () => {
  // The header of a small image, followed by a large one's frames.
  const large = await plain(9000, 9000).webp({ lossless: true }).toBuffer();
  const head = images.webp(10, 10);
  head.writeUInt32LE(head.length - 8 + large.length - 12, 4);
  head.writeUInt32LE(10, 16);
  const file = put(Buffer.concat([head, large.subarray(12)]));
  vi.stubEnv("TEST_LIMITS", "image-pixels=1000000");
  await expect(shrinkImage(file, "preview", { by: 1n })).rejects.toThrow(UnshowableImage);
});

test("one person's many large images delay another's by one", async () => {
  const file = put(await plain(2100, 2000).jpeg().toBuffer());
  const order: bigint[] = [];
  const make = (by: bigint) => shrinkImage(file, "preview", { by }).then(() => order.push(by));
  await Promise.all([1n, 1n, 1n, 1n, 1n, 1n, 2n].map(make));
  expect(order.indexOf(2n)).toBeLessThan(2);
});

test("an image that no one waits for anymore isn't converted", async () => {
  const file = put(await plain(2100, 2000).jpeg().toBuffer());
  const leaving = new AbortController();
  const [made, left] = [undefined, leaving.signal].map((signal) => shrinkImage(file, "preview", { by: 1n, signal }));
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: "unavailable" });
  expect((await made)?.byteLength).toBeGreaterThan(0);
});
