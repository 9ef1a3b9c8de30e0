import { expect, test } from "vitest";
import { plainFilters } from "@/lib/webhooks/interpret/described/filters";
import { colorOfState, outcomeOfState } from "@/lib/webhooks/interpret/described/states";

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
  ["Not ready", "red"],
  ["NOT_AVAILABLE", "red"],
  ["not failing", "green"],
  ["not run", "grey"],
  ["Critical → OK", "green"],
  ["crashed", "red"],
  ["unresolved", "red"],
  ["Not answering", null],
])("%s is %s", (state, color) => {
  expect(colorOfState(state)).toBe(color);
});

test.each([
  ["in_progress", "in progress"],
  ["OutOfSync", "Out of sync"],
  ["individualCI", "individual CI"],
])("%s in words is %s", (name, words) => {
  expect(plainFilters.words?.(name)).toBe(words);
});
