import { expect, test } from "vitest";
import { resumeFrom } from "@/lib/streams/open-stream";

test.each([
  ["the page's revision", 7n, "5", null, 5],
  ["the last one received", 7n, null, "7:9", 9],
  ["the later of both", 7n, "5", "7:9", 9],
  ["the later of both, whichever that is", 7n, "12", "7:9", 12],
  ["zero", 7n, "0", null, 0],
  ["nothing, when it knows none", 7n, null, null, null],
  ["the page's, when the last one was of another channel", 7n, "5", "8:9", 5],
  ["nothing, when the last one was of another channel", 7n, null, "8:9", null],
  ["nothing, when no channel is open", null, null, "7:9", null],
  ["nothing, when what it says makes no sense", 7n, "-1", "7:x", null],
  ["nothing, when what it says is too large", 7n, "9999999999999999", "7", null],
])("a reader resumes from %s", (_, channelId, rev, lastEventId, from) => {
  expect(resumeFrom(channelId, rev, lastEventId)).toBe(from);
});
