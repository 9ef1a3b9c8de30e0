import { expect, test } from "vitest";
import { emptyCard, newCardFile } from "./card-file";
import { summaryOf } from "./card-trial";
import { withText } from "./edit";
import { plainTemplate, writeTemplate } from "./parts";
import { type EditorAction, type EditorState, editorState, parseCardFile, reduce, yamlOf } from "./use-card-editor";

const file = newCardFile("CI", "https://example.com", emptyCard("card"), { kind: "x" });
const titled = (title: string, kind?: string): EditorAction => ({
  type: "edit",
  change: (card) => withText(card, { part: "title" }, plainTemplate(title)),
  ...(kind && { kind }),
});
const after = (...actions: EditorAction[]) => actions.reduce(reduce, editorState(file, null, ""));
const titleOf = ({ file: { cards } }: EditorState) => cards[0] && writeTemplate(cards[0].title);

test("each change can be undone and redone, and what is typed in one go counts once", () => {
  const typed = after(titled("a", "title"), titled("ab", "title"), titled("other"));
  const undone = reduce(typed, { type: "undo" });
  expect([titleOf(typed), titleOf(undone), titleOf(reduce(undone, { type: "undo" }))]).toEqual(["other", "ab", ""]);
  expect(titleOf(reduce(undone, { type: "redo" }))).toBe("other");
  expect(reduce(undone, titled("new")).future).toEqual([]);
});

test("a file keeps its text until the form changes it", () => {
  const text = `# Mine\n${yamlOf({ text: null, file })}`;
  const loaded = editorState(file, text, text);
  expect(yamlOf(loaded)).toBe(text);
  expect(yamlOf(reduce(loaded, titled("x")))).not.toContain("# Mine");
  expect(parseCardFile(yamlOf(reduce(loaded, titled("x"))))?.cards[0]?.title).toEqual(plainTemplate("x"));
});

test("a text that isn't a card's file leaves the form as it was and says so", () => {
  const broken = after(titled("kept"), { type: "write", text: "a: [", kind: "file" });
  expect([broken.unread, titleOf(broken), yamlOf(broken)]).toEqual([true, "kept", "a: ["]);
  expect(reduce(broken, { type: "undo" }).unread).toBe(false);
});

test("a trial is summed up in a line", () => {
  const some = (count: number, reason: string | null = null) =>
    Array.from({ length: count }, (_, at) => ({ deliveryId: `${at}`, at: "", title: "", reason }));
  expect(summaryOf({ posted: some(96), skipped: some(3, "x"), failed: some(1, "it takes too long"), other: [] })).toBe(
    "96 post, 3 skipped, 1 fails: it takes too long",
  );
});
