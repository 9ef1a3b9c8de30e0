import { expect, test } from "vitest";
import type { DeletionPreviewDto } from "@/lib/people/deletion-dto";
import { fileHints, filesText, lossText, remainsText } from "./deletion-text";

const preview = (given: Partial<DeletionPreviewDto> = {}): DeletionPreviewDto => ({
  name: "Grace",
  email: "grace@example.com",
  messages: 1204,
  files: 12,
  fileBytes: 3_565_158,
  drafts: 0,
  saved: 0,
  sessions: 0,
  devices: 1,
  webhooks: 0,
  backups: { count: 0, until: null },
  deleting: false,
  reason: null,
  ...given,
});

test("the loss names only what the person has", () => {
  expect(lossText(preview())).toBe("Deletes their account, profile, and notifications.");
  expect(lossText(preview({ drafts: 3, saved: 1, sessions: 2 }))).toBe(
    "Deletes their account, profile, 3 drafts, 1 saved item, and notifications, and signs them out on 2 devices.",
  );
});

test("files are named with their size", () => {
  expect(filesText(preview())).toBe("12 files (3.4 MiB)");
  expect(filesText(preview({ files: 1, fileBytes: 800 }))).toBe("1 file (800 bytes)");
});

test("what happens to files depends on what happens to the messages that have them", () => {
  expect(fileHints({ messages: "keep", files: "keep" })).toEqual({
    keep: "They stay in their messages",
    remove: "Messages without text go too",
  });
  expect(fileHints({ messages: "remove", files: "keep" })).toEqual({
    keep: "They stay, in messages without text",
    remove: "They go with their messages",
  });
});

test("what remains says until when backups have their data, and how many webhooks stay", () => {
  const log = "The audit log keeps what they did, under a number instead of their name.";
  expect(remainsText(preview())).toBe(log);
  expect(remainsText(preview({ backups: { count: 3, until: "2026-12-12" }, webhooks: 2 }))).toBe(
    `3 backups still have their data, the last of them until 12 Dec 2026. 2 webhooks they created stay, and they may know the URLs. ${log}`,
  );
  expect(remainsText(preview({ backups: { count: 1, until: "2026-12-12" }, webhooks: 1 }))).toBe(
    `1 backup still has their data until 12 Dec 2026. 1 webhook they created stays, and they may know the URL. ${log}`,
  );
  expect(remainsText(preview({ backups: { count: 2, until: null } }))).toBe(
    `2 backups still have their data until you delete them. ${log}`,
  );
});
