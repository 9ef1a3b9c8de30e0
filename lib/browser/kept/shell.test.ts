import { expect, test } from "vitest";
import { BUILT_FILES, filesOf, OFFLINE_FONTS } from "./shell";

test("every file that a page needs is found, without duplicates", () => {
  const html = `<link rel="stylesheet" href="/_next/static/chunks/a1.css"/><script src="/_next/static/chunks/b2-~.js" async="" nonce="x"></script>
    <script nonce="x">self.__next_f.push([1,"I[7,[\\"/_next/static/chunks/b2-~.js\\",\\"/_next/static/chunks/c3.js\\"]"])</script>
    <link rel="preload" href="/_next/static/media/inter-latin-wght-normal.d4.woff2" as="font"/><img src="/_next/static/media/no.png">`;
  expect(filesOf(html, BUILT_FILES)).toEqual([
    "/_next/static/chunks/a1.css",
    "/_next/static/chunks/b2-~.js",
    "/_next/static/chunks/c3.js",
    "/_next/static/media/inter-latin-wght-normal.d4.woff2",
  ]);
});

test("the fonts that most texts need are picked", () => {
  const css =
    "@font-face{src:url(../media/inter-latin-wght-italic.1.woff2)format()}@font-face{src:url('../media/jetbrains-mono-cyrillic-wght-normal.2.woff2')}" +
    '@font-face{src:url("../media/jetbrains-mono-latin-wght-normal.3.woff2")}@font-face{src:url(../media/inter-latin-ext-wght-normal.4.woff2)}' +
    "@font-face{src:url(../media/emoji.5.woff2)}@font-face{src:url(../media/emoji-common.6.woff2)}";
  expect(filesOf(css, OFFLINE_FONTS)).toEqual([
    "inter-latin-wght-italic.1.woff2",
    "jetbrains-mono-latin-wght-normal.3.woff2",
    "emoji-common.6.woff2",
  ]);
});
