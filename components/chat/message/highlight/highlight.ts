import { common, createLowlight } from "lowlight";
import type { CodeRun } from "./runs";

const lowlight = createLowlight(common);

type Child = ReturnType<typeof lowlight.highlight>["children"][number];

/** The supported languages, without aliases. */
export const languages: readonly string[] = lowlight.listLanguages();

// Maps highlight.js scopes to those that globals.css has a color for; others have none.
const COLORED: Record<string, readonly string[]> = {
  keyword: ["keyword", "built_in", "selector-tag", "literal", "meta"],
  string: ["string", "regexp", "addition", "symbol"],
  number: ["number", "variable", "template-variable", "deletion"],
  title: ["title", "attr", "attribute", "type", "name", "section"],
  comment: ["comment", "quote"],
};
const classes = new Map(
  Object.entries(COLORED).flatMap(([color, scopes]) => scopes.map((scope) => [`hljs-${scope}`, `hljs-${color}`])),
);

/**
 * Returns highlighted code as runs; null for an unknown language. Code can be crafted to take seconds, so other
 * people's code is only highlighted in the worker, which can be stopped.
 */
export function highlight(code: string, language: string): CodeRun[] | null {
  if (!lowlight.registered(language)) return null;
  const runs: CodeRun[] = [];
  // An explicit stack: code can nest deeper than the call stack allows.
  const open: { nodes: readonly Child[]; at: number; className: string }[] = [
    { nodes: lowlight.highlight(language, code).children, at: 0, className: "" },
  ];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const node = level.nodes[level.at];
    level.at += 1;
    if (!node) open.pop();
    else if (node.type === "text") add(runs, node.value, level.className);
    else if (node.type === "element") {
      open.push({ nodes: node.children, at: 0, className: classOf(node.properties) ?? level.className });
    }
  }
  return runs;
}

function classOf({ className }: { className?: unknown }): string | undefined {
  const names: unknown[] = Array.isArray(className) ? className : [];
  return names.map((name) => classes.get(String(name))).find((name) => name !== undefined);
}

function add(runs: CodeRun[], text: string, className: string): void {
  const last = runs.at(-1);
  if (last && (last[1] ?? "") === className)
    runs[runs.length - 1] = className ? [last[0] + text, className] : [last[0] + text];
  else runs.push(className ? [text, className] : [text]);
}
