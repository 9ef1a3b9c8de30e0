import { beforeEach, expect, test } from "vitest";
import { requireAuditReader } from "@/lib/audit/access";
import { auditPage } from "@/lib/audit/queries";
import { auditQuerySchema } from "@/lib/audit/schema";
import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { actOnIncident } from "@/lib/messages/incidents/act";
import { incidentPage } from "@/lib/messages/incidents/queries";
import { incidentsSchema } from "@/lib/messages/incidents/schema";
import { changesSince, findMessage } from "@/lib/messages/read/queries";
import { searchAuthors } from "@/lib/messages/search/find-people";
import { indexBatch } from "@/lib/messages/search/index-messages";
import { searchMessages } from "@/lib/messages/search/search-messages";
import { exportChannel } from "@/lib/moving/export/export-channel";
import { exportWorkspace } from "@/lib/moving/export/export-workspace";
import type { SessionUser } from "@/lib/people/find-session-user";
import { createGroup, findGroup, listGroups } from "@/lib/people/groups";
import { entriesOf, linesIn } from "@/lib/testing/export-archive";
import {
  makeChannel,
  makeUser,
  makeWebhook,
  makeWorkspace,
  postedMessage,
  said,
  webhookDraft,
} from "@/lib/testing/factories";
import { heardHints } from "@/lib/testing/hints";
import { deletePerson } from "./delete-person";
import { erasePeople } from "./erase-people";

const PASSWORD = "a long password";
const NAME = "Zebedee Quuxworth";
const DELETED = "Deleted person";
const heard = heardHints("incidents");
let owner: SessionUser;
let ada: SessionUser;
let zeb: SessionUser;
let channel: { id: bigint; name: string };

beforeEach(async () => {
  await makeWorkspace();
  await db().user.deleteMany();
  await db().userGroup.deleteMany();
  owner = await makeUser({ role: "owner", password: PASSWORD });
  ada = await makeUser({ name: "Ada" });
  zeb = await makeUser({ name: NAME, email: "zebedee.quuxworth@example.com" });
  channel = await makeChannel({ members: [owner, ada, zeb] });
});

async function deleteZeb(): Promise<void> {
  await deletePerson(owner, zeb.id, { messages: "keep", files: "keep", name: NAME, proof: PASSWORD });
  await erasePeople();
}

test("in search: from: finds what was kept by the new name only, and they can't be chosen", async () => {
  await said(zeb, channel, "the lamp");
  while ((await indexBatch())?.more) {}
  const find = async (text: string) =>
    (await searchMessages(ada, { text, timeZone: "UTC" })).results.map(({ message }) => message.author);
  expect(await find("from:quuxworth lamp")).toMatchObject([{ id: `${zeb.id}` }]);
  await deleteZeb();
  expect(await find("from:quuxworth lamp")).toEqual([]);
  expect(await find('from:"Deleted person" lamp')).toMatchObject([{ id: null, name: DELETED }]);
  expect((await searchAuthors(ada)).people).not.toContain(DELETED);
});

test("in groups: they are no member anymore, and no one can add them", async () => {
  const input = { handle: "oncall", description: "", memberIds: [ada.id, zeb.id] };
  await createGroup(owner, input);
  const { id } = await db().userGroup.findFirstOrThrow();
  await deleteZeb();
  expect((await findGroup(id)).members).toMatchObject([{ name: "Ada" }]);
  expect(JSON.stringify(await listGroups())).not.toContain("Quuxworth");
  await expect(createGroup(owner, { ...input, handle: "other" })).rejects.toMatchObject({ code: "invalid" });
});

test("in incidents: theirs are assigned to no one, open pages learn of it, and what they did stays", async () => {
  const made = await makeWebhook({ channelId: channel.id });
  const post = async (updateKey: string) => {
    const embeds = [{ title: `Disk ${updateKey}`, color: 0xcf222e, tool: { name: "Zabbix" } }];
    return (await postedMessage(webhookDraft(made, { embeds, updateKey }))).messageId;
  };
  const [assigned, acknowledged, adas] = [await post("a"), await post("b"), await post("c")];
  const act = async (who: SessionUser, id: bigint, incidentAct: Parameters<typeof actOnIncident>[2]) =>
    actOnIncident(await requireChannel(who, channel.id), id, incidentAct);
  await act(ada, assigned, { act: "assign", to: zeb.id });
  await act(ada, adas, { act: "assign", to: ada.id });
  await act(zeb, acknowledged, { act: "acknowledge" });
  expect((await findMessage(assigned))?.incident).toMatchObject({ assignedTo: { name: NAME } });
  const { rev } = await db().channel.findUniqueOrThrow({ where: { id: channel.id } });
  heard.length = 0;
  await deleteZeb();
  expect((await findMessage(assigned))?.incident).toMatchObject({ assignedTo: null, acknowledgedBy: null });
  expect((await findMessage(adas))?.incident).toMatchObject({ assignedTo: { name: "Ada" } });
  expect((await findMessage(acknowledged))?.incident).toMatchObject({ acknowledgedBy: { name: DELETED } });
  const changed = (await changesSince(channel.id, Number(rev), 100)).messages.map(({ id }) => id);
  expect(changed).toContain(`${assigned}`);
  expect(changed).not.toContain(`${adas}`);
  expect(heard).toContainEqual({ kind: "incidents", channelId: channel.id });
  const page = await incidentPage(ada, incidentsSchema.parse({}));
  expect(JSON.stringify(page)).not.toContain("Quuxworth");
  // The sentences in the incident's thread name people by id.
  const replies = await db().message.findMany({ where: { threadRootId: assigned }, select: { id: true } });
  const shown = JSON.stringify(await Promise.all(replies.map(({ id }) => findMessage(id))));
  expect(shown).toContain(DELETED);
  expect(shown).not.toContain("Quuxworth");
});

test("in exports of the workspace and of a channel: what was kept has no name and no address", async () => {
  await said(zeb, channel, "the lamp");
  await makeWebhook({ channelId: channel.id, createdById: zeb.id });
  await deleteZeb();
  const exports = [
    await exportWorkspace(owner, true, "192.0.2.9"),
    await exportChannel(owner, channel.id, "192.0.2.9"),
  ];
  for (const archive of exports) {
    const entries = await entriesOf(archive);
    expect([...entries.values()].join("\n")).not.toMatch(/quuxworth/i);
    const people = linesIn(entries, "people").filter(({ id }) => id === `${zeb.id}`);
    expect(people).toMatchObject([
      {
        name: DELETED,
        email: expect.stringMatching(/^deleted-\d+@deleted\.invalid$/),
        deactivatedAt: expect.any(String),
      },
    ]);
  }
});

test("in the audit log: what they did and what was done to them stays under their number", async () => {
  const other = await makeChannel({ members: [ada] });
  await db().workspace.updateMany({ data: { name: "Acme" } });
  await db().auditEntry.createMany({
    data: [
      {
        actorId: zeb.id,
        actorName: NAME,
        kind: "channels",
        action: "channel.created",
        channelId: other.id,
        channelName: "lamps",
      },
      {
        actorId: ada.id,
        actorName: "Ada",
        memberId: zeb.id,
        memberName: NAME,
        kind: "people",
        action: "channel.member_added",
      },
    ],
  });
  await deleteZeb();
  const { number } = await db().personDeletion.findFirstOrThrow();
  const reader = await requireAuditReader(owner);
  const { items } = await auditPage(reader, auditQuerySchema.parse({ person: `${zeb.id}` }));
  const named = items.flatMap(({ actorId, memberId, actorName, memberName }) => [
    ...(actorId === `${zeb.id}` ? [actorName] : []),
    ...(memberId === `${zeb.id}` ? [memberName] : []),
  ]);
  expect(named.length).toBeGreaterThan(1);
  expect(new Set(named)).toEqual(new Set([`${DELETED} ${number}`]));
});
