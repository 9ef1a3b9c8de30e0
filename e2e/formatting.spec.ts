import type { Page } from "@playwright/test";
import { composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { enterChannel } from "./steps";

/** Creates a channel as the owner, opens it and returns its name. */
async function setUp(page: Page): Promise<string> {
  const name = `formatting-${Date.now()}`;
  await enterChannel(page, name);
  await expect(composer(page, name)).toBeFocused();
  return name;
}

test("keyboard shortcuts format text, undoing works, the menu opens the preview, and a style again leaves what was typed without empty signs", async ({
  page,
}) => {
  const name = await setUp(page);
  await page.keyboard.type("bold");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+b");
  await expect(composer(page, name)).toHaveValue("**bold**");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(composer(page, name)).toHaveValue("bold");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+b");
  await page.getByRole("button", { name: "Attach or insert" }).click();
  await page.getByRole("menuitem", { name: "Preview" }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.locator("strong")).toHaveText("bold");
  await expect(composer(page, name)).toBeFocused();
  await page.getByRole("button", { name: "Close preview" }).click();
  await expect(preview).toBeHidden();

  await composer(page, name).fill("");
  await page.keyboard.press("ControlOrMeta+b");
  await page.keyboard.type("x");
  await page.keyboard.press("ControlOrMeta+b");
  await page.keyboard.type(" and ");
  await page.keyboard.press("ControlOrMeta+i");
  await page.keyboard.type("two words");
  await page.keyboard.press("ControlOrMeta+i");
  await page.keyboard.press("ControlOrMeta+e");
  await page.keyboard.press("ControlOrMeta+e");
  await page.keyboard.type(".");
  await expect(composer(page, name)).toHaveValue("**x** and _two words_.");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(composer(page, name)).not.toHaveValue("**x** and _two words_.");
  await composer(page, name).fill("");
  const code = page.getByRole("button", { name: "Code", exact: true }).first();
  await code.click();
  await expect(composer(page, name)).toHaveValue("``");
  await page.keyboard.type("ls -l");
  await code.click();
  await page.keyboard.type(" lists");
  await expect(composer(page, name)).toHaveValue("`ls -l` lists");
});

test("selected text shows formatting buttons, which apply a style and remove it again", async ({ page }) => {
  const name = await setUp(page);
  await page.keyboard.type("one two");
  const bar = page.getByRole("toolbar", { name: "Formatting" });
  await composer(page, name).dblclick({ position: { x: 20, y: 12 } });
  await bar.getByRole("button", { name: "Strikethrough" }).click();
  await expect(composer(page, name)).toHaveValue("~~one~~ two");
  await expect(bar.getByRole("button", { name: "Strikethrough" })).toHaveAttribute("aria-pressed", "true");
  await bar.getByRole("button", { name: "Strikethrough" }).click();
  await expect(composer(page, name)).toHaveValue("one two");
  await page.keyboard.press("Escape");
  await expect(bar).toBeHidden();
  await expect(composer(page, name)).toBeFocused();

  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Formatting" }).click();
  await page.reload();
  await bar.getByRole("button", { name: "Bulleted list" }).click();
  await expect(composer(page, name)).toHaveValue("- one two");
  await page.getByRole("button", { name: "Formatting" }).click();
  await expect(bar).toBeHidden();
});

test("the buttons below the text insert emoji, mentions and code at the caret", async ({ page }) => {
  const name = await setUp(page);
  await page.keyboard.type("Thanks");
  await page.getByRole("button", { name: "Mention someone" }).click();
  await expect(composer(page, name)).toHaveValue("Thanks @");
  await page.keyboard.type("love");
  await page.getByRole("option", { name: /Ada Lovelace/ }).click();
  await page.getByRole("button", { name: "Emoji", exact: true }).click();
  const main = await page.locator("main").boundingBox();
  const picker = await page.getByRole("dialog", { name: "Emoji" }).boundingBox();
  expect(picker?.x).toBeGreaterThanOrEqual(main?.x ?? Number.POSITIVE_INFINITY);
  await page.getByRole("searchbox", { name: "Search emoji" }).fill("rocket");
  await page.keyboard.press("Enter");
  await expect(composer(page, name)).toHaveValue("Thanks @Ada Lovelace 🚀");
  await expect(composer(page, name)).toBeFocused();
  await page.keyboard.press("Shift+Home");
  await page.getByRole("button", { name: "Code", exact: true }).first().click();
  await expect(composer(page, name)).toHaveValue("`Thanks @Ada Lovelace 🚀`");
});

/** Pastes these types of data into the composer. */
async function paste(page: Page, data: Record<string, string>): Promise<void> {
  await page.locator("textarea[data-composer]").evaluate((field, all) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(all)) clipboardData.setData(type, text);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, data);
}

test("pasted code is fenced, a pasted table becomes a table, and undoing gives the text", async ({ page }) => {
  const name = await setUp(page);
  const table =
    "<table><tr><td>Host</td><td>Load</td></tr><tr><td rowspan=2>db</td><td>12</td></tr><tr><td>7</td></tr></table>";
  await paste(page, { "text/plain": "Host\tLoad\ndb\t12\n\t7", "text/html": `<style>x</style>${table}` });
  await expect(composer(page, name)).toHaveValue("| Host | Load |\n| --- | ---: |\n| db | 12 |\n|  | 7 |\n");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(composer(page, name)).toHaveValue("Host\tLoad\ndb\t12\n\t7");
  await composer(page, name).fill("");
  const html = '<meta charset="utf-8"><pre style="font-family: monospace">a();<br>b();</pre>';
  await paste(page, { "text/plain": "a();\nb();", "text/html": html });
  await expect(composer(page, name)).toHaveValue("```\na();\nb();\n```");
  await composer(page, name).fill("");
  const colored = "<div style=\"font-family: Menlo, 'Courier New'; white-space: pre;\"><div>a</div><div>b</div></div>";
  await paste(page, { "text/plain": "a\nb", "text/html": colored, "vscode-editor-data": '{"mode":"go"}' });
  await expect(composer(page, name)).toHaveValue("```go\na\nb\n```");
  await composer(page, name).fill("");
  await paste(page, { "text/plain": "a\nb", "text/html": colored });
  await expect(composer(page, name)).toHaveValue("```\na\nb\n```");
  await composer(page, name).fill("the docs");
  await page.keyboard.press("ControlOrMeta+a");
  await paste(page, { "text/plain": "https://example.com/docs" });
  await expect(composer(page, name)).toHaveValue("[the docs](https://example.com/docs)");
});

test("a list that is typed continues on Enter, and in a code block Enter and @ have no special meaning", async ({
  page,
}) => {
  const name = await setUp(page);
  await composer(page, name).pressSequentially("- one");
  await page.keyboard.press("Enter");
  await page.keyboard.type("two");
  await expect(page.getByText("Ctrl+Enter to send")).toBeVisible();
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("```");
  await page.keyboard.press("Enter");
  await page.keyboard.type("code @love");
  await expect(page.getByRole("listbox")).toBeHidden();
  await page.keyboard.press("Enter");
  await page.keyboard.type("```");
  await expect(composer(page, name)).toHaveValue("- one\n- two\n```\ncode @love\n```");
  await page.keyboard.press("Enter");
  await expect(messages(page).getByRole("listitem")).toHaveText(["one", "two"]);
  await expect(composer(page, name)).toHaveValue("");
  await composer(page, name).fill("- whole\n- list");
  await page.keyboard.press("Enter");
  await expect(messages(page).getByRole("listitem")).toHaveText(["one", "two", "whole", "list"]);
});
