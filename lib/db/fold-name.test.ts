import { expect, test } from "vitest";
import { sortedByName } from "./fold-name";

const sorted = (...names: string[]) =>
  sortedByName(names.map((name, index) => ({ name, id: `${index + 1}` }))).map(({ name }) => name);

test("numbers sort by value wherever they are in a name", () => {
  expect(sorted("ci-10", "ci-5", "ci-0", "ci-15", "ci")).toEqual(["ci", "ci-0", "ci-5", "ci-10", "ci-15"]);
  expect(sorted("v10-web", "v9-web", "v9-api")).toEqual(["v9-api", "v9-web", "v10-web"]);
});

test("case, accents and joining characters don't matter, and equal names sort by id", () => {
  expect(sorted("Ökonomie", "open", "Office", "zoo")).toEqual(["Office", "Ökonomie", "open", "zoo"]);
  expect(sorted("ops_b", "ops-a", "ops.c")).toEqual(["ops-a", "ops_b", "ops.c"]);
  expect(sorted("Ops", "ops", "OPS")).toEqual(["Ops", "ops", "OPS"]);
});
