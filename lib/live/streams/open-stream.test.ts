import { expect, test } from "vitest";
import { resumeFrom } from "@/lib/live/streams/open-stream";

test.each([
  ["the page's revision", 7n, "5", null, 5],
  ["the last one received", 7n, null, "7:9", 9],
  ["the later of both", 7n, "5", "7:9", 9],
  ["the later of both, even if it's the page's", 7n, "12", "7:9", 12],
  ["zero", 7n, "0", null, 0],
  ["nothing if it names none", 7n, null, null, null],
  ["the page's revision if the last one is from another channel", 7n, "5", "8:9", 5],
  ["nothing if the last one is from another channel", 7n, null, "8:9", null],
  ["nothing if no channel is open", null, null, "7:9", null],
  ["nothing if the revisions are invalid", 7n, "-1", "7:x", null],
  ["nothing if the revisions are too large", 7n, "9999999999999999", "7", null],
])("a reader resumes from %s", (_, channelId, rev, lastEventId, from) => {
  expect(resumeFrom(channelId, rev, lastEventId)).toBe(from);
});
