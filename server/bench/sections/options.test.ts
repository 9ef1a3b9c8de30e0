import path from "node:path";
import { expect, test } from "vitest";
import { parseOptions, SECTIONS } from "@/server/bench/sections/options";

test("by default, everything is measured three times", () => {
  expect(parseOptions([])).toEqual({
    quick: false,
    sections: SECTIONS,
    messages: 1_000_000,
    data: null,
    kinds: null,
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
    "reading",
    "--kinds=alerts,text",
    "--messages=10000000",
    "--data",
    "install",
    "--json=out.json",
    "--against",
    "server/testing/packages",
    "--against=.",
    "--rounds",
    "5",
  ]);
  expect(options).toEqual({
    quick: true,
    sections: ["reading"],
    messages: 10_000_000,
    data: path.resolve("install"),
    kinds: ["text", "alerts"],
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
  [["--kinds", "card,alert"], /Unknown kind of posts "alert"/],
  [["--rounds", "none"], /--rounds must be a number from 1 to 100/],
  [["--messages", "10"], /--messages must be a number from 10000 to 100000000/],
  [["--data", "install"], /--data keeps only the databases of reading/],
  [["--seconds", "0"], /--seconds must be a number from 0.1 to 60/],
  [["--against", "HEAD~1"], /--against must be the folder of another checkout, .* not "HEAD~1"/],
  [["--slow"], /--slow/],
])("%j is refused with a readable error", (args, reason) => {
  expect(() => parseOptions(args)).toThrow(reason);
});
