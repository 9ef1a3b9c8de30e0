import { db } from "@/lib/db/client";
import { expireMessages } from "@/lib/operation/retention/expire-messages";
import { makeOlder } from "@/lib/testing/factories";
import { messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedMessage } from "./seed";
import { asOwner, enterChannel, untilSaved } from "./steps";

test("an owner sees what a channel's retention deletes before choosing it, and open pages lose it live", async ({
  page,
}) => {
  const name = `kept-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  for (const text of ["an old message", "another old one", "a young message"]) await seedMessage(channelId, text);
  const old = await db().message.findMany({ where: { channelId: BigInt(channelId), content: { contains: "old" } } });
  await makeOlder(40, ...old.map(({ id }) => id));
  const settings = await page.context().newPage();
  await settings.goto(`/channels/${channelId}/settings/overview`);
  const choice = settings.getByRole("combobox", { name: "Keep messages" });
  await expect(choice).toHaveValue("workspace");

  await choice.selectOption("For 90 days");
  const question = settings.getByRole("alertdialog");
  await expect(question.getByRole("status")).toHaveText("No messages are that old yet.");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(choice).toHaveValue("workspace");

  await choice.selectOption("For another number of days…");
  await question.getByRole("button", { name: "Delete messages" }).click();
  await expect(question.getByRole("alert")).toHaveText("Enter a number of days from 1 to 36,500.");
  await question.getByRole("textbox", { name: "Days" }).fill("31");
  await expect(question.getByRole("status")).toHaveText("Deletes 2 messages, starting within 15 minutes.");
  await untilSaved(settings, () => question.getByRole("button", { name: "Delete messages" }).click());
  await expect(choice).toHaveValue("31");
  await settings.close();

  await page.reload();
  await expect(messages(page).getByRole("article")).toHaveCount(3);
  await expireMessages();
  await expect(messages(page).getByRole("article")).toHaveCount(1);
  await expect(messages(page)).toContainText("a young message");
  await page.goto(`/channels/${channelId}?details=about`);
  await expect(page.getByText("Messages are deleted after 31 days.")).toBeVisible();
  await page.goto("/workspace/audit-log?kind=workspace");
  await expect(page.getByText("deleted 2 messages past their retention")).toBeVisible();
});

test("an owner sets how long the workspace keeps messages; keeping them longer doesn't ask", async ({ page }) => {
  await asOwner(page);
  await page.goto("/workspace/settings/retention");
  const choice = page.getByRole("combobox", { name: "Keep messages" });
  await choice.selectOption("For 5 years");
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("status")).toHaveText("No messages are that old yet.");
  await untilSaved(page, () => question.getByRole("button", { name: "Delete messages" }).click());
  await untilSaved(page, async () => void (await choice.selectOption("Forever")));
  await page.reload();
  await expect(choice).toHaveValue("forever");
});
