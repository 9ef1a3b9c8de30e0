import { expect, test } from "vitest";
import { isOwnFile, toOpen } from "./outside-link";

test.each([
  ["/api/attachments/42/a%20b.png", true],
  ["/api/attachments/42/", false],
  ["/api/attachments/x/a.png", false],
  ["/api/attachments/42/../../auth/signout", false],
  ["/api/attachments/42/a.png?x", false],
  ["/api/attachments/42/a.png?size=large", true],
  ["/api/attachments/42/a.png?size=large&x", false],
  ["//evil.example/api/attachments/42/a.png", false],
  ["https://evil.example/api/attachments/42/a.png", false],
  ["/account", false],
  [undefined, false],
])("%s: %s", (href, own) => expect(isOwnFile(href)).toBe(own));

test.each([
  ["/api/attachments/42/a.png", "/api/attachments/42/a.png?size=large"],
  ["https://x.y/api/attachments/42/a.png", "https://x.y/api/attachments/42/a.png"],
  ["javascript:x", "javascript:x"],
])("%s is opened at %s", (url, opened) => expect(toOpen(url)).toBe(opened));
