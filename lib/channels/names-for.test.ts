import { expect, test } from "vitest";
import { directName } from "@/lib/channels/names-for";

const person = (id: string, name: string) => ({ id, name, avatarUrl: null });

test("a direct message is named after the others in it", () => {
  expect(directName([person("2", "Grace Hopper")], "1")).toBe("Grace Hopper");
  expect(directName([person("2", "Grace Hopper"), person("3", "Linus")], "1")).toBe("Grace Hopper, Linus");
});

test("a note to yourself has your own name", () => {
  expect(directName([person("1", "Ada")], "1")).toBe("Ada (you)");
});
