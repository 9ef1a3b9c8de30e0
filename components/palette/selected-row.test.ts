import { expect, test } from "vitest";
import type { PaletteItem } from "./palette-item";
import { selectedRow } from "./selected-row";

const row = (id: string, group: PaletteItem["group"]) => ({ id, group }) as PaletteItem;
const [general, club, search, message] = [
  row("general", "Channels"),
  row("club", "Channels to join"),
  row("search", "Messages"),
  row("message", "Messages"),
];
const held = (id: string, pointed = false) => ({ query: "c", id, pointed });

test.each([
  ["the first of a new query", held("club"), "cl", [general, club], general],
  ["what was selected, when others come before it", held("club"), "c", [general, club, search], club],
  ["the first, when its own row has gone", held("club"), "c", [general, search], general],
  ["the first match that comes before messages", held("search"), "c", [club, search], club],
  ["a message that was pointed at", held("search", true), "c", [club, search], search],
  ["the first of the messages, while there is nothing else", held("search"), "c", [message, search], search],
  ["nothing, where nothing is", held("club"), "c", [], undefined],
])("selected is %s", (_, before, query, rows, expected) => {
  expect(selectedRow(before, query, rows)).toBe(expected);
});
