import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { parseTarget, refusal } from "@/server/http/gate";

const MIB = 1024 * 1024;
const FORM = "multipart/form-data; boundary=x";

test.each([
  ["a message's files", "POST", "/api/channels/1/messages", FORM, 100 * MIB, null],
  ["more files than a message can have", "POST", "/api/channels/1/messages", FORM, 102 * MIB, 413],
  ["an avatar", "POST", "/api/pictures", FORM, 10 * MIB + 2000, null],
  ["a larger avatar than there can be", "POST", "/api/pictures", FORM, 12 * MIB, 413],
  ["an avatar's own address", "POST", "/api/pictures/a", FORM, 2 * MIB, 413],
  ["an avatar that Next would make", "GET", "/_next/image?url=%2Ficon.png&w=64&q=75", "", 0, 404],
  ["a long message", "POST", "/api/channels/1/messages", "application/json", 2 * MIB, 413],
  ["a form to somewhere else", "POST", "/api/channels/1/messages/2", FORM, 2 * MIB, 413],
  ["a form with another method", "PATCH", "/api/channels/1/messages", FORM, 2 * MIB, 413],
])("%s: %s %s of %s with %i bytes is answered with %o", (_, method, url, type, bytes, status) => {
  const headers = { host: "x", "content-type": type, "content-length": `${bytes}` };
  const request = { httpVersion: "1.1", method, url, headers } as unknown as IncomingMessage;
  expect(refusal(request, parseTarget(url))?.status ?? null).toBe(status);
});
