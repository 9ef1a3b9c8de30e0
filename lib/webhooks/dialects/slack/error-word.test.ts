import { expect, test } from "vitest";
import { slackWord } from "@/lib/webhooks/dialects/slack/error-word";

test.each([
  [{ status: 404, kind: null }, "no_service"],
  [{ status: 403, kind: "paused" as const }, "no_service"],
  [{ status: 403, kind: "archived" as const }, "channel_is_archived"],
  [{ status: 400, kind: "empty" as const }, "no_text"],
  [{ status: 400, kind: "too_many_attachments" as const }, "too_many_attachments"],
  [{ status: 400, kind: null }, "invalid_payload"],
  [{ status: 413, kind: null }, "invalid_payload"],
  [{ status: 429, kind: null }, "rate_limited"],
  [{ status: 503, kind: null }, "server_error"],
])("%j is %s to Slack's clients", (failure, word) => {
  expect(slackWord(failure)).toBe(word);
});
