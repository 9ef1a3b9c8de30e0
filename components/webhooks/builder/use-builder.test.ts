import { expect, test } from "vitest";
import { type BuilderState, reduce, starterDraft } from "./use-builder";

const start: BuilderState = { draft: starterDraft(), before: null, loaded: true };

test("a reset can be undone", () => {
  const cleared = reduce(start, { type: "reset" });
  expect(cleared.draft.content).toBe("");
  expect(reduce(cleared, { type: "undo-reset" })).toEqual(start);
});

test("after a reset, editing removes the undo", () => {
  const cleared = reduce(start, { type: "reset" });
  const written = reduce(cleared, { type: "edit", edit: (draft) => ({ ...draft, content: "new" }) });
  expect(written.before).toBeNull();
  expect(reduce(written, { type: "undo-reset" }).draft.content).toBe("new");
});

test("without a saved draft, the starter draft stays", () => {
  expect(reduce({ ...start, loaded: false }, { type: "load", draft: null })).toEqual(start);
});
