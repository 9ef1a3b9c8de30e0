import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { breakable } from "./breakable";

const html = (text: string) => renderToStaticMarkup(breakable(text));

test("long words break after dots, slashes and hyphens only", () => {
  expect(html("registry.example.com/ferry/tickets:5.1-rc")).toBe(
    "registry.<wbr/>example.<wbr/>com/<wbr/>ferry/<wbr/>tickets:5.<wbr/>1-<wbr/>rc",
  );
  expect(html("on https://a.example/very/long")).toBe("on https://<wbr/>a.<wbr/>example/<wbr/>very/<wbr/>long");
  for (const text of ["a-b c.d/e", "Donaudampfschifffahrtsgesellschaft", ""]) expect(html(text)).toBe(text);
});

test("a text of nothing but dots and slashes stays whole and small", () => {
  const text = "a/".repeat(5_000);
  expect(html(text).replaceAll("<wbr/>", "")).toBe(text);
  expect(html(text).split("<wbr/>").length).toBeLessThan(60);
});
