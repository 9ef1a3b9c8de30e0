import { createReadStream } from "node:fs";
import { text } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import type { Download, Page } from "@playwright/test";
import { tarEntries } from "@/lib/files/tar-entries";
import { expect, test } from "./fixtures";
import { seedChannel, seedMessage, seedPerson } from "./seed";
import { ADA } from "./set-up";
import { asOwner, GRACE } from "./steps";

/** Returns the texts of a downloaded archive's entries, by name. */
async function entriesOf(download: Download): Promise<Map<string, string>> {
  const entries = new Map<string, string>();
  const tar = createReadStream(await download.path()).pipe(createGunzip());
  for await (const { header, body } of tarEntries(tar)) entries.set(header.name, await text(body));
  return entries;
}

/** Confirms an export with a wrong password and then with the right one, and returns the download. */
async function confirm(page: Page): Promise<Download> {
  const dialog = page.getByRole("dialog");
  const password = dialog.getByRole("textbox", { name: "Password or code" });
  await password.fill("not the password");
  await dialog.getByRole("button", { name: "Download" }).click();
  await expect(dialog).toContainText("That password or code is incorrect.");
  await password.fill(ADA.password);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  await expect(dialog).toBeHidden();
  return download;
}

test("an owner exports a channel, also one they aren't in, by password", async ({ page }) => {
  const name = `exported-${Date.now()}`;
  await asOwner(page);
  const channelId = await seedChannel(name, { private: true });
  await seedMessage(channelId, "to be exported");
  await page.goto(`/channels/${channelId}/settings/overview`);
  await page.getByRole("button", { name: "Export channel" }).click();
  const download = await confirm(page);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^parley-channel-${channelId}-.*\\.tar\\.gz$`));
  const entries = await entriesOf(download);
  expect(JSON.parse(entries.get("export.json") ?? "")).toMatchObject({ format: "parley-export", channel: { name } });
  expect(entries.get("messages-00001.jsonl")).toContain('"content":"to be exported"');
  expect(entries.get("summary.json")).toContain('"complete": true');

  await page.goto("/workspace/settings/export");
  await page.getByRole("combobox", { name: "Channel" }).selectOption(`#${name} (private)`);
  await page.getByRole("button", { name: "Export channel" }).click();
  await confirm(page);
  await page.goto("/workspace/audit-log?kind=workspace");
  await expect(page.getByRole("row", { name: new RegExp(`exported all messages and files.*#${name}`) })).toHaveCount(2);
});

test("an owner exports a person's data from their menu, by password", async ({ page }) => {
  const who = { ...GRACE, name: `Grace ${Date.now()}`, email: `exported.${Date.now()}@example.com` };
  await asOwner(page);
  await seedPerson(who);
  await page.goto(`/people?q=${encodeURIComponent(who.name)}`);
  await page.getByRole("button", { name: `Actions for ${who.name}` }).click();
  await page.getByRole("menuitem", { name: "Export data" }).click();
  const entries = await entriesOf(await confirm(page));
  expect(JSON.parse(entries.get("export.json") ?? "")).toMatchObject({ kind: "person", person: { email: who.email } });
  expect([...entries.values()].join()).not.toContain("$argon2");
  // A ticket that isn't one gets what a missing page gets.
  expect((await page.request.get("/api/exports/forged")).status()).toBe(404);
});

test("an owner exports the workspace, with direct messages if asked for", async ({ page }) => {
  const name = `whole-${Date.now()}`;
  await asOwner(page);
  const channelId = await seedChannel(name, { private: true });
  await seedMessage(channelId, "to be moved");
  await page.goto("/workspace/settings/export");
  await page.getByRole("button", { name: "Export workspace" }).click();
  await page.getByRole("switch", { name: "Include direct messages" }).click();
  const download = await confirm(page);
  expect(download.suggestedFilename()).toMatch(/^parley-workspace-[\d-]+\.tar\.gz$/);
  const entries = await entriesOf(download);
  expect(JSON.parse(entries.get("export.json") ?? "")).toMatchObject({ kind: "workspace", direct: true });
  expect(entries.get(`channels/${channelId}/messages-00001.jsonl`)).toContain('"content":"to be moved"');
  await page.goto("/workspace/audit-log?kind=workspace");
  await expect(page.getByRole("row", { name: /exported the workspace with all direct messages/ })).toBeVisible();
});
