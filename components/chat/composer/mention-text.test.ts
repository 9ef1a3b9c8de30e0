import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mentionsOf, withMentionNames } from "@/components/chat/message/markdown/mentions";
import { expectEffort } from "@/lib/testing/effort";
import { type Draft, toSent, usedMarks, withMark } from "./mention-text";
import { toDraft } from "./to-draft";

const ADA = "<@12345678901234567>";
const ANN = "<@22345678901234567>";
const ANN_LEE = "<@32345678901234567>";
const marks = { "@Ada Lovelace": ADA, "@Ann": ANN, "@Ann Lee": ANN_LEE, "#ops": "[#ops](http://chat/channels/1)" };

function sent(text: string): string {
  return toSent({ text, marks });
}

describe("the sent text", () => {
  test("names people by id, preferring the longest name", () => {
    expect(sent("@Ada Lovelace: see @Ann, (@Ann Lee) and #ops.")).toBe(
      `${ADA}: see ${ANN}, (${ANN_LEE}) and [#ops](http://chat/channels/1).`,
    );
  });

  test("keeps a name as plain text if it was edited, continues, or is part of a word", () => {
    for (const text of ["@Ada Lovelac", "@Ada Lovelaces", "@ada Lovelace", "me@Ann", "@@Ann", "@Ann_2", "@Annä"]) {
      expect(sent(text)).toBe(text);
    }
    expect(toSent({ text: "@李明你好", marks: { "@李明": ADA } })).toBe(`${ADA}你好`);
  });

  test("leaves code unchanged", () => {
    for (const text of ["`@Ann`", "```\n@Ann\n```", "```\n@Ann", "`a` `@Ann` b"]) expect(sent(text)).toBe(text);
    expect(sent("`x` @Ann `y`")).toBe(`\`x\` ${ANN} \`y\``);
  });

  test("takes any name as text, not as a pattern", () => {
    for (const name of ["a.b*c+?", "$&", "[x](y)", "\\", "^|/-", "O'Brien (ops)", "--proto--"]) {
      expect(toSent({ text: `@${name}!`, marks: { [`@${name}`]: ADA } })).toBe(`${ADA}!`);
    }
  });

  test("is fast for a very long text", () => {
    const text = "@Ann ` `` ".repeat(100_000);
    expectEffort(() => sent(text), 100);
  });
});

describe("choosing a name", () => {
  const draft: Draft = { text: "@Ann ", marks: { "@Ann": ANN } };

  test("shows the name", () => {
    const { draft: next, written } = withMark(draft, "@Ada Lovelace", ADA);
    expect(written).toBe("@Ada Lovelace");
    expect(next.marks).toEqual({ "@Ann": ANN, "@Ada Lovelace": ADA });
  });

  test("inserts the id for a second person of the same name", () => {
    expect(withMark(draft, "@Ann", ADA)).toEqual({ draft, written: ADA });
    expect(withMark({ ...draft, text: "" }, "@Ann", ADA)).toEqual({
      draft: { text: "", marks: { "@Ann": ADA } },
      written: "@Ann",
    });
  });

  test("drops a name that the text no longer contains", () => {
    expect(usedMarks({ text: "@Ann Lee", marks })).toEqual({ "@Ann": ANN, "@Ann Lee": ANN_LEE });
  });
});

describe("the shown and the sent text", () => {
  const ids = ["12345678901234567", "22345678901234567", "32345678901234567"];
  const name = fc.oneof(
    fc.constantFrom("Ann", "Ann Lee", "Lee", "李明", "O'Neil", "a.b", "everyone"),
    fc.string({ minLength: 1, maxLength: 8 }).map((text) => text.replace(/[\s`<>@#\p{C}]/gu, "x")),
  );
  const piece = fc.oneof(
    fc.constantFrom(...ids.map((id) => `<@${id}>`), " ", "`", "```", "\n", "@Ann", "word", ". ", "@", "é"),
    fc.string({ maxLength: 6 }),
  );
  const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));
  const names = fc.tuple(name, name, name).map((all) => new Map(ids.map((id, index) => [id, all[index] ?? "x"])));

  test("a sent text turned back into a draft is sent unchanged", () => {
    fc.assert(
      fc.property(text, names, (original, known) => {
        expect(toSent(toDraft(original, known))).toBe(original);
      }),
    );
  });

  test("a draft reads the same before and after it is sent", () => {
    const mentions = [...ids].map((id, index) => ({
      id,
      name: ["Ann", "Ann Lee", "Lee"][index] ?? "",
      notifies: false,
    }));
    const shown = Object.fromEntries(mentions.map(({ id, name: each }) => [`@${each}`, `<@${id}>`]));
    const written = fc.array(fc.oneof(fc.constantFrom(...Object.keys(shown), " ", "`", "\n", "x"), fc.string()));
    const readers = mentionsOf({ mentions, mentionsEveryone: false }, null);
    fc.assert(
      fc.property(written, (pieces) => {
        const draft = { text: pieces.join(""), marks: shown };
        expect(withMentionNames(toSent(draft), readers)).toBe(withMentionNames(draft.text, readers));
      }),
    );
  });

  test("people with the same name are told apart by id", () => {
    const both = new Map([
      ["12345678901234567", "Ann"],
      ["22345678901234567", "Ann"],
    ]);
    expect(toDraft(`${ADA} ${ANN}`, both)).toEqual({ text: `@Ann ${ANN}`, marks: { "@Ann": ADA } });
  });
});
