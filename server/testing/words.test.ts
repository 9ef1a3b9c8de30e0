import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { load } from "js-yaml";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

/** A text that people read, and where it is. `kind` is "interface" for the product's texts, "docs" for documentation. */
type Text = { file: string; line: number; text: string; kind: "interface" | "docs" };

const CODE = /^(app|components|lib|server\/(?!bench|testing)|prisma\/demo).*\.tsx?$/;
const TEST = /\.(test|spec)\.|\/testing\/|\/fixtures\/|generated/;

// Attributes and properties whose strings people don't see.
const UNREAD =
  /^(className|class|key|id|name|href|src|type|role|d|viewBox|data-.*|sql|style|rel|target|variant|size|tone|align|side)$/;

/** Words that sound translated or don't say who is meant. `docs/CONTRIBUTING.md` has better ones. */
const BANNED =
  /\b(stands?|stood|whoever|whomever|whom|somebody|everybody|nobody|oneself|(?<!no )one's|anew|by itself|told|so long|of (yours|theirs|mine)|make a (webhook|link)|befell)\b/i;

const texts = allTexts();

test("texts of the interface, errors, mails, API descriptions, senders' steps and documentation are found", () => {
  const folders = [
    "app/",
    "components/webhooks/docs/",
    "components/people/",
    "lib/people/",
    "lib/webhooks/",
    "docs/",
    "README.md",
  ];
  for (const folder of folders)
    expect
      .soft(
        texts.some(({ file }) => file.startsWith(folder)),
        folder,
      )
      .toBe(true);
  expect(texts.find(({ file }) => file.endsWith("gitlab/sender.yaml"))).toMatchObject({
    text: expect.stringMatching(/GitLab|Settings/),
  });
});

test("no text has a word that docs/CONTRIBUTING.md replaces", () => {
  // "whom" and "told" are plain enough in pages for engineers.
  const refused = ({ text, kind }: Text) => BANNED.test(kind === "docs" ? text.replace(/\b(whom|told)\b/gi, "") : text);
  expect(texts.filter(refused).map(({ file, line, text }) => `${file}:${line}  ${text}`)).toEqual([]);
});

/** Returns every text in the checkout that people read: interface, errors, mails, API descriptions, senders' steps, docs. */
function allTexts(): Text[] {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" }).trim().split("\n");
  return files
    .filter((file) => existsSync(file) && !TEST.test(file))
    .flatMap((file) => {
      if (CODE.test(file)) return codeTexts(file);
      if (file.endsWith("/sender.yaml")) return senderTexts(file);
      if (/^(README\.md|docs\/.*\.md)$/.test(file)) return pageTexts(file);
      return [];
    });
}

type Node = { type: string; start: number; [key: string]: unknown };

function codeTexts(file: string): Text[] {
  const code = readFileSync(file, "utf8");
  const texts: Text[] = [];
  const add = (start: number, text: string) => {
    const clean = text.replace(/\s+/g, " ").trim();
    const line = code.slice(0, start).split("\n").length;
    if (/[A-Za-z]{2}/.test(clean)) texts.push({ file, line, text: clean, kind: "interface" });
  };
  const visit = (node: Node): void => {
    if ("directive" in node && node.directive) return;
    if (/^(Import|Export(All|Named))Declaration$/.test(node.type) && node.source) return;
    if (node.type.startsWith("TS") && !/^TS(As|Satisfies|NonNull)/.test(node.type)) return;
    if (node.type === "JSXAttribute" && UNREAD.test(nameOf(node.name))) return;
    if (node.type === "TaggedTemplateExpression") return;
    if (node.type === "JSXText") add(node.start, String(node.value));
    if (node.type === "Literal" && typeof node.value === "string" && isSentence(node.value))
      add(node.start, node.value);
    if (node.type === "TemplateLiteral") {
      const text = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("…");
      if (isSentence(text)) add(node.start, text);
    }
    for (const [key, value] of Object.entries(node)) {
      if (key === "parent") continue;
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
    }
  };
  visit(parseSync(file, code).program as unknown as Node);
  return texts;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function nameOf(name: unknown): string {
  return isNode(name) && typeof name.name === "string" ? name.name : "";
}

/** Returns whether people read this text: a capitalized word, or several words that are neither SQL nor class names. */
function isSentence(text: string): boolean {
  const words = text.trim().split(/\s+/);
  if (words.length === 1) return /^[A-Z][a-z]+[.…:]?$/.test(text.trim());
  if (
    /^(WITH|CREATE|ALTER|LISTEN|NOTIFY|SET|AND|OR|ORDER)$/.test(words[0] ?? "") ||
    /\b(SELECT|INSERT INTO|DELETE FROM|UPDATE \w+ SET|FROM \w+|WHERE)\b/.test(text)
  )
    return false;
  const areClasses =
    words.every((word) => /^[a-z0-9![\]():/.%_&>*=-]+$/.test(word)) && words.some((word) => /[-:[]/.test(word));
  return !areClasses && /[A-Za-z]{3} |[a-z]{2}[.?!:]$/.test(text);
}

function senderTexts(file: string): Text[] {
  const yaml = readFileSync(file, "utf8");
  const { steps = [] } = load(yaml) as { steps?: string[] };
  const lines = yaml.split("\n");
  return steps.map((text) => {
    const line = lines.findIndex((each) => each.includes(text.slice(0, 20))) + 1;
    return { file, line, text: text.replace(/\s+/g, " ").trim(), kind: "interface" as const };
  });
}

function pageTexts(file: string): Text[] {
  const lines = readFileSync(file, "utf8").split("\n");
  let inCode = false;
  return lines.flatMap((text, index): Text[] => {
    if (/^\s*```/.test(text)) inCode = !inCode;
    if (inCode || !/[A-Za-z]{2} /.test(text)) return [];
    return [{ file, line: index + 1, text: text.trim(), kind: "docs" }];
  });
}
