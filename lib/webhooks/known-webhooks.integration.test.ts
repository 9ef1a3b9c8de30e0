import { expect, test } from "vitest";
import { makeChannel, makeMember, makeUser, makeWebhook } from "@/lib/testing/factories";
import { requireWebhookManager } from "./access";
import { regenerateToken } from "./manage-webhook";
import { knownWebhooks } from "./queries";

test("a person knows the URLs they created last, and an owner or admin sees the webhooks that person manages", async () => {
  const [owner, ada, bob] = [await makeUser({ role: "owner" }), await makeUser(), await makeUser()];
  const [here, there] = [await makeChannel({ members: [owner, ada, bob] }), await makeChannel({ members: [ada] })];
  const make = (name: string, fields: Partial<Parameters<typeof makeWebhook>[0]> = {}) =>
    makeWebhook({ name, channelId: here.id, createdById: ada.id, ...fields });
  const { webhook: own } = await make("Own");
  const { webhook: lost } = await make("Lost");
  const { webhook: taken } = await make("Taken", { createdById: bob.id });
  await make("Deleted", { deletedAt: new Date(), tokenHash: null });
  await make("Elsewhere", { channelId: there.id });
  const regenerate = async (who: typeof ada, id: bigint) =>
    regenerateToken(await requireWebhookManager(who, here.id), id, "");
  await regenerate(bob, lost.id);
  await regenerate(bob, taken.id);
  await regenerate(ada, taken.id);

  const known = await knownWebhooks(owner, ada.id);
  expect(known.webhooks.map(({ name }) => name)).toEqual(["Own", "Taken"]);
  expect(known.elsewhere).toBe(1);
  expect((await knownWebhooks(owner, bob.id)).webhooks.map(({ name }) => name)).toEqual(["Lost"]);
  expect(await knownWebhooks(bob, ada.id)).toEqual({ webhooks: [], elsewhere: 0 });

  await regenerate(owner, own.id);
  await makeMember(there, owner);
  const after = await knownWebhooks(owner, ada.id);
  expect([after.webhooks.map(({ name }) => name).sort(), after.elsewhere]).toEqual([["Elsewhere", "Taken"], 0]);
});
