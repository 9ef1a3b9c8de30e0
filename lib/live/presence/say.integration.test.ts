import { beforeEach, expect, test, vi } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { setArchived } from "@/lib/channels/update-channel";
import { hearPage, sayPage } from "@/lib/live/presence/say";
import type { SessionUser } from "@/lib/people/find-session-user";
import { userOfCookies } from "@/lib/people/sign-in/session-user";
import { makeChannel, makeMember, makeUser } from "@/lib/testing/factories";

vi.mock("@/lib/people/sign-in/session-user", () => ({ userOfCookies: vi.fn() }));

let user: SessionUser;
beforeEach(async () => {
  user = await makeUser();
  vi.mocked(userOfCookies).mockResolvedValue(user);
});

const say = (path: string) => {
  const { pathname, searchParams: search } = new URL(path, "http://localhost");
  return hearPage({ cookies: "", pathname, search });
};

test("only people who can post in a channel can be typing there, and other paths are ignored", async () => {
  const [mine, open, hidden] = [
    await makeChannel({ kind: "private", members: [user] }),
    await makeChannel(),
    await makeChannel({ kind: "private" }),
  ];
  expect(await say(`/api/channels/${mine.id}/typing`)).toBe(true);
  expect(await say(`/api/channels/${mine.id}/typing?thread=7`)).toBe(true);
  await expect(say(`/api/channels/${mine.id}/typing?thread=x`)).rejects.toMatchObject({ code: "invalid" });
  await expect(say(`/api/channels/${open.id}/typing`)).rejects.toMatchObject({ code: "forbidden" });
  await expect(say(`/api/channels/${hidden.id}/typing`)).rejects.toMatchObject({ code: "not_found" });
  const manager = await makeUser();
  await makeMember(mine, manager, "manager");
  await setArchived(await requireChannel(manager, mine.id), true);
  await expect(say(`/api/channels/${mine.id}/typing`)).rejects.toMatchObject({ code: "forbidden" });
  for (const path of ["/api/channels/x/typing", "/api/channels/0/typing", "/api/presence/", "/api/channels"]) {
    expect(await say(path)).toBe(false);
  }
  vi.mocked(userOfCookies).mockResolvedValue(null);
  expect(await say("/api/presence?tab=a&away=1")).toBe(false);
});

test("a page reports its tab's name and whether its user is away", async () => {
  expect(await say("/api/presence?tab=abc&away=0")).toBe(true);
  for (const query of ["", "tab=abc", "away=1", "tab=A-&away=1", "tab=abc&away=yes", `tab=${"a".repeat(33)}&away=1`]) {
    await expect(sayPage(user, new URLSearchParams(query))).rejects.toMatchObject({ code: "invalid" });
  }
});
