import { expect, test } from "vitest";
import { type PasteContent, pasteEdit, toTable } from "./paste";

type Html = { code: { language: string } | null; table: string[][] | null };

/** Pastes over the part between "⟦" and "⟧", and returns the text; null if the paste stays as it is. */
function pasted(marked: string, what: Partial<PasteContent>, html: Html = { code: null, table: null }): string | null {
  const [start, end] = [marked.indexOf("⟦"), marked.indexOf("⟧") - 1];
  const text = marked.replace(/[⟦⟧]/g, "");
  const edit = pasteEdit(text, start, end, { text: "", html: "", editor: "", ...what }, () => html);
  return edit && text.slice(0, edit.start) + edit.insert + text.slice(edit.end);
}

const mode = (name: string) => JSON.stringify({ version: 1, isFromEmptySelection: false, mode: name });

test("code from VS Code is fenced with its language, on lines of its own and without common indentation", () => {
  const text = "    if (a) {\n      b();\n    }\n";
  expect(pasted("⟦⟧", { text, editor: mode("typescript") })).toBe("```typescript\nif (a) {\n  b();\n}\n```");
  expect(pasted("see⟦⟧", { text: "a\nb", editor: mode("typescriptreact") })).toBe("see\n```tsx\na\nb\n```");
  expect(pasted("⟦⟧", { text: "a\n```\nb", editor: mode("go") })).toBe("````go\na\n```\nb\n````");
});

test("one line of code becomes inline code", () => {
  expect(pasted("run ⟦⟧", { text: "  npm test\n", editor: mode("shellscript") })).toBe("run `npm test`");
});

test("prose from an editor stays as it is", () => {
  for (const prose of ["plaintext", "markdown", "git-commit"])
    expect(pasted("⟦⟧", { text: "a\nb", editor: mode(prose) })).toBeNull();
});

test("code from other editors and from web pages is fenced, with the page's language if it has one", () => {
  const html = "<pre>…</pre>";
  expect(pasted("⟦⟧", { text: "a\nb", html }, { code: { language: "" }, table: null })).toBe("```\na\nb\n```");
  expect(pasted("⟦⟧", { text: "a\nb", html }, { code: { language: "js" }, table: null })).toBe("```js\na\nb\n```");
});

test("text pasted into code stays as it is", () => {
  expect(pasted("```\n⟦⟧\n```", { text: "a\nb", editor: mode("go") })).toBeNull();
  expect(pasted("`⟦⟧`", { text: "a\tb\nc\td" })).toBeNull();
});

test("a table becomes a Markdown table on lines of its own, with numbers to the right", () => {
  const table = [
    ["Host", "Load %"],
    ["db | 1", "12.5"],
    ["", ""],
    ["web\n2", "3"],
  ];
  const markdown = "| Host | Load % |\n| --- | ---: |\n| db \\| 1 | 12.5 |\n| web 2 | 3 |";
  expect(pasted("⟦⟧", { text: "…", html: "<table>" }, { code: null, table })).toBe(`${markdown}\n`);
  expect(pasted("Look:⟦⟧\nThere", { text: "…", html: "<table>" }, { code: null, table })).toBe(
    `Look:\n\n${markdown}\nThere`,
  );
});

test("lines with tabs become a table if they all have as many", () => {
  expect(pasted("⟦⟧", { text: "a\tb\n1\t$2\n" })).toBe("| a | b |\n| ---: | ---: |\n| 1 | $2 |\n");
  expect(pasted("⟦⟧", { text: "a\tb\n1\n" })).toBeNull();
  expect(pasted("⟦⟧", { text: "\tif a\n\tb\n" })).toBeNull();
  expect(pasted("⟦⟧", { text: "a\tb" })).toBeNull();
});

test("a single column, a single row and a huge table stay text", () => {
  expect(toTable([["a"], ["b"]])).toBeNull();
  expect(toTable([["a", "b"]])).toBeNull();
  expect(toTable(Array.from({ length: 1001 }, () => ["a", "b"]))).toBeNull();
});

test("a URL pasted over text makes a link of it, but replaces a URL", () => {
  const text = "https://example.com/a_(b)";
  expect(pasted("see the ⟦docs [new]⟧", { text })).toBe("see the [docs \\[new\\]](https://example.com/a_%28b%29)");
  expect(pasted("[docs](⟦https://⟧)", { text })).toBeNull();
  expect(pasted("see ⟦⟧", { text })).toBeNull();
  expect(pasted("⟦a\nb⟧", { text })).toBeNull();
});
