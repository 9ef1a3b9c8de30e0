import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { addMembers } from "@/lib/channels/membership";
import { memberOf } from "@/lib/channels/queries";
import { peopleNamed } from "@/lib/messages/post/people-named";
import { makeChannel, makeUser } from "@/lib/testing/factories";

test("a list names people by their names or as chosen, and what isn't a person is refused by name", async () => {
  const mark = randomUUID().slice(0, 8);
  const [ann, bo] = [await makeUser({ name: `Ann ${mark}` }), await makeUser({ name: `Bo Lee ${mark}` })];
  expect(await peopleNamed(ann.id, `@Ann ${mark}, and @bo lee ${mark}`)).toEqual([ann.id, bo.id]);
  expect(await peopleNamed(ann.id, `<@${bo.id}>\n@Ann ${mark} <@${bo.id}>`)).toEqual([bo.id, ann.id]);
  for (const [list, sentence] of [
    [`@Ann ${mark} @Cy ${mark}`, `it isn't clear who @Cy ${mark} is`],
    ["Ann", "it isn't clear who Ann is"],
    [" , and", "Write /invite and the people to add"],
    ["<@&12345678901234567>", "Groups can't be added"],
  ] as const) {
    await expect(peopleNamed(ann.id, list)).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining(sentence),
    });
  }
});

test("several people are added all together or not at all, and the error names who can't be", async () => {
  const [ada, ann, bo] = [await makeUser(), await makeUser(), await makeUser()];
  const gone = await makeUser({ name: "Cy", deactivatedAt: new Date() });
  const channel = await makeChannel({ members: [ada] });
  const accessible = await requireChannel(ada, channel.id);
  const isIn = async (user: typeof ann) => (await memberOf(user)).has(channel.id);
  await expect(addMembers(accessible, ann.id, gone.id, bo.id)).rejects.toMatchObject({
    code: "not_found",
    message: "Cy's account is deactivated.",
  });
  expect([await isIn(ann), await isIn(bo)]).toEqual([false, false]);
  await addMembers(accessible, bo.id, ann.id, ann.id, ada.id);
  expect([await isIn(ann), await isIn(bo)]).toEqual([true, true]);
});
