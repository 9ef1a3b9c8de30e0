import { expect, test } from "vitest";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import { draftsIn } from "./drafts-in";

test("drafts are listed latest first, with their channel, and only in channels that the person is in", () => {
  const channel = (id: string) => ({ id, name: `channel ${id}` }) as SidebarChannelDto;
  const draft = (text: string, at?: number, channelId?: string) => ({
    text,
    marks: {},
    ...(at !== undefined && { at }),
    ...(channelId !== undefined && { channelId }),
  });
  const stored = new Map([
    ["1", draft("before this was kept")],
    ["2", draft("in a channel", 10, "2")],
    ["77", draft("in a thread", 20, "1")],
    ["3", draft("in a channel that they left", 30, "3")],
    ["88", draft("in a thread somewhere")],
  ]);
  const listed = draftsIn([channel("1"), channel("2")], stored);
  expect(listed.map(({ channel: { id }, threadId, draft: { text } }) => [id, threadId, text])).toEqual([
    ["1", "77", "in a thread"],
    ["2", null, "in a channel"],
    ["1", null, "before this was kept"],
  ]);
});
