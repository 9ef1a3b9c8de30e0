import { expect, test } from "vitest";
import { changeOutsideCode, mentionsIn, namedIds, oneOf, withPeople } from "./mention-grammar";

const ada = "12345678901234567";
const grace = "1234567890123456789";

test("people are mentioned by ids of 17 to 19 digits, each once", () => {
  expect(namedIds(`<@${grace}> and <@!${ada}>, <@${grace}>; <@1234> <@${grace}0> <#${ada}>`)).toEqual([grace, ada]);
  expect(withPeople(`<@${ada}>, <@!${ada}>, <@12>`, (id) => `@${id.length}`)).toBe("@17, @17, <@12>");
  expect(withPeople(`<@${ada}> <@&${ada}>`, (_, isGroup) => (isGroup ? "group" : "person"))).toBe("person group");
});

test("everyone is mentioned by a separate word outside code", () => {
  for (const text of ["@everyone", "(@here)", "a @here b", "`x` @everyone", "@everyone!"]) {
    expect([text, mentionsIn(text).everyone]).toEqual([text, true]);
  }
  for (const text of ["me@everyone.org", "@everyones", "@@here", "`@here`", "```\n@everyone", "everyone"]) {
    expect([text, mentionsIn(text).everyone]).toEqual([text, false]);
  }
});

test("code is a fence, even if it isn't closed, or text between backticks on one line", () => {
  const text = "a `b` c ```\nd\n``` e `f\n g ```h";
  const named = mentionsIn(`<@${ada}> \`<@${grace}>\` \`\`\`\n<@${grace}>`);
  expect(named).toEqual({ ids: [ada], groupIds: [], everyone: false });
  expect(changeOutsideCode(text, (piece) => piece.toUpperCase())).toBe("A `b` C ```\nd\n``` E `F\n G ```h");
});

test("the longest of labels with the same start is matched, and special characters are literal", () => {
  const pattern = new RegExp(oneOf(["@Ann", "@Ann (ops)", "@A+"]), "gv");
  expect("@Ann (ops) @Ann @A+ @AA".match(pattern)).toEqual(["@Ann (ops)", "@Ann", "@A+"]);
});
