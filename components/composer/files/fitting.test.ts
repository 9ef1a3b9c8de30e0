import { expect, test } from "vitest";
import { fitting } from "./fitting";

const MIB = 1024 * 1024;
const file = (name: string, size = 1) => ({ name, size });
const many = (count: number, size = 1) => Array.from({ length: count }, (_, index) => file(`${index}.txt`, size));

test("what a message can take is taken, and of the rest is said why not", () => {
  const chosen = [file("a"), file("empty.txt", 0), file("film.mov", 25 * MIB + 1), file("b", 25 * MIB)];
  expect(fitting([], chosen)).toEqual({
    files: [file("a"), file("b", 25 * MIB)],
    problems: [
      '"empty.txt" is empty, so there is nothing to send.',
      '"film.mov" is too large: a file can have at most 25 MiB.',
    ],
  });
});

test("of more than ten, the first ones are taken", () => {
  expect(fitting(many(9), [file("x"), file("y")])).toEqual({
    files: [file("x")],
    problems: ["A message can have at most 10 files: 1 was left out."],
  });
  expect(fitting([], many(12))).toMatchObject({
    files: many(10),
    problems: ["A message can have at most 10 files: 2 were left out."],
  });
});

test("together they have a limit too, under which a smaller one may still go", () => {
  expect(fitting(many(3, 25 * MIB), [file("x", 24 * MIB), file("y", 2 * MIB), file("z", MIB)])).toEqual({
    files: [file("x", 24 * MIB), file("z", MIB)],
    problems: [`"y" doesn't fit: the files of a message can have at most 100 MiB together.`],
  });
});
