import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { RuleTrialDto } from "@/lib/webhooks/rules/model";
import { RuleTrial, summaryOf } from "./rule-trial";

const trial: RuleTrialDto = {
  tried: 2,
  matched: 1,
  deliveries: [
    { id: "2", at: "2026-11-28T00:00:00.000Z", event: "push", title: "Two commits", matched: true },
    { id: "1", at: "2026-11-27T00:00:00.000Z", event: null, title: "", matched: false },
  ],
};

test("a trial says how many requests would have been hidden or matched", () => {
  expect(summaryOf(trial, "skip")).toBe("Would have hidden 1 of the last 2");
  expect(summaryOf(trial, "silent")).toBe("Would have matched 1 of the last 2");
  expect(summaryOf({ tried: 0, matched: 0, deliveries: [] }, "skip")).toBe("No stored requests to try it on");
});

test("a trial shows its progress, its result and an error", () => {
  const shown = (result: Parameters<typeof RuleTrial>[0]["result"], isCurrent: boolean) =>
    renderToStaticMarkup(
      <RuleTrial result={result} isCurrent={isCurrent} does="skip" shownId={null} show={() => {}} />,
    );
  expect(shown(null, true)).toContain("Nothing is posted");
  expect(shown(null, false)).toMatch(/aria-busy="true".*Trying…/);
  expect(shown({ trial }, true)).toMatch(/Would have hidden 1 of the last 2.*aria-label="Matched".*Two commits/);
  expect(shown({ error: "You're trying rules too often." }, true)).toContain("trying rules too often");
});
