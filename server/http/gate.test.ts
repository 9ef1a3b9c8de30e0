import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { parseTarget, refusal } from "@/server/http/gate";

const MIB = 1024 * 1024;
const FORM = "multipart/form-data; boundary=x";

test.each([
  ["a message's files", "POST", "/api/channels/1/messages", FORM, 100 * MIB, null],
  ["more files than a message can have", "POST", "/api/channels/1/messages", FORM, 102 * MIB, 413],
  ["a scheduled message's files", "POST", "/api/scheduled", FORM, 100 * MIB, null],
  ["more files for a scheduled message", "POST", "/api/scheduled/1/files", FORM, 100 * MIB, null],
  ["a form for one of its files", "POST", "/api/scheduled/1/files/2", FORM, 2 * MIB, 413],
  ["an avatar", "POST", "/api/pictures", FORM, 10 * MIB + 2000, null],
  ["an avatar that's too large", "POST", "/api/pictures", FORM, 12 * MIB, 413],
  ["a custom emoji", "POST", "/api/emoji", FORM, 10 * MIB + 2000, null],
  ["an avatar's URL", "POST", "/api/pictures/a", FORM, 2 * MIB, 413],
  ["an image from Next's optimizer", "GET", "/_next/image?url=%2Ficon.png&w=64&q=75", "", 0, 404],
  ["a long message", "POST", "/api/channels/1/messages", "application/json", 2 * MIB, 413],
  ["a form at another path", "POST", "/api/channels/1/messages/2", FORM, 2 * MIB, 413],
  ["a form with another method", "PATCH", "/api/channels/1/messages", FORM, 2 * MIB, 413],
])("%s: %s %s of %s with %i bytes gets %o", (_, method, url, type, bytes, status) => {
  const headers = { host: "x", "content-type": type, "content-length": `${bytes}` };
  const request = { httpVersion: "1.1", method, url, headers } as unknown as IncomingMessage;
  expect(refusal(request, parseTarget(url))?.status ?? null).toBe(status);
});

test.each([
  ["/api//119905726742151742/token", 404],
  ["/api/../inbox", 404],
  ["/api/%2E%2e/inbox", 404],
  ["/channels/1/.", 404],
  ["/inbox\\x", 404],
  ["/api/attachments/1/..a.txt", null],
  ["/.well-known/security.txt", null],
  ["/inbox/", null],
])("%s gets %o, because Next would read another path", (url, status) => {
  const request = { httpVersion: "1.1", method: "GET", url, headers: { host: "x" } } as unknown as IncomingMessage;
  expect(refusal(request, parseTarget(url))?.status ?? null).toBe(status);
});

test.each([
  ["%5B%22%22%2C%7B%7D%2Cnull%2Cnull%2C16%5D", null],
  ['["",{"children":["x",{}]},null,"refetch"]', null],
  ['["",{"children":[["channelId","7","d",null],{},["/a","?b"],null,1,"x"]}]', null],
  ['["",{"children":[["channelId","7","di(..)(..)",["a"]],{}]}]', null],
  ['["",{"children":[["channelId","7","e",null],{}]}]', 400],
  ['["",{},null,"other"]', 400],
  ['["",{"children":["x"]}]', 400],
  [`${'["",{"a":'.repeat(1_600)}0${"}]".repeat(1_600)}`, 400],
  ["%5B", 400],
  ["%", 400],
  ["{}", 400],
  ["x".repeat(12_000), 400],
])("a page that says that it shows %s gets %o", (state, status) => {
  const headers = { host: "x", rsc: "1", "next-router-state-tree": state };
  const request = { httpVersion: "1.1", method: "GET", url: "/inbox", headers } as unknown as IncomingMessage;
  expect(refusal(request, parseTarget("/inbox"))?.status ?? null).toBe(status);
});
