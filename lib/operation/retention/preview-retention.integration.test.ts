import { beforeEach, describe, expect, test } from "vitest";
import { requireAuditReader } from "@/lib/audit/access";
import { auditPage } from "@/lib/audit/queries";
import { requireChannel } from "@/lib/channels/access";
import { updateChannel } from "@/lib/channels/update-channel";
import { db } from "@/lib/db/client";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeFile } from "@/lib/testing/attachments";
import {
  makeChannel,
  makeOlder,
  makeUser,
  makeWorkspace,
  postedMessage,
  said,
  userDraft,
} from "@/lib/testing/factories";
import { updateWorkspace } from "@/lib/workspace/settings";
import { previewRetention } from "./preview-retention";

let owner: SessionUser;
let ada: SessionUser;

beforeEach(async () => {
  await makeWorkspace();
  [owner, ada] = [await makeUser({ role: "owner" }), await makeUser()];
});

describe("the preview", () => {
  test("counts what the period would delete: messages, and files that only they have", async () => {
    const channel = await makeChannel({ members: [owner, ada] });
    const own = await makeChannel({ members: [owner, ada], retentionDays: 0 });
    const file = await makeFile("twelve bytes");
    const attachments = [{ file, name: "a.txt", description: "" }];
    const shared = await makeFile("also in a younger message");
    const ids = [
      (
        await postedMessage(
          userDraft(ada, channel, { attachments: [{ file: shared, name: "b.txt", description: "" }] }),
        )
      ).messageId,
      (await postedMessage(userDraft(ada, channel, { attachments }))).messageId,
      (await postedMessage(userDraft(ada, channel, { attachments }))).messageId,
      await said(ada, channel, "old"),
    ];
    await makeOlder(40, ...ids, await said(ada, own, "old"));
    await said(ada, channel, "young");
    await postedMessage(userDraft(ada, channel, { attachments: [{ file: shared, name: "b.txt", description: "" }] }));
    const counted = { messages: 4, files: 1, bytes: 12, isExact: true };
    expect(await previewRetention(owner, 30, null)).toEqual(counted);
    expect(await previewRetention(owner, 30, await requireChannel(owner, channel.id))).toEqual(counted);
    expect(await previewRetention(owner, 30, await requireChannel(owner, own.id))).toMatchObject({ messages: 1 });
    expect(await previewRetention(owner, 41, null)).toMatchObject({ messages: 0, bytes: 0 });
  });

  test("is for owners only, like changing the retention", async () => {
    const admin = await makeUser({ role: "admin" });
    const channel = await makeChannel();
    await db().membership.create({ data: { channelId: channel.id, userId: admin.id, role: "manager" } });
    const refused = { code: "forbidden", message: "Only owners can change how long messages are kept." };
    await expect(previewRetention(admin, 30, null)).rejects.toMatchObject(refused);
    await expect(updateWorkspace(admin, { retentionDays: 30 })).rejects.toMatchObject(refused);
    const accessible = await requireChannel(admin, channel.id);
    await expect(updateChannel(accessible, { retentionDays: 30 })).rejects.toMatchObject(refused);
    await updateChannel(accessible, { topic: "still theirs" });
  });
});

test("changing the retention is recorded in words", async () => {
  const channel = await makeChannel({ members: [owner] });
  await updateWorkspace(owner, { retentionDays: 365 });
  await updateWorkspace(owner, { retentionDays: 365 });
  await updateChannel(await requireChannel(owner, channel.id), { retentionDays: 0 });
  await updateChannel(await requireChannel(owner, channel.id), { retentionDays: null });
  const { items } = await auditPage(requireAuditReader(owner), {});
  expect(items.map(({ changes }) => changes)).toEqual([
    { retention: { from: "forever", to: "as in the workspace" } },
    { retention: { from: "as in the workspace", to: "forever" } },
    { retention: { from: "forever", to: "1 year" } },
  ]);
});
