import { test } from "vitest";

const isRoot = process.getuid?.() === 0;

/** Defines a test that only root can run. For others, it's skipped and says so. */
export function testAsRoot(title: string, work: () => Promise<void>, timeout?: number): void {
  if (!isRoot) console.warn(`Skipped, because only root can run it: ${title}`);
  test.runIf(isRoot)(isRoot ? title : `${title} (skipped: only root can run it)`, work, timeout);
}
