import type { Reporter, TestCase, TestModule } from "vitest/node";
import { type TestResult, writeReport } from "@/server/testing/report";

/** Writes a report of a Vitest run for `npm test` and `npm run check`. */
export default class VitestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { stack?: string; message: string }[]): void {
    const tests = modules.flatMap((module) => Array.from(module.children.allTests(), endedOf));
    // A file that couldn't be loaded has no tests, only errors.
    const broken = modules.flatMap((module) =>
      module.errors().map((error) => `${module.relativeModuleId}\n${error.stack ?? error.message}`),
    );
    const files = modules.map((module) => ({ name: module.moduleId, milliseconds: timeOf(module) }));
    writeReport(tests, { errors: [...broken, ...errors.map((error) => error.stack ?? error.message)], files });
  }
}

function endedOf(test: TestCase): TestResult {
  const { state, errors = [] } = test.result();
  return {
    title: `${test.module.relativeModuleId} > ${test.fullName}`,
    outcome: state === "pending" ? "failed" : state,
    errors: errors.map((error) => error.stack ?? error.message),
  };
}

function timeOf(module: TestModule): number {
  const { setupDuration, collectDuration, duration } = module.diagnostic();
  return setupDuration + collectDuration + duration;
}
