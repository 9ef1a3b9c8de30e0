import { expect, test } from "vitest";
import { fileKind } from "./file-icon";

test.each([
  ["a.PDF", "text"],
  ["a.tar.gz", "archive"],
  ["a.svg", "image"],
  ["data.csv", "table"],
  ["run.sh", "code"],
  ["a.constructor", "other"],
  ["none", "other"],
  ["", "other"],
])("%s is a file of kind %s", (name, kind) => expect(fileKind(name)).toBe(kind));
