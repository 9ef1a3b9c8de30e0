import { expect, test } from "vitest";
import { contentDisposition } from "@/lib/files/uploads/serve-attachment";

test.each([
  ["inline", "a.png", `inline; filename="a.png"; filename*=UTF-8''a.png`],
  ["attachment", "a.html", `attachment; filename="a.html"; filename*=UTF-8''a.html`],
  [
    "attachment",
    'q"\\%41é(1)\u{1f600}.png',
    `attachment; filename="q\\"__41_(1)_.png"; filename*=UTF-8''q%22%5C%2541%C3%A9%281%29%F0%9F%98%80.png`,
  ],
  ["inline", "a\r\nSet-Cookie: x", `inline; filename="a__Set-Cookie: x"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x`],
] as const)("%s named %j", (disposition, name, header) => {
  expect(contentDisposition(disposition, name)).toBe(header);
  expect(() => new Headers({ "Content-Disposition": header })).not.toThrow();
});
