import path from "node:path";
import { expect, test } from "vitest";
import { parseOptions, SECTIONS } from "@/server/bench/sections/options";

test("without options everything is measured, three times", () => {
  expect(parseOptions([])).toEqual({
    quick: false,
    sections: SECTIONS,
    json: null,
    against: null,
    rounds: 3,
    milliseconds: 3000,
  });
});

test("options are read, and files are found from where the command was given", () => {
  const options = parseOptions([
    "--quick",
    "--only",
    "posts",
    "--json=out.json",
    "--against",
    "../before",
    "--rounds",
    "5",
  ]);
  expect(options).toEqual({
    quick: true,
    sections: ["posts"],
    json: path.resolve("out.json"),
    against: path.resolve("../before"),
    rounds: 5,
    milliseconds: 700,
  });
});

test.each([
  [["--only", "post"], /There is no section "post"/],
  [["--rounds", "none"], /--rounds takes a number from 1 to 100/],
  [["--seconds", "0"], /--seconds takes a number from 0.1 to 60/],
  [["--slow"], /--slow/],
])("%j is refused in a sentence", (args, reason) => {
  expect(() => parseOptions(args)).toThrow(reason);
});
