import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { changePerson, useChangedPerson } from "./people";

function Shown({ id }: { id: string | null }) {
  const changed = useChangedPerson(id);
  return <>{changed?.name ?? "as before"}</>;
}

test("the server renders its own data, ignoring events", () => {
  changePerson({ userId: "7", name: "Ada", avatarUrl: null, status: null });
  expect(renderToString(<Shown id="7" />)).toBe("as before");
  expect(renderToString(<Shown id={null} />)).toBe("as before");
});
