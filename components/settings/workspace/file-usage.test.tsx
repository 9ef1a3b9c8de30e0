import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { ChannelUsageDto, FileUsageDto, LargeFileDto } from "@/lib/files/uploads/dto";
import { FileUsage } from "./file-usage";

// Links need a router.
vi.mock("next/navigation", () => ({ useRouter: () => ({}) }));

const GIB = 2 ** 30;
const usage: FileUsageDto = {
  used: 6 * GIB,
  files: 1204,
  payloads: 0,
  limit: 50 * GIB,
  personLimit: 5 * GIB,
  webhooks: { used: GIB, files: 1 },
  people: [
    { id: "1", name: "Ada", avatarUrl: null, used: 4.8 * GIB, files: 1200 },
    { id: "2", name: "Grace", avatarUrl: null, used: GIB / 2, files: 3 },
  ],
  more: 2,
};
const channels: ChannelUsageDto = {
  channels: [
    { id: "7", name: "deploys", isPrivate: false, used: 3 * GIB, files: 1100 },
    { id: "8", name: "board", isPrivate: true, used: GIB, files: 1 },
  ],
  more: { used: 0, files: 0 },
  hidden: { used: 2 * GIB, files: 103 },
};
const text = (given: FileUsageDto, view = { sort: "", order: "" }, largest: LargeFileDto[] = []) =>
  renderToStaticMarkup(<FileUsage usage={given} channels={channels} largest={largest} view={view} />)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

test("the page shows the storage used by each person, and who is almost at their limit", () => {
  const said = text(usage);
  expect(said).toContain("6 GiB of 50 GiB");
  expect(said).toContain("Usage by person (limit 5 GiB each)");
  expect(said).toMatch(/Ada 1,200 files 4\.8 GiB , nearly full Gr? ?Grace/);
  expect(said).toContain("Grace 3 files 512 MiB All webhooks 1 file 1 GiB 2 other people use less than these.");
});

test("people can be sorted by name, files and space, in both orders", () => {
  const order = (view: { sort: string; order: string }) =>
    ["Ada", "Grace"].sort((one, other) => text(usage, view).indexOf(one) - text(usage, view).indexOf(other));
  expect(order({ sort: "", order: "" })).toEqual(["Ada", "Grace"]);
  expect(order({ sort: "", order: "reversed" })).toEqual(["Grace", "Ada"]);
  expect(order({ sort: "name", order: "reversed" })).toEqual(["Grace", "Ada"]);
  expect(order({ sort: "files", order: "" })).toEqual(["Ada", "Grace"]);
});

test("the page shows the storage used by each channel, and by those that the reader can't see together", () => {
  expect(text(usage)).toMatch(
    /deploys 1,100 files 3 GiB board 1 file 1 GiB Direct messages, and private channels you aren.*t in 103 files 2 GiB/,
  );
});

test("the largest files have a name only where the reader may see it", () => {
  const file = { id: "1", size: GIB, by: "Ada", createdAt: "2026-11-20T00:00:00.000Z" };
  const shown = { name: "dump.sql", url: "/api/attachments/1/dump.sql", channelName: "deploys" };
  const said = text(usage, undefined, [
    { ...file, shown },
    { ...file, id: "2", by: null, shown: null },
  ]);
  expect(said).toMatch(/dump\.sql 1 GiB by Ada #deploys/);
  expect(said).toMatch(/A file in a channel you aren.*t in 1 GiB by A webhook/);
});

test("without limits, no one is shown as almost at one", () => {
  const said = text({ ...usage, limit: null, personLimit: null, webhooks: { used: 0, files: 0 }, more: 0 });
  expect(said).toContain("6 GiB 1,204 files");
  expect(said).not.toMatch(/nearly|webhooks 1|others| of 50/);
});

test("an install without files shows an empty state", () => {
  expect(text({ ...usage, files: 0, used: 0, people: [] })).toContain("No files yet");
});
