import { expect, test } from "vitest";
import type { ChannelDto } from "@/lib/channels/dto";
import type { MessageDto } from "@/lib/messages/dto";
import {
  excess,
  hasRoom,
  inOrder,
  MOST_CHANNELS,
  MOST_CHARACTERS,
  MOST_FILE_BYTES,
  MOST_MESSAGES,
  toKept,
} from "./bounds";
import type { KeptUnsent } from "./types";

const channel = (fields: Partial<ChannelDto> = {}): ChannelDto => ({
  id: "7",
  name: "deploys",
  topic: "What goes out",
  kind: "public",
  webhookManagers: "members",
  whoPosts: "everyone",
  webhooksMayMentionEveryone: false,
  archived: false,
  retention: { own: null, workspace: null },
  createdAt: "2026-11-20T10:00:00Z",
  memberCount: 3,
  role: "member",
  canManage: false,
  canManageWebhooks: true,
  lastReadSeq: 4,
  notifications: "all",
  allReplies: false,
  ...fields,
});

const message = (seq: number, content = "hello"): MessageDto => ({
  id: `${seq}`,
  channelId: "7",
  seq,
  rev: seq,
  author: { kind: "user", id: "1", name: "Grace", avatarUrl: null },
  content,
  embeds: [],
  parsed: [],
  attachments: [],
  mentions: [],
  mentionsEveryone: false,
  reactions: [],
  pinned: false,
  threadId: null,
  thread: null,
  nonce: null,
  createdAt: "2026-11-20T10:00:00Z",
  editedAt: null,
  updateCount: 0,
  deleted: false,
});

const unsent = (nonce: string, createdAt: string): KeptUnsent => ({
  nonce,
  channelId: "7",
  threadId: null,
  content: nonce,
  files: [],
  createdAt,
  error: null,
  offline: true,
});

test("a channel is stored with its latest messages and only the fields needed to read it", () => {
  const all = Array.from({ length: MOST_MESSAGES + 20 }, (_, index) => message(index + 1));
  const kept = toKept(channel(), all, 42);
  expect(kept).toMatchObject({ id: "7", at: 42 });
  expect(kept?.channel).toEqual({ id: "7", name: "deploys", kind: "public", topic: "What goes out", canWrite: true });
  expect(kept?.messages.map(({ seq }) => seq)).toEqual(all.slice(20).map(({ seq }) => seq));
});

test("archived channels are stored read-only, and those of non-members aren't stored", () => {
  expect(toKept(channel({ archived: true }), [], 1)?.channel.canWrite).toBe(false);
  expect(toKept(channel({ role: null }), [message(1)], 1)).toBeNull();
});

test("long messages displace older ones, and a message that is too long isn't stored", () => {
  const long = "x".repeat(MOST_CHARACTERS / 2);
  const seqs = (messages: MessageDto[]) => toKept(channel(), messages, 1)?.messages.map(({ seq }) => seq);
  expect(seqs([message(1), message(2, long), message(3, long), message(4)])).toEqual([3, 4]);
  expect(seqs([message(1), message(2, long + long)])).toEqual([]);
});

test("channels the user has left go first, then the least recently read", () => {
  const ids = Array.from({ length: MOST_CHANNELS + 3 }, (_, index) => `${index}`);
  expect(excess(ids, null)).toEqual(["0", "1", "2"]);
  expect(excess(ids, new Set(ids.filter((id) => id !== "9")))).toEqual(["0", "1", "9"]);
  expect(excess(["1"], new Set())).toEqual(["1"]);
  expect(excess([], null)).toEqual([]);
});

test("messages wait in the order they were written", () => {
  const [a, b, c] = [
    unsent("z", "2026-11-20T10:00:00.001Z"),
    unsent("y", "2026-11-20T10:00:00.002Z"),
    unsent("x", "2026-11-20T10:00:00.002Z"),
  ];
  expect(inOrder([b, c, a]).map(({ nonce }) => nonce)).toEqual(["z", "y", "x"]);
});

test("only small files are stored", () => {
  const file = (size: number) => ({ key: "k", file: { size } as File, pixels: null });
  expect(hasRoom({ files: [] })).toBe(true);
  expect(hasRoom({ files: [file(MOST_FILE_BYTES - 1), file(1)] })).toBe(true);
  expect(hasRoom({ files: [file(MOST_FILE_BYTES), file(1)] })).toBe(false);
});
