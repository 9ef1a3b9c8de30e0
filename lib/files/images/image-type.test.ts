import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HEAD_BYTES, imageTypeOf } from "@/lib/files/images/image-type";
import { expectEffort } from "@/lib/testing/effort";
import { images } from "@/lib/testing/images";

describe("a file's image type", () => {
  test.each([
    ["image/png", images.png(640, 480)],
    ["image/gif", images.gif(640, 480)],
    ["image/webp", images.webp(640, 480)],
    ["image/jpeg", images.jpeg(640, 480)],
    ["image/jpeg", images.jpeg(640, 480, 1)],
    ["image/jpeg", images.jpeg(480, 640, 6)],
    ["image/avif", images.avif([640, 480])],
    ["image/avif", images.avif([64, 48], [640, 480])],
  ])("is %s, recognized by its bytes, with its displayed size", (contentType, head) => {
    expect(imageTypeOf(head)).toEqual({ contentType, width: 640, height: 480 });
  });

  test.each([
    ["a text", Buffer.from("Hello")],
    ["nothing", Buffer.alloc(0)],
    ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a PNG that ends early", images.png(9, 9).subarray(0, 20)],
    ["a JPEG without a frame", images.jpeg(9, 9).subarray(0, 24)],
    ["an image of no width", images.png(0, 9)],
    ["an image of billions of pixels", images.png(65_000, 65_000)],
    ["an image of absurd width", images.png(4_000_000_000, 1)],
    ["TIFF", Buffer.from("II*\0\x08\0\0\0\0\0\0\0\0\0", "latin1")],
    ["ICNS", Buffer.from("icns\0\0\0\0ic07\0\0\0\0", "latin1")],
    ["HEIC", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1")],
    ["JPEG XL", Buffer.from("\0\0\0\x0cJXL \r\n\x87\n", "latin1")],
    ["AVIF with a box without size", Buffer.from("\0\0\0\0ftypavif\0\0\0\0\0\0\0\0meta\0\0\0\0", "latin1")],
    ["AVIF with a box beyond its end", Buffer.from("\xff\xff\xff\xffftypavif\0\0\0\0", "latin1")],
  ])("is unknown for %s", (_name, head) => expect(imageTypeOf(head)).toBeNull());

  test("never throws, even for data that starts like an image", () => {
    const starts = [images.png(9, 9), images.gif(9, 9), images.webp(9, 9), images.jpeg(9, 9, 6), images.avif([9, 9])];
    const hostile = fc
      .tuple(fc.constantFrom(...starts), fc.nat(60), fc.uint8Array({ maxLength: 400 }))
      .map(([start, kept, rest]) => Buffer.concat([start.subarray(0, Math.max(kept, 12)), rest]));
    fc.assert(fc.property(hostile, (head) => void imageTypeOf(head)));
  });

  // The most expensive inputs per byte for each parser.
  test.each([
    ["JPEG of zeros", Buffer.concat([images.jpeg(9, 9).subarray(0, 4), Buffer.alloc(HEAD_BYTES)])],
    [
      "JPEG of empty segments",
      Buffer.concat([images.jpeg(9, 9).subarray(0, 4), Buffer.alloc(HEAD_BYTES, "\0\x02\xff\0", "latin1")]),
    ],
    ["AVIF of many sizes", images.avif(...Array.from({ length: 9_000 }, (): [number, number] => [9, 9]))],
    [
      "AVIF of many sizes, then crumbs",
      Buffer.concat([
        images.avif(...Array.from({ length: 800 }, (): [number, number] => [9, 9])),
        Buffer.alloc(HEAD_BYTES),
      ]),
    ],
  ])("takes little time to detect for a hostile %s", (_name, head) => {
    expectEffort(() => imageTypeOf(head), 50);
  });
});
