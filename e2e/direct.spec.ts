import type { Browser, Page } from "@playwright/test";
import { messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedPerson } from "./seed";
import { ADA } from "./set-up";
import { enter, newcomer } from "./steps";

let made = 0;

/** Returns a person of this test only. */
function somebody(first: string) {
  made += 1;
  const name = `${first} ${Date.now()}${made}`;
  return { name, email: `${name.replace(" ", ".").toLowerCase()}@example.com`, password: "another long secret" };
}

/** Creates a person and signs them in in their own browser. */
async function newPerson(browser: Browser, first: string) {
  const person = somebody(first);
  return { name: person.name, ...(await newcomer(browser, person)) };
}

function sidebar(page: Page) {
  return page.getByRole("navigation", { name: "Channels" });
}

function conversation(page: Page, name: string) {
  return sidebar(page).getByRole("link", { name: new RegExp(`^${name.replace(/[()]/g, "\\$&")}(,.*unread.*)?$`) });
}

function openId(page: Page): string {
  return /\/channels\/(\d+)$/.exec(page.url())?.[1] ?? "";
}

/** Opens a direct message by keyboard. */
async function begin(page: Page, ...names: string[]): Promise<void> {
  // Waits until the page has focused the composer, which would otherwise take the focus from the button.
  await expect(page.getByRole("textbox", { name: /^Message / })).toBeFocused();
  await page.getByRole("button", { name: "New message" }).focus();
  await page.keyboard.press("Enter");
  const to = page.getByRole("combobox", { name: "To" });
  await expect(to).toBeFocused();
  for (const name of names) {
    await to.fill(name);
    await expect(page.getByRole("option", { name })).toHaveAttribute("aria-selected", "true");
    await to.press("Enter");
    await expect(page.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
  }
  await to.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
}

test("two people see each other's direct messages immediately, and no one else can see them, not even the owner", async ({
  page,
  browser,
}) => {
  const [grace, linus] = [await newPerson(browser, "Grace"), await newPerson(browser, "Linus")];
  await begin(grace.page, linus.name);
  await expect(grace.page.getByRole("heading", { level: 1, name: linus.name })).toBeVisible();
  await expect(grace.page).toHaveTitle(new RegExp(linus.name));
  await expect(grace.page).not.toHaveTitle(/#/);
  await expect(grace.page.getByText(`This is the beginning of your conversation with ${linus.name}`)).toBeVisible();
  await expect(grace.page.getByRole("link", { name: "Channel settings" })).toHaveCount(0);
  await expect(conversation(grace.page, linus.name)).toHaveAttribute("aria-current", "page");
  await expect(conversation(linus.page, grace.name)).toHaveCount(0);

  await say(grace.page, linus.name, "Only for you");
  await expect(conversation(linus.page, grace.name)).toHaveAccessibleName(`${grace.name}, 1 unread, 1 mention`);
  await expect(linus.page).toHaveTitle(/^\(1\) /);
  await conversation(linus.page, grace.name).click();
  await expect(messages(linus.page).getByText("Only for you")).toBeVisible();
  await expect(conversation(linus.page, grace.name)).toHaveAccessibleName(grace.name);
  await say(linus.page, grace.name, "Thank you");
  await expect(messages(grace.page).getByText("Thank you")).toBeVisible();

  const id = openId(grace.page);
  await enter(page);
  await expect(sidebar(page).getByRole("link", { name: grace.name })).toHaveCount(0);
  for (const path of ["/channels", "/people", "/search?q=only"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.content()).not.toContain(id);
  }
  for (const each of [page, grace.page]) {
    await each.goto(`/channels/${id}/settings/overview`);
    await expect(each.getByText("This page doesn't exist, or you don't have access")).toBeVisible();
  }
  await grace.context.close();
  await linus.context.close();
});

/** Sends a message in the open direct message. */
async function say(page: Page, name: string, text: string): Promise<void> {
  const box = page.getByRole("textbox", { name: `Message ${name}` });
  await box.fill(text);
  await box.press("Enter");
}

test("several people can have a direct message, and the same people always get the same one", async ({
  page,
  browser,
}) => {
  const grace = somebody("Grace");
  await seedPerson(grace);
  const linus = await newPerson(browser, "Linus");
  await enter(page);
  await begin(page, linus.name, grace.name);
  const name = `${grace.name}, ${linus.name}`;
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const id = openId(page);
  const box = page.getByRole("textbox", { name: `Message ${name}` });
  await box.fill("Hello both");
  await box.press("Enter");
  await expect(conversation(linus.page, `${ADA.name}, ${grace.name}`)).toHaveAccessibleName(/1 unread, 1 mention$/);

  await begin(linus.page, grace.name, ADA.name);
  await expect(messages(linus.page).getByText("Hello both")).toBeVisible();
  expect(openId(linus.page)).toBe(id);

  await linus.page.goto(`/people?q=${encodeURIComponent(grace.name)}`);
  await linus.page.getByRole("button", { name: `Message ${grace.name}` }).click();
  await expect(linus.page.getByRole("textbox", { name: `Message ${grace.name}` })).toBeVisible();
  expect(openId(linus.page)).not.toBe(id);
  await linus.context.close();
});

test("Backspace removes a recipient, and people can send notes to themselves", async ({ browser }) => {
  const person = await newPerson(browser, "Katherine");
  const { page: own, name } = person;
  await own.getByRole("button", { name: "New message" }).click();
  const to = own.getByRole("combobox", { name: "To" });
  const start = own.getByRole("button", { name: "Open conversation" });
  await expect(start).toBeDisabled();
  await to.fill(ADA.name);
  await own.getByRole("option", { name: ADA.name }).click();
  await expect(start).toBeEnabled();
  await to.press("Backspace");
  await expect(start).toBeDisabled();
  await to.fill("nobody is called this");
  await expect(own.getByText("No one else here matches.")).toBeVisible();
  await to.fill(name);
  await to.press("Enter");
  await start.click();
  await expect(own.getByText("This is the beginning of your notes to yourself")).toBeVisible();
  await own.getByRole("textbox", { name: `Message ${name} (you)` }).fill("Buy ink");
  await own.getByRole("button", { name: "Send" }).click();
  await expect(messages(own).getByText("Buy ink")).toBeVisible();
  await expect(conversation(own, `${name} (you)`)).toBeVisible();
  await person.context.close();
});
