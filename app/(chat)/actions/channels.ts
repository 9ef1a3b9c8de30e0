"use server";

import { refresh } from "next/cache";
import { requireChannel, requireMember } from "@/lib/channels/access";
import { createChannel as create, createChannels as createAll, makeChannelOf } from "@/lib/channels/create-channel";
import { joinChannel as enterChannel } from "@/lib/channels/membership";
import { channelIdSchema, createChannelSchema, createChannelsSchema, makeChannelSchema } from "@/lib/channels/schema";
import { action } from "@/lib/web/action";
import { inputId } from "@/lib/web/input-id";

/** Creates a channel; its creator manages it. */
export const createChannel = action(createChannelSchema, async ({ user, input }) => {
  const { id } = await create(user, input);
  refresh();
  return { channelId: `${id}` };
});

/** Creates the first channels of a workspace; those that exist are left out. */
export const createChannels = action(createChannelsSchema, async ({ user, input }) => {
  await createAll(user, input.channels);
  refresh();
});

/** Joins a public channel. */
export const joinChannel = action(channelIdSchema, async ({ user, input }) => {
  await enterChannel(await requireChannel(user, inputId(input.channelId)));
  refresh();
});

/** Makes a direct message of several people a channel. Allowed for the people in it. */
export const makeChannel = action(makeChannelSchema, async ({ user, input }) => {
  await makeChannelOf(await requireMember(user, inputId(input.channelId)), input.name, input.private);
  refresh();
});
