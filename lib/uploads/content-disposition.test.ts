import { expect, test } from "vitest";
import { contentDisposition } from "@/lib/uploads/content-disposition";

test.each([
  ["image/png", "a.png", `inline; filename="a.png"; filename*=UTF-8''a.png`],
  ["application/octet-stream", "a.html", `attachment; filename="a.html"; filename*=UTF-8''a.html`],
  ["text/html", "a.html", `attachment; filename="a.html"; filename*=UTF-8''a.html`],
  ["image/svg+xml", "a.svg", `attachment; filename="a.svg"; filename*=UTF-8''a.svg`],
  [
    "image/png",
    'q"\\%41é(1)\u{1f600}.png',
    `inline; filename="q___41_(1)_.png"; filename*=UTF-8''q%22%5C%2541%C3%A9%281%29%F0%9F%98%80.png`,
  ],
  ["image/png", "a\r\nSet-Cookie: x", `inline; filename="a__Set-Cookie: x"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x`],
])("%s named %j", (contentType, name, header) => {
  expect(contentDisposition(contentType, name)).toBe(header);
  expect(() => new Headers({ "Content-Disposition": header })).not.toThrow();
});
