import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { circles, type Import, importsWithin, ROOMS, upward } from "./rooms";

const imports = importsWithin("lib", "components", "server");

/** Rooms without code of their own. */
const WITHOUT_CODE = ["testing", "generated", "tools", "sender-marks"];

const foldersIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

test("imports are found", () => {
  expect(imports.length).toBeGreaterThan(3000);
});

describe.each(Object.entries(ROOMS))("in %s", (folder, order) => {
  test("the order names every room", () => {
    const rooms = foldersIn(folder).filter((name) => !WITHOUT_CODE.includes(name));
    expect(order.filter((room) => room !== ".").toSorted()).toEqual(rooms.sort());
  });

  test("each room imports only from rooms below it", () => {
    expect(upward(imports, folder, order)).toEqual([]);
  });
});

test("no folders import each other in a circle", () => {
  expect(circles(imports)).toEqual([]);
});

test.each(["lib", "components"])("%s has rooms and no files", (folder) => {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.map(({ name }) => name)).toEqual([]);
});

const rooms = ["lib", "components"].flatMap((folder) => foldersIn(folder).map((room) => path.posix.join(folder, room)));

test.each(rooms)("%s says in at most ten lines what it owns and what it never does", (room) => {
  const file = `${room}/README.md`;
  const lines = existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
  expect(lines[0]).toBe(`# ${room}`);
  expect(lines.length).toBeLessThanOrEqual(10);
  expect(lines.join("\n")).toMatch(/\b(never|doesn't|don't|can't|no)\b/i);
});

describe("what would be refused", () => {
  const importOf = (pair: string): Import => {
    const [from = "", to = ""] = pair.split(" > ");
    return { from, to };
  };

  test("an import from a room above, and from one that has no place", () => {
    const planted = ["lib/text/a > lib/db/b", "lib/db/b > lib/text/a", "lib/db/c > lib/new/d", "lib/db/c > lib/db/b"];
    expect(upward(planted.map(importOf), "lib", ["text", "db"])).toEqual([
      "lib/text/a imports lib/db/b",
      "lib/db/c imports lib/new/d",
    ]);
  });

  test("an import from a room above by a folder's own file", () => {
    const planted = ["lib/webhooks/dto > lib/webhooks/docs/openapi", "lib/webhooks/docs/openapi > lib/webhooks/dto"];
    expect(upward(planted.map(importOf), "lib/webhooks", [".", "docs"])).toHaveLength(1);
  });

  test("a circle of three folders, of which no two import each other", () => {
    const planted = [
      "lib/a/1 > lib/b/1",
      "lib/b/2 > lib/c/1",
      "lib/c/2 > lib/a/2",
      "lib/a/1 > lib/d/1",
      "lib/d/1 > lib/e/1",
    ];
    expect(circles(planted.map(importOf))).toEqual([["lib/a", "lib/b", "lib/c"]]);
  });
});
