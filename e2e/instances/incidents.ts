import { expect, test } from "vitest";
import type { IncidentActKind, MessageDto } from "@/lib/messages/dto";
import type { HistoryPageDto, IncidentPageDto } from "@/lib/messages/incidents/dto";
import { makeMember, makeUser, makeWebhook } from "@/lib/testing/factories";
import { exchange } from "../endpoint/exchange";
import { cookieHeader } from "../session-cookie";
import { listenTo } from "./event-stream";
import { nextUrl, until } from "./two-instances";

const RED = 0xcf222e;
const GREEN = 0x1a7f37;

test("two outages of one thing, with thread and update keys: what either instance posts and does, both show", async () => {
  const made = await makeWebhook();
  const { id, channelId } = made.webhook;
  const ann = await makeUser({ name: "Ann" });
  await makeMember({ id: channelId }, ann);
  const cookie = await cookieHeader(ann);
  const post = async (color: number, description: string) => {
    const embeds = [{ title: "Disk", description, color }];
    const { status, body } = await exchange(nextUrl(), {
      path: `/webhooks/incoming/${id}/${made.token}`,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ embeds, update_key: "disk", thread_key: "disk" }),
    });
    expect(status).toBe(200);
    return (JSON.parse(body) as { messageId: string }).messageId;
  };
  const read = async <T>(path: string, url: string): Promise<T> => {
    const answer = await fetch(url + path, { headers: { Cookie: cookie } });
    expect(answer.status).toBe(200);
    return (await answer.json()) as T;
  };
  const act = async (messageId: string, kind: IncidentActKind) => {
    const url = nextUrl();
    const path = `/api/channels/${channelId}/messages/${messageId}/incident`;
    const headers = { Cookie: cookie, Origin: url, "Content-Type": "application/json" };
    const answer = await fetch(url + path, { method: "PATCH", headers, body: JSON.stringify({ act: kind }) });
    expect(answer.status).toBe(200);
    return (await answer.json()) as MessageDto;
  };
  const streams = [await listenTo(nextUrl(), cookie, channelId), await listenTo(nextUrl(), cookie, channelId)];
  const latest = (stream: (typeof streams)[number], of: string) =>
    stream.events.flatMap((event) => (event.type === "changes" ? event.messages : [])).findLast((m) => m.id === of);
  /** Both instances list it as open or resolved, and both streams have the card as it is. */
  const bothShow = async (card: string, groups: { open: string[]; resolved: number }, shown: Partial<MessageDto>) => {
    for (const url of [nextUrl(), nextUrl()]) {
      const page = await read<IncidentPageDto>(`/api/incidents?channel=${channelId}`, url);
      expect(page.items.map(({ message }) => message.id)).toEqual(groups.open);
      expect(page.resolved).toHaveLength(groups.resolved);
    }
    for (const stream of streams) await until(() => expect(latest(stream, card)).toMatchObject(shown));
  };

  const card = await post(RED, "2 % left");
  await act(card, "acknowledge");
  await bothShow(card, { open: [card], resolved: 0 }, { incident: expect.objectContaining({ again: false }) });
  expect(await post(GREEN, "40 % left")).toBe(card);
  await bothShow(card, { open: [], resolved: 1 }, { incident: null });
  // The second outage.
  expect(await post(RED, "1 % left")).toBe(card);
  await bothShow(card, { open: [card], resolved: 1 }, { incident: expect.objectContaining({ again: true }) });
  await act(card, "acknowledge");
  await act(card, "close");
  const closedIncident = { by: { id: `${ann.id}`, name: "Ann" }, at: expect.any(String) };
  await bothShow(card, { open: [], resolved: 2 }, { incident: null, closedIncident });
  await act(card, "reopen");
  await bothShow(card, { open: [card], resolved: 1 }, { incident: expect.objectContaining({ again: false }) });
  await post(GREEN, "50 % left");
  await bothShow(card, { open: [], resolved: 2 }, { incident: null });

  const { items } = await read<HistoryPageDto>(`/api/incidents/history?channel=${channelId}`, nextUrl());
  expect(items.map(({ acknowledgedAt, resolvedAt }) => [acknowledgedAt !== null, resolvedAt !== null])).toEqual([
    [true, true],
    [true, true],
  ]);
  // The acts are lines between the tool's posts, which alone are counted as replies.
  type Thread = { root: MessageDto; messages: MessageDto[] };
  const thread = await read<Thread>(`/api/channels/${channelId}/threads/${card}`, nextUrl());
  expect(thread.root.thread?.replyCount).toBe(3);
  expect(thread.messages.map(({ isLine, content }) => (isLine ? content : "post"))).toEqual([
    "**Ann** acknowledged this.",
    "post",
    "post",
    "**Ann** acknowledged this.",
    "**Ann** closed this.",
    "**Ann** reopened this.",
    "post",
  ]);
  for (const { close } of streams) close();
});
