import { expect, test } from "vitest";
import type { CardModel } from "@/lib/webhooks/interpret/own-cards/model";
import { emptyCard, plainTemplate } from "@/lib/webhooks/interpret/own-cards/new-card";
import { summaryOf } from "./card-trial";
import { withText, wordsOf } from "./edit";
import { type EditorAction, type EditorState, editorState, isSameModel, reduce } from "./use-card-editor";

const model: CardModel = { name: "CI", cards: [emptyCard("card")] };
const titled = (title: string, kind?: string): EditorAction => ({
  type: "edit",
  change: (card) => withText(card, { part: "subject" }, plainTemplate(title)),
  ...(kind && { kind }),
});
const after = (...actions: EditorAction[]) => actions.reduce(reduce, editorState(model, null));
const titleOf = ({ model: { cards } }: EditorState) => cards[0] && wordsOf(cards[0].subject);

test("each change can be undone and redone, and what is typed in one go counts once", () => {
  const typed = after(titled("a", "title"), titled("ab", "title"), titled("other"));
  const undone = reduce(typed, { type: "undo" });
  expect([titleOf(typed), titleOf(undone), titleOf(reduce(undone, { type: "undo" }))]).toEqual(["other", "ab", ""]);
  expect(titleOf(reduce(undone, { type: "redo" }))).toBe("other");
  expect(reduce(undone, titled("new")).future).toEqual([]);
});

test("a restored version replaces the card, counts as saved, and can be undone", () => {
  const other: CardModel = { name: "CI", cards: [{ ...emptyCard("card"), subject: plainTemplate("stored") }] };
  const loaded = reduce(after(titled("mine")), { type: "load", model: other });
  expect([titleOf(loaded), isSameModel(loaded.model, loaded.saved)]).toEqual(["stored", true]);
  const undone = reduce(loaded, { type: "undo" });
  expect([titleOf(undone), isSameModel(undone.model, undone.saved)]).toEqual(["mine", false]);
});

test("a trial is summed up in a line", () => {
  const some = (count: number, reason: string | null = null) =>
    Array.from({ length: count }, (_, at) => ({ deliveryId: `${at}`, at: "", title: "", reason }));
  expect(summaryOf({ posted: some(96), skipped: some(3, "x"), failed: some(1, "it takes too long"), other: [] })).toBe(
    "96 post, 3 skipped, 1 fails: it takes too long",
  );
});
