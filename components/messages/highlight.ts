import { common, createLowlight } from "lowlight";
import { createElement, type ReactNode } from "react";

const lowlight = createLowlight(common);

type Root = ReturnType<typeof lowlight.highlight>;
type Child = Root["children"][number];

/** Code as elements coloured by class, or null for a language that isn't known. */
export function highlight(code: string, language: string): ReactNode {
  if (!lowlight.registered(language)) return null;
  return lowlight.highlight(language, code).children.map((child, place) => element(child, place));
}

function element(node: Child, place: number): ReactNode {
  if (node.type === "text") return node.value;
  if (node.type !== "element") return null;
  const { className } = node.properties;
  const names = Array.isArray(className) ? className.join(" ") : "";
  return createElement(
    "span",
    { key: place, className: names },
    node.children.map((child, at) => element(child, at)),
  );
}
