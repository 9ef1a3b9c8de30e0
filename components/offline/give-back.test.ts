import { afterEach, expect, test, vi } from "vitest";
import type { PendingMessage } from "@/components/composer/pending";
import type { send } from "@/components/conversation/run/send";
import { keepUnsent, type Place, placeKey, takers, unsent } from "@/components/conversation/run/unsent";
import { giveBack, sendElsewhere } from "./give-back";

const post = vi.fn<typeof send>();

const place: Place = { channelId: "1", threadId: null };
const other: Place = { channelId: "1", threadId: "2" };

const waiting = (nonce: string, fields: Partial<PendingMessage> = {}): PendingMessage => {
  return { nonce, content: nonce, files: [], createdAt: "", error: null, offline: true, ...fields };
};
const noncesIn = (of: Place) => unsent.get(placeKey(of))?.pending.map(({ nonce }) => nonce) ?? [];

afterEach(() => {
  post.mockReset();
  unsent.clear();
  takers.clear();
});

test("an open place takes what is given back, and nothing that it has already", () => {
  const taken: string[] = [];
  takers.set(placeKey(place), ({ nonce }) => taken.push(nonce));
  keepUnsent(place, [waiting("a")]);
  giveBack(place, [waiting("a"), waiting("b")]);
  expect(taken).toEqual(["b"]);
  expect(noncesIn(place)).toEqual(["a"]);
});

test("elsewhere it waits, is sent in its order, and what is refused stays with the reason", async () => {
  giveBack(place, [waiting("a"), waiting("b"), waiting("c")]);
  giveBack(other, [waiting("d")]);
  const sent: string[] = [];
  post.mockImplementation(async (_channelId, { nonce, threadId }) => {
    sent.push(`${nonce} ${threadId}`);
    // Only that there is one counts here.
    return nonce === "b" ? { error: "Too long.", offline: false } : { message: {} as never };
  });
  await Promise.all([sendElsewhere(post), sendElsewhere(post)]);
  expect(sent).toEqual(["a null", "b null", "c null", "d 2"]);
  expect(noncesIn(place)).toEqual(["b"]);
  expect(unsent.get(placeKey(place))?.pending[0]).toMatchObject({ error: "Too long.", offline: false });
  await sendElsewhere(post);
  expect(sent).toHaveLength(4);
});

test("where there is no connection, what comes after waits too", async () => {
  giveBack(place, [waiting("a"), waiting("b")]);
  post.mockResolvedValue({ error: "Lost.", offline: true });
  await sendElsewhere(post);
  expect(post).toHaveBeenCalledTimes(1);
  expect(noncesIn(place)).toEqual(["a", "b"]);
});

test("an open place sends by itself", async () => {
  keepUnsent(place, [waiting("a")]);
  takers.set(placeKey(place), () => undefined);
  await sendElsewhere(post);
  expect(post).not.toHaveBeenCalled();
});
