import path from "node:path";
import { expect, test } from "vitest";
import { parseOptions, SECTIONS } from "@/server/bench/sections/options";

test("by default, everything is measured three times", () => {
  expect(parseOptions([])).toEqual({
    quick: false,
    sections: SECTIONS,
    json: null,
    against: [],
    rounds: 3,
    milliseconds: 3000,
  });
});

test("options are parsed, and paths are relative to the current directory", () => {
  const options = parseOptions([
    "--quick",
    "--only",
    "posts",
    "--json=out.json",
    "--against",
    "server/testing/packages",
    "--against=.",
    "--rounds",
    "5",
  ]);
  expect(options).toEqual({
    quick: true,
    sections: ["posts"],
    json: path.resolve("out.json"),
    against: [
      { name: "server/testing/packages", directory: path.resolve("server/testing/packages") },
      { name: ".", directory: process.cwd() },
    ],
    rounds: 5,
    milliseconds: 700,
  });
});

test.each([
  [["--only", "post"], /Unknown section "post"/],
  [["--rounds", "none"], /--rounds must be a number from 1 to 100/],
  [["--seconds", "0"], /--seconds must be a number from 0.1 to 60/],
  [["--against", "HEAD~1"], /--against must be the folder of another checkout, .* not "HEAD~1"/],
  [["--slow"], /--slow/],
])("%j is refused with a readable error", (args, reason) => {
  expect(() => parseOptions(args)).toThrow(reason);
});
