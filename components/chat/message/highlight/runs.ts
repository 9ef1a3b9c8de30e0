import { createElement, Fragment, type ReactNode } from "react";

/** A piece of code and its class; none for plain code. */
export type CodeRun = readonly [text: string, className?: string];

/** Renders runs as sibling elements, so that deeply nested code doesn't nest the page. */
export function renderRuns(runs: readonly CodeRun[]): ReactNode {
  return createElement(
    Fragment,
    null,
    ...runs.map(([text, className]) => (className ? createElement("span", { className }, text) : text)),
  );
}
