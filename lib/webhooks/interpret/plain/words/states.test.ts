import { expect, test } from "vitest";
import { plainFilters } from "@/lib/webhooks/interpret/described/filters";
import { outcomeOfState, toneOfState } from "@/lib/webhooks/interpret/plain/words/states";

test.each([
  ["SUCCESS", "succeeded"],
  ["passed", "succeeded"],
  ["Failure", "failed"],
  ["error", "errored"],
  ["IN_PROGRESS", "running"],
  ["InProgress", "running"],
  ["canceled", "cancelled"],
  ["partiallySucceeded", "partially succeeded"],
  ["Still Failing", "still failing"],
  ["", ""],
])("the outcome of %s is %s", (state, outcome) => {
  expect(outcomeOfState(state)).toBe(outcome);
});

test.each([
  ["Not ready", "bad"],
  ["NOT_AVAILABLE", "bad"],
  ["not failing", "good"],
  ["not run", "none"],
  ["Critical → OK", "good"],
  ["crashed", "bad"],
  ["unresolved", "bad"],
  ["Not answering", null],
])("%s is %s", (state, tone) => {
  expect(toneOfState(state)).toBe(tone);
});

test.each([
  ["in_progress", "in progress"],
  ["OutOfSync", "Out of sync"],
  ["individualCI", "individual CI"],
])("%s in words is %s", (name, words) => {
  expect(plainFilters.words?.(name)).toBe(words);
});
