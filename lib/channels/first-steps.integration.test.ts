import { expect, test } from "vitest";
import { firstSteps } from "@/lib/channels/queries";
import { postMessages } from "@/lib/messages/post-messages";
import { makeChannel, makeUser, makeWebhook, userDraft } from "@/lib/testing/factories";

test("each step is done once its result exists, and the list disappears when all are done", async () => {
  const owner = await makeUser({ role: "owner" });
  const general = await makeChannel({ members: [owner] });
  const nothing = { someoneJoined: false, channelMade: false, webhookMade: false, messagePosted: false };
  expect(await firstSteps(owner)).toEqual(nothing);
  const grace = await makeUser();
  expect(await firstSteps(owner)).toEqual({ ...nothing, someoneJoined: true });
  expect(await firstSteps(grace)).toBeNull();
  await makeChannel({ kind: "direct", members: [owner, grace] });
  expect(await firstSteps(owner)).toMatchObject({ channelMade: false });
  await makeChannel();
  expect(await firstSteps(owner)).toMatchObject({ channelMade: true, webhookMade: false });
  await makeWebhook({ channelId: general.id });
  expect(await firstSteps(owner)).toMatchObject({ webhookMade: true, messagePosted: false });
  await postMessages([userDraft(owner, general)]);
  expect(await firstSteps(owner)).toBeNull();
});
