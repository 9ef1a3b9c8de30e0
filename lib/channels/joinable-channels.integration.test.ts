import { expect, test } from "vitest";
import { joinableChannels } from "@/lib/channels/browse-channels";
import { makeChannel, makeUser } from "@/lib/testing/factories";

test("you can join only active public channels that you aren't in yet", async () => {
  const me = await makeUser();
  const other = await makeUser();
  const open = await makeChannel({ name: "b-open", members: [other] });
  const empty = await makeChannel({ name: "a-empty" });
  await makeChannel({ name: "mine", members: [me] });
  await makeChannel({ name: "secret", kind: "private", members: [other] });
  await makeChannel({ name: "old", archivedAt: new Date() });
  expect(await joinableChannels(me)).toEqual([
    { id: `${empty.id}`, name: "a-empty", kind: "public" },
    { id: `${open.id}`, name: "b-open", kind: "public" },
  ]);
});
