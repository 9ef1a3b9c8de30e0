import { expect, test } from "vitest";
import { requireAuditReader } from "@/lib/audit/access";
import { exportCsv } from "@/lib/audit/export-csv";
import { auditFilter } from "@/lib/audit/filter";
import { auditPage } from "@/lib/audit/queries";
import { recordAudit } from "@/lib/audit/record-audit";
import { auditQuerySchema } from "@/lib/audit/schema";
import { db } from "@/lib/db/client";
import { makeChannel, makeUser } from "@/lib/testing/factories";

const admin = await makeUser({ name: "Ada", role: "owner" });
const reader = requireAuditReader(admin);

/** The lines of the file, without line breaks. */
async function linesOf(filter: Parameters<typeof exportCsv>[1]): Promise<string[]> {
  const bytes = Buffer.from(await new Response(await exportCsv(async () => reader, filter)).arrayBuffer());
  expect(bytes.subarray(0, 3).toString("hex")).toBe("efbbbf");
  const text = bytes.subarray(3).toString("utf8");
  expect(text.endsWith("\r\n")).toBe(true);
  return text.slice(0, -2).split("\r\n");
}

test("cells that look like a formula or contain separators are escaped", async () => {
  const channel = await makeChannel();
  const names = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", 'a"b', "a,b;c", "Größe", "plain"];
  for (const name of names) {
    await recordAudit(db(), { actor: { id: admin.id, name }, action: "channel.archived", channel });
  }
  const cells = (await linesOf({ channelId: channel.id })).slice(1).map((line) => line.split('","')[3]);
  expect(cells.toReversed()).toEqual([
    "'=1+1",
    "'+1",
    "'-1",
    "'@SUM(A1)",
    "'\t=1",
    "'\r=1",
    'a""b',
    "a,b;c",
    "Größe",
    "plain",
  ]);
});

test("the file has exactly the entries that match the filter, newest first, however many there are", async () => {
  const [channel, other] = [await makeChannel(), await makeChannel()];
  const row = { kind: "channels", action: "channel.archived", actorId: admin.id, actorName: "Ada" };
  await db().auditEntry.createMany({ data: Array(603).fill({ ...row, channelId: channel.id, channelName: "a" }) });
  await db().auditEntry.createMany({ data: Array(3).fill({ ...row, channelId: other.id, channelName: "b" }) });
  const [head, ...lines] = await linesOf({ channelId: channel.id });
  expect(head).toMatch(/^"Time \(UTC\)","Kind","Action","Person",/);
  const ids = lines.map((line) => BigInt(/"(\d+)"$/.exec(line)?.[1] ?? 0));
  expect(new Set(ids).size).toBe(603);
  expect(ids).toEqual(ids.toSorted((a, b) => (a > b ? -1 : 1)));
  expect(await linesOf({ channelId: channel.id, kind: "webhooks" })).toEqual([head]);
  expect(await linesOf({ channelId: other.id })).toHaveLength(4);
  let pages = 0;
  const demoted = async () => {
    pages += 1;
    return requireAuditReader(pages > 2 ? { ...admin, role: "member" } : admin);
  };
  const csv = new Response(await exportCsv(demoted, { channelId: channel.id }));
  await expect(csv.arrayBuffer()).rejects.toMatchObject({ code: "not_found" });
});

test("days are in the reader's time zone, both included", async () => {
  const channel = await makeChannel();
  const moments = ["2026-11-19T23:30:00Z", "2026-11-20T00:30:00Z", "2026-11-20T22:30:00Z", "2026-11-20T23:30:00Z"];
  for (const moment of moments) {
    const createdAt = new Date(moment);
    const id = (BigInt(createdAt.getTime()) - BigInt(Date.UTC(2026, 0, 1))) << 22n;
    await db().auditEntry.create({
      data: { id, kind: "channels", action: "channel.archived", channelId: channel.id, actorName: "Ada", createdAt },
    });
  }
  const found = async (query: Record<string, string>, timeZone: string) => {
    const filter = auditFilter(auditQuerySchema.parse({ ...query, channel: `${channel.id}` }), timeZone);
    const { items: entries } = await auditPage(reader, filter);
    return entries.map(({ createdAt }) => moments.indexOf(createdAt.replace(".000", ""))).toReversed();
  };
  const day = { from: "2026-11-20", to: "2026-11-20" };
  expect(await found(day, "UTC")).toEqual([1, 2, 3]);
  expect(await found(day, "Europe/Berlin")).toEqual([0, 1, 2]);
  expect(await found({ from: "2026-11-20" }, "Europe/Berlin")).toEqual([0, 1, 2, 3]);
  expect(await found({ to: "2026-11-19" }, "UTC")).toEqual([0]);
  expect(await found({ from: "1970-01-01", to: "2999-12-31" }, "UTC")).toEqual([0, 1, 2, 3]);
  for (const bad of ["2026-13-40", "yesterday", "", "0001-01-01", "2999-12-31", "9999-12-31"]) {
    expect([bad, await found({ from: "2026-11-20", to: bad }, "no such zone")]).toEqual([bad, [1, 2, 3]]);
  }
});

test("an import has its counts, and the command line as the place where it was done", async () => {
  const imported = { tool: "Slack", messages: 1200, channels: 3, accounts: 25 };
  const id = await recordAudit(db(), { actor: null, action: "workspace.imported", details: { imported } });
  const lines = await linesOf({ kind: "workspace" });
  const line = lines.find((each) => each.endsWith(`"${id}"`)) ?? "";
  expect(line).toContain(`"command line","1","tool: Slack; messages: 1200; channels: 3; accounts: 25"`);
});
