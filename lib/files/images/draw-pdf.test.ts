import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { drawPdf } from "@/lib/files/images/draw-pdf";
import { UnshowableImage } from "@/lib/files/images/shrink";
import { pdf } from "@/lib/testing/pdf";

const directory = mkdtempSync(path.join(tmpdir(), "parley-pdf-"));
let files = 0;
afterAll(() => rmSync(directory, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

const drawn = (bytes: Uint8Array, { by = 1n, signal }: { by?: bigint; signal?: AbortSignal } = {}) => {
  const file = path.join(directory, `${files++}`);
  writeFileSync(file, bytes);
  return drawPdf(file, "preview", { by, signal });
};

const RED = "1 0 0 rg 0 421 595 421 re f";
// More curves than are drawn in a second.
const slow = () =>
  pdf(
    Array.from({ length: 300_000 }, (_, n) => {
      const at = (...by: number[]) => by.map((each) => (n * each) % 800).join(" ");
      return `${at(1, 7)} m ${at(13, 3, 5, 11, 17, 19)} c S`;
    }).join(" "),
  );

test("a PDF's first page is an image on white that fits", async () => {
  const image = await drawn(pdf(RED));
  expect(await sharp(image).metadata()).toMatchObject({ format: "webp", width: 1120, height: 1585 });
  const colors = async (top: number) => {
    const { dominant } = await sharp(
      await sharp(image).extract({ left: 0, top, width: 1120, height: 700 }).toBuffer(),
    ).stats();
    return dominant;
  };
  expect(await colors(0)).toMatchObject({ r: 248, g: 8, b: 8 });
  expect(await colors(800)).toMatchObject({ r: 248, g: 248, b: 248 });
  expect(await sharp(await drawn(pdf(RED, [1920, 1080]))).metadata()).toMatchObject({ width: 1120, height: 630 });
  expect(await sharp(await drawn(pdf(RED, [1, 14_400]))).metadata()).toMatchObject({ width: 1, height: 1600 });
});

test.each([
  ["a broken PDF", () => Buffer.from("%PDF-1.4 nothing")],
  ["a PDF without a page", () => Buffer.from(`${pdf(RED)}`.replace("/Kids [3 0 R] /Count 1", "/Kids [] /Count 0"))],
  ["a PDF that takes too much memory", () => pdf("0 0 500 500 re f ".repeat(1_500_000))],
])("%s isn't shown", async (_, bytes) => {
  await expect(drawn(bytes())).rejects.toThrow(UnshowableImage);
});

test("a PDF that is too large isn't read", async () => {
  const file = path.join(directory, `${files++}`);
  writeFileSync(file, pdf(RED));
  truncateSync(file, 129 * 2 ** 20);
  await expect(drawPdf(file, "preview", { by: 1n })).rejects.toThrow("it's too large");
});

test("a PDF that takes too long isn't shown, and the next one is", async () => {
  vi.stubEnv("TEST_LIMITS", "pdf-seconds=1");
  await expect(drawn(slow())).rejects.toThrow("it takes too long");
  vi.unstubAllEnvs();
  expect((await drawn(pdf(RED))).byteLength).toBeGreaterThan(0);
});

test("a PDF that no one waits for anymore isn't drawn to its end", async () => {
  const leaving = new AbortController();
  const left = drawn(slow(), { signal: leaving.signal });
  setImmediate(() => leaving.abort());
  await expect(left).rejects.toMatchObject({ code: "unavailable" });
});

test("a slow PDF doesn't hold up another person's, and a second one of the same person waits", async () => {
  vi.stubEnv("TEST_LIMITS", "pdf-seconds=100");
  const leaving = new AbortController();
  const ended: string[] = [];
  const draw = (name: string, bytes: Uint8Array, by: bigint) =>
    drawn(bytes, { by, signal: leaving.signal }).then(
      () => ended.push(name),
      () => ended.push(`${name} left`),
    );
  const [slowOne, next] = [draw("slow", slow(), 1n), draw("next", pdf(RED), 1n)];
  await draw("other", pdf(RED), 2n);
  await draw("another", pdf(RED), 3n);
  leaving.abort();
  await Promise.all([slowOne, next]);
  expect(ended.slice(0, 2)).toEqual(["other", "another"]);
  expect(ended.slice(2).sort()).toEqual(["next left", "slow left"]);
});
