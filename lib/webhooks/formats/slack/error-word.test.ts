import { expect, test } from "vitest";
import { slackWord } from "./error-word";

test.each([
  [{ status: 404, code: null }, "no_service"],
  [{ status: 403, code: "paused" as const }, "no_service"],
  [{ status: 403, code: "archived" as const }, "channel_is_archived"],
  [{ status: 400, code: "empty" as const }, "no_text"],
  [{ status: 400, code: "too_many_attachments" as const }, "too_many_attachments"],
  [{ status: 400, code: null }, "invalid_payload"],
  [{ status: 413, code: null }, "invalid_payload"],
  [{ status: 429, code: null }, "rate_limited"],
  [{ status: 503, code: null }, "server_error"],
])("%j is %s to Slack's clients", (failure, word) => {
  expect(slackWord(failure)).toBe(word);
});
