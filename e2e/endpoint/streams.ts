import { afterEach, expect, test } from "vitest";
import { postMessages } from "@/lib/messages/post/post-messages";
import type { SessionUser } from "@/lib/people/find-session-user";
import { endSession } from "@/lib/people/sessions";
import { makeChannel, makeMember, makeUser, makeWebhook, webhookDraft } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";
import { cookieHeader } from "../session-cookie";
import { baseUrls, TRANSPORTS } from "./transports";

let ending = new AbortController();

afterEach(() => {
  ending.abort();
  ending = new AbortController();
});

type StreamRequest = { user?: SessionUser | null; query?: string; headers?: Record<string, string>; method?: string };

async function ask(
  baseUrl: string,
  { user = null, query = "", headers = {}, method = "GET" }: StreamRequest,
): Promise<Response> {
  const signedIn: Record<string, string> = user ? { cookie: `other=1; ${await cookieHeader(user)}` } : {};
  const { signal } = ending;
  return fetch(`${baseUrl}/api/events${query}`, { method, signal, headers: { ...signedIn, ...headers } });
}

/** Reads a stream into `text` as it arrives. */
function listen({ body }: Response): { text: string; ended: boolean } {
  const heard = { text: "", ended: false };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of body ?? []) heard.text += decoder.decode(chunk, { stream: true });
  };
  read().then(
    () => {
      heard.ended = true;
    },
    () => undefined,
  );
  return heard;
}

async function setUp(): Promise<{ user: SessionUser; channelId: bigint; post: (content: string) => Promise<unknown> }> {
  const [user, made] = [await makeUser(), await makeWebhook()];
  const { channelId } = made.webhook;
  await makeMember({ id: channelId }, user);
  return { user, channelId, post: (content) => postMessages([webhookDraft(made, { content })]) };
}

// Headers about the connection, the request's id, which the listener sets, and `vary`, which the framework sets.
const OWN_TO_THE_WAY = new Set(["date", "connection", "keep-alive", "transfer-encoding", "x-request-id", "vary"]);
const headersOf = ({ headers }: Response) => [...headers].filter(([name]) => !OWN_TO_THE_WAY.has(name)).sort();

test("both transports send the same headers for a stream and the same response for a refusal", async () => {
  const { user } = await setUp();
  const { id: hidden } = await makeChannel({ kind: "private" });
  const [ours, frameworks] = TRANSPORTS.map((transport) => baseUrls[transport]);
  if (!ours || !frameworks) throw new Error("There must be two responses to compare.");
  expect(headersOf(await ask(ours, { user }))).toEqual(headersOf(await ask(frameworks, { user })));
  const refused: [StreamRequest, number][] = [
    [{}, 401],
    [{ headers: { cookie: "parley.session=nonsense" } }, 401],
    [{ user: { ...user, sessionId: 1n } }, 401],
    [{ user, query: `?channel=${hidden}` }, 404],
    [{ user, query: "?channel=1" }, 404],
    [{ user, query: "?channel=x" }, 404],
    [{ user, query: "?channel=" }, 404],
    [{ user, method: "POST" }, 405],
  ];
  for (const [asked, status] of refused) {
    const answers = [await ask(ours, asked), await ask(frameworks, asked)];
    expect(answers.map((answer) => answer.status)).toEqual([status, status]);
    const [text, same] = await Promise.all(answers.map((answer) => answer.text()));
    expect(text).toBe(same);
  }
});

test.each(TRANSPORTS)("over %s, a stream sends missed and new events until its session ends", async (way) => {
  const { user, channelId, post } = await setUp();
  for (const content of ["known", "missed"]) await post(content);
  const query = `?channel=${channelId}&rev=0`;
  const heard = listen(await ask(baseUrls[way], { user, query, headers: { "Last-Event-ID": `${channelId}:1` } }));
  await until(() => expect(heard.text).toContain('"type":"ready"'));
  expect(heard.text).toMatch(/^retry: 1000\n\nid: \d+:2\ndata: \{"type":"changes"/);
  expect(heard.text).toContain('"missed"');
  expect(heard.text).not.toContain('"known"');
  await post("live");
  await until(() => expect(heard.text).toContain('"live"'));
  await endSession(user.id, user.sessionId);
  await until(() => expect(heard.ended).toBe(true));
  expect(heard.text).toMatch(/data: \{"type":"signed-out"\}\n\n$/);
});

test.each(TRANSPORTS)(
  "over %s, a person's oldest stream ends if there are too many; closed ones don't count",
  async (way) => {
    const { user } = await setUp();
    const first = listen(await ask(baseUrls[way], { user }));
    for (let count = 0; count < 25; count += 1) {
      const own = new AbortController();
      const headers = { cookie: await cookieHeader(user) };
      const { body } = await fetch(`${baseUrls[way]}/api/events`, { signal: own.signal, headers });
      await body?.getReader().read();
      own.abort();
    }
    const rest = [];
    for (let count = 0; count < 19; count += 1) rest.push(listen(await ask(baseUrls[way], { user })));
    for (const each of [first, ...rest]) await until(() => expect(each.text).toContain("ready"));
    const last = listen(await ask(baseUrls[way], { user }));
    await until(() => expect(first.ended).toBe(true));
    expect(first.text).toMatch(/data: \{"type":"displaced"\}\n\n$/);
    await until(() => expect(last.text).toContain("ready"));
    expect([...rest, last].filter(({ ended }) => ended)).toEqual([]);
  },
);
