import { expect, test } from "vitest";
import { candidatesIn, nameThem } from "@/lib/messages/post/send-message";
import { expectEffort } from "@/lib/testing/effort";

const people = ["Grace", "Grace Hopper", "Ada Lovelace", "Zoë O'Neil (ops)", "李明", "Twin", "twin", "here"].map(
  (name, index) => ({
    id: BigInt(index + 1),
    name,
  }),
);

test.each([
  ["@Grace Hopper: look", "<@2>: look"],
  ["hi @grace hopper's", "hi <@2>'s"],
  ["@Grace Hop", "<@1> Hop"],
  ["(@ADA LOVELACE), @Zoë O'Neil (ops)!", "(<@3>), <@4>!"],
  ["@李明你好", "<@5>你好"],
  ["@Ada", "@Ada"],
  ["@Twin and @twin", "@Twin and @twin"],
  ["@here", "@here"],
  [
    "x@Grace @Graces @Grace-Ann @grace.x @Grace@x.y /@Grace \\\\@Grace",
    "x@Grace @Graces @Grace-Ann @grace.x @Grace@x.y /@Grace \\\\@Grace",
  ],
  ["`@Grace` and ```\n@Grace\n``` https://x.y/?@Grace", "`@Grace` and ```\n@Grace\n``` https://x.y/?@Grace"],
  ["<@1> @Grace.", "<@1> <@1>."],
])("%j becomes %j", (written, sent) => {
  expect(nameThem(written, people)).toBe(sent);
});

test("a name can contain any characters", () => {
  const odd = "a-b!#%,:;>=<@~&^$.*+?()[]{}|/\\\\'\"_";
  expect(
    nameThem(`@${odd} @(`, [
      { id: 7n, name: odd },
      { id: 8n, name: "(" },
    ]),
  ).toBe("<@7> <@8>");
});

test("names are looked up after each @ that can start one, up to where they can end", () => {
  expect(candidatesIn("@Ada x\ny a@b @ c `@d` @Ada x")).toEqual(["Ada", "Ada x"]);
  expect(candidatesIn("@Zoë O'Neil (ops): x")).toEqual([
    "Zoë",
    "Zoë O",
    "Zoë O'Neil",
    "Zoë O'Neil (ops",
    "Zoë O'Neil (ops)",
    "Zoë O'Neil (ops):",
    "Zoë O'Neil (ops): x",
  ]);
  expect(candidatesIn("@李明你")).toEqual(["李", "李明", "李明你"]);
  expect(candidatesIn("no sign")).toEqual([]);
});

test("a text has at most a hundred names, and two thousand candidates for them", () => {
  const many = Array.from({ length: 300 }, (_, index) => `@a${index}`);
  expect(candidatesIn(many.join("\n"))).toHaveLength(100);
  expect(candidatesIn(many.map((name) => `${name}${" !".repeat(40)}`).join("\n"))).toHaveLength(2_000);
  expect(candidatesIn(`@${"! ".repeat(40)}`)).toHaveLength(40);
});

test("finding names takes little time for any text", () => {
  const all = Array.from({ length: 200 }, (_, index) => ({ id: BigInt(index), name: `${"a ".repeat(39)}${index}` }));
  for (const part of ["@", "@a ", "@a", " @", "@a a a a\n", "\\@", "<@"]) {
    const text = part.repeat(8000 / part.length);
    expectEffort(
      () => {
        candidatesIn(text);
        nameThem(text, all);
      },
      5,
      part,
    );
  }
});
