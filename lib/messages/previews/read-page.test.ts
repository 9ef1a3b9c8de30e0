import { expect, test } from "vitest";
import { Budget } from "@/lib/text/budget";
import { readPage } from "./read-page";

const LIMITS = { nodes: 1_000, depth: 16, characters: 10_000 };
const read = (html: string, contentType = "text/html") =>
  readPage({ url: "https://www.site.example/a/b", contentType, body: Buffer.from(html, "latin1") }, new Budget(LIMITS));

test("OpenGraph's words come before Twitter's and HTML's", () => {
  expect(
    read(`<!doctype html><title>HTML</title><meta name="twitter:title" content="Twitter">
      <META PROPERTY="og:title" CONTENT="Open &amp; Graph"><meta property="og:site_name" content="Site">
      <meta name=description content="  Two\n lines "><meta property="og:image" content="../c.png">`),
  ).toEqual({
    title: "Open & Graph",
    description: "Two lines",
    site: "Site",
    image: "https://www.site.example/c.png",
  });
});

test("the host stands for a missing site name, and only web images count", () => {
  expect(read('<title>A</title><meta property="og:image" content="data:image/png;base64,AA">')).toEqual({
    title: "A",
    description: null,
    site: "site.example",
    image: null,
  });
});

test("the page's charset is respected, and long texts are cut", () => {
  expect(read("<title>Caf\xe9</title>", "text/html; charset=iso-8859-1")).toMatchObject({ title: "Café" });
  expect(read("<title>Caf\xe9 \x96 5 \x80</title>", "text/html; charset=windows-1252")).toMatchObject({
    title: "Café – 5 €",
  });
  expect(read(`<meta charset="shift_jis"><title>\x82\xa0</title>`)).toMatchObject({ title: "あ" });
  const long = read(`<title>${"x".repeat(1_000)}</title>`, "text/html; charset=nonsense");
  expect(long?.title).toBe(`${"x".repeat(255)}…`);
});

test("what the body says doesn't count, however it begins", () => {
  for (const begins of ["<body>", "<head></head>", "<p>", "<html>".repeat(20)]) {
    expect(read(`${begins}<title>Not me</title>`)).toBeNull();
  }
});

test("no more is read than the budget has", () => {
  expect(read(`${"<meta>".repeat(999)}<title>A</title>`)).toMatchObject({ title: "A" });
  expect(read(`${"<meta>".repeat(1_000)}<title>A</title>`)).toBeNull();
  expect(() => read(" ".repeat(10_001))).toThrow("more characters");
});
