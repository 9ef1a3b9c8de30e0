import type { Locator, Page } from "@playwright/test";
import { postMessages } from "@/lib/messages/post/post-messages";
import { erasePeople } from "@/lib/operation/retention/erase-people";
import { makeMember, makeUser, userDraft } from "@/lib/testing/factories";
import { workspacePaths } from "@/lib/text/workspace-paths";
import { article } from "./finders";
import { expect, test } from "./fixtures";
import { seedPerson } from "./seed";
import { ADA } from "./set-up";
import {
  asOwner,
  enterChannel,
  expectAccessible,
  GRACE,
  openAs,
  pressByKeyboard,
  tabTo,
  untilHydrated,
  withCompanion,
  write,
} from "./steps";

const PREVIEW = {
  messages: 1204,
  files: 12,
  fileBytes: 3_565_158,
  drafts: 3,
  saved: 12,
  sessions: 2,
  devices: 1,
  webhooks: 2,
  backups: { count: 3, until: "2026-12-12" },
  deleting: false,
  reason: null,
};

/** Someone new, who sorts before everyone else. */
const newcomer = () => ({ ...GRACE, name: `Abel ${Date.now()}`, email: `abel.${Date.now()}@example.com` });

/** Answers the page's requests about deletions, and returns what it posts. */
async function answerWith(page: Page, preview: object, refusals: string[] = []): Promise<unknown[]> {
  const posted: unknown[] = [];
  await page.route("**/api/people/*/deletion", async (route) => {
    if (route.request().method() === "GET") return route.fulfill({ json: preview });
    posted.push(route.request().postDataJSON());
    const error = refusals.shift();
    return error === undefined ? route.fulfill({ status: 204 }) : route.fulfill({ status: 422, json: { error } });
  });
  return posted;
}

/** Opens the dialog from the list of people. */
async function open(page: Page, name: string): Promise<void> {
  await page.goto(`/people?q=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete person…" }).click();
}

/** Deletes a person in the interface. */
async function deleteInPlace(page: Page, name: string): Promise<void> {
  await open(page, name);
  const dialog = page.getByRole("dialog", { name: `Delete ${name}?` });
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("textbox", { name: "Password or code" }).fill(ADA.password);
  await dialog.getByRole("button", { name: "Delete person" }).click();
  await expect(page.getByText(`${name} was deleted`)).toBeVisible();
}

/** Fails unless the dialog fits a window of this width. It scrolls only on a phone. */
async function expectToFit(dialog: Locator, width: number): Promise<void> {
  await expect(dialog).toBeInViewport({ ratio: 1 });
  expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth), `${width} px`).toBe(true);
  const scrolls = (elements: Element[]) => elements.some((each) => each.scrollHeight > each.clientHeight + 1);
  if (width >= 640) expect(await dialog.locator(".overflow-y-auto").evaluateAll(scrolls), `${width} px`).toBe(false);
  const last = dialog.getByRole("button", { name: "Delete person" });
  await last.blur();
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 1 });
}

test("a deleted person is signed out at once, and what they wrote stays as “Deleted person” on open pages", async ({
  page,
  browser,
}) => {
  const name = `deleted-${Date.now()}`;
  const { channelId, who, context, theirs } = await withCompanion(page, browser, name);
  await write(theirs, name, "Remember me");
  await expect(article(page, "Remember me")).toContainText(who.name);
  const profile = article(page, "Remember me").getByRole("button", { name: "Profile of" });
  await profile.click();
  await expect(page.getByRole("dialog")).toContainText("Member since");
  const people = await page.context().newPage();
  await deleteInPlace(people, who.name);
  await expect(people.getByRole("button", { name: "Clear filters" })).toBeVisible();
  await expect(theirs).toHaveURL(/\/login/);
  await expect(article(page, "Remember me")).toContainText("Deleted person");
  await expect(article(page, "Remember me")).not.toContainText(who.name);
  // The card that was open before says so, and the name opens none anymore, also after a reload.
  await expect(page.getByRole("dialog")).toContainText("This person's account was deleted.");
  await expectAccessible(page, "the card of a deleted person");
  await page.keyboard.press("Escape");
  await expect(profile).toHaveCount(0);
  await page.goto(`/channels/${channelId}`);
  await expect(article(page, "Remember me")).toContainText("Deleted person");
  await expect(profile).toHaveCount(0);
  await context.close();
});

test("what a deleted person wrote disappears from open pages if its removal is chosen", async ({ page }) => {
  const channelId = await enterChannel(page, `removed-${Date.now()}`);
  const who = await makeUser({ name: "Abel" });
  await makeMember({ id: BigInt(channelId) }, who);
  await postMessages([userDraft(who, { id: BigInt(channelId) }, { content: "Forget me" })]);
  await expect(article(page, "Forget me")).toBeVisible();
  const choice = { messages: "remove", files: "keep", name: who.name, proof: ADA.password };
  const answer = await page.request.post(workspacePaths.personDeletion(`${who.id}`), { data: choice });
  expect(answer.status(), await answer.text()).toBe(204);
  // As the server does every ten seconds.
  await erasePeople();
  await expect(article(page, "Forget me")).toHaveCount(0, { timeout: 30_000 });
});

test("an owner sees what a deletion removes in a dialog that fits every width, chooses what is kept, and confirms by name and password", async ({
  page,
}) => {
  const who = newcomer();
  await asOwner(page);
  await seedPerson(who);
  const refused = "Type the person's name or email to delete them.";
  const posted = await answerWith(page, { ...PREVIEW, name: who.name, email: who.email }, [refused]);
  await open(page, who.name);
  const dialog = page.getByRole("dialog", { name: `Delete ${who.name}?` });
  await expect(dialog).toContainText("3 drafts, 12 saved items");
  await expect(dialog).toContainText("3 backups still have their data, the last of them until 12 Dec 2026.");
  await expect(dialog).toContainText("2 webhooks they created stay, and they may know the URLs.");
  for (const [width, height] of [
    [1440, 900],
    [768, 1024],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectToFit(dialog, width);
  }
  await expectAccessible(page, "the dialog that deletes a person, at 390 px");
  await dialog.getByRole("radiogroup", { name: "1,204 messages" }).getByRole("radio", { name: "Remove" }).click();
  await expect(dialog.getByRole("radiogroup", { name: "12 files (3.4 MiB)" })).toContainText(
    "in messages without text",
  );
  await dialog.getByRole("textbox", { name: "Name" }).fill("another");
  await dialog.getByRole("button", { name: "Delete person" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(refused);
  await dialog.getByRole("textbox", { name: "Name" }).fill(who.name);
  await dialog.getByRole("textbox", { name: "Password or code" }).fill("a password");
  await dialog.getByRole("button", { name: "Delete person" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(`${who.name} was deleted`)).toBeVisible();
  expect(posted.at(-1)).toEqual({ messages: "remove", files: "keep", name: who.name, proof: "a password" });
});

test("a person is deleted by keyboard alone, and the focus goes to the search if no one else is listed", async ({
  page,
}) => {
  const who = newcomer();
  await asOwner(page);
  await seedPerson(who);
  const posted = await answerWith(page, { ...PREVIEW, name: who.name, email: who.email });
  await page.goto(`/people?q=${encodeURIComponent(who.name)}`);
  await untilHydrated(page);
  await pressByKeyboard(page, "button", `Actions for ${who.name}`);
  await expect(page.getByRole("menuitem", { name: "Make admin" })).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Delete person…" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Download their data" })).toBeFocused();
  await page.keyboard.press("Tab");
  // The radio that an arrow key focuses is checked only while the key is down.
  await page.keyboard.press("ArrowRight", { delay: 100 });
  await expect(page.getByRole("radio", { name: "Remove" }).first()).toBeChecked();
  await tabTo(page, "textbox", "Name");
  await page.keyboard.type(who.name);
  await tabTo(page, "textbox", "Password or code");
  await page.keyboard.type("a password");
  await page.keyboard.press("Enter");
  await expect(page.getByText(`${who.name} was deleted`)).toBeVisible();
  expect(posted).toEqual([{ messages: "remove", files: "keep", name: who.name, proof: "a password" }]);
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
});

test("a preview that fails can be asked for again, data can be downloaded, and someone who can't be deleted is only explained", async ({
  page,
}) => {
  const who = newcomer();
  await asOwner(page);
  await seedPerson(who);
  await page.route("**/api/people/*/deletion", (route) => route.abort());
  await open(page, who.name);
  const again = page.getByRole("dialog").getByRole("button", { name: "Try again" });
  await expect(again).toBeFocused();
  await page.unrouteAll();
  await answerWith(page, { ...PREVIEW, name: who.name, email: who.email });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radiogroup", { name: "1,204 messages" })).toBeVisible();
  await page.getByRole("button", { name: "Download their data" }).click();
  await expect(page.getByRole("dialog", { name: `Export the data of ${who.name}` })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Download their data" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.unrouteAll();

  const reason = "They're the only owner. Make someone else the owner first.";
  await answerWith(page, { ...PREVIEW, name: who.name, email: who.email, reason });
  await open(page, who.name);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(reason);
  await expect(dialog.getByRole("button")).toHaveCount(1);
  await expect(dialog.getByRole("textbox")).toHaveCount(0);
});

test("an admin can't delete anyone", async ({ browser }) => {
  const [admin, who] = [{ ...newcomer(), email: `admin.${Date.now()}@example.com` }, newcomer()];
  await seedPerson(admin, "admin");
  await seedPerson(who);
  const { context, page: theirs } = await openAs(browser, admin, `/people?q=${encodeURIComponent(who.email)}`);
  await theirs.getByRole("button", { name: `Actions for ${who.name}` }).click();
  await expect(theirs.getByRole("menuitem", { name: "Deactivate" })).toBeVisible();
  await expect(theirs.getByRole("menuitem", { name: "Delete person…" })).toHaveCount(0);
  await context.close();
});
