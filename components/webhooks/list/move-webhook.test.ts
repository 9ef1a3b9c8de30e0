import { expect, test } from "vitest";
import { moveTargets } from "./move-webhook";

const channels = ["Deploys", "incidents", "deploys-eu"].map((name, id) => ({
  id: `${id}`,
  name,
  kind: "public" as const,
}));

test("every channel except the webhook's own is offered, and found by words of its name", () => {
  const names = (search: string) => moveTargets(channels, "1", search).map(({ name }) => name);
  expect(names("")).toEqual(["Deploys", "deploys-eu"]);
  expect(names("#DEPLOYS")).toEqual(["Deploys", "deploys-eu"]);
  expect(names("eu dep")).toEqual(["deploys-eu"]);
  expect(names("incidents")).toEqual([]);
});
