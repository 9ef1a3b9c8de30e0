import type { FullConfig, Reporter, Suite, TestCase, TestError } from "@playwright/test/reporter";
import { type TestResult, writeReport } from "@/server/testing/report";

const OUTCOMES = { expected: "passed", unexpected: "failed", flaky: "flaky", skipped: "skipped" } as const;

/** Writes a report of a Playwright run for `npm test`. */
export default class PlaywrightReporter implements Reporter {
  #suite: Suite | null = null;
  readonly #errors: string[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite;
  }

  onError(error: TestError): void {
    this.#errors.push(textOf(error));
  }

  onEnd(): void {
    const tests = this.#suite?.allTests() ?? [];
    const times = new Map<string, number>();
    for (const { location, results } of tests) {
      const spent = results.reduce((sum, { duration }) => sum + duration, 0);
      times.set(location.file, (times.get(location.file) ?? 0) + spent);
    }
    const files = Array.from(times, ([name, milliseconds]) => ({ name, milliseconds }));
    writeReport(tests.map(endedOf), { errors: this.#errors, files });
  }
}

function endedOf(test: TestCase): TestResult {
  const [, , ...titles] = test.titlePath();
  return {
    title: titles.join(" > "),
    outcome: OUTCOMES[test.outcome()],
    errors: test.results.flatMap(({ errors }) => errors.map(textOf)),
  };
}

function textOf({ stack, message, value }: TestError): string {
  return stack ?? message ?? value ?? "unknown";
}
