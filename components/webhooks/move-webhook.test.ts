import { expect, test } from "vitest";
import { moveTargets } from "./move-webhook";

const channels = ["Deploys", "incidents", "deploys-eu"].map((name, id) => ({
  id: `${id}`,
  name,
  kind: "public" as const,
}));

test("offers every channel but the webhook's own, and finds them by words of their names", () => {
  const names = (search: string) => moveTargets(channels, "1", search).map(({ name }) => name);
  expect(names("")).toEqual(["Deploys", "deploys-eu"]);
  expect(names("#DEPLOYS")).toEqual(["Deploys", "deploys-eu"]);
  expect(names("eu dep")).toEqual(["deploys-eu"]);
  expect(names("incidents")).toEqual([]);
});
