import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StreamEvent } from "@/lib/live/streams/types";
import type { MessageDto } from "@/lib/messages/dto";
import { aMessage } from "@/lib/testing/message";
import { typingText, typists } from "./typing-names";

let shown: string[] = [];
let channel: ReturnType<typeof typists>;
beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
  channel = typists({ channelId: "1", threadId: null, myId: "9" }, (names) => {
    shown = names;
  });
});
afterEach(() => {
  channel.stop();
  vi.useRealTimers();
});

function typing(
  people: [id: string, name: string, ago?: number][],
  threadId: string | null = null,
  channelId = "1",
): StreamEvent {
  return { type: "typing", channelId, threadId, people: people.map(([id, name, ago = 0]) => [id, name, ago]) };
}

function written(id: string, seq: number, threadId: string | null = null): StreamEvent {
  const author = { kind: "user", id, name: "", avatarUrl: null };
  const message = { seq, author, threadId } as MessageDto;
  return { type: "changes", channelId: "1", rev: seq, messages: [message] };
}

test("a person is shown for six seconds after their last typing event", () => {
  channel.hear(typing([["2", "Ada"]]));
  vi.advanceTimersByTime(4_000);
  channel.hear(
    typing([
      ["2", "Ada"],
      ["3", "Grace"],
    ]),
  );
  expect(shown).toEqual(["Ada", "Grace"]);
  vi.advanceTimersByTime(5_900);
  expect(shown).toEqual(["Ada", "Grace"]);
  vi.advanceTimersByTime(200);
  expect(shown).toEqual([]);
});

test("a person's message ends their typing, even if an older typing event arrives after it", () => {
  channel.hear(
    typing([
      ["2", "Ada"],
      ["3", "Grace"],
    ]),
  );
  channel.hear(written("2", 5));
  expect(shown).toEqual(["Grace"]);
  channel.hear(typing([["2", "Ada"]]));
  expect(shown).toEqual(["Grace"]);
  vi.advanceTimersByTime(3_000);
  // A busy server sends the event late.
  channel.hear(typing([["2", "Ada", 3_001]]));
  expect(shown).toEqual(["Grace"]);
  channel.hear(typing([["2", "Ada", 100]]));
  expect(shown).toEqual(["Grace", "Ada"]);
});

test("an edited message and a reply in a thread don't end typing in the channel", () => {
  channel.hear(written("3", 8));
  channel.hear(typing([["2", "Ada"]]));
  channel.hear(written("2", 7));
  channel.hear(written("2", 9, "77"));
  expect(shown).toEqual(["Ada"]);
});

test("people typing in another channel or a thread aren't shown, nor is the reader", () => {
  channel.hear(typing([["9", "Me"]]));
  channel.hear(typing([["2", "Ada"]], "77"));
  channel.hear(typing([["2", "Ada"]], null, "2"));
  expect(shown).toEqual([]);
});

test("the text names one or two people, or says that several are typing", () => {
  expect(typingText([])).toBeNull();
  expect(typingText(["Ada"])).toBe("Ada is typing…");
  expect(typingText(["Ada", "Grace"])).toBe("Ada and Grace are typing…");
  expect(typingText(["Ada", "Grace", "Alan"])).toBe("Several people are typing…");
});

test("a typing event older than the person's message is ignored, even if it is handled late", () => {
  const author = { kind: "user" as const, id: "2", name: "Grace", avatarUrl: null };
  const said: StreamEvent = { type: "typing", channelId: "1", threadId: null, people: [["2", "Grace", 0]] };
  channel.hear({ type: "changes", channelId: "1", rev: 1, messages: [aMessage({ seq: 1, author })] }, 1_000);
  channel.hear(said, 1_500);
  expect(shown).toEqual([]);
  channel.hear(said, 4_000);
  expect(shown).toEqual(["Grace"]);
});
