import { expect, test } from "vitest";
import { findPeople } from "@/lib/search/find-people";
import { makeUser } from "@/lib/testing/factories";

test("people are found by the start of any word of their name, at most eight", async () => {
  const ada = await makeUser({ name: "Ada Lovelace" });
  await makeUser({ name: "Ádám Zoltán", avatarUrl: "https://example.com/a.png" });
  await makeUser({ name: "Ada Gone", deactivatedAt: new Date() });
  const find = async (search: string) => (await findPeople(ada, search)).map(({ name }) => name);
  expect(await find("ada")).toEqual(["Ádám Zoltán"]);
  expect(await find("zolt")).toEqual(["Ádám Zoltán"]);
  for (const search of ["lov", "oltan", "gone", "%", "\\"]) {
    expect([search, await find(search)]).toEqual([search, []]);
  }
  for (const _ of Array(10)) await makeUser();
  expect(await find("")).toHaveLength(8);
});
