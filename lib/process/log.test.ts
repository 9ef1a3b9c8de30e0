import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { redactTokens } from "@/lib/process/log";
import { expectEffort } from "@/lib/testing/effort";
import { makeToken } from "@/lib/webhooks/endpoint/token";

const token = makeToken();
const id = "117441049634277085";

describe("a webhook's token is redacted", () => {
  test.each([
    ["a path", `/webhooks/incoming/${id}/${token}`],
    ["a URL", `POST https://chat.example:3000/webhooks/incoming/${id}/${token} 200`],
    ["a URL with a query", `https://chat.example/webhooks/incoming/${id}/${token}?wait=true&x=1`],
    ["a URL with a slash at its end", `https://chat.example/webhooks/incoming/${id}/${token}/`],
    ["Slack's URL", `/webhooks/incoming/${id}/${token}/slack`],
    ["Discord's URL", `/api/webhooks/${id}/${token}`],
    ["Discord's URL of a version", `/api/v10/webhooks/${id}/${token}/github?wait=1`],
    ["Discord's URL of a message", `/api/webhooks/${id}/${token}/messages/117441049634277086`],
    ["an encoded URL", encodeURIComponent(`https://chat.example/webhooks/incoming/${id}/${token}`)],
    [
      "an encoded URL in lower case",
      encodeURIComponent(`https://chat.example/api/webhooks/${id}/${token}`).toLowerCase(),
    ],
    ["a malformed id", `/webhooks/incoming/abc/${token}`],
    ["JSON", JSON.stringify({ url: `/webhooks/incoming/${id}/${token}` })],
    ["JSON in JSON", JSON.stringify(JSON.stringify({ url: `/webhooks/incoming/${id}/${token}` }))],
    ["quotes", `'/webhooks/incoming/${id}/${token}'`],
    ["a path with doubled slashes", `//webhooks//incoming//${id}//${token}`],
    ["a URL encoded twice", encodeURIComponent(encodeURIComponent(`/webhooks/incoming/${id}/${token}`))],
    ["JSON with escaped slashes", `{"url":"\\/webhooks\\/incoming\\/${id}\\/${token}"}`],
    ["an encoded id", `/webhooks/incoming/%31${id}/${token}`],
    ["another case", `/WEBHOOKS/Incoming/${id}/${token}`],
    ["two of them", `/webhooks/incoming/${id}/${token} /api/webhooks/${id}/${token}`],
    ["an error's stack", new Error(`fetch failed: http://x/webhooks/incoming/${id}/${token}`).stack ?? ""],
  ])("in %s", (_, text) => {
    const redacted = redactTokens(text);
    expect(redacted.toLowerCase()).not.toContain(token.toLowerCase().slice(0, 20));
    expect(redacted).toContain("[redacted]");
  });
});

test("hostile text takes little time", () => {
  for (const part of ["\\", "/", "webhooks/", "webhooks/a", "%2f", "%25"]) {
    const text = `webhooks/a${part.repeat(200_000)}`;
    // Quadratic work on this would take minutes.
    expectEffort(() => redactTokens(text), 500);
  }
});

test("text without a token stays as it is", () => {
  for (const text of [
    "/channels/1/settings/webhooks",
    "webhooks are fine",
    "/webhooks/incoming",
    "https://x/api/channels/1/messages",
  ]) {
    expect(redactTokens(text)).toBe(text);
  }
});

describe("the log", () => {
  let written = "";
  beforeEach(() => {
    written = "";
    vi.resetModules();
    vi.stubEnv("LOG_LEVEL", "info");
    vi.spyOn(process.stderr, "write").mockImplementation((chunk) => {
      written += String(chunk);
      return true;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  test("redacts fields, messages, errors, their causes and stacks, and stays JSON", async () => {
    const { log } = await import("@/lib/process/log");
    const url = `https://chat.example/webhooks/incoming/${id}/${token}`;
    const cause = new TypeError(`cause ${url}`);
    log.error(
      { err: new Error(`failed ${url}`, { cause }), url, nested: { list: [url, encodeURIComponent(url)] } },
      `at ${url}`,
    );
    expect(written).not.toContain(token);
    expect(JSON.parse(written)).toMatchObject({
      msg: `at https://chat.example/webhooks/incoming/${id}/[redacted]`,
      err: { message: expect.stringContaining("failed"), stack: expect.stringContaining("log.test.ts") },
    });
  });
});

test.each([
  ["a reset link", `https://chat.example/reset-password#${token}`],
  ["an encoded reset link", encodeURIComponent(`https://chat.example/reset-password#${token}`)],
  ["the link that stops mails", `POST /api/stop-mail/${id}-${token.slice(0, 32)} 204`],
  ["an encoded link that stops mails", encodeURIComponent(`/stop-mail/${id}-${token.slice(0, 32)}`)],
])("%s is redacted too", (_, text) => {
  expect(redactTokens(text)).not.toContain(token.slice(0, 20));
  expect(redactTokens(text)).toContain("[redacted]");
});
