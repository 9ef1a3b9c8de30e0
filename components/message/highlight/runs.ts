import { createElement, Fragment, type ReactNode } from "react";

/** A piece of code, and the class by which it is coloured; none for plain code. */
export type Run = readonly [text: string, className?: string];

/** Runs as elements, beside each other: however deep code nests, the page doesn't. */
export function renderRuns(runs: readonly Run[]): ReactNode {
  return createElement(
    Fragment,
    null,
    ...runs.map(([text, className]) => (className ? createElement("span", { className }, text) : text)),
  );
}
