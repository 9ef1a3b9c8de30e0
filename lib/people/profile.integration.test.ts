import { expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { updateProfile } from "@/lib/people/account/account";
import { setOwnAvatar } from "@/lib/people/avatars/take-up";
import { findSessionUser } from "@/lib/people/find-session-user";
import { findProfile, ownProfile, setShowsLocalTime } from "@/lib/people/profile";
import { currentStatuses, facesOf, setStatus } from "@/lib/people/status";
import { noteTimeZone } from "@/lib/people/time-zone";
import { makeUser } from "@/lib/testing/factories";
import { heardHints } from "@/lib/testing/hints";
import { codeOf } from "@/lib/testing/refusals";
import { until } from "@/lib/testing/until";

const hints = heardHints("person");
const inAnHour = () => new Date(Date.now() + 3_600_000);

test("a status is visible to everyone until it ends, and only its person can clear it", async () => {
  const [ada, viewer] = [await makeUser(), await makeUser()];
  const endsAt = inAnHour();
  await setStatus(ada, { emoji: "📅", text: "In a meeting", endsAt });
  const status = { emoji: "📅", text: "In a meeting", endsAt: endsAt.toISOString() };
  const id = `${ada.id}`;
  expect([(await currentStatuses())[id], (await findProfile(viewer, ada.id)).status]).toEqual([status, status]);
  expect(await facesOf([ada.id])).toEqual([{ userId: id, name: ada.name, avatarUrl: null, status }]);
  await db().user.update({ where: { id: ada.id }, data: { statusEndsAt: new Date(Date.now() - 1) } });
  expect([(await currentStatuses())[id], (await findProfile(viewer, ada.id)).status]).toEqual([undefined, null]);
  expect(await facesOf([ada.id])).toMatchObject([{ status: null }]);
  await setStatus(ada, { emoji: "🌴", text: "", endsAt: null });
  expect((await currentStatuses())[id]).toEqual({ emoji: "🌴", text: "", endsAt: null });
  await setStatus(ada, null);
  expect((await currentStatuses())[id]).toBeUndefined();
  expect(hints).toEqual(Array(3).fill({ kind: "person", userId: ada.id }));
});

test("status, name and avatar update every open page, and can change at most twenty times a minute", async () => {
  vi.stubEnv("LIMITS", "on");
  const ada = await makeUser();
  const profile = { name: ada.name, avatarUrl: null };
  for (let time = 0; time < 10; time += 1) {
    await setStatus(ada, null);
    await updateProfile(ada, profile);
  }
  for (const change of [setStatus(ada, null), updateProfile(ada, profile), setOwnAvatar(ada, null)]) {
    expect(await codeOf(change)).toBe("rate_limited");
  }
  vi.unstubAllEnvs();
});

test("a deactivated person's card shows that, without status and time", async () => {
  const [viewer, gone] = [
    await makeUser(),
    await makeUser({ timeZone: "Europe/Berlin", statusEmoji: "🌴", title: "SRE" }),
  ];
  expect(await findProfile(viewer, gone.id)).toMatchObject({
    deactivated: false,
    status: { emoji: "🌴" },
    title: "SRE",
  });
  await db().user.update({ where: { id: gone.id }, data: { deactivatedAt: new Date() } });
  expect(await findProfile(viewer, gone.id)).toMatchObject({
    deactivated: true,
    status: null,
    utcOffset: null,
    isMe: false,
  });
  expect((await currentStatuses())[`${gone.id}`]).toBeUndefined();
  expect(await facesOf([gone.id])).toMatchObject([{ status: null }]);
  expect(await codeOf(findProfile(viewer, 5n))).toBe("not_found");
});

test("a person's time zone is stored when it changes, and shown as an offset only if they want", async () => {
  const [viewer, ada] = [await makeUser(), await makeUser()];
  const offset = async () => (await findProfile(viewer, ada.id)).utcOffset;
  const zone = async () => (await findSessionUser(ada.id, ada.sessionId))?.timeZone;
  expect(await offset()).toBeNull();
  noteTimeZone(ada, "Asia/Kolkata");
  await until(async () => expect(await zone()).toBe("Asia/Kolkata"));
  expect(await offset()).toBe(330);
  for (const wrong of [undefined, "", "+02:00", "Mars/Olympus", "x".repeat(65)]) noteTimeZone(ada, wrong);
  await setShowsLocalTime(ada, false);
  expect([await offset(), (await ownProfile(ada)).showsLocalTime, await zone()]).toEqual([null, false, "Asia/Kolkata"]);
});

test("a title is part of the profile, and stays if it's left out", async () => {
  const ada = await makeUser();
  const { name, avatarUrl } = ada;
  await updateProfile(ada, { name, avatarUrl, title: "Engineer" });
  await updateProfile(ada, { name: "Ada again", avatarUrl });
  expect(await findProfile(ada, ada.id)).toMatchObject({ name: "Ada again", title: "Engineer", isMe: true });
  const entries = await db().auditEntry.findMany({ where: { actorId: ada.id }, orderBy: { id: "asc" } });
  expect(entries.map(({ details }) => details)).toEqual([
    { title: { from: "", to: "Engineer" } },
    { name: { from: name, to: "Ada again" } },
  ]);
});
